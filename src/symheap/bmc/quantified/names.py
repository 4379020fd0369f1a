"""The symbols of the quantified formula, by time: which exist, and which of them a step may change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symheap.bmc.quantified.flat import Begin, Finish, Flat, Set, Step
from symheap.memory.execution.space import LOWEST
from symheap.memory.expressions import Register
from symheap.memory.ir import Allocate, Fill, Free, Load, Nondet, Store


@dataclass(frozen=True, slots=True)
class Window:
    """The addresses that the allocator may choose: from `low` on, before `high`; None: up to the last address."""

    low: int = LOWEST
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """The names of symbols in the formula, at a time and at the next.

    Vertices are bit-vectors of `width` bits, addresses of `bits`.  `reached` are the vertices that an execution may be
    at then.  A register or a part of memory has a new symbol only if one of their steps changes it: these are
    `changed`, and `since` gives the time since which each other one is unchanged.
    """

    flat: Flat
    width: int
    bits: int
    time: int
    reached: frozenset[int]
    changed: frozenset[str]
    since: Mapping[str, int]

    def vertex(self, number: int) -> str:
        return f"(_ bv{number} {self.width})"

    @property
    def error(self) -> str:
        return self.vertex(len(self.flat.vertices))

    def address(self, number: int) -> str:
        return f"(_ bv{number} {self.bits})"

    def now(self, name: str) -> str:
        return f"|{name}@{self.since.get(name, 0)}|"

    def then(self, name: str) -> str:
        return f"|{name}@{self.time + 1}|" if name in self.changed else self.now(name)

    def own(self, name: str) -> str:
        """Return the name of a value of the step."""
        return f"|{name}@{self.time}|"

    @property
    def registers(self) -> list[Register]:
        """Registers that the steps of this time may change."""
        return sorted((each for each in self.flat.registers if each.name in self.changed), key=lambda each: each.name)


def times_of(flat: Flat, bound: int) -> Iterator[Names]:
    width = (len(flat.vertices) + 1).bit_length()
    reached, since = frozenset({0}), {register.name: 0 for register in flat.registers}
    for time in range(bound + 1):
        changed = frozenset(name for number in reached for name in _changes(flat.vertices[number].step))
        yield Names(flat, width, 8 * flat.pointer, time, reached, changed, dict(since))
        since.update(dict.fromkeys(changed, time + 1))
        following = (each for number in reached for each in flat.vertices[number].following)
        ends = (number for number in reached if not flat.vertices[number].following)
        reached = frozenset((*following, *ends))


def _changes(step: Step | None) -> tuple[str, ...]:
    match step:
        case Set(targets=targets):
            return tuple(each.name for each in targets)
        case Nondet(target=target) | Load(target=target):
            return (target.name,)
        case Store() | Fill():
            return ("heap",)
        case Allocate(target=target, zero=zero) | Begin(address=target, zero=zero):
            return (target.name, "alloc", "objsize", *(("heap",) if zero else ()))
        case Free():
            return ("alloc", "objsize")
        case Finish(address=address):
            return (address.name, "alloc", "objsize")
    return ()
