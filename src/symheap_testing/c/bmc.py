"""Compare the search for errors with all executions of small programs.

Law: the search finds every error that some execution runs into, and the interpreter confirms every error it finds. A
search that reports *exhausted* is about a program none of whose executions fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from symheap.bmc.check import feasible
from symheap.bmc.counterexample import Counterexample, Goal, NoneFound
from symheap.bmc.limits import SearchLimits
from symheap.core.source import Position
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import ScriptedOracle
from symheap.memory.execution.placement import Adjacent, Reused, aligned
from symheap.memory.execution.space import AddressSpace
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed, Outcome

Found = tuple[MemoryErrorKind, Position]
MOST_RUNS: Final = 4_000
_LIMITS: Final = SearchLimits(seconds=10.0, random_seconds=0.0, grace=10.0)
_WORDS: Final = (0, 1, 2)
_OFFSETS: Final = (0, 4, 8)
_FAR: Final = 9 << 28


class _Choosing:
    """An oracle that follows `choices` and then takes the first possible answer to each question.

    `counts` are the numbers of possible answers to each question.  Values are small, or addresses in and behind
    objects; an object is placed behind the last one, where one died, or far away, where its address is a negative
    number.
    """

    def __init__(self, choices: list[int]) -> None:
        self._choices = choices
        self.counts: list[int] = []
        self._addresses: list[int] = []

    def _choice(self, answers: list[int]) -> int:
        at = len(self.counts)
        self.counts.append(len(answers))
        return answers[self._choices[at] if at < len(self._choices) else 0]

    def _words(self) -> list[int]:
        return [*_WORDS, *dict.fromkeys(base + offset for base in self._addresses for offset in _OFFSETS)]

    def value(self, size: int) -> int:
        return self._choice(self._words() if size == 4 else list(_WORDS))

    def contents(self, count: int) -> bytes:
        words = [self.value(4).to_bytes(4, "little") for _ in range(count // 4)]
        return b"".join((*words, *(bytes((self._choice([*_WORDS]),)) for _ in range(count % 4))))

    def fails(self) -> bool:
        return bool(self._choice([0, 1]))

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        far = aligned(_FAR + (len(self._addresses) << 16), alignment)
        placed = [strategy.place(space, size, alignment) for strategy in (Adjacent(), Reused())]
        if space.is_free(far, size):
            placed.insert(0, far)
        address = self._choice([*dict.fromkeys(placed)])
        self._addresses.append(address)
        return address


def all_runs(program: Program, most: int = MOST_RUNS) -> Iterator[Outcome | None]:
    """Yield how the executions of a program end, one after the other; None at the end if there are more than `most`."""
    choices: list[int] = []
    for _ in range(most):
        oracle = _Choosing(choices)
        yield run(program, oracle)
        counts = oracle.counts
        choices = [*choices, *(0 for _ in counts[len(choices) :])][: len(counts)]
        while choices and choices[-1] + 1 >= counts[len(choices) - 1]:
            choices.pop()
        if not choices:
            return
        choices[-1] += 1
    yield None


@dataclass(slots=True)
class SearchComparison:
    """The result of a comparison: `broken` laws, in words.

    `beyond` counts the errors that the search found and no listed execution runs into.  They are confirmed, so they are
    errors: the listed executions are not all.
    """

    runs: int = 0
    errors: int = 0
    beyond: int = 0
    too_large: bool = False
    undecided: str = ""
    broken: list[str] = field(default_factory=list)


def examined(program: Program) -> SearchComparison:
    """Compare the search with all executions of a program."""
    verdict = SearchComparison()
    errors: dict[Found, None] = {}
    for outcome in all_runs(program):
        verdict.runs += 1
        if outcome is None:
            verdict.too_large = True
        elif isinstance(outcome, Failed):
            errors[outcome.kind, outcome.position] = None
    verdict.errors = len(errors)
    _look_for_any(program, errors, verdict)
    for kind, position in errors:
        _look_for(program, Goal(kind, position), verdict)
    return verdict


def _look_for_any(program: Program, errors: dict[Found, None], verdict: SearchComparison) -> None:
    answer = feasible(program, (), limits=_LIMITS)
    if answer.effort.unconfirmed:
        verdict.broken.append("an error that the interpreter does not run into")
    if isinstance(answer, Counterexample):
        verdict.beyond += (answer.failure.kind, answer.failure.position) not in errors
        if run(program, ScriptedOracle(answer.script)) != answer.failure:
            verdict.broken.append("a script that does not repeat")
    elif errors:
        verdict.broken.append(f"{answer} but executions fail: {list(errors)}")
    elif isinstance(answer, NoneFound) and answer.reason != "exhausted":
        verdict.undecided = answer.reason


def _look_for(program: Program, goal: Goal, verdict: SearchComparison) -> None:
    answer = feasible(program, (goal,), limits=_LIMITS)
    if not isinstance(answer, Counterexample) or (answer.failure.kind, answer.failure.position) != (
        goal.kind,
        goal.position,
    ):
        verdict.broken.append(f"{goal.kind.value} at {goal.position} is not found: {answer}")
    if answer.effort.unconfirmed:
        verdict.broken.append("an error that the interpreter does not run into")
