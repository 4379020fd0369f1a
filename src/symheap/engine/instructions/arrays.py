"""Array instructions. An index is checked once, by one condition, and never enumerated."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symheap.core.outcome import ErrorKind
from symheap.core.terms import NULL, REF, Op, Value, and_, not_, or_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.types import ELEMENTS, LENGTH, ClassTable
from symheap.core.typeset import TypeSet
from symheap.engine.instructions.values import cell_of, reference, scalar
from symheap.engine.machine import Following, Machine
from symheap.engine.state import State
from symheap.heap.api import Answer, Index, Ok, Ref
from symheap.objects import ir

H = TypeVar("H")
Continue = Callable[[State[H]], Following[H]]
WithLength = Callable[[State[H], Value], Following[H]]


def array_ref(state: State[H], reg: ir.Reg) -> Ref:
    ref = reference(state.frame.registers[reg])
    assert ref is not None
    return ref


def less(a: Value, b: Value) -> Value:
    return bitvector(Op.BVSLT, 32, a, b)


def new_array(machine: Machine[H], state: State[H], i: ir.NewArray) -> Following[H]:
    length = scalar(state.frame.registers[i.length])

    def made(at: State[H]) -> State[H]:
        machine.array_classes.add(i.class_name)
        heap, ref = machine.model.alloc_array(at.heap, i.class_name, length)
        return at.with_heap(heap).set(i.dst, ref)

    return machine.decide(
        state, less(length, 0), lambda at: machine.threw(at, ErrorKind.NEGATIVE_SIZE, i.class_name, i), made
    )


def length(machine: Machine[H], state: State[H], i: ir.Length) -> Following[H]:
    return with_length(machine, state, array_ref(state, i.obj), i, lambda at, n: at.set(i.dst, n))


def contents(machine: Machine[H], state: State[H], i: ir.Contents) -> Following[H]:
    answer = machine.model.load(state.heap, array_ref(state, i.obj), ELEMENTS[i.kind], machine.view(state))
    return machine.answers(state, answer, i, "[]", lambda at, ok: at.set(i.dst, cell_of(ok.value)))


def set_contents(machine: Machine[H], state: State[H], i: ir.SetContents) -> Following[H]:
    written = state.frame.registers[i.src]
    answer = machine.model.store(state.heap, array_ref(state, i.obj), ELEMENTS[i.kind], written, machine.view(state))
    return machine.answers(state, answer, i, "[]", lambda at, ok: at.next())


def with_length(
    machine: Machine[H], state: State[H], ref: Ref, i: ir.Instruction, go_on: WithLength[H]
) -> Following[H]:
    """Continue with the length of an array. Null is an error."""
    answer = machine.model.load(state.heap, ref, LENGTH, machine.view(state))
    return machine.answers(state, answer, i, "length", lambda at, ok: go_on(at, scalar(ok.value)))


def with_null(machine: Machine[H], state: State[H], ref: Ref, i: ir.Instruction, go_on: WithLength[H]) -> Following[H]:
    """Continue with the condition that a reference is null."""
    answer = machine.model.same(state.heap, ref, NULL, machine.view(state))
    return machine.answers(state, answer, i, "", lambda at, ok: go_on(at, scalar(ok.value)))


def _within(
    machine: Machine[H], state: State[H], ref: Ref, index: Value, i: ir.Instruction, go_on: Continue[H]
) -> Following[H]:
    """Continue where the index is within bounds: as unsigned numbers, one comparison checks both."""

    def check(at: State[H], size: Value) -> Following[H]:
        inside = bitvector(Op.BVULT, 32, index, size)
        return machine.decide(at, inside, go_on, lambda s: machine.threw(s, ErrorKind.BOUNDS, "", i))

    return with_length(machine, state, ref, i, check)


def load(machine: Machine[H], state: State[H], i: ir.Load) -> Following[H]:
    ref, index = array_ref(state, i.obj), scalar(state.frame.registers[i.index])

    def read(at: State[H]) -> Following[H]:
        answer = machine.model.load(at.heap, ref, Index(i.kind, index), machine.view(at))
        return machine.answers(at, answer, i, "[]", lambda s, ok: s.set(i.dst, cell_of(ok.value)))

    return _within(machine, state, ref, index, i, read)


def store(machine: Machine[H], state: State[H], i: ir.Store) -> Following[H]:
    ref, index = array_ref(state, i.obj), scalar(state.frame.registers[i.index])
    value = state.frame.registers[i.src]

    def write(at: State[H]) -> Following[H]:
        answer = machine.model.store(at.heap, ref, Index(i.kind, index), value, machine.view(at))
        return machine.answers(at, answer, i, "[]", lambda s, ok: s.next())

    def check(at: State[H]) -> Following[H]:
        element = reference(value)
        assert element is not None
        return if_it_takes(machine, at, ref, element, i, write)

    return _within(machine, state, ref, index, i, check if i.kind is REF else write)


def fill_range(machine: Machine[H], state: State[H], i: ir.FillRange) -> Following[H]:
    ref, value = array_ref(state, i.obj), state.frame.registers[i.src]
    at, count = (scalar(state.frame.registers[r]) for r in (i.at, i.length))

    def write(s: State[H]) -> Following[H]:
        answer = machine.model.fill_range(s.heap, i.kind, ref, at, count, value, machine.view(s))
        return machine.answers(s, answer, i, "[]", lambda x, ok: x.next())

    def not_null(s: State[H], size: Value) -> Following[H]:
        if i.kind is not REF:
            return write(s)
        element = reference(value)
        assert element is not None
        return if_it_takes(machine, s, ref, element, i, write, where=less(0, count))

    return with_length(machine, state, ref, i, not_null)


# The store check ------------------------------------------------------------------------------------------------------


def if_it_takes(
    machine: Machine[H],
    state: State[H],
    array: Ref,
    element: Ref,
    i: ir.Instruction,
    go_on: Continue[H],
    where: Value = True,
) -> Following[H]:
    """Continue where an array accepts an element, or the element is not stored; elsewhere it is an error.

    `where` is the condition under which it is stored.
    """
    if element is NULL:
        return go_on(state)

    def unless_null(at: State[H], is_null: Value) -> Following[H]:
        classes = [(guard, component) for guard, component in array_classes(machine, at, array) if component != ROOT]
        return _misfits(machine, at, classes, element, and_(where, not_(is_null)), False, i, go_on)

    return with_null(machine, state, element, i, unless_null)


def _misfits(
    machine: Machine[H],
    state: State[H],
    classes: list[tuple[Value, str]],
    element: Ref,
    matters: Value,
    so_far: Value,
    i: ir.Instruction,
    go_on: Continue[H],
) -> Following[H]:
    """Collect in `so_far` when the element does not fit an array of the classes checked so far, where that
    `matters`.
    """
    if not classes:
        return machine.decide(state, so_far, lambda at: machine.threw(at, ErrorKind.ARRAY_STORE, "", i), go_on)
    (exactly, component), *rest = classes

    def joined(at: State[H], fits: Value) -> Following[H]:
        misfits = or_(so_far, and_(exactly, not_(fits), matters))
        return _misfits(machine, at, rest, element, matters, misfits, i, go_on)

    types = machine.program.table.subtypes(component)
    answer = machine.model.is_a(state.heap, element, types, machine.view(state))
    return machine.answers(state, answer, i, "", lambda at, ok: joined(at, scalar(ok.value)))


ROOT = "java.lang.Object"


def array_classes(machine: Machine[H], state: State[H], array: Ref) -> list[tuple[Value, str]]:
    """Return the possible classes of an array of references, each as its condition and component class."""
    table = machine.program.table
    known = machine.model.object_of(state.heap, array)
    if known is not None:
        component = table.component(known.location.class_name)
        return [(True, component)] if component is not None else []
    candidates: list[tuple[Value, str]] = []
    for name in (*table.universe, *sorted(machine.array_classes - set(table.universe))):
        component = table.component(name) if name.startswith("[") else None
        if component is not None:
            answer = machine.model.is_a(state.heap, array, _exactly(table, name), machine.view(state))
            condition = _single(answer)
            if condition is not False:
                candidates.append((condition, component))
    return candidates


def _exactly(table: ClassTable, name: str) -> TypeSet:
    """Return the set of one class, which may be a class that no input has."""
    if name in table.universe:
        return TypeSet(1 << table.universe.index(name), table.universe, name)
    return TypeSet(0, table.universe, name, lambda class_name: class_name == name)


def _single(answer: Answer[H]) -> Value:
    """Return the value of an answer with a single branch, as type tests of resolved references have."""
    [only] = answer
    assert isinstance(only, Ok)
    return scalar(only.value)
