"""The interface that every heap model implements.

A heap is a frozen value: forking a state costs nothing.  A model answers a request with a tuple of guarded branches.
Laws, checked by `symheap_testing`:

* the guards of one answer are disjoint and together cover the path, where the facts hold that all its branches state;
* `facts` are true in any case (they introduce symbols of the initial heap): they are never negated on a sibling;
* a model asks the path one thing only, `may`, and never keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.outcome import ErrorKind
from symheap.core.terms import Sort, Term, Value, not_
from symheap.core.types import Field
from symheap.core.typeset import TypeSet
from symheap.heap.effect import Effect
from symheap.heap.picture import AS_PAPERS, Picture, Writing
from symheap.objects.concrete import ConcreteHeap

H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class Handle:
    """A reference that only its heap model can read: [Summaries]'s *r*, a number that L maps to guarded locations."""

    number: int


Ref = Term | Handle
Cell = Value | Handle  # what a register or a field holds


@dataclass(frozen=True, slots=True)
class Index:
    """The slot of an array: aliasing is over pairs of reference and index.  `kind` is the sort of the elements."""

    kind: Sort
    index: Value


Slot = Field | Index

Choices = tuple[tuple[Value, Term], ...]
"""Objects from before the run, or null, each with its condition.  One condition is true on the path."""


class PathView(Protocol):
    """What a model may know of the path."""

    def may(self, condition: Value) -> bool:
        """Could `condition` hold here?  Unknown counts as yes."""
        ...

    def settled(self, condition: Value) -> bool | None:
        """The value of `condition` here, if it can have but one."""
        if not self.may(condition):
            return False
        return None if self.may(not_(condition)) else True

    def recall(self, value: Term) -> Value | None:
        """What was remembered of `value`, here or on a path that this one continues.

        `value` itself only if nothing that this path says and that one did not could tell more.
        """
        return None

    def remember(self, seen: Mapping[Term, Value]) -> None:
        """What values are here, and so on every path that continues this one."""
        return None  # noqa: RET501 - forgetting it is allowed


@dataclass(frozen=True, slots=True)
class Ok(Generic[H]):
    """The request succeeds under `guard`.  `facts` hold wherever the branch is taken and are not part of the choice."""

    guard: Value
    facts: tuple[Value, ...]
    heap: H
    value: Cell | str


@dataclass(frozen=True, slots=True)
class Fault(Generic[H]):
    """The request ends the program under `guard`."""

    guard: Value
    facts: tuple[Value, ...]
    heap: H
    error: ErrorKind


Answer = tuple[Ok[H] | Fault[H], ...]


class HeapModel(Protocol[H]):
    """One representation of symbolic heaps."""

    name: str

    def empty(self, initial: ConcreteHeap | None = None) -> H:
        """The heap before the run: what exists then is concrete, and an input may refer to it."""
        ...

    def symbolic(self, heap: H, origin: Origin, types: TypeSet, *, nullable: bool) -> tuple[H, Ref, tuple[Value, ...]]:
        """An input reference to an object of one of `types`, or to null if `nullable`; with the facts about it."""
        ...

    def without(self, heap: H, types: TypeSet) -> tuple[H, Value]:
        """The heap where no input is of one of `types`, and when that is so."""
        ...

    def alloc(self, heap: H, class_name: str) -> tuple[H, Ref]:
        """A new object with default fields, which no input can be."""
        ...

    def alloc_array(self, heap: H, class_name: str, length: Value) -> tuple[H, Ref]:
        """A new array of default elements.  The length is not negative."""
        ...

    def adopt(self, heap: H, effect: Effect) -> H | None:
        """The heap after what a run from the heap before the call did.

        None if the path may have changed what that run looked at, or if the model takes nothing over.
        """
        ...

    def load(self, heap: H, ref: Ref, slot: Slot, path: PathView) -> Answer[H]:
        """What a slot holds.  An index is within bounds; it neither enumerates the array nor forks.

        The contents of an array are a field: read as such they are one value, a term of an array sort.
        """
        ...

    def store(self, heap: H, ref: Ref, slot: Slot, value: Cell, path: PathView) -> Answer[H]: ...

    def copy_range(
        self, heap: H, kind: Sort, source: Ref, start: Value, target: Ref, at: Value, length: Value, path: PathView
    ) -> Answer[H]:
        """Copy elements, as if through a temporary array.  Both are arrays of `kind`; the ranges are within bounds."""
        ...

    def fill_range(
        self, heap: H, kind: Sort, target: Ref, at: Value, length: Value, value: Cell, path: PathView
    ) -> Answer[H]:
        """Store a value in a range of an array of `kind`, which is within bounds and takes the value."""
        ...

    def class_of(self, heap: H, ref: Ref, path: PathView) -> Answer[H]:
        """A reference to the class object of the object's class."""
        ...

    def same(self, heap: H, a: Ref, b: Ref, path: PathView) -> Answer[H]:
        """Whether two references are equal, as a boolean value."""
        ...

    def is_a(self, heap: H, ref: Ref, types: TypeSet, path: PathView) -> Answer[H]:
        """Whether a reference is to an object of one of `types`, as a boolean value; false for null."""
        ...

    def targets(self, heap: H, ref: Ref, method: str, path: PathView) -> Answer[H]:
        """One `Ok` for each method body that a call may run, with the name of the class that has it."""
        ...

    def object_of(self, heap: H, ref: Ref) -> Term | None:
        """The object that a reference certainly is, as a location, if the run or what was before it made it."""
        ...

    def choices(self, heap: H, ref: Ref, types: TypeSet) -> Choices | None:
        """What a reference that is null or of one of `types` may be.  None if that may be an object that is new."""
        ...

    def chosen(self, heap: H, of: Choices) -> Answer[H]:
        """A reference that is one of several objects from before the run: the inverse of `choices`."""
        ...

    def conflicts(self, heap: H, model: Model) -> tuple[Value, ...]:
        """Facts about the initial heap that a model breaks.  There are such where not every fact is told at once."""
        ...

    def implied(self, heap: H) -> Iterator[Value]:
        """All facts that are told only when a model breaks them, for a formula that is to stand alone."""
        ...

    def inputs(self, heap: H, model: Model) -> ConcreteHeap:
        """The initial heap under `model`, as far as the run looked at it; writes have not destroyed it."""
        ...

    def final(self, heap: H, model: Model) -> ConcreteHeap:
        """The heap at the end under `model`."""
        ...

    def concrete(self, heap: H, model: Model, cell: Cell) -> int | bool:
        """What a cell is under `model`: a number, a truth value or the number of an object (0 is null)."""
        ...

    def picture(self, heap: H, roots: tuple[tuple[str, Cell], ...], writing: Writing = AS_PAPERS) -> Picture:
        """The heap as a graph to be drawn: what the roots lead to."""
        ...
