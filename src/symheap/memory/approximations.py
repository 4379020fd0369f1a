"""Does a run rest on what a model only approximates?

A library function that has a certain result may be modelled as one that returns anything.  That is enough for a proof,
and too much for a claim: a run in which ``floor(2.5)`` is 7 is none of the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Final

from symheap.memory.check import read_expressions
from symheap.memory.check_expressions import registers
from symheap.memory.expressions import Register
from symheap.memory.interpreter import Limits, run
from symheap.memory.ir import Allocate, Call, Function, Program, Return
from symheap.memory.journal import Journal, journal
from symheap.memory.oracle import Script, ScriptedOracle, ZeroOracle
from symheap.memory.outcome import AssumptionFailed, Failed

_LIMITS: Final = Limits(steps=50_000)
_SAMPLE: Final = (0, 1, 2, 3, 7, 8, 15, 64, 255, 1_000, -1, -2)
_MOST_ANSWERS: Final = 24
_MASK: Final = (1 << 64) - 1


def relied_on(program: Program, script: Script, failure: Failed) -> tuple[str, ...]:
    """The functions that an error rests on though their results are not known, each once.

    Law: of what is not named here, the program does not read the result, or the error was seen with all other results
    of a sample that the model allows.
    """
    book = journal(program, ScriptedOracle(script), _LIMITS)
    return tuple(dict.fromkeys((*_answers(program, script, failure, book), *_contents(book))))


def read_approximations(program: Program, script: Script) -> tuple[str, ...]:
    """The functions whose results a run reads though they are not known, each once."""
    book = journal(program, ScriptedOracle(script), _LIMITS)
    answers = (
        answer.command.stands_for
        for answer in book.answers
        if answer.command.stands_for and _is_read(program, program.functions[answer.function], answer.command.target)
    )
    return tuple(dict.fromkeys((*answers, *_contents(book))))


def _contents(book: Journal) -> Iterator[str]:
    """Bytes that were read."""
    for havoc in book.havocs:
        if havoc.command.stands_for and havoc.fresh:
            yield havoc.command.stands_for
    for made in book.objects:
        if isinstance(made.command, Allocate) and made.command.stands_for and made.fresh:
            yield made.command.stands_for


def _answers(program: Program, script: Script, failure: Failed, book: Journal) -> Iterator[str]:
    doubtful = [
        (at, answer.command.stands_for)
        for at, answer in enumerate(book.answers)
        if answer.command.stands_for and _is_read(program, program.functions[answer.function], answer.command.target)
    ]
    for number, (at, name) in enumerate(doubtful):
        if number >= _MOST_ANSWERS or at >= len(script.values) or not _happens_anyway(program, script, failure, at):
            yield name


class _Letters(ZeroOracle):
    """Letters wherever there is text that nobody knows."""

    def contents(self, count: int) -> bytes:
        return b"a" * count


def _happens_anyway(program: Program, script: Script, failure: Failed, at: int) -> bool:
    """Whether the error is there with other answers as well; at least one other must be allowed."""
    tried = 0
    for value, rest in product(_SAMPLE, (ZeroOracle, _Letters)):
        values = (*script.values[:at], value & _MASK, *script.values[at + 1 :])
        try:
            oracle = ScriptedOracle(replace(script, values=values, places=()), rest())
            outcome = run(program, oracle, _LIMITS)
        except ValueError:
            return False
        if isinstance(outcome, AssumptionFailed):
            continue
        tried += value != script.values[at]
        if not isinstance(outcome, Failed) or (outcome.kind, outcome.position) != (failure.kind, failure.position):
            return False
    return tried > 0


def _is_read(program: Program, function: Function, register: Register, *, deep: bool = True) -> bool:
    """Whether a register is used; one that is only returned, whether some caller uses the result."""
    only_returned = False
    for block in function.blocks.values():
        for step in (*block.commands, block.end):
            if any(register in registers(each) for each in read_expressions(step)):
                if not isinstance(step, Return):
                    return True
                only_returned = True
    return only_returned and deep and _result_is_read(program, function.name)


def _result_is_read(program: Program, name: str) -> bool:
    for caller in program.functions.values():
        for block in caller.blocks.values():
            calls = (step for step in block.commands if isinstance(step, Call) and step.function == name)
            for step in calls:
                if step.target is not None and _is_read(program, caller, step.target, deep=False):
                    return True
    return False
