"""Commands that touch no memory, and the evaluation of expressions whose operators have a meaning."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Union

from symheap.bmc.execution.addresses import are_equal
from symheap.bmc.execution.contents import Word
from symheap.bmc.execution.decide import Decider
from symheap.bmc.execution.memory import Fault
from symheap.bmc.execution.state import SearchState
from symheap.bmc.execution.values import Evaluation
from symheap.core.terms import Value, conjunction, eq
from symheap.memory import ir
from symheap.memory.expressions import Expression


class Cut(Enum):
    """Marks executions that were left out because of a limit."""

    CUT = "cut"


Next = Union[SearchState, Fault]
Results = Iterator[Union[SearchState, Fault, Cut]]
"""The possible results of a command."""


def words(decider: Decider, state: SearchState, *expressions: Expression) -> tuple[SearchState | None, list[Word]]:
    """Return the values of expressions, and the state where their operators have a meaning."""
    evaluation = Evaluation(state)
    values = [evaluation.word(expression) for expression in expressions]
    return meaningful(decider, evaluation), values


def meaningful(decider: Decider, evaluation: Evaluation) -> SearchState | None:
    """Return the state where the operators of an evaluation have a meaning."""
    decider.unknown += evaluation.is_open
    conditions = evaluation.conditions
    return decider.assume(evaluation.state, conjunction(conditions)) if conditions else evaluation.state


def decided(
    decider: Decider, state: SearchState, condition: Expression
) -> tuple[SearchState | None, SearchState | None]:
    """Return the states where a condition holds and where it does not."""
    evaluation = Evaluation(state)
    holds = evaluation.condition(condition)
    there = meaningful(decider, evaluation)
    return (None, None) if there is None else decider.fork(there, holds)


def is_null(state: SearchState, bits: Value) -> Value:
    known = are_equal(state, bits, 0)
    return eq(bits, 0) if known is None else known


def assign(decider: Decider, state: SearchState, command: ir.Assign) -> Results:
    after, (word,) = words(decider, state, command.value)
    if after is not None:
        yield after.with_register(command.target.name, word)


def nondet(decider: Decider, state: SearchState, command: ir.Nondet) -> Results:
    state, value = state.fresh_value(command.target.size)
    yield state.with_register(command.target.name, Word(value))


def assume(decider: Decider, state: SearchState, command: ir.Assume) -> Results:
    holds, _ = decided(decider, state, command.condition)
    if holds is not None:
        yield holds.advanced()


def check(decider: Decider, state: SearchState, command: ir.Assert) -> Results:
    holds, fails = decided(decider, state, command.condition)
    if fails is not None:
        yield Fault(fails, command.kind, command.text)
    if holds is not None:
        yield holds.advanced()
