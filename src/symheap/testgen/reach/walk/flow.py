"""Loops in the control flow of a method."""

from __future__ import annotations

from functools import lru_cache

from symheap.objects import ir


def loop_at(body: ir.Method, head: int) -> frozenset[int]:
    """The blocks of the loops that begin at a block; none if none does."""
    if head not in _heads(body):
        return frozenset()
    after = _reachable(body, head)
    return frozenset(n for n in after if n == head or head in _reachable(body, n))


@lru_cache(maxsize=64)
def _heads(body: ir.Method) -> frozenset[int]:
    """Return the targets of back edges in a depth-first walk from the entry."""
    found: set[int] = set()
    done: set[int] = set()
    path: list[tuple[int, list[int]]] = [(0, list(_following(body, 0)))]
    within = {0}
    while path:
        at, left = path[-1]
        if not left:
            path.pop()
            within.discard(at)
            done.add(at)
            continue
        target = left.pop()
        if target in within:
            found.add(target)
        elif target not in done:
            path.append((target, list(_following(body, target))))
            within.add(target)
    return frozenset(found)


def _reachable(body: ir.Method, start: int) -> frozenset[int]:
    """Return the blocks that are reachable from a block in at least one step."""
    seen: set[int] = set()
    todo = list(_following(body, start))
    while todo:
        at = todo.pop()
        if at not in seen:
            seen.add(at)
            todo += _following(body, at)
    return frozenset(seen)


def _following(body: ir.Method, at: int) -> tuple[int, ...]:
    handlers = tuple(h.target for h in (body.handlers[at] if body.handlers else ()))
    last = body.blocks[at][-1]
    if isinstance(last, ir.Jump):
        return (last.target, *handlers)
    if isinstance(last, ir.Branch):
        return (last.then, last.other, *handlers)
    if isinstance(last, ir.Switch):
        return (last.default, *(target for _, target in last.cases), *handlers)
    return handlers
