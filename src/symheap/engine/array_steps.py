"""Arrays: an index is checked once, by one condition, and never enumerated."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symheap.core.bitvectors import bitvector
from symheap.core.outcome import ErrorKind
from symheap.core.terms import NULL, REF, Op, Sort, Term, Value, and_, disjunction, not_, or_
from symheap.core.types import ELEMENTS, LENGTH
from symheap.core.typeset import TypeSet
from symheap.engine.machine import Following, Machine
from symheap.engine.state import State
from symheap.engine.values import cell_of, reference, scalar
from symheap.heap.api import Cell, Index, Ref
from symheap.objects import ir

H = TypeVar("H")
Continue = Callable[[State[H]], Following[H]]
WithLength = Callable[[State[H], Value], Following[H]]


def _ref(state: State[H], reg: ir.Reg) -> Ref:
    ref = reference(state.frame.registers[reg])
    assert ref is not None
    return ref


def _less(a: Value, b: Value) -> Value:
    return bitvector(Op.BVSLT, 32, a, b)


def new_array(machine: Machine[H], state: State[H], i: ir.NewArray) -> Following[H]:
    length = scalar(state.frame.registers[i.length])

    def made(at: State[H]) -> State[H]:
        heap, ref = machine.model.alloc_array(at.heap, i.class_name, length)
        return at.with_heap(heap).set(i.dst, ref)

    return machine.decide(
        state, _less(length, 0), lambda at: machine.threw(at, ErrorKind.NEGATIVE_SIZE, i.class_name, i), made
    )


def length(machine: Machine[H], state: State[H], i: ir.Length) -> Following[H]:
    return _with_length(machine, state, _ref(state, i.obj), i, lambda at, n: at.set(i.dst, n))


def _with_length(
    machine: Machine[H], state: State[H], ref: Ref, i: ir.Instruction, go_on: WithLength[H]
) -> Following[H]:
    """Null is an error; else go on with the length."""
    answer = machine.model.load(state.heap, ref, LENGTH, machine.view(state))
    return machine.answers(state, answer, i, "length", lambda at, ok: go_on(at, scalar(ok.value)))


def _within(
    machine: Machine[H], state: State[H], ref: Ref, index: Value, i: ir.Instruction, go_on: Continue[H]
) -> Following[H]:
    """Go on where the index is within bounds.  As unsigned numbers one comparison says both."""

    def check(at: State[H], size: Value) -> Following[H]:
        inside = bitvector(Op.BVULT, 32, index, size)
        return machine.decide(at, inside, go_on, lambda s: machine.threw(s, ErrorKind.BOUNDS, "", i))

    return _with_length(machine, state, ref, i, check)


def load(machine: Machine[H], state: State[H], i: ir.Load) -> Following[H]:
    ref, index = _ref(state, i.obj), scalar(state.frame.registers[i.index])

    def read(at: State[H]) -> Following[H]:
        answer = machine.model.load(at.heap, ref, Index(i.kind, index), machine.view(at))
        return machine.answers(at, answer, i, "[]", lambda s, ok: s.set(i.dst, cell_of(ok.value)))

    return _within(machine, state, ref, index, i, read)


def store(machine: Machine[H], state: State[H], i: ir.Store) -> Following[H]:
    ref, index = _ref(state, i.obj), scalar(state.frame.registers[i.index])
    value = state.frame.registers[i.src]

    def write(at: State[H]) -> Following[H]:
        answer = machine.model.store(at.heap, ref, Index(i.kind, index), value, machine.view(at))
        return machine.answers(at, answer, i, "[]", lambda s, ok: s.next())

    def check(at: State[H]) -> Following[H]:
        element = reference(value)
        assert element is not None
        return _takes(machine, at, ref, element, i, write)

    return _within(machine, state, ref, index, i, check if i.kind is REF else write)


# The store check ------------------------------------------------------------------------------------------------------


def _takes(
    machine: Machine[H], state: State[H], array: Ref, element: Ref, i: ir.Instruction, go_on: Continue[H]
) -> Following[H]:
    """Go on where an element may be stored in an array; elsewhere that is an error."""
    if element is NULL:
        return go_on(state)

    def unless_null(at: State[H], is_null: Value) -> Following[H]:
        classes = [(guard, component) for guard, component in array_classes(machine, at, array) if component != ROOT]
        return _misfits(machine, at, classes, element, is_null, False, i, go_on)

    return _with_null(machine, state, element, i, unless_null)


def _misfits(
    machine: Machine[H],
    state: State[H],
    classes: list[tuple[Value, str]],
    element: Ref,
    is_null: Value,
    so_far: Value,
    i: ir.Instruction,
    go_on: Continue[H],
) -> Following[H]:
    """`so_far` says when the element does not fit an array of the classes that were looked at."""
    if not classes:
        return machine.decide(state, so_far, lambda at: machine.threw(at, ErrorKind.ARRAY_STORE, "", i), go_on)
    (exactly, component), *rest = classes

    def joined(at: State[H], fits: Value) -> Following[H]:
        misfits = or_(so_far, and_(exactly, not_(fits), not_(is_null)))
        return _misfits(machine, at, rest, element, is_null, misfits, i, go_on)

    types = machine.program.table.subtypes(component)
    answer = machine.model.is_a(state.heap, element, types, machine.view(state))
    return machine.answers(state, answer, i, "", lambda at, ok: joined(at, scalar(ok.value)))


ROOT = "java.lang.Object"


def array_classes(machine: Machine[H], state: State[H], array: Ref) -> list[tuple[Value, str]]:
    """The classes of references that an array may be of, each with its condition and its component class."""
    table = machine.program.table
    known = machine.model.object_of(state.heap, array)
    if known is not None:
        component = table.component(known.location.class_name)
        return [(True, component)] if component is not None else []
    found: list[tuple[Value, str]] = []
    for number, name in enumerate(table.universe):
        component = table.component(name) if name.startswith("[") else None
        if component is not None:
            exactly = TypeSet(1 << number, table.universe, name)
            answer = machine.model.is_a(state.heap, array, exactly, machine.view(state))
            condition = _single(machine, state, answer)
            if condition is not False:
                found.append((condition, component))
    return found


def _single(machine: Machine[H], state: State[H], answer: tuple[object, ...]) -> Value:
    """The value of an answer that has one branch, as tests of what is resolved already have."""
    [only] = answer
    return scalar(only.value)  # type: ignore[attr-defined]


# Copying --------------------------------------------------------------------------------------------------------------


def copy_range(machine: Machine[H], state: State[H], i: ir.CopyRange) -> Following[H]:
    """Null, then what does not fit, then the bounds, then the elements."""
    source, target = _ref(state, i.src), _ref(state, i.dst)
    registers = state.frame.registers
    start, at, count = (scalar(registers[r]) for r in (i.start, i.at, i.length))

    def misfit(s: State[H]) -> Following[H]:
        return machine.threw(s, ErrorKind.ARRAY_STORE, "arraycopy", i)

    def bounds(s: State[H], kind: Sort) -> Following[H]:
        return _with_length(
            machine, s, source, i, lambda x, n: _with_length(machine, x, target, i, lambda y, m: ranges(y, kind, n, m))
        )

    def ranges(s: State[H], kind: Sort, n: Value, m: Value) -> Following[H]:
        inside = and_(not_(_less(count, 0)), _in_range(start, count, n), _in_range(at, count, m))
        return machine.decide(
            s, inside, lambda x: elements(x, kind), lambda x: machine.threw(x, ErrorKind.BOUNDS, "arraycopy", i)
        )

    def elements(s: State[H], kind: Sort) -> Following[H]:
        fits = copies_fit(machine, s, source, target) if kind is REF else True
        return machine.decide(s, fits, lambda x: copied(x, kind), checked)

    def copied(s: State[H], kind: Sort) -> Following[H]:
        answer = machine.model.copy_range(s.heap, kind, source, start, target, at, count, machine.view(s))
        return machine.answers(s, answer, i, "arraycopy", lambda x, ok: x.next())

    def checked(s: State[H]) -> Following[H]:
        if isinstance(start, Term) or isinstance(at, Term) or isinstance(count, Term):
            return machine.unsupported(s, CHECKED_COPY, i.position)
        return _copied_one_by_one(machine, s, (source, start), (target, at), count, i)

    def not_null(s: State[H]) -> Following[H]:
        return _by_kind(
            machine,
            s,
            source,
            i,
            misfit,
            lambda x, kind: _of_kind(machine, x, target, kind, i, misfit, lambda y: bounds(y, kind)),
        )

    def either(s: State[H], is_null: Value) -> Following[H]:
        return machine.decide(s, is_null, lambda x: machine.threw(x, ErrorKind.NULL, "", i), not_null)

    def with_source(s: State[H], is_null: Value) -> Following[H]:
        return _with_null(machine, s, target, i, lambda x, other: either(x, or_(is_null, other)))

    return _with_null(machine, state, source, i, with_source)


def _with_null(machine: Machine[H], state: State[H], ref: Ref, i: ir.Instruction, go_on: WithLength[H]) -> Following[H]:
    """Go on with whether a reference is null."""
    answer = machine.model.same(state.heap, ref, NULL, machine.view(state))
    return machine.answers(state, answer, i, "", lambda at, ok: go_on(at, scalar(ok.value)))


def _in_range(start: Value, count: Value, size: Value) -> Value:
    """0 <= start and start + count <= size, for a count that is not negative; without overflow."""
    room = bitvector(Op.BVSUB, 32, size, count)
    return and_(not_(_less(start, 0)), not_(_less(size, count)), not_(_less(room, start)))


def _by_kind(
    machine: Machine[H],
    state: State[H],
    array: Ref,
    i: ir.Instruction,
    misfit: Continue[H],
    go_on: Callable[[State[H], Sort], Following[H]],
    kinds: tuple[Sort, ...] = tuple(ELEMENTS),
) -> Following[H]:
    """What an array holds, found out by trying: the declared type settles it nearly always."""
    if not kinds:
        return misfit(state)
    kind, rest = kinds[0], kinds[1:]
    return _of_kind(
        machine,
        state,
        array,
        kind,
        i,
        lambda at: _by_kind(machine, at, array, i, misfit, go_on, rest),
        lambda at: go_on(at, kind),
    )


def _of_kind(
    machine: Machine[H],
    state: State[H],
    array: Ref,
    kind: Sort,
    i: ir.Instruction,
    misfit: Continue[H],
    go_on: Continue[H],
) -> Following[H]:
    types = machine.program.table.subtypes(ELEMENTS[kind].owner)
    answer = machine.model.is_a(state.heap, array, types, machine.view(state))
    return machine.answers(state, answer, i, "", lambda at, ok: machine.decide(at, ok.value, go_on, misfit))


def copies_fit(machine: Machine[H], state: State[H], source: Ref, target: Ref) -> Value:
    """Whether every element of one array may be stored in the other, by their classes alone."""
    table = machine.program.table
    if source == target:
        return True
    into = array_classes(machine, state, target)
    if all(component == ROOT for _, component in into):
        return True
    fitting = (
        and_(held, taken)
        for held, component in array_classes(machine, state, source)
        for taken, of in into
        if table.is_subclass(component, of=of)
    )
    return disjunction(fitting)


CHECKED_COPY = "arraycopy of symbolic range between arrays of classes that need a check of each element"


def _copied_one_by_one(
    machine: Machine[H],
    state: State[H],
    source: tuple[Ref, int],
    target: tuple[Ref, int],
    count: int,
    i: ir.Instruction,
) -> Following[H]:
    """All elements are read, then each is checked and stored: those before one that does not fit stay copied."""
    array, at = target

    def read(s: State[H], found: tuple[Ref, ...]) -> Following[H]:
        if len(found) == count:
            return write(s, found)
        ref, start = source
        answer = machine.model.load(s.heap, ref, Index(REF, start + len(found)), machine.view(s))
        return machine.answers(s, answer, i, "[]", lambda x, ok: read(x, (*found, element_of(ok.value))))

    def write(s: State[H], left: tuple[Ref, ...]) -> Following[H]:
        if not left:
            return s.next()
        return _takes(machine, s, array, left[0], i, lambda x: stored(x, left))

    def stored(s: State[H], left: tuple[Ref, ...]) -> Following[H]:
        index = Index(REF, at + count - len(left))
        answer = machine.model.store(s.heap, array, index, left[0], machine.view(s))
        return machine.answers(s, answer, i, "[]", lambda x, ok: write(x, left[1:]))

    def element_of(value: Cell | str) -> Ref:
        found = reference(cell_of(value))
        assert found is not None
        return found

    return read(state, ())
