"""A heap model in which every object is concrete, to test the machine's rules without symbolic values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import immutables

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.outcome import Answer as SolverAnswer
from symheap.core.outcome import ErrorKind, Unknown
from symheap.core.terms import NULL, Op, Sort, Term, Value, eq, isa, location
from symheap.core.types import ClassTable, Field
from symheap.core.typeset import TypeSet
from symheap.heap.api import Answer, Cell, Choices, Fault, Handle, Ok, PathView, Ref, Slot
from symheap.heap.effect import Effect
from symheap.heap.merging import NO_MERGING, Apart
from symheap.heap.picture import AS_PAPERS, Picture, Writing
from symheap.lang.javalite.check import check_text
from symheap.lang.javalite.machine import JavaliteMachine
from symheap.lang.javalite.state import MachineState
from symheap.objects.concrete import ConcreteHeap
from symheap.solver.path import PathCondition

Objects = immutables.Map[Term, immutables.Map[Field, Cell]]


class ConcreteModel:
    """Inputs are new objects of the classes in `roots`; a root that is not named is null."""

    name = "concrete"

    def __init__(self, table: ClassTable, roots: Mapping[str, str]) -> None:
        self.table = table
        self.roots = roots

    def empty(self, initial: ConcreteHeap | None = None) -> Objects:
        return immutables.Map()

    def symbolic(
        self, heap: Objects, origin: Origin, types: TypeSet, *, nullable: bool
    ) -> tuple[Objects, Ref, tuple[Value, ...]]:
        class_name = self.roots.get(origin.name)
        if class_name is None:
            return heap, NULL, ()
        assert types.contains(class_name)
        return (*self.alloc(heap, class_name), ())

    def without(self, heap: Objects, types: TypeSet) -> tuple[Objects, Value]:
        raise NotImplementedError

    def alloc(self, heap: Objects, class_name: str) -> tuple[Objects, Ref]:
        ref = location(len(heap), class_name)
        fields: immutables.Map[Field, Cell] = immutables.Map({f: f.type.default for f in self.table.fields(class_name)})
        return heap.set(ref, fields), ref

    def alloc_array(self, heap: Objects, class_name: str, length: Value) -> tuple[Objects, Ref]:
        raise NotImplementedError

    def adopt(self, heap: Objects, effect: Effect) -> Objects | None:
        raise NotImplementedError

    def merge(self, left: Objects, right: Objects, cells: tuple[tuple[Cell, Cell], ...], guard: Value) -> Apart:
        return NO_MERGING

    def load(self, heap: Objects, ref: Ref, slot: Slot, path: PathView) -> Answer[Objects]:
        if ref is NULL:
            return (Fault(True, (), heap, ErrorKind.NULL),)
        return (Ok(True, (), heap, heap[_term(ref)][_field(slot)]),)

    def store(self, heap: Objects, ref: Ref, slot: Slot, value: Cell, path: PathView) -> Answer[Objects]:
        if ref is NULL:
            return (Fault(True, (), heap, ErrorKind.NULL),)
        field = _field(slot)
        return (Ok(True, (), heap.set(_term(ref), heap[_term(ref)].set(field, value)), value),)

    def copy_range(
        self,
        heap: Objects,
        kind: Sort,
        source: Ref,
        start: Value,
        target: Ref,
        at: Value,
        length: Value,
        path: PathView,
    ) -> Answer[Objects]:
        raise NotImplementedError

    def fill_range(
        self, heap: Objects, kind: Sort, target: Ref, at: Value, length: Value, value: Cell, path: PathView
    ) -> Answer[Objects]:
        raise NotImplementedError

    def class_of(self, heap: Objects, ref: Ref, path: PathView) -> Answer[Objects]:
        raise NotImplementedError

    def conflicts(self, heap: Objects, model: Model) -> tuple[Value, ...]:
        return ()

    def implied(self, heap: Objects) -> Iterator[Value]:
        return iter(())

    def object_of(self, heap: Objects, ref: Ref) -> Term | None:
        return None

    def choices(self, heap: Objects, ref: Ref, types: TypeSet) -> Choices | None:
        return None

    def chosen(self, heap: Objects, of: Choices) -> Answer[Objects]:
        raise NotImplementedError

    def same(self, heap: Objects, a: Ref, b: Ref, path: PathView) -> Answer[Objects]:
        return (Ok(True, (), heap, eq(_term(a), _term(b))),)

    def is_a(self, heap: Objects, ref: Ref, types: TypeSet, path: PathView) -> Answer[Objects]:
        return (Ok(True, (), heap, isa(_term(ref), types)),)

    def targets(self, heap: Objects, ref: Ref, method: str, path: PathView) -> Answer[Objects]:
        term = _term(ref)
        if term.op is Op.NULL:
            return (Fault(True, (), heap, ErrorKind.NULL),)
        provider = self.table.receiver(term.location.class_name, method)
        if provider is None:
            return (Fault(True, (), heap, ErrorKind.NO_METHOD),)
        return (Ok(True, (), heap, provider),)

    def inputs(self, heap: Objects, model: Model) -> ConcreteHeap:
        raise NotImplementedError

    def final(self, heap: Objects, model: Model) -> ConcreteHeap:
        raise NotImplementedError

    def concrete(self, heap: Objects, model: Model, cell: Cell) -> int | bool:
        raise NotImplementedError

    def picture(self, heap: Objects, roots: tuple[tuple[str, Cell], ...], writing: Writing = AS_PAPERS) -> Picture:
        return Picture((), ())


def _field(slot: Slot) -> Field:
    assert isinstance(slot, Field)
    return slot


def _term(ref: Ref) -> Term:
    assert not isinstance(ref, Handle)
    return ref


def undecided(path: PathCondition, condition: Value) -> SolverAnswer:
    """A solver that never knows: everything that is not plainly false is explored."""
    return Unknown("not asked")


def machine(text: str, roots: Mapping[str, str] | None = None, max_calls: int = 20) -> JavaliteMachine[Objects]:
    """Return the machine on a program with objects of the given classes as inputs; ``this`` is of the main class."""
    checked = check_text(text, "test.jl")
    objects = {"this": checked.syntax.main_class.text, **(roots or {})}
    return JavaliteMachine(checked, ConcreteModel(checked.classes.table, objects), undecided, max_calls)


def ends(text: str, roots: Mapping[str, str] | None = None, max_calls: int = 20) -> list[MachineState[Objects]]:
    return machine(text, roots, max_calls).run()


def method(body: str, result: str = "int", parameters: str = "", fields: str = "", more: str = "") -> str:
    """Return a program whose main method has this body; the body begins at line 2, column 1."""
    return f"(({more}(class C ({fields}) (({result} m ({parameters})\n{body}))))\n(C m))"
