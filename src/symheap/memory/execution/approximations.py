"""Whether a run depends on a result that a model only approximates.

A library function with a fixed result may be modelled as one that returns anything.  That is enough for a proof, but
not for an error: a run in which ``floor(2.5)`` is 7 is no run of the program.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product
from random import Random
from typing import Final

from symheap.memory.check import read_expressions
from symheap.memory.check_expressions import parts, registers
from symheap.memory.execution.interpreter import InterpreterLimits, run
from symheap.memory.execution.journal import Journal, journal
from symheap.memory.execution.oracle import Oracle, Script, ScriptedOracle, ZeroOracle
from symheap.memory.execution.placement import NoRoom, Spaced
from symheap.memory.execution.space import AddressSpace
from symheap.memory.expressions import COMPARISONS, Binary, Number, Register
from symheap.memory.ir import Allocate, Call, Function, Program, Return
from symheap.memory.outcome import AssumptionFailed, Failed

_LIMITS: Final = InterpreterLimits(steps=50_000)
_SAMPLE: Final = (0, 1, 2, 3, 7, 8, 15, 64, 255, 1_000, -1, -2, -64, -255)
_MOST_ANSWERS: Final = 24
_MOST_CONSTANTS: Final = 64
_MOST_JOINT: Final = 7
_MOST_MIXED: Final = 600
_MASK: Final = (1 << 64) - 1


def relied_on(program: Program, script: Script, failure: Failed) -> tuple[str, ...]:
    """Return the functions that an error depends on although their results are not computed, each once.

    Law: for every function that is not returned, the program does not read its result, or the error occurred with all
    other results in a sample of those that the model allows.  Addresses of objects are such results, too.
    """
    book = journal(program, ScriptedOracle(script), _LIMITS)
    names = (*_answers(program, script, failure, book), *_contents(book), *_addresses(program, script, failure))
    return tuple(dict.fromkeys(names))


def _addresses(program: Program, script: Script, failure: Failed) -> Iterator[str]:
    """Yield "the addresses of objects" if the run does not end in the same error with other addresses."""
    for placement in (Spaced(1), Spaced(2, downwards=True), Spaced(64)):
        try:
            outcome = run(program, ScriptedOracle(replace(script, places=()), ZeroOracle(placement)), _LIMITS)
        except (ValueError, NoRoom):
            return
        if not isinstance(outcome, Failed) or outcome.user_place != failure.user_place:
            yield "the addresses of objects"
            return


def read_approximations(program: Program, script: Script) -> tuple[str, ...]:
    """Return the functions whose results a run reads although they are not computed, each once."""
    book = journal(program, ScriptedOracle(script), _LIMITS)
    return tuple(dict.fromkeys((*doubtful_answers(program, book), *_contents(book))))


def doubtful_answers(program: Program, book: Journal) -> tuple[str, ...]:
    """Return the functions whose results a run reads although they are not computed, each once."""
    answers = (
        answer.command.stands_for
        for answer in book.answers
        if answer.command.stands_for and _is_read(program, program.functions[answer.function], answer.command.target)
    )
    return tuple(dict.fromkeys(answers))


def _contents(book: Journal) -> Iterator[str]:
    """Yield the approximated functions whose bytes were read."""
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
    constants = tuple(islice(dict.fromkeys(_compared(program)), _MOST_CONSTANTS)) if doubtful else ()
    sample = tuple(dict.fromkeys((*_SAMPLE, *constants)))
    for number, (at, name) in enumerate(doubtful):
        is_beyond = number >= _MOST_ANSWERS or at >= len(script.values)
        if is_beyond or not _happens_anyway(program, script, failure, at, sample):
            yield name
            return
    if doubtful and not _happens_jointly(program, script, failure, [at for at, _ in doubtful]):
        yield from (name for _, name in doubtful)


def _compared(program: Program) -> Iterator[int]:
    """Yield the numbers that the program compares with and their neighbours, where it may branch differently."""
    yield from (number + step for number in _constants(program) for step in (0, -1, 1))


def _constants(program: Program) -> Iterator[int]:
    """Yield the numbers that the program compares with."""
    for function in program.functions.values():
        steps = (step for block in function.blocks.values() for step in (*block.commands, block.end))
        for expression in (each for step in steps for each in read_expressions(step)):
            for part in parts(expression):
                if isinstance(part, Binary) and part.operator in COMPARISONS:
                    yield from (each.value for each in (part.left, part.right) if isinstance(each, Number))


class _Watched:
    """Whether an oracle was asked for a number."""

    def __init__(self, asked: Oracle) -> None:
        self._asked = asked
        self.was_asked = False

    def value(self, size: int) -> int:
        self.was_asked = True
        return self._asked.value(size)

    def contents(self, count: int) -> bytes:
        return self._asked.contents(count)

    def fails(self) -> bool:
        return self._asked.fails()

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        return self._asked.place(space, size, alignment)


class _Letters(ZeroOracle):
    """Answers with letters wherever bytes are unknown."""

    def contents(self, count: int) -> bytes:
        return b"a" * count


def _happens_anyway(program: Program, script: Script, failure: Failed, at: int, sample: tuple[int, ...]) -> bool:
    """Whether the error is there with other answers as well; at least one other must be allowed.

    A run that gets by the error and only then makes a choice that an assumption forbids is one without it.
    """
    tried = 0
    for value, rest in product(sample, (ZeroOracle, _Letters)):
        values = (*script.values[:at], value & _MASK, *script.values[at + 1 :])
        try:
            beyond = _Watched(rest())
            outcome = run(program, ScriptedOracle(replace(script, values=values, places=()), beyond), _LIMITS)
        except ValueError:
            return False
        if isinstance(outcome, AssumptionFailed):
            if beyond.was_asked:
                return False
            continue
        tried += value != script.values[at]
        if not isinstance(outcome, Failed) or not outcome.is_same_error(failure):
            return False
    return tried > 0


class _Repeated(ZeroOracle):
    """Answers with one number for every choice and for all memory."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def value(self, size: int) -> int:
        return self._number & ((1 << 8 * size) - 1)

    def contents(self, count: int) -> bytes:
        return (self._number & ((1 << 8 * count) - 1)).to_bytes(count, "little")


