"""The symbols of the formula with quantifiers, by time: which there are, and which of them a step may change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symheap.bmc.flat import Begin, Finish, Flat, Set, Step
from symheap.memory.expressions import Register
from symheap.memory.ir import Allocate, Fill, Free, Load, Nondet, Store
from symheap.memory.space import LOWEST


@dataclass(frozen=True, slots=True)
class Window:
    """The addresses that the allocator may choose: from `low` on, before `high`; None: as far as addresses go."""

    low: int = LOWEST
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """What is called how in the formula, at a time and the one behind.

    Vertices are bit-vectors of `width` bits, addresses of `bits`.  `reached` are those where an execution may be then.
    A register or a part of memory has a new symbol only if one of their steps changes it: `changed` are these, and
    `since` says since when the others are as they are.
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
        """What a step says about itself."""
        return f"|{name}@{self.time}|"

    @property
    def registers(self) -> list[Register]:
        """Those that may change."""
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
