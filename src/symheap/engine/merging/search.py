"""A search that merges: it takes states in the order of the program, and those that meet become one.

A state waits at each join of ways until none is before it. Only states decide when that is, never the clock, so runs
repeat.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from heapq import heappop, heappush
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

from symheap.engine.machine import Machine
from symheap.engine.merging.layout import layout
from symheap.engine.merging.paths import chain_of, common_length
from symheap.engine.merging.states import Merger, are_alike, is_at_exit
from symheap.engine.places import Finished, TreePlace, share_of
from symheap.engine.rounds import Rounds
from symheap.engine.search import WaitingState
from symheap.engine.state import Frame, Parked, State
from symheap.objects import ir

H = TypeVar("H")

Order = tuple[int, ...]

_EXIT: Order = (1 << 60,)
_REMEMBERED = 4096


class _Entry(NamedTuple, Generic[H]):
    order: Order
    number: int
    waiting: WaitingState[H]


class Joining(Generic[H]):
    """The states of an exploration that merges."""

    def __init__(self, machine: Machine[H]) -> None:
        self.merger = Merger(machine)
        self._waiting: list[_Entry[H]] = []
        self._met: deque[WaitingState[H]] = deque()
        self._numbers = 0
        self._methods: dict[object, int] = {}
        self._callers: dict[int, tuple[Frame, Order]] = {}

    def __len__(self) -> int:
        return len(self._waiting) + len(self._met)

    def push(self, states: Sequence[WaitingState[H]]) -> None:
        for each in states:
            self._numbers += 1
            heappush(self._waiting, _Entry(self.order(each.at.frame), self._numbers, each))

    def pop(self) -> WaitingState[H]:
        """Return the next state: one for all that meet at the first place where some wait."""
        if not self._met:
            first = heappop(self._waiting)
            group = [first.waiting]
            while meets(first.waiting.at.frame) and self._waiting and self._waiting[0].order == first.order:
                group.append(heappop(self._waiting).waiting)
            self._met.extend(self._joined(group) if len(group) > 1 else group)
        return self._met.popleft()

    def must_wait(self, frame: Frame) -> bool:
        """Whether a state at a join has to wait for others that may come to the same place."""
        if self._met:
            return True
        return bool(self._waiting) and self._waiting[0].order <= self.order(frame)

    def stops(self, frame: Frame) -> Sequence[bool] | None:
        """Return the blocks of a frame's method in front of which a state may have to wait, if it may at all."""
        return layout(frame.method).joins if self._met or self._waiting else None

    def is_at_join(self, before: Frame, frame: Frame) -> bool:
        """Whether a state has come to a place where others may meet it."""
        return frame is not before and meets(frame)

    # Order ------------------------------------------------------------------------------------------------------------

    def order(self, frame: Frame) -> Order:
        """Return the place of a frame in the order of the program, its callers first."""
        if is_at_exit(frame):
            return _EXIT
        return (*self._of_callers(frame.caller), *self._of_frame(frame))

    def _of_callers(self, frame: Frame | None) -> Order:
        chain: list[Frame] = []
        order: Order = ()
        while frame is not None:
            known = self._callers.get(id(frame))
            if known is not None and known[0] is frame:
                order = known[1]
                break
            chain.append(frame)
            frame = frame.caller
        for each in reversed(chain):
            order = (*order, *self._of_frame(each))
            if len(self._callers) >= _REMEMBERED:
                self._callers.clear()
            self._callers[id(each)] = each, order
        return order

    def _of_frame(self, frame: Frame) -> Order:
        rounds: dict[int, int] = {}
        for (_, head), count in frame.loops.items():
            rounds[head] = rounds.get(head, 0) + (count if isinstance(count, int) else 0)
        method = self._methods.setdefault(frame.method, len(self._methods))
        return (method, *layout(frame.method).place(frame.block, rounds), frame.offset)

    # Meeting ----------------------------------------------------------------------------------------------------------

    def _joined(self, group: list[WaitingState[H]]) -> list[WaitingState[H]]:
        """Merge the states that are alike: those with the longest common path first, so that most guards cancel."""
        parts: list[list[WaitingState[H]]] = []
        for each in group:
            part = next((p for p in parts if are_alike(p[0].at.frame, each.at.frame)), None)
            if part is None:
                parts.append([each])
            else:
                part.append(each)
        self.merger.tally.apart["frames"] += len(parts) - 1
        return [state for part in parts for state in self._folded(part)]

    def _folded(self, part: list[WaitingState[H]]) -> list[WaitingState[H]]:
        chains = [(chain_of(each.at.path), each) for each in part]
        chains.sort(key=lambda item: tuple(at.term.id for at in item[0] if at.term is not None))
        states = [each for _, each in chains]
        shared = [common_length(a, b) for (a, _), (b, _) in pairwise(chains)]
        while any(length >= 0 for length in shared):
            at = max(range(len(shared)), key=lambda i: shared[i])
            merged = self._pair(states[at], states[at + 1])
            if merged is None:
                shared[at] = -1
                continue
            states[at : at + 2] = [merged]
            del shared[at]
        return states

    def _pair(self, left: WaitingState[H], right: WaitingState[H]) -> WaitingState[H] | None:
        assert not isinstance(left.state, Parked)
        assert not isinstance(right.state, Parked)
        state = self.merger.merged(left.state, right.state)
        if state is None:
            return None
        place = TreePlace(None, 0, 1)
        place.share = share_of(left.place) + share_of(right.place)
        return WaitingState(state, place)


def meets(frame: Frame) -> bool:
    """Whether states may meet here: where ways join, behind a call, and at the exit.

    Nowhere else: a state that has just decided something would meet the other outcome of that decision.
    """
    if is_at_exit(frame):
        return True
    if not frame.offset:
        return layout(frame.method).joins[frame.block]
    return isinstance(frame.method.blocks[frame.block][frame.offset - 1], ir.Call | ir.Invoke)


def waits(search: Joining[H], before: Frame, state: State[H]) -> bool:
    """Whether a state that was at `before` has to wait where it is now."""
    return search.is_at_join(before, state.frame) and search.must_wait(state.frame)


def joining(machine: Machine[H], rounds: Rounds, finished: Finished | None) -> Joining[H]:
    """Return the search of an exploration that merges. Raises ValueError for what merging does not go with."""
    if len(rounds.schedule) > 1:
        raise ValueError("an exploration that merges has a single round")
    if finished is not None:
        raise ValueError("an exploration that merges cannot be resumed")
    if rounds.last.max_depth is not None:
        raise ValueError("an exploration that merges has no bound on the depth of paths")
    return Joining(machine)