def _happens_jointly(program: Program, script: Script, failure: Failed, places: list[int]) -> bool:
    """Whether the error is there with other answers at all of these places at once, and other bytes in memory."""
    constants = tuple(_constants(program))
    chosen = tuple(islice(dict.fromkeys((1, 0, *constants)), _MOST_JOINT))
    alternating = (
        ([other if number % 2 else value for number in range(len(places))], _Repeated(held))
        for value, other, held in product(chosen, repeat=3)
    )
    sample = tuple(dict.fromkeys((*_SAMPLE, *islice(dict.fromkeys(constants), _MOST_CONSTANTS))))
    mixed = ((list(answers), ZeroOracle()) for answers in _mixtures(sample, len(places)))
    for answers, rest in (*alternating, *mixed):
        values = list(script.values)
        for at, answer in zip(places, answers, strict=True):
            values[at] = answer & _MASK
        given = replace(script, values=tuple(values), places=())
        try:
            outcome = run(program, ScriptedOracle(given, rest), _LIMITS)
        except ValueError:
            continue
        if isinstance(outcome, AssumptionFailed):
            continue
        if not isinstance(outcome, Failed) or not outcome.is_same_error(failure):
            return False
    return True


def _mixtures(sample: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
    """All pairs of a sample, or as many choices of more numbers, always the same ones."""
    if count == 2:
        yield from islice(product(sample, repeat=2), _MOST_MIXED)
    elif count > 2:
        source = Random(count)
        yield from (tuple(source.choices(sample, k=count)) for _ in range(_MOST_MIXED))


def _is_read(program: Program, function: Function, register: Register, returning: frozenset[str] = frozenset()) -> bool:
    """Whether a register is used; for one that is only returned, whether some caller uses the result.

    `returning` are the functions known so far to pass it on.
    """
    only_returned = False
    for block in function.blocks.values():
        for step in (*block.commands, block.end):
            if any(register in registers(each) for each in read_expressions(step)):
                if not isinstance(step, Return):
                    return True
                only_returned = True
    return only_returned and _result_is_read(program, function.name, returning)


def _result_is_read(program: Program, name: str, returning: frozenset[str]) -> bool:
    if name in returning:
        return False
    for caller in program.functions.values():
        for block in caller.blocks.values():
            calls = (step for step in block.commands if isinstance(step, Call) and step.function == name)
            for step in calls:
                if step.target is not None and _is_read(program, caller, step.target, returning | {name}):
                    return True
    return False
