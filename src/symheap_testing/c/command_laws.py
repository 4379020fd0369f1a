"""The laws of commands and calls on symbolic heaps, each on one random case: see `symheap_testing.c.laws`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

import immutables

from symheap.core.source import Position
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.expressions import Binary, Expression, Number, Operator, Register
from symheap.memory.ir import Allocate, Assert, Assign, Assume, Command, Copy, Fill, Free, Load, Nondet, Store
from symheap.refinement.concrete import ConcreteHeap
from symheap.separation.execution.commands import CallContext, Fault, execute
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.heaps.show import as_text
from symheap.separation.proof.recursion import Caller, cut, returned
from symheap_testing.c.cases import RandomCase, settled
from symheap_testing.c.commands import run
from symheap_testing.c.formulas import random_heap
from symheap_testing.c.heaps import POINTER
from symheap_testing.c.satisfies import satisfies

_HERE: Final = Position("law", 1, 1)
_WILD: Final = {MemoryErrorKind.INVALID, MemoryErrorKind.DANGLING, MemoryErrorKind.INVALID_FREE}
"""Faults of pointers that may happen to be valid addresses: no command continues after them."""


def executing(case: RandomCase) -> str | None:
    """Law: executing commands takes a model to a model of a result, or to an error that is among the faults."""
    random = case.random()
    heap = settled(case, random_heap(case.kind, case.names, random), random)
    frame = CallContext(case.logic, 0, POINTER)
    heap = replace(heap, roots=immutables.Map({f"0:{name}": value for name, value in heap.roots.items()}))
    before = [_in_registers(model) for model in case.oracle.heaps(case.kind, case.names)]
    commands = [_command(case, random) for _ in range(random.randint(1, 3))]
    for model in before:
        if satisfies(model, heap):
            what = _followed(frame, commands, heap, model)
            if what is not None:
                return case.broken(f"{commands}\n{what}", model, heap)
    return None


def _followed(frame: CallContext, commands: Sequence[Command], heap: SymbolicHeap, model: ConcreteHeap) -> str | None:
    """Execute commands on a heap and on a model of it in parallel; return what breaks the law, or None."""
    if not commands:
        return None
    command, *rest = commands
    results = execute(command, frame, heap)
    faults = {result.kind for result in results if isinstance(result, Fault)}
    for outcome in run(command, model):
        if isinstance(outcome, MemoryErrorKind):
            if not faults & _as_faults(outcome):
                return f"{command}: {outcome} is not among {faults}\nof\n{model}"
            continue
        fitting = [new for new in results if isinstance(new, SymbolicHeap) and satisfies(outcome, new)]
        if not fitting and not faults & _WILD:
            shown = "\n--\n".join(as_text(new) for new in results if isinstance(new, SymbolicHeap))
            return f"{command}: no result has the model\n{outcome}\namong\n{shown}\nof\n{as_text(heap)}\n{model}"
        for new in fitting:
            what = _followed(frame, rest, new, outcome)
            if what is not None:
                return what
    return None


def _as_faults(kind: MemoryErrorKind) -> set[MemoryErrorKind]:
    """Return the faults that may stand for an error of a number that is no valid address."""
    if kind is MemoryErrorKind.ASSERTION:
        return {kind}
    if kind is MemoryErrorKind.INVALID_FREE:
        return {kind, MemoryErrorKind.DOUBLE_FREE}
    if kind is MemoryErrorKind.NULL:
        return {kind, MemoryErrorKind.INVALID}
    return {kind, MemoryErrorKind.DANGLING, MemoryErrorKind.BOUNDS, MemoryErrorKind.SCOPE}


def _in_registers(model: ConcreteHeap) -> ConcreteHeap:
    return replace(model, roots=immutables.Map({f"0:{name}": value for name, value in model.roots.items()}))


def _command(case: RandomCase, random: Random) -> Command:
    registers = [Register(name, POINTER) for name in case.names]
    values: list[Expression] = [Number(0, POINTER), *registers]
    target, other = random.choice(registers), random.choice(registers)
    entry = case.kind.spine.entry
    fields = [offset - by for offset in case.kind.layout.slots for by in (0, entry)]
    address: Expression = Binary(Operator.ADD, other, Number(random.choice(fields), POINTER))
    compared = random.choice(values)
    condition = Binary(random.choice((Operator.EQ, Operator.NE)), other, compared)
    size = Number(case.kind.layout.size, POINTER)
    zero, may_fail = random.random() < 0.3, random.random() < 0.3
    start = Binary(Operator.SUB, other, Number(entry, POINTER)) if random.random() < 0.8 else other
    choices: tuple[Command, ...] = (
        *_on_bytes(case, random, registers),
        Load(target, address, _HERE),
        Load(target, address, _HERE),
        Store(address, random.choice(values), _HERE),
        Store(address, random.choice(values), _HERE),
        Assign(target, other, _HERE),
        Nondet(target, _HERE),
        Free(start if entry else other, _HERE),
        Free(start if entry else other, _HERE),
        Allocate(target, size, _HERE, zero=zero, may_fail=may_fail),
        Assume(condition, _HERE),
        Assert(condition, "", _HERE),
    )
    return random.choice(choices)


def _on_bytes(case: RandomCase, random: Random, registers: list[Register]) -> Iterator[Command]:
    """Yield commands on ranges that are no whole fields."""

    def somewhere() -> Expression:
        by = random.choice((0, random.randint(0, case.kind.layout.size - 1))) - case.kind.spine.entry
        return Binary(Operator.ADD, random.choice(registers), Number(by, POINTER))

    size = random.choice((1, 2, 4))
    count = Number(random.choice((1, 4, 8, case.kind.layout.size)), POINTER)
    yield Store(somewhere(), Number(random.choice((0, -1, 77)), size), _HERE)
    yield Fill(somewhere(), random.choice((None, Number(0, 1), Number(7, 1))), count, _HERE)
    yield Copy(somewhere(), somewhere(), count, _HERE)


def calling(case: RandomCase) -> str | None:
    """Law: the effect of a function on its part of a heap is its effect on the whole."""
    random = case.random()
    heap = settled(case, random_heap(case.kind, case.names, random), random)
    given = heap.roots[case.names[0]]
    parts = cut(heap, {"0:p": given})
    caller = Caller(0, 0, parts.frame, parts.cutpoints)
    command = _body(case, random)
    results = execute(command, CallContext(case.logic, 0, POINTER), parts.local)
    faults = {result.kind for result in results if isinstance(result, Fault)}
    after = [
        new for leaving in results if isinstance(leaving, SymbolicHeap) for new in returned(case.logic, caller, leaving)
    ]
    for model in case.models(heap):
        inside = model.with_root("0:p", model.roots[case.names[0]])
        for outcome in run(command, inside):
            if isinstance(outcome, MemoryErrorKind) or faults & _WILD:
                continue
            if not any(satisfies(outcome, new) for new in after):
                return case.broken(f"{command}: no result has the model\n{outcome}\nof\n{model}", None, heap, *after)
    return None


def _body(case: RandomCase, random: Random) -> Command:
    """Return a function of a single command."""
    given = Register("p", POINTER)
    link: Expression = Binary(Operator.ADD, given, Number(case.kind.spine.link - case.kind.spine.entry, POINTER))
    start = Binary(Operator.SUB, given, Number(case.kind.spine.entry, POINTER))
    choices: tuple[Command, ...] = (
        Assign(given, given, _HERE),
        Load(given, link, _HERE),
        Store(link, given, _HERE),
        Store(link, Number(0, POINTER), _HERE),
        Free(start, _HERE),
        Allocate(given, Number(case.kind.layout.size, POINTER), _HERE, zero=True),
    )
    return random.choice(choices)
