"""The order of units: which method a worker explores next, and when the crashes of a class can be ranked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import accumulate

from symheap.jobs.working import Kind, Message
from symheap.lang.target import Part
from symheap.session.parts.messages import MethodUnit


class Schedule:
    """The methods of all parts, numbered in order.  The rank of part `p` has the number `count + p`."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._places = [(part, member) for part, each in enumerate(parts) for member in range(each.count)]
        self._begins = [0, *accumulate(each.count for each in parts)]
        self._running: set[int] = set()
        self._open = {part: each.count for part, each in enumerate(parts)}
        self._ended: list[int] = []
        self.count = len(self._places)

    def units(self, jobs: int, *, is_kept: bool) -> list[MethodUnit]:
        """Return the units.  The programs after each of them are divided among the workers."""
        after = (-(-(self.count - 1 - at) // jobs) for at in range(self.count))
        return [MethodUnit(*place, each, is_kept) for place, each in zip(self._places, after, strict=True)]

    def part(self, number: int) -> int:
        """Return the part of a unit."""
        return self._places[number][0] if number < self.count else number - self.count

    def rank(self, part: int) -> int:
        """Return the number of the unit that ranks the crashes of a part."""
        return self.count + part

    def members(self, part: int) -> Iterator[tuple[int, int]]:
        """Yield the numbers of the methods of a part: among all, and in the part."""
        begin, end = self._begins[part : part + 2]
        return ((at, at - begin) for at in range(begin, end))

    def note(self, message: Message) -> None:
        """Note that a unit begins or ends."""
        if message.kind is Kind.BEGUN:
            self._running.add(message.unit)
        elif message.kind is not Kind.SENT:
            self._running.discard(message.unit)
            part = self.part(message.unit)
            if message.unit < self.count and part in self._open:
                self._open[part] -= 1
                self._ended += [part] if not self._open[part] else []

    def over(self, *, is_stopped: bool) -> list[int]:
        """Return the parts of which no method will be explored any more, each once."""
        if is_stopped:
            running = {self.part(number) for number in self._running}
            self._ended += [each for each in self._open if each not in running and each not in self._ended]
        ended, self._ended = self._ended, []
        for part in ended:
            del self._open[part]
        return ended


class ByPart:
    """A queue of units.  A worker does the units of the class that it has linked, then those of a class that no worker
    has begun, and then those of the class with the most units left.
    """

    def __init__(self, schedule: Schedule) -> None:
        self._part = schedule.part
        self._fresh: dict[int, deque[int]] = {}
        self._begun: dict[int, deque[int]] = {}

    def __bool__(self) -> bool:
        return bool(self._fresh or self._begun)

    def add(self, number: int) -> None:
        part = self._part(number)
        (self._begun if part in self._begun else self._fresh).setdefault(part, deque()).append(number)

    def again(self, number: int) -> None:
        """Add a unit whose worker has ended, before all others of its class."""
        self._begun.setdefault(self._part(number), deque()).appendleft(number)

    def take(self, last: int | None) -> int:
        """Remove and return the next unit of a worker whose last one was `last`."""
        part = -1 if last is None else self._part(last)
        if part not in self._begun:
            fresh = part if part in self._fresh else next(iter(self._fresh), None)
            if fresh is not None:
                self._begun[fresh] = self._fresh.pop(fresh)
                part = fresh
            else:
                part = max(self._begun, key=lambda each: len(self._begun[each]))
        waiting = self._begun[part]
        number = waiting.popleft()
        if not waiting:
            del self._begun[part]
        return number

    def clear(self) -> None:
        self._fresh.clear()
        self._begun.clear()
