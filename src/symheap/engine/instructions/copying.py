"""Copying ranges between arrays: `System.arraycopy`, with checks in the order of the JVM."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

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
from symheap.core.theories.bitvectors import bitvector
from symheap.core.types import ELEMENTS
from symheap.engine.instructions.arrays import (
    ROOT,
    array_classes,
    array_ref,
    less,
    with_length,
    with_null,
)
from symheap.engine.instructions.values import scalar
from symheap.engine.machine import Following, Machine, Next, listed
from symheap.engine.state import State
from symheap.heap.api import Ref
from symheap.objects import ir
from symheap.objects.decisions import Decision

H = TypeVar("H")


class CopyKind(NamedTuple):
    """A kind of arrays between which copies are allowed: the sort of their elements, and their common type.

    Characters and short integers have the same width, but their arrays are not compatible.
    """

    sort: Sort
    arrays: str


KINDS = (
    *(CopyKind(sort, name) for sort, name in ((BOOL, "[Z"), (BV8, "[B"), (BV16, "[C"), (BV16, "[S"), (BV32, "[I"))),
    *(CopyKind(sort, name) for sort, name in ((BV64, "[J"), (F32, "[F"), (F64, "[D"), (REF, ELEMENTS[REF].owner))),
)


Kinds = tuple[tuple[CopyKind, Value], ...]
"""The possible kinds of an array, each with its condition."""


def copy_range(machine: Machine[H], state: State[H], i: ir.CopyRange) -> Following[H]:
    """Check for null, then the kinds of the arrays, then the bounds."""
    source, target = array_ref(state, i.src), array_ref(state, i.dst)
    registers = state.frame.registers
    start, at, count = (scalar(registers[r]) for r in (i.start, i.at, i.length))

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
        return machine.decide(s, fits, lambda x: copied(x, kind), lambda x: x.set(i.copied, False))

    def copied(s: State[H], kind: Sort) -> Following[H]:
        answer = machine.model.copy_range(s.heap, kind, source, start, target, at, count, machine.view(s))
        return machine.answers(s, answer, i, "arraycopy", lambda x, ok: x.set(i.copied, True))

    def not_null(s: State[H]) -> Following[H]:
        return _kinds(
            machine, s, source, i, lambda x, held: _kinds(machine, x, target, i, lambda y, into: go_on(y, held, into))
        )

    def go_on(s: State[H], held: Kinds, into: Kinds) -> Following[H]:
        return _by_kind(machine, s, held, into, i, lambda x, kind: bounds(x, kind.sort))

    def either(s: State[H], is_null: Value) -> Following[H]:
        return machine.decide(s, is_null, lambda x: machine.threw(x, ErrorKind.NULL, "", i), not_null)

    def with_source(s: State[H], is_null: Value) -> Following[H]:
        return with_null(machine, s, target, i, lambda x, other: either(x, or_(is_null, other)))

    return with_null(machine, state, source, i, with_source)


def _in_range(start: Value, count: Value, size: Value) -> Value:
    """0 <= start and start + count <= size, for a non-negative count and size, without overflow."""
    if not isinstance(start, Term) and start == 0:
        return _at_most(count, size)
    room = bitvector(Op.BVSUB, 32, size, count)
    return and_(not_(less(start, 0)), _at_most(count, size), not_(less(room, start)))


def _at_most(count: Value, size: Value) -> Value:
    """count <= size; no query is needed if the count is the minimum of the size and something else."""
    if isinstance(count, Term) and count.op is Op.ITE:
        condition, then, other = count.args
        if (then is size and condition is less(size, other)) or (other is size and condition is less(then, size)):
            return True
    return not_(less(size, count))


def _kinds(
    machine: Machine[H],
    state: State[H],
    array: Ref,
    i: ir.Instruction,
    go_on: Callable[[State[H], Kinds], Following[H]],
    kinds: tuple[CopyKind, ...] = KINDS,
    earlier: Kinds = (),
) -> Following[H]:
    """Determine the kind of an array by trying each one: the declared type settles it nearly always."""
    if not kinds:
        return go_on(state, earlier)
    kind, rest = kinds[0], kinds[1:]

    def joined(at: State[H], holds: Value) -> Following[H]:
        known = at.path.says(holds)
        if known is True:
            return go_on(at, ((kind, True),))
        after = earlier if known is False else (*earlier, (kind, holds))
        return _kinds(machine, at, array, i, go_on, rest, after)

    types = machine.program.table.subtypes(kind.arrays)
    answer = machine.model.is_a(state.heap, array, types, machine.view(state))
    return machine.answers(state, answer, i, "", lambda at, ok: joined(at, scalar(ok.value)))


def _by_kind(
    machine: Machine[H],
    state: State[H],
    held: Kinds,
    into: Kinds,
    i: ir.CopyRange,
    go_on: Callable[[State[H], CopyKind], Following[H]],
) -> Following[H]:
    """Fork, as a decision, into each kind that both arrays may have; elsewhere they are incompatible."""
    taken = dict(into)
    both = [(kind, and_(holds, taken[kind])) for kind, holds in held if kind in taken]
    following: list[Next[H]] = []
    for kind, guard in both:
        at = machine.assume(state, guard)
        if at is not None:
            following += listed(go_on(at.decided(Decision("branch", kind.arrays, i.position)), kind))
    misfit = machine.assume(state, not_(disjunction(guard for _, guard in both)))
    if misfit is not None:
        following += listed(machine.threw(misfit, ErrorKind.ARRAY_STORE, "arraycopy", i))
    return following


def copies_fit(machine: Machine[H], state: State[H], source: Ref, target: Ref) -> Value:
    """Return the condition that every element of one array may be stored in the other, by their classes alone."""
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
