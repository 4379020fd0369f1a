"""Class objects that the path does not know: asked about without a fork, or told apart by a decision."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TypeVar

from symheap.core.outcome import ErrorKind
from symheap.core.terms import BV32, NULL, REF, Term, Value, and_, disjunction, ite, not_
from symheap.engine.host import SymbolicHost
from symheap.engine.machine import Following, Machine, Next, listed
from symheap.engine.state import State
from symheap.engine.values import cell_of, reference
from symheap.heap.api import Cell, Choices, Handle
from symheap.heap.choices import either
from symheap.objects import ir
from symheap.objects.decisions import Decision
from symheap.objects.host import UNVERIFIED, Refused, Symbolic, Throws

H = TypeVar("H")

CLASS = "java.lang.Class"
MAX_QUESTIONS = 1 << 18
"""Combinations of classes that a function is asked about at once."""

Guarded = list[tuple[Value, Cell]]
"""What an argument may be, and when."""


def choices_of(machine: Machine[H], state: State[H], ref: object) -> Choices | None:
    """The class objects that a reference may be on the path; None if that is not known, or not one.

    They exclude each other: where the path says that it is one of them, it is none of the others.
    """
    if reference(ref) is None:  # type: ignore[arg-type]
        return None
    types = machine.program.table.subtypes(CLASS)
    found = machine.model.choices(state.heap, ref, types)  # type: ignore[arg-type]
    if found is None:
        return None
    left = []
    for guard, at in found:
        said = state.path.says(guard)
        if said is True:
            return ((True, at),)
        if said is not False:
            left.append((guard, at))
    return tuple(left)


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


def class_choices(machine: Machine[H], state: State[H], args: tuple[ir.Reg, ...]) -> list[Guarded]:
    """What each argument may be.  One that is no class object, or one that nobody knows, is itself."""
    found: list[Guarded] = []
    for reg in args:
        cell = state.frame.registers[reg]
        known = choices_of(machine, state, cell)
        found.append([(True, cell)] if known is None else [(True, known[0][1])] if len(known) == 1 else [*known])
    return found


def ask_each(machine: Machine[H], state: State[H], i: ir.HostCall, choices: list[Guarded]) -> Following[H]:
    """Ask a function about every combination of its arguments: what it gives is one value, a choice between theirs.

    Where it refuses the path ends.
    """
    if prod(len(each) for each in choices) > MAX_QUESTIONS:
        return machine.unsupported(state, f"{i.function.name} of a symbolic value", i.position)
    host = SymbolicHost(machine, state)
    answers = _answers(host, i, choices)
    refused = [(_condition(where), reason) for reason, where in answers.items() if isinstance(reason, str)]
    values = [(where, cell) for cell, where in answers.items() if not isinstance(cell, str)]
    following: list[Next[H]] = []
    for guard, what in refused:
        ended = machine.assume(host.state, guard)
        following += machine.unsupported(ended, what, i.position) if ended is not None else []
    answered = machine.assume(host.state, not_(disjunction(guard for guard, _ in refused))) if values else None
    if answered is not None:
        following += listed(_one_of(machine, answered, i, _told_apart(values)))
    return following


Where = list[tuple[Value, list[Value]]]
"""Some condition holds, and with it one of several."""


def _answers(host: SymbolicHost[H], i: ir.HostCall, choices: list[Guarded]) -> dict[Cell | str, Where]:
    """What a function gives, or why it refuses, and where.

    The conditions of the argument with the most choices are kept apart: most are never needed.
    """
    most = max(range(len(choices)), key=lambda at: len(choices[at]))
    found: dict[Cell | str, Where] = {}
    for others in product(*choices[:most], *choices[most + 1 :]):
        outer = and_(*(when for when, _ in others))
        cells = [cell for _, cell in others]
        inner: dict[Cell | str, list[Value]] = {}
        for when, cell in choices[most] if outer is not False else ():
            answer = _ask(host, i, (*cells[:most], cell, *cells[most:]))
            inner.setdefault(answer, []).append(when)
        for answer, guards in inner.items():
            found.setdefault(answer, []).append((outer, guards))
    return found


def _ask(host: SymbolicHost[H], i: ir.HostCall, cells: tuple[Cell, ...]) -> Cell | str:
    try:
        result = i.function.apply(host, cells)
    except (Symbolic, Throws):
        return f"{i.function.name} of a symbolic value"
    except Refused as reason:
        return reason.what
    assert isinstance(result, int | Term | Handle)
    return int(result) if isinstance(result, bool) else result


def _condition(where: Where) -> Value:
    return either(and_(outer, either(inner)) for outer, inner in where)


def _told_apart(values: list[tuple[Where, Cell]]) -> Guarded:
    """The values with their conditions; that of the most frequent one, which comes last, is that no other holds."""
    values = sorted(values, key=lambda value: sum(len(inner) for _, inner in value[0]))
    *others, (_, last) = values
    found = [(_condition(where), cell) for where, cell in others]
    return [*found, (not_(disjunction(guard for guard, _ in found)), last)]


def _one_of(machine: Machine[H], state: State[H], i: ir.HostCall, values: Guarded) -> Following[H]:
    if i.function.result is REF:
        known = tuple((guard, at) for guard, at in values if isinstance(at, Term))
        answer = machine.model.chosen(state.heap, known)
        return machine.answers(state, answer, i, "", lambda at, ok: at.set(i.dst, cell_of(ok.value)))
    *others, (_, value) = values
    for guard, other in reversed(others):
        value = ite(guard, other, value, i.function.result or BV32)  # type: ignore[arg-type]
    return state.set(i.dst, value)
