"""States of the search: calls, memory and the path condition, all frozen.

Values are bit-vector terms (or plain integers, in two's complement) over *input symbols*:

* ``value#k``: the k-th answer to ``nondet`` and the like,
* ``contents#k``: bytes that were never set, from the k-th byte that was asked for on,
* ``address#k``: the address of the k-th object.

They are named by the order in which the interpreter asks its oracle, so a model of them is a `Script`.  A state that
begins in the middle of a program (`state_at`) also has the symbols of its creator.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import immutables

from symheap.bmc.execution.contents import NOTHING_SET, Contents, Word
from symheap.core.origin import Origin
from symheap.core.terms import Sort, Term, Value, symbol
from symheap.memory.ir import Lifetime
from symheap.separation.heaps.formula import split
from symheap.solver.path import EMPTY_PATH, PathCondition

NEVER: Final = 1 << 62
"""Time of death of an object that is alive."""


@dataclass(frozen=True, slots=True)
class PendingCall:
    """A pending call; `index` is the number of the next command, or, in a caller, of its call.

    `locals` are the objects of locals in memory whose scope was entered, `allocated` those of ``alloca``.
    """

    function: str
    label: str
    index: int
    registers: immutables.Map[str, Word]
    locals: immutables.Map[str, int] = immutables.Map()
    allocated: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Thing:
    """An object in memory.

    `born` and `died` are times of `SearchState.clock`; two objects that lived at the same time do not overlap.
    """

    number: int
    base: Value
    size: Value
    lifetime: Lifetime
    alignment: int
    name: str = ""
    contents: Contents = NOTHING_SET
    born: int = 0
    died: int = NEVER

    @property
    def is_alive(self) -> bool:
        return self.died == NEVER

    def lived_with(self, other: Thing) -> bool:
        return self.born < other.died and other.born < self.died


@dataclass(frozen=True, slots=True)
class Asked:
    """The questions to the oracle, in order: the symbols for its answers, and which allocations fail."""

    values: tuple[Term, ...] = ()
    contents: tuple[Term, ...] = ()
    bytes: int = 0
    failures: tuple[bool, ...] = ()


NOTHING_ASKED: Final = Asked()


@dataclass(frozen=True, slots=True)
class Inputs:
    """How many inputs of a run with given inputs a path has taken: results of ``nondet``, and ranges of bytes."""

    values: int = 0
    ranges: int = 0


NO_INPUTS: Final = Inputs()


@dataclass(frozen=True, slots=True)
class Visit:
    """A block that was entered, and those before it."""

    function: str
    label: str
    before: Visit | None = None


@dataclass(frozen=True, slots=True)
class SearchState:
    """A state; `frames` are outermost first, and `path` is the path condition, which has a model.

    The address of an object matters only if a decision depends on it: `placed` are the objects whose addresses `path`
    mentions, with all facts about them (`symheap.bmc.execution.layout`).  The others can be anywhere.

    `is_open`: the outermost call has an unknown caller, as that of a summarised function.  `start` is the number of the
    state that this one was reached from; `blocks` and `forks` count events since then.
    """

    pointer: int
    frames: tuple[PendingCall, ...]
    objects: immutables.Map[int, Thing] = immutables.Map()
    globals: immutables.Map[str, int] = immutables.Map()
    path: PathCondition = EMPTY_PATH
    placed: frozenset[int] = frozenset()
    asked: Asked = NOTHING_ASKED
    clock: int = 0
    blocks: int = 0
    forks: int = 0
    trail: Visit | None = None
    is_open: bool = False
    start: int = 0
    inputs: Inputs = NO_INPUTS
    bases: immutables.Map[Term, int] = field(default_factory=immutables.Map)

    def entered(self) -> tuple[tuple[str, str], ...]:
        """Return the blocks that were entered, by function and label, in order."""
        blocks: list[tuple[str, str]] = []
        at = self.trail
        while at is not None:
            blocks.append((at.function, at.label))
            at = at.before
        return tuple(reversed(blocks))

    # Calls ------------------------------------------------------------------------------------------------------------

    @property
    def frame(self) -> PendingCall:
        return self.frames[-1]

    def with_frame(self, frame: PendingCall) -> SearchState:
        """Return the state with `frame` as the innermost one."""
        return replace(self, frames=(*self.frames[:-1], frame))

    def with_register(self, name: str, word: Word) -> SearchState:
        """Return the state with a register set, at the next command."""
        frame = self.frames[-1]
        return self.with_frame(replace(frame, registers=frame.registers.set(name, word), index=frame.index + 1))

    def advanced(self) -> SearchState:
        """Return the state at the next command."""
        return self.with_frame(replace(self.frames[-1], index=self.frames[-1].index + 1))

    # Memory -----------------------------------------------------------------------------------------------------------

    def created(
        self,
        size: Value,
        lifetime: Lifetime,
        name: str = "",
        zero: bool = False,
        alignment: int = 0,
        base: Value | None = None,
    ) -> tuple[SearchState, Thing]:
        """Create an object; its number is that of the question for its address.  `alignment` 0: fit for every type."""
        number = len(self.objects)
        if base is None:
            base = _symbol("address", number, self.pointer)
        contents = Contents((), zero)
        thing = Thing(number, base, size, lifetime, alignment or 2 * self.pointer, name, contents, self.clock)
        bases = self.bases.set(base, number) if isinstance(base, Term) else self.bases
        return replace(self, objects=self.objects.set(number, thing), bases=bases, clock=self.clock + 1), thing

    def with_object(self, thing: Thing) -> SearchState:
        return replace(self, objects=self.objects.set(thing.number, thing))

    def ended(self, number: int) -> SearchState:
        """End the life of an object, if it is alive."""
        thing = self.objects[number]
        if not thing.is_alive:
            return self
        dead = replace(thing, died=self.clock)
        return replace(self, objects=self.objects.set(number, dead), clock=self.clock + 1)

    def alive(self) -> Iterator[Thing]:
        """Return the objects that are alive, latest first."""
        return (thing for number in range(len(self.objects) - 1, -1, -1) if (thing := self.objects[number]).is_alive)

    # Questions --------------------------------------------------------------------------------------------------------

    def fresh_value(self, size: int) -> tuple[SearchState, Term]:
        """Return the next answer of the oracle to ``value``."""
        asked = self.asked
        new = _symbol("value", len(asked.values), size)
        return replace(self, asked=replace(asked, values=(*asked.values, new))), new

    def fresh_contents(self, size: int) -> tuple[SearchState, Term]:
        """Return the next bytes of the oracle."""
        asked = self.asked
        new = _symbol("contents", asked.bytes, size)
        asked = replace(asked, contents=(*asked.contents, new), bytes=asked.bytes + size)
        return replace(self, asked=asked), new

    def answered(self, fails: bool) -> SearchState:
        """Record the next answer of the oracle to ``fails``."""
        return replace(self, asked=replace(self.asked, failures=(*self.asked.failures, fails)))


def _symbol(kind: str, number: int, size: int) -> Term:
    return symbol(Origin.root(f"{kind}#{number}"), Sort.bitvector(8 * size))


def recognised(value: Value, bases: Mapping[Term, int]) -> Word:
    """Return a value with the object that it is an address of, if its form is ``base`` or ``base + number``."""
    base, _ = split(value)
    number = bases.get(value) if isinstance(value, Term) else None
    return Word(value, number if number is not None or base is None else bases.get(base))
