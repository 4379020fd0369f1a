"""Symbolic class objects: evaluated without a fork, or distinguished by a decision."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TypeVar

from symheap.core.outcome import ErrorKind
from symheap.core.terms import BV32, NULL, REF, Term, Value, and_, disjunction, ite, not_
from symheap.engine.host import SymbolicHost
from symheap.engine.instructions.values import cell_of, reference
from symheap.engine.machine import Following, Machine, Next, listed
from symheap.engine.state import State
from symheap.heap.api import Cell, Choices, Handle
from symheap.heap.choices import either
from symheap.objects import ir
from symheap.objects.decisions import Decision
from symheap.objects.host import UNVERIFIED, Refused, Symbolic, Throws

H = TypeVar("H")

CLASS = "java.lang.Class"
MAX_QUESTIONS = 1 << 18
"""The largest number of combinations of classes for which a function is evaluated at once."""

Guarded = list[tuple[Value, Cell]]
"""The possible values of an argument, each with its condition."""


def choices_of(machine: Machine[H], state: State[H], ref: object) -> Choices | None:
    """Return the possible class objects of a reference on the path; None if they are not known.

    They exclude each other: if the path says that it is one of them, it is none of the others.
    """
    if reference(ref) is None:  # type: ignore[arg-type]
        return None
    types = machine.program.table.subtypes(CLASS)
    choices = machine.model.choices(state.heap, ref, types)  # type: ignore[arg-type]
    if choices is None:
        return None
    left = []
    for guard, at in choices:
        known = state.path.says(guard)
        if known is True:
            return ((True, at),)
        if known is not False:
            left.append((guard, at))
    return tuple(left)


def class_named(machine: Machine[H], state: State[H], reg: ir.Reg) -> str:
    """Return the class of a class object that a `Tell` has determined."""
    ref = reference(state.frame.registers[reg])
    assert ref is not None
    known = machine.model.object_of(state.heap, ref)
    assert known is not None
    return machine.program.table.class_named(known)


# Distinguishing
# ---------------------------------------------------------------------------------------------------------


def tell(machine: Machine[H], state: State[H], i: ir.Tell) -> Following[H]:
    """Fork into one branch for each class that a class object may stand for."""
    choices = choices_of(machine, state, state.frame.registers[i.obj])
    if choices is None:
        return machine.unsupported(state, UNVERIFIED, i.position)
    following: list[Next[H]] = []
    for guard, at in choices:
        taken = machine.assume(state, guard if len(choices) > 1 else True)
        if taken is not None:
            following += listed(_told(machine, taken, at, i))
    return following


def _told(machine: Machine[H], state: State[H], at: Term, i: ir.Tell) -> Following[H]:
    if at is NULL:
        return machine.threw(state, ErrorKind.NULL, "class", i)
    name = machine.program.table.class_named(at)
    return state.decided(Decision("call", name, i.position)).set(i.dst, at)


# Evaluating
# -------------------------------------------------------------------------------------------------------------


def class_choices(machine: Machine[H], state: State[H], args: tuple[ir.Reg, ...]) -> list[Guarded]:
    """Return the possible values of each argument. One that is not a known class object is its own only value."""
    choices: list[Guarded] = []
    for reg in args:
        cell = state.frame.registers[reg]
        known = choices_of(machine, state, cell)
        choices.append([(True, cell)] if known is None else [(True, known[0][1])] if len(known) == 1 else [*known])
    return choices


def ask_each(machine: Machine[H], state: State[H], i: ir.HostCall, choices: list[Guarded]) -> Following[H]:
    """Evaluate a function for every combination of its arguments; the result is one choice between the values.

    The path ends where the function refuses.
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
"""A disjunction: each entry is a condition together with one of several others."""


def _answers(host: SymbolicHost[H], i: ir.HostCall, choices: list[Guarded]) -> dict[Cell | str, Where]:
    """Return each result or reason for refusal, with its condition.

    The conditions of the argument with the most choices are kept apart: most are never needed.
    """
    most = max(range(len(choices)), key=lambda at: len(choices[at]))
    answers: dict[Cell | str, Where] = {}
    for others in product(*choices[:most], *choices[most + 1 :]):
        outer = and_(*(when for when, _ in others))
        cells = [cell for _, cell in others]
        inner: dict[Cell | str, list[Value]] = {}
        for when, cell in choices[most] if outer is not False else ():
            answer = _ask(host, i, (*cells[:most], cell, *cells[most:]))
            inner.setdefault(answer, []).append(when)
        for answer, guards in inner.items():
            answers.setdefault(answer, []).append((outer, guards))
    return answers


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
    """Return the values with their conditions. The most frequent one is last: it applies if no other does."""
    values = sorted(values, key=lambda value: sum(len(inner) for _, inner in value[0]))
    *others, (_, last) = values
    guarded = [(_condition(where), cell) for where, cell in others]
    return [*guarded, (not_(disjunction(guard for guard, _ in guarded)), last)]


def _one_of(machine: Machine[H], state: State[H], i: ir.HostCall, values: Guarded) -> Following[H]:
    if i.function.result is REF:
        known = tuple((guard, at) for guard, at in values if isinstance(at, Term))
        answer = machine.model.chosen(state.heap, known)
        return machine.answers(state, answer, i, "", lambda at, ok: at.set(i.dst, cell_of(ok.value)))
    *others, (_, value) = values
    for guard, other in reversed(others):
        value = ite(guard, other, value, i.function.result or BV32)  # type: ignore[arg-type]
    return state.set(i.dst, value)
