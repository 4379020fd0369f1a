"""Lists as inputs: code that builds any list with a given spine.

Nodes are added at the front, one after the other, so some run builds a list of each length.  The callback `node` makes
a node, fills everything except its links, and returns its address.
"""

from __future__ import annotations

from collections.abc import Callable

from symheap.lang.c.client.build import Builder
from symheap.lang.c.client.shapes import Spine
from symheap.memory.expressions import Expression, Register

Node = Callable[[], Expression]


def null_terminated(build: Builder, spine: Spine, node: Node, target: Register, last: Register | None = None) -> None:
    """Set `target` to null or to the front of a null-terminated list, and `last` to its last node or null."""
    if spine.back is None and last is None:
        build.set(target, build.null())
        build.repeat(lambda: _put(build, spine, node, target))
        return

    def empty() -> None:
        build.set(target, build.null())
        if last is not None:
            build.set(last, build.null())

    def some() -> None:
        build.set(target, build.null())
        _put(build, spine, node, target)
        if last is not None:
            build.set(last, target)
        build.repeat(lambda: _before(build, spine, node, target))

    build.choose((empty, some))


def _put(build: Builder, spine: Spine, node: Node, target: Register) -> None:
    """Put a new node before `target` without setting a back link in `target`."""
    new = build.fresh()
    build.set(new, build.at(node(), spine.entry))
    build.store(new, spine.link, target)
    if spine.back is not None:
        build.store(new, spine.back, build.null())
    build.set(target, new)


def _before(build: Builder, spine: Spine, node: Node, target: Register) -> None:
    """Put a new node before `target`, which is not null, and set the back link of `target`."""
    old = build.fresh()
    build.set(old, target)
    _put(build, spine, node, target)
    if spine.back is not None:
        build.store(old, spine.back, target)


def ring(build: Builder, spine: Spine, node: Node, head: Expression, other: Register | None = None) -> None:
    """Build a ring of any number of nodes through the links at `head`; `other` gets the node that was added last."""
    build.store(head, spine.link, head)
    if spine.back is not None:
        build.store(head, spine.back, head)

    def grow() -> None:
        new = _behind(build, spine, node, head)
        if other is not None:
            build.set(other, new)

    build.repeat(grow)


def _behind(build: Builder, spine: Spine, node: Node, head: Expression) -> Register:
    """Insert a new node between `head` and its successor, and return its address."""
    new = build.fresh()
    build.set(new, build.at(node(), spine.entry))
    following = build.load(build.at(head, spine.link))
    build.store(new, spine.link, following)
    if spine.back is not None:
        build.store(new, spine.back, head)
        build.store(following, spine.back, new)
    build.store(head, spine.link, new)
    return new
