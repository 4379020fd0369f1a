"""Compare the two encodings of the search for errors on small random programs.

Law: both find an error, or both find none; unknown answers are counted separately.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from symheap.bmc.counterexample import Answer, Counterexample, NoneFound
from symheap.bmc.limits import SearchLimits
from symheap.bmc.paths import by_paths
from symheap.bmc.quantified.formula import by_formula
from symheap.bmc.quantified.names import Window
from symheap.core.source import Position
from symheap.memory import ir
from symheap.memory.execution.space import LOWEST
from symheap.memory.expressions import Binary, Expression, Number, Operator, Register

STEPS: Final = 6
WINDOW: Final = Window(LOWEST, LOWEST + 256)
"""Addresses of eight bits, above the null page."""

_POINTERS: Final = tuple(Register(name, 4) for name in "pq")
_INTEGER: Final = Register("a", 4)
_LIMITS: Final = SearchLimits(seconds=10.0, random_seconds=0.0)


def small_program(seed: int) -> ir.Program:
    """Return the program of a seed: at most `STEPS` commands on two null pointers and a number that is 0."""
    return _Writer(Random(seed)).program()


class _Writer:
    def __init__(self, random: Random) -> None:
        self._random = random
        self._line = 0

    def _position(self) -> Position:
        self._line += 1
        return Position("small", self._line, 1)

    def program(self) -> ir.Program:
        commands: list[ir.Command] = [
            ir.Assign(each, Number(0, 4), self._position()) for each in (*_POINTERS, _INTEGER)
        ]
        steps = self._random.randint(2, STEPS)
        split = self._random.randint(1, steps) if self._random.random() < 0.5 else steps
        commands += [self._command() for _ in range(split)]
        blocks = dict(self._blocks(tuple(commands), [self._command() for _ in range(steps - split)]))
        main = ir.Function("main", (), 4, "entry", blocks, Position("small", 1, 1))
        return ir.Program(ir.DataModel.ILP32, {"main": main}, {}, "main")

    def _blocks(self, commands: tuple[ir.Command, ...], guarded: list[ir.Command]) -> Iterator[tuple[str, ir.Block]]:
        end = ir.Return(Number(0, 4), self._position())
        if not guarded:
            yield "entry", ir.Block("entry", commands, end)
            return
        branch = ir.Branch(self._condition(), "then", "end", self._position())
        yield "entry", ir.Block("entry", commands, branch)
        yield "then", ir.Block("then", tuple(guarded), ir.Jump("end", self._position()))
        yield "end", ir.Block("end", (), end)

    def _command(self) -> ir.Command:
        at, pointer = self._position(), self._random.choice(_POINTERS)
        address: Expression = pointer
        if self._random.random() < 0.3:
            address = Binary(Operator.ADD, pointer, Number(self._random.choice((4, 8, -4)), 4))
        match self._random.randrange(9):
            case 0 | 1 | 2:
                may_fail = self._random.random() < 0.2
                return ir.Allocate(pointer, Number(self._random.choice((4, 8)), 4), at, may_fail=may_fail)
            case 3:
                return ir.Free(address if self._random.random() < 0.2 else pointer, at)
            case 4:
                values: tuple[Expression, ...] = (*_POINTERS, _INTEGER, Number(1, 4))
                return ir.Store(address, self._random.choice(values), at)
            case 5:
                return ir.Load(self._random.choice((*_POINTERS, _INTEGER, _INTEGER)), address, at)
            case 6:
                return ir.Nondet(self._random.choice((_INTEGER, _INTEGER, pointer)), at)
            case 7:
                return ir.Assign(pointer, self._random.choice((*_POINTERS, address, Number(0, 4))), at)
            case _:
                return ir.Assume(self._condition(), at)

    def _condition(self) -> Expression:
        values: tuple[Expression, ...] = (*_POINTERS, _INTEGER, Number(0, 4), Number(1, 4))
        left, right = self._random.sample(values, 2)
        return Binary(self._random.choice((Operator.EQ, Operator.NE, Operator.ULT)), left, right)


@dataclass(slots=True)
class Agreement:
    """Counts of the pairs of answers."""

    both_found: int = 0
    both_none: int = 0
    unknown: int = 0
    broken: list[str] = field(default_factory=list)


def compared(seeds: Iterator[int] | range) -> Agreement:
    result = Agreement()
    for seed in seeds:
        program = small_program(seed)
        paths = by_paths(program, (), None, _LIMITS, None)
        formula = by_formula(program, (), None, _LIMITS, None, WINDOW)
        answers = _word(paths), _word(formula)
        if "unknown" in answers:
            result.unknown += 1
        elif answers[0] != answers[1]:
            result.broken.append(f"seed {seed}: paths say {paths}, the formula says {formula}")
        elif answers[0] == "error":
            result.both_found += 1
        else:
            result.both_none += 1
    return result


def _word(answer: Answer) -> str:
    if isinstance(answer, Counterexample):
        return "error"
    return "none" if isinstance(answer, NoneFound) and answer.reason == "exhausted" else "unknown"
