"""The layout of a method: the order of its blocks, the blocks where ways join, and the registers that are still read.

Blocks are ordered topologically, each loop as one element: a block of a loop has the number of the loop, the round, and
its place in the body. So everything that can still reach a place of the program comes before it in the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Final, get_args

from symheap.objects import ir


class Layout:
    """The layout of one method."""

    def __init__(self, method: ir.Method) -> None:
        self.method = method
        self.successors = tuple(_successors(method, at) for at in range(len(method.blocks)))
        predecessors = _predecessors(self.successors)
        self.loops = _loops(method, predecessors)
        targets = {handler.target for handlers in method.handlers for handler in handlers}
        targets |= {to for body in self.loops.values() for at in body for to in self.successors[at] if to not in body}
        self.joins = tuple(
            len(before) > 1 or at in self.loops or at in targets for at, before in enumerate(predecessors)
        )
        self.around = tuple(
            frozenset(head for head, body in self.loops.items() if at in body) for at in range(len(method.blocks))
        )
        self._places = _places(self.successors, self.loops)
        self._live_at_end = _live_out(method, self.successors)

    def place(self, block: int, rounds: Mapping[int, int]) -> tuple[int, ...]:
        """Return the place of a block, with the current rounds of the loops around it by their heads."""
        numbers: list[int] = []
        for head, number in self._places[block]:
            numbers.append(number)
            if head is not None:
                numbers.append(rounds.get(head, 0))
        return tuple(numbers)

    def is_counted(self, block: int, edge: tuple[int, int]) -> bool:
        """Whether the count of a back edge matters in a block: outside of its loop it is restarted before it is
        read.
        """
        return edge[1] in self.around[block] or edge[0] < 0

    def live(self, block: int, offset: int) -> frozenset[int]:
        """Return the registers that may be read from an instruction of a block on."""
        return _live_before(self.method, block, offset, self._live_at_end)


@lru_cache(maxsize=4096)
def layout(method: ir.Method) -> Layout:
    return Layout(method)


# Edges ----------------------------------------------------------------------------------------------------------------


def _successors(method: ir.Method, at: int) -> tuple[int, ...]:
    last = method.blocks[at][-1]
    following: list[int] = []
    if isinstance(last, ir.Jump):
        following = [last.target]
    elif isinstance(last, ir.Branch):
        following = [last.then, last.other]
    elif isinstance(last, ir.Switch):
        following = [target for _, target in last.cases] + [last.default]
    return tuple(dict.fromkeys((*following, *_caught_at(method, at))))


def _caught_at(method: ir.Method, at: int) -> Iterable[int]:
    return (handler.target for handler in method.handlers[at]) if method.handlers else ()


def _predecessors(successors: Sequence[tuple[int, ...]]) -> list[list[int]]:
    predecessors: list[list[int]] = [[] for _ in successors]
    for at, following in enumerate(successors):
        for target in following:
            predecessors[target].append(at)
    return predecessors


def _loops(method: ir.Method, predecessors: Sequence[Sequence[int]]) -> dict[int, frozenset[int]]:
    """Return the body of each loop by its head, the head included."""
    loops: dict[int, set[int]] = {}
    for tail, head in sorted(method.back_edges):
        body = loops.setdefault(head, {head})
        pending = [tail]
        while pending:
            at = pending.pop()
            if at not in body:
                body.add(at)
                pending += predecessors[at]
    return {head: frozenset(body) for head, body in loops.items()}


# The order ------------------------------------------------------------------------------------------------------------


def _places(
    successors: Sequence[tuple[int, ...]], loops: Mapping[int, frozenset[int]]
) -> list[tuple[tuple[int | None, int], ...]]:
    """Return, for each block, the elements that contain it from the outside in: the head of a loop (None for the block
    itself) and its number.
    """
    places: list[tuple[tuple[int | None, int], ...]] = [()] * len(successors)
    pending: list[tuple[frozenset[int], int, int | None, tuple[tuple[int | None, int], ...]]] = [
        (frozenset(range(len(successors))), 0, None, ())
    ]
    while pending:
        blocks, entry, own, outer = pending.pop()
        inside = {h: body & blocks for h, body in loops.items() if h in blocks and h != own and body & blocks < blocks}
        largest = {
            h: body for h, body in inside.items() if not any(h in other and body < other for other in inside.values())
        }
        element_of: dict[int, int] = {}
        for head, body in sorted(largest.items()):
            element_of.update({at: head for at in body if at not in element_of})
        following: dict[int, dict[int, None]] = {}
        for at in sorted(blocks):
            element = element_of.get(at, at)
            targets = following.setdefault(element, {})
            for target in successors[at]:
                if target in blocks and target != entry and element_of.get(target, target) != element:
                    targets[element_of.get(target, target)] = None
        for number, element in enumerate(_topological(following, element_of.get(entry, entry))):
            if element in largest:
                body = frozenset(at for at, head in element_of.items() if head == element)
                pending.append((body, element, element, (*outer, (element, number))))
            else:
                places[element] = (*outer, (None, number))
    return places


def _topological(following: Mapping[int, Iterable[int]], entry: int) -> list[int]:
    """Return the elements in reverse postorder from the entry, then those that it does not reach."""
    seen: set[int] = set()
    order: list[int] = []
    for start in (entry, *sorted(following)):
        if start not in seen:
            order += reversed(_postorder(following, start, seen))
    return order


def _postorder(following: Mapping[int, Iterable[int]], start: int, seen: set[int]) -> list[int]:
    done: list[int] = []
    seen.add(start)
    stack = [(start, iter(following.get(start, ())))]
    while stack:
        at, rest = stack[-1]
        target = next((each for each in rest if each not in seen), None)
        if target is None:
            done.append(at)
            stack.pop()
        else:
            seen.add(target)
            stack.append((target, iter(following.get(target, ()))))
    return done


# Live registers -------------------------------------------------------------------------------------------------------


def _register_fields(kind: type) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fields of an instruction that name registers it writes, and those that name registers it reads."""
    names = [each.name for each in fields(kind) if each.type in ("Reg", "tuple[Reg, ...]")]
    written = ("copied",) if kind is ir.CopyRange else ("dst",)
    return tuple(n for n in names if n in written), tuple(n for n in names if n not in written)


