"""The steps of a test before the call, each both as Java and as code of the object IR.

The concrete interpreter runs each step at once, so its effect on the heap is observed rather than assumed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from symheap.core.model import Plain
from symheap.core.outcome import Cut, Returned
from symheap.objects import interpreter
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.interpreter import Pointer
from symheap.objects.ir import Method, Program
from symheap.testgen.code import TypeName

MOST_STEPS = 20_000
MOST_CALLS = 200
ENDLESS = 20
"""The number of runs that an infinite one counts for, since it takes about as long."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A placeholder for an object that a step created, by its number in the resulting heap."""

    number: int


Part: TypeAlias = str | TypeName | Slot
Parts: TypeAlias = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Operand:
    """A value that a step uses: as a register value, as Java, and its static type.

    The type is a class name; it is empty for null and for primitives.
    """

    value: Plain
    code: Parts
    type: str = ""

    @property
    def number(self) -> int:
        return int(self.value)


@dataclass(frozen=True, slots=True)
class Step:
    """An expression.  `makes` is the static type of the object that it creates, if that is its purpose.

    `changes` is the object that a statement changes.  `checked`: it declares checked exceptions.  `field_type` is the
    declared class of the field that the step assigns to.
    """

    code: Parts
    body: Method
    arguments: tuple[Plain, ...]
    makes: str | None = None
    changes: int | None = None
    is_helper: bool = False
    checked: bool = False
    made: int = 0
    field_type: str = ""

    def slots(self) -> tuple[int, ...]:
        return tuple(part.number for part in self.code if isinstance(part, Slot))

    def moved(self, numbers: Mapping[int, int]) -> Step:
        """Return the same step on objects with other numbers."""
        code = tuple(Slot(numbers.get(p.number, p.number)) if isinstance(p, Slot) else p for p in self.code)
        arguments = tuple(Pointer(numbers.get(int(a), int(a))) if type(a) is Pointer else a for a in self.arguments)
        changes = None if self.changes is None else numbers.get(self.changes, self.changes)
        return replace(self, code=code, arguments=arguments, changes=changes)


@dataclass(frozen=True, slots=True)
class BuildState:
    """A heap, the initialised classes, and the steps that led to them."""

    heap: ConcreteHeap
    initialized: frozenset[str]
    steps: tuple[Step, ...] = ()

    def maker(self, number: int) -> Step | None:
        """Return the step that created an object, if any."""
        return next((step for step in self.steps if step.made == number), None)

    @property
    def made(self) -> frozenset[int]:
        return frozenset(step.made for step in self.steps if step.made)


def _is_there(heap: ConcreteHeap, value: Plain) -> bool:
    """Whether a reference points to an object of this heap, and not to one of another attempt."""
    return not isinstance(value, Pointer) or not value or int(value) in heap.objects or int(value) in heap.base


@dataclass(slots=True)
class Workshop:
    """Runs steps.  `runs` counts down; at zero, every step fails."""

    program: Program
    runs: int
    failures: list[str] = field(default_factory=list)

    def start(self) -> BuildState:
        initial = self.program.initial
        assert initial is not None
        return BuildState(ConcreteHeap(self.program.table, base=initial.shared()), frozenset(self.program.initialized))

    def apply(self, state: BuildState, step: Step) -> BuildState | None:
        """Return the state after a step; None if it does not return, or returns null instead of an object."""
        if self.runs <= 0 or not all(_is_there(state.heap, each) for each in step.arguments):
            return None
        self.runs -= 1
        program = replace(self.program, initialized=state.initialized)
        run = interpreter.call(
            program, state.heap, step.body, step.arguments, max_calls=MOST_CALLS, max_steps=MOST_STEPS
        )
        if not isinstance(run.end, Returned):
            self.runs -= ENDLESS if isinstance(run.end, Cut) else 0
            return None
        made = int(run.end.value) if step.makes is not None else 0
        if step.makes is not None and not made:
            return None
        return BuildState(run.heap, run.initialized, (*state.steps, replace(step, made=made)))

    def apply_all(self, state: BuildState, steps: Iterable[Step]) -> tuple[BuildState, dict[int, int]] | None:
        """Run steps of another state; return the state and the new numbers of the objects that they create."""
        numbers: dict[int, int] = {}
        for step in steps:
            after = self.apply(state, step.moved(numbers))
            if after is None:
                return None
            state = after
            if step.made:
                numbers[step.made] = state.steps[-1].made
        return state, numbers
