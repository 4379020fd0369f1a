"""The state of a construction: the wanted graph, and which parts of it have been created."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from symheap.core.deadline import tick
from symheap.lang.java.values.types import STRING
from symheap.objects.concrete import INITIAL
from symheap.objects.interpreter import Pointer
from symheap.testgen.building.known import KnownNames
from symheap.testgen.building.library import LibraryObjects
from symheap.testgen.building.literals import NULL, text_literal, units
from symheap.testgen.building.match import Match, Wrong, match
from symheap.testgen.building.members import Member, Members
from symheap.testgen.building.steps import BuildState, Operand, Slot, Step, Workshop
from symheap.testgen.building.stubs.stubs import Stubs
from symheap.testgen.building.target import Mention, Target, is_input
from symheap.testgen.paths import OwnPaths


@dataclass(frozen=True, slots=True)
class BuildBudget:
    """Limits of the search: interpreter runs for a test and for an object, and the length of a sequence of calls."""

    runs: int = 3_000
    runs_for_object: int = 400
    calls: int = 5


@dataclass(frozen=True, slots=True)
class Mode:
    """The permissions of a construction.

    `exact`: strings and boxes are distinct new objects.  `helper`: the helper class may be used.  `loose`: objects that
    cannot be created exactly are approximated, by the best approximation, the second best, and so on.
    """

    exact: bool = False
    helper: bool = False
    loose: int | None = None


@dataclass(slots=True)
class Context:
    """The state of a construction.

    `operands` are expressions for the objects of the target that have been created, by their numbers there.  `open` are
    the objects in progress, which wait for others that refer back to them.  `defaults` are objects for parameters
    without known values, by type.  `accepted` are arguments with which constructors return.  `reasons` explain why
    objects cannot be created; for `hopeless` ones no sequence of calls was found before.
    """

    target: Target
    members: Members
    workshop: Workshop
    known: KnownNames
    stubs: Stubs
    library: LibraryObjects
    paths: OwnPaths
    budget: BuildBudget
    mode: Mode
    operands: dict[int, Operand] = field(default_factory=dict)
    open: set[int] = field(default_factory=set)
    defaults: dict[str, tuple[Operand, ...]] = field(default_factory=dict)
    accepted: dict[Member, tuple[Operand, ...]] = field(default_factory=dict)
    reasons: dict[int, str] = field(default_factory=dict)
    hopeless: set[int] = field(default_factory=set)

    def null(self) -> Operand:
        return Operand(Pointer(0), NULL)

    def reference(self, value: int) -> Operand | None:
        """Return an expression for an object of the target or an existing one; None if there is none yet."""
        if not value:
            return self.null()
        if value >= INITIAL:
            code = self.known.code(value)
            class_name = self.target.table.initial.heap.class_of(value)
            return None if code is None else Operand(Pointer(value), code, self.members.static_type(class_name))
        return self.operands.get(value)

    def text(self, text: str) -> Operand:
        """Return a string literal."""
        literal = self.target.table.literal(units(text))
        return Operand(Pointer(literal.location.number), text_literal(text), STRING)

    def wanted(self, mention: Mention, *, assigned: bool = True) -> Operand | None:
        """Return an expression for the wanted value of a field or element."""
        if mention.is_reference:
            return self.reference(int(mention.value))
        return self.members.scalar(mention.descriptor, mention.value, assigned=assigned)

    def match(self, state: BuildState, number: int, made: int) -> Match:
        """Compare an object with the wanted one.  Objects dominated by it may have been created anew."""
        free = self.target.dominated(number)
        fixed = {n: o.number for n, o in self.operands.items() if n not in free and n != number}
        return match(self.target, number, state.heap, made, fixed, self.mode.exact)

    def is_deferred(self, wrong: Wrong, pairs: dict[int, int]) -> bool:
        """Whether the wanted value is in progress, so that it is assigned later."""
        value = wrong.mention.value
        return wrong.mention.is_reference and is_input(value) and int(value) in self.open and int(value) not in pairs

    def change(
        self, owner: Operand, state: BuildState, wrong: Wrong, value: Operand, *, by_helper: bool = False
    ) -> Step:
        """Return an assignment to a field or element of a created object, by the helper if necessary."""
        class_name, step = state.heap.class_of(wrong.at), wrong.mention.step
        if isinstance(step, int):
            return self.members.element(owner, class_name, step, value)
        declared = self.target.declared(class_name)[step]
        if not by_helper or self.members.field_in_reach(owner.type, declared):
            return self.members.assign(owner, declared, value)
        boxed = value if wrong.mention.is_reference else self.wanted(wrong.mention, assigned=False)
        assert boxed is not None
        return self.members.set(owner, declared, boxed)

    def made_operand(self, state: BuildState, number: int) -> Operand | None:
        """Return an expression for an object that a step created."""
        step = state.maker(number)
        return None if step is None or step.makes is None else Operand(Pointer(number), (Slot(number),), step.makes)


def live(steps: Sequence[Step], wanted: Iterable[int]) -> tuple[Step, ...]:
    """Return the steps that create or change wanted objects, or objects that these need."""
    needed, kept = set(wanted), [False] * len(steps)
    while True:
        tick()
        before = len(needed)
        for at, step in enumerate(steps):
            if (step.made and step.made in needed) or step.changes in needed:
                kept[at] = True
                needed.update(step.slots())
        if len(needed) == before:
            return tuple(step for step, is_kept in zip(steps, kept, strict=True) if is_kept)