_REGISTERS: Final = {kind: _register_fields(kind) for kind in get_args(ir.Instruction)}


def _before(i: ir.Instruction, live: frozenset[int]) -> frozenset[int]:
    written, read = _REGISTERS[type(i)]
    live -= {getattr(i, name) for name in written}
    for name in read:
        registers = getattr(i, name)
        live |= frozenset(registers) if isinstance(registers, tuple) else {registers}
    return live


def _live_before(method: ir.Method, block: int, offset: int, at_end: Sequence[frozenset[int]]) -> frozenset[int]:
    live = at_end[block]
    kept = _kept_for_handlers(method, block, at_end)
    for i in reversed(method.blocks[block][offset:]):
        live = _before(i, live) | kept
    return live


def _kept_for_handlers(method: ir.Method, block: int, at_end: Sequence[frozenset[int]]) -> frozenset[int]:
    """Return the registers that a handler of the block may read: every instruction may lead there."""
    kept: frozenset[int] = frozenset()
    for handler in method.handlers[block] if method.handlers else ():
        kept |= _block_live(method, handler.target, at_end) - {handler.reg}
    return kept


def _block_live(method: ir.Method, block: int, at_end: Sequence[frozenset[int]]) -> frozenset[int]:
    live = at_end[block]
    for i in reversed(method.blocks[block]):
        live = _before(i, live)
    return live


def _live_out(method: ir.Method, successors: Sequence[tuple[int, ...]]) -> list[frozenset[int]]:
    """Return the registers that are live at the end of each block: the least fixed point."""
    at_end: list[frozenset[int]] = [frozenset() for _ in method.blocks]
    at_begin: list[frozenset[int]] = [frozenset() for _ in method.blocks]
    changed = True
    while changed:
        changed = False
        for at in reversed(range(len(method.blocks))):
            handlers = method.handlers[at] if method.handlers else ()
            caught = [at_begin[handler.target] - {handler.reg} for handler in handlers]
            targets = {handler.target for handler in handlers}
            after = frozenset().union(*caught, *(at_begin[t] for t in successors[at] if t not in targets))
            begin = after
            for i in reversed(method.blocks[at]):
                begin = _before(i, begin)
            begin = begin.union(*caught)
            if after != at_end[at] or begin != at_begin[at]:
                at_end[at], at_begin[at], changed = after, begin, True
    return at_end
