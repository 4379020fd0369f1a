"""The interface of heap models.

A heap is a frozen value: forking a state costs nothing. A model answers a request with a tuple of guarded branches.
Laws, checked by `symheap.laws`:

* the guards of one answer are disjoint, and together they cover the path, given the facts that all its branches state;
* `facts` are true in any case (they introduce symbols of the initial heap), so they are never negated on a sibling;
* a model asks the path only through `PathView`, and never keeps it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.outcome import ErrorKind
from symheap.core.terms import Sort, Term, Value, not_
from symheap.core.types import Field
from symheap.core.typeset import TypeSet
from symheap.heap.effect import Effect
from symheap.heap.merging import Apart, Merged
from symheap.heap.picture import AS_PAPERS, Picture, Writing
from symheap.objects.concrete import ConcreteHeap

H = TypeVar("H")


@dataclass(frozen=True, slots=True)
class Handle:
    """A reference that only its heap model can read: the *r* of [Summaries], a number that L maps to guarded
    locations.
    """

    number: int


Ref = Term | Handle
Cell = Value | Handle  # the content of a register or field


@dataclass(frozen=True, slots=True)
class Index:
    """The slot of an array element; references and indices may both alias. `kind` is the sort of the elements."""

    kind: Sort
    index: Value


Slot = Field | Index

Choices = tuple[tuple[Value, Term], ...]
"""Objects from before the run, or null, each with its condition.  Exactly one condition holds on the path."""


class PathView(Protocol):
    """The questions that a model may ask about the path."""

    def may(self, condition: Value) -> bool:
        """Whether `condition` may hold on this path. Unknown counts as yes."""
        ...

    def settled(self, condition: Value) -> bool | None:
        """Return the value of `condition` on this path if only one is possible, else None."""
        if not self.may(condition):
            return False
        return None if self.may(not_(condition)) else True

    def recall(self, value: Term) -> Value | None:
        """Return what was remembered for `value`, on this path or a prefix of it.

        Returns `value` itself only if nothing on this path, beyond that prefix, could simplify it further.
        """
        return None

    def remember(self, seen: Mapping[Term, Value]) -> None:
        """Record the simplified forms of values on this path and all its continuations."""
        return None  # noqa: RET501 - forgetting it is allowed


@dataclass(frozen=True, slots=True)
class Ok(Generic[H]):
    """The request succeeds under `guard`. `facts` hold wherever the branch is taken and are not part of the choice."""

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


def possible(answer: Sequence[Ok[H] | Fault[H]]) -> Answer[H]:
    """Return the branches whose guard is not plainly false."""
    return tuple(branch for branch in answer if branch.guard is not False)


class HeapModel(Protocol[H]):
    """One representation of symbolic heaps."""

    name: str

    def empty(self, initial: ConcreteHeap | None = None) -> H:
        """Return the heap before the run: its objects are concrete, and an input may refer to them."""
        ...

    def symbolic(self, heap: H, origin: Origin, types: TypeSet, *, nullable: bool) -> tuple[H, Ref, tuple[Value, ...]]:
        """Return an input reference to an object of one of `types`, or to null if `nullable`, with facts about it."""
        ...

    def without(self, heap: H, types: TypeSet) -> tuple[H, Value]:
        """Return the heap in which no input has one of `types`, and the condition for that."""
        ...

    def alloc(self, heap: H, class_name: str) -> tuple[H, Ref]:
        """Allocate an object with default fields, which no input can be."""
        ...

    def alloc_array(self, heap: H, class_name: str, length: Value) -> tuple[H, Ref]:
        """Allocate an array of default elements. The length is not negative."""
        ...

    def adopt(self, heap: H, effect: Effect) -> H | None:
        """Return the heap after the effect of a concrete run from the heap before the call.

        Returns None if the path may have changed what that run read, or if the model cannot adopt effects.
        """
        ...

    def merge(self, left: H, right: H, cells: tuple[tuple[Cell, Cell], ...], guard: Value) -> Merged[H] | Apart:
        """Return the heap that is `left` where `guard` holds and `right` elsewhere, with `cells` of both sides.

        The two are heaps of one run with disjoint conditions. A model that does not merge says so.
        """
        ...

    def load(self, heap: H, ref: Ref, slot: Slot, path: PathView) -> Answer[H]:
        """Read a slot. An index is within bounds; the read neither enumerates the array nor forks.

        The contents of an array are a field: read as such they are one value, a term of an array sort.
        """
        ...

    def store(self, heap: H, ref: Ref, slot: Slot, value: Cell, path: PathView) -> Answer[H]: ...

    def copy_range(
        self, heap: H, kind: Sort, source: Ref, start: Value, target: Ref, at: Value, length: Value, path: PathView
    ) -> Answer[H]:
        """Copy elements, as if through a temporary array. Both are arrays of `kind`; the ranges are within bounds."""
        ...

    def fill_range(
        self, heap: H, kind: Sort, target: Ref, at: Value, length: Value, value: Cell, path: PathView
    ) -> Answer[H]:
        """Store a value in a range of an array of `kind`. The range is within bounds and the array accepts the
        value.
        """
        ...

    def class_of(self, heap: H, ref: Ref, path: PathView) -> Answer[H]:
        """Return a reference to the class object of the object's class."""
        ...

    def same(self, heap: H, a: Ref, b: Ref, path: PathView) -> Answer[H]:
        """Return, as a boolean value, whether two references are equal."""
        ...

    def is_a(self, heap: H, ref: Ref, types: TypeSet, path: PathView) -> Answer[H]:
        """Return, as a boolean value, whether a reference is to an object of one of `types`; false for null."""
        ...

    def targets(self, heap: H, ref: Ref, method: str, path: PathView) -> Answer[H]:
        """Return one `Ok` for each method body that a call may run, with the name of its class."""
        ...

    def object_of(self, heap: H, ref: Ref) -> Term | None:
        """Return the object of a reference, as a location, if the run allocated it or it existed before the run.

        Returns None if this is not certain.
        """
        ...

    def choices(self, heap: H, ref: Ref, types: TypeSet) -> Choices | None:
        """Return the possible objects of a reference that is null or of one of `types`.

        Returns None if an object that does not exist before the run is possible.
        """
        ...

    def chosen(self, heap: H, of: Choices) -> Answer[H]:
        """Return a reference to one of several objects from before the run: the inverse of `choices`."""
        ...

    def conflicts(self, heap: H, model: Model) -> tuple[Value, ...]:
        """Return facts about the initial heap that a model violates. Some facts are added only on demand."""
        ...

    def implied(self, heap: H) -> Iterator[Value]:
        """Yield all facts that are otherwise added only when a model violates them, for a self-contained formula."""
        ...

    def inputs(self, heap: H, model: Model) -> ConcreteHeap:
        """Return the initial heap under `model`, as far as the run has read it; writes do not affect it."""
        ...

    def final(self, heap: H, model: Model) -> ConcreteHeap:
        """Return the heap at the end under `model`."""
        ...

    def concrete(self, heap: H, model: Model, cell: Cell) -> int | bool:
        """Return the value of a cell under `model`: a number, a truth value or an object number (0 is null)."""
        ...

    def picture(self, heap: H, roots: tuple[tuple[str, Cell], ...], writing: Writing = AS_PAPERS) -> Picture:
        """Return a graph of the heap reachable from the roots, for drawing."""
        ...
