"""Copying ranges between arrays: `System.arraycopy`, in the order in which the JVM finds fault with it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from symheap.core.bitvectors import bitvector
from symheap.core.outcome import ErrorKind
from symheap.core.terms import (
    BOOL,
    BV8,
    BV16,
    BV32,
    BV64,
    F32,
    F64,
    REF,
    Op,
    Sort,
    Term,
    Value,
    and_,
    disjunction,
    not_,
    or_,
)
from symheap.core.types import ELEMENTS
from symheap.engine.array_steps import (
    ROOT,
    Continue,
    array_classes,
    array_ref,
    if_it_takes,
    less,
    with_length,
    with_null,
)
from symheap.engine.machine import Following, Machine
from symheap.engine.state import State
from symheap.engine.values import cell_of, reference, scalar
from symheap.heap.api import Cell, Index, Ref
from symheap.objects import ir

H = TypeVar("H")


class Kind(NamedTuple):
    """Arrays between which a copy can be made: what they hold, and the type that they have in common.

    Characters and short integers are as wide as each other, but their arrays do not go together.
    """

    sort: Sort
    arrays: str


KINDS = (
    *(Kind(sort, name) for sort, name in ((BOOL, "[Z"), (BV8, "[B"), (BV16, "[C"), (BV16, "[S"), (BV32, "[I"))),
    *(Kind(sort, name) for sort, name in ((BV64, "[J"), (F32, "[F"), (F64, "[D"), (REF, ELEMENTS[REF].owner))),
)


def copy_range(machine: Machine[H], state: State[H], i: ir.CopyRange) -> Following[H]:
    """Null, then what does not fit, then the bounds, then the elements."""
    source, target = array_ref(state, i.src), array_ref(state, i.dst)
    registers = state.frame.registers
    start, at, count = (scalar(registers[r]) for r in (i.start, i.at, i.length))

    def misfit(s: State[H]) -> Following[H]:
        return machine.threw(s, ErrorKind.ARRAY_STORE, "arraycopy", i)

    def bounds(s: State[H], kind: Sort) -> Following[H]:
        return with_length(
            machine, s, source, i, lambda x, n: with_length(machine, x, target, i, lambda y, m: ranges(y, kind, n, m))
        )

    def ranges(s: State[H], kind: Sort, n: Value, m: Value) -> Following[H]:
        inside = and_(not_(less(count, 0)), _in_range(start, count, n), _in_range(at, count, m))
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
            lambda x, kind: _of_kind(machine, x, target, kind, i, misfit, lambda y: bounds(y, kind.sort)),
        )

    def either(s: State[H], is_null: Value) -> Following[H]:
        return machine.decide(s, is_null, lambda x: machine.threw(x, ErrorKind.NULL, "", i), not_null)

    def with_source(s: State[H], is_null: Value) -> Following[H]:
        return with_null(machine, s, target, i, lambda x, other: either(x, or_(is_null, other)))

    return with_null(machine, state, source, i, with_source)


def _in_range(start: Value, count: Value, size: Value) -> Value:
    """0 <= start and start + count <= size, for a count that is not negative; without overflow."""
    room = bitvector(Op.BVSUB, 32, size, count)
    return and_(not_(less(start, 0)), not_(less(size, count)), not_(less(room, start)))


def _by_kind(
    machine: Machine[H],
    state: State[H],
    array: Ref,
    i: ir.Instruction,
    misfit: Continue[H],
    go_on: Callable[[State[H], Kind], Following[H]],
    kinds: tuple[Kind, ...] = KINDS,
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
    kind: Kind,
    i: ir.Instruction,
    misfit: Continue[H],
    go_on: Continue[H],
) -> Following[H]:
    types = machine.program.table.subtypes(kind.arrays)
    answer = machine.model.is_a(state.heap, array, types, machine.view(state))
    return machine.answers(state, answer, i, "", lambda at, ok: machine.decide(at, ok.value, go_on, misfit))


def copies_fit(machine: Machine[H], state: State[H], source: Ref, target: Ref) -> Value:
    """Whether every element of one array may be stored in the other, by their classes alone."""
    table = machine.program.table
    if source == target:
        return True
    into = array_classes(machine, state, target)
    if into and all(component == ROOT for _, component in into):
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
        return if_it_takes(machine, s, array, left[0], i, lambda x: stored(x, left))

    def stored(s: State[H], left: tuple[Ref, ...]) -> Following[H]:
        index = Index(REF, at + count - len(left))
        answer = machine.model.store(s.heap, array, index, left[0], machine.view(s))
        return machine.answers(s, answer, i, "[]", lambda x, ok: write(x, left[1:]))

    def element_of(value: Cell | str) -> Ref:
        found = reference(cell_of(value))
        assert found is not None
        return found

    return read(state, ())
