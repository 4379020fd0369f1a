"""Class objects that the path does not know: asked about without a fork, or told apart by a decision."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import TypeVar

from symheap.core.outcome import ErrorKind
from symheap.core.terms import BV32, NULL, REF, Term, Value, and_, ite, not_
from symheap.engine.host import SymbolicHost
from symheap.engine.machine import Following, Machine, Next, listed
from symheap.engine.state import State
from symheap.engine.values import cell_of, reference
from symheap.heap.api import Cell, Choices
from symheap.heap.choices import either
from symheap.objects import ir
from symheap.objects.decisions import Decision
from symheap.objects.host import UNVERIFIED, Refused, Symbolic, Throws

H = TypeVar("H")

CLASS = "java.lang.Class"
MAX_QUESTIONS = 1 << 14
"""Combinations of classes that a function is asked about at once."""

Guarded = list[tuple[Value, Cell]]
"""What an argument may be, and when."""


def choices_of(machine: Machine[H], state: State[H], ref: object) -> Choices | None:
    """The class objects that a reference may be on the path; None if that is not known, or not one."""
    if reference(ref) is None:  # type: ignore[arg-type]
        return None
    types = machine.program.table.subtypes(CLASS)
    found = machine.model.choices(state.heap, ref, types)  # type: ignore[arg-type]
    if found is None:
        return None
    return tuple((guard, at) for guard, at in found if state.path.says(guard) is not False)


def class_named(machine: Machine[H], state: State[H], reg: ir.Reg) -> str:
    """The class that a class object which `Tell` has told apart stands for."""
    ref = reference(state.frame.registers[reg])
    assert ref is not None
    known = machine.model.object_of(state.heap, ref)
    assert known is not None
    return machine.program.table.class_named(known)


# Telling apart --------------------------------------------------------------------------------------------------------


def tell(machine: Machine[H], state: State[H], i: ir.Tell) -> Following[H]:
    """One branch for each class that a class object may stand for."""
    found = choices_of(machine, state, state.frame.registers[i.obj])
    if found is None:
        return machine.unsupported(state, UNVERIFIED, i.position)
    following: list[Next[H]] = []
    for guard, at in found:
        taken = machine.assume(state, guard if len(found) > 1 else True)
        if taken is not None:
            following += listed(_told(machine, taken, at, i))
    return following


def _told(machine: Machine[H], state: State[H], at: Term, i: ir.Tell) -> Following[H]:
    if at is NULL:
        return machine.threw(state, ErrorKind.NULL, "class", i)
    name = machine.program.table.class_named(at)
    return state.decided(Decision("call", name, i.position)).set(i.dst, at)


# Asking ---------------------------------------------------------------------------------------------------------------


def class_choices(machine: Machine[H], state: State[H], args: tuple[ir.Reg, ...]) -> list[Guarded] | None:
    """What each argument may be; None if all are known, or those that are not are no class objects."""
    found: list[Guarded] = []
    for reg in args:
        cell = state.frame.registers[reg]
        known = choices_of(machine, state, cell)
        found.append([(True, cell)] if known is None else [*known] if len(known) > 1 else [(True, known[0][1])])
    return found if any(len(each) > 1 for each in found) else None


def ask_each(machine: Machine[H], state: State[H], i: ir.HostCall, choices: list[Guarded]) -> Following[H]:
    """Ask a function about every combination of its arguments: what it gives is one value, a choice between theirs.

    Where it refuses the path ends.
    """
    if prod(len(each) for each in choices) > MAX_QUESTIONS:
        return machine.unsupported(state, f"{i.function.name} of a symbolic value", i.position)
    host = SymbolicHost(machine, state)
    values: dict[tuple[type, object], tuple[Cell, list[Value]]] = {}
    refused: dict[str, list[Value]] = {}
    for guard, cells in _combinations(host.state, choices):
        try:
            result = i.function.apply(host, cells)
        except (Symbolic, Throws):
            refused.setdefault(f"{i.function.name} of a symbolic value", []).append(guard)
        except Refused as reason:
            refused.setdefault(reason.what, []).append(guard)
        else:
            cell: Cell = int(result) if isinstance(result, bool) else result  # type: ignore[assignment]
            values.setdefault((type(cell), cell), (cell, []))[1].append(guard)
    following: list[Next[H]] = []
    for what, guards in refused.items():
        ended = machine.assume(host.state, either(guards))
        following += machine.unsupported(ended, what, i.position) if ended is not None else []
    supported = not_(either(guard for guards in refused.values() for guard in guards)) if refused else True
    answered = machine.assume(host.state, supported) if values else None
    if answered is not None:
        rarest_first = sorted(values.values(), key=lambda value: len(value[1]))
        following += listed(_one_of(machine, answered, i, [(either(guards), cell) for cell, guards in rarest_first]))
    return following


def _combinations(state: State[H], choices: list[Guarded]) -> Iterator[tuple[Value, tuple[Cell, ...]]]:
    for combination in product(*choices):
        guard = and_(*(when for when, _ in combination))
        if state.path.says(guard) is not False:
            yield guard, tuple(cell for _, cell in combination)


def _one_of(machine: Machine[H], state: State[H], i: ir.HostCall, values: Guarded) -> Following[H]:
    """A choice between values.  The condition of the last one need not be said."""
    if i.function.result is REF:
        known = tuple((guard, at) for guard, at in values if isinstance(at, Term))
        answer = machine.model.chosen(state.heap, known)
        return machine.answers(state, answer, i, "", lambda at, ok: at.set(i.dst, cell_of(ok.value)))
    *others, (_, value) = values
    for guard, other in reversed(others):
        value = ite(guard, other, value, i.function.result or BV32)  # type: ignore[arg-type]
    return state.set(i.dst, value)
