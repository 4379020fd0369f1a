"""Run the Javalite machine rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from symheap.core.outcome import Answer
from symheap.core.terms import Value
from symheap.heap.registry import heap_model
from symheap.lang.javalite.machine import JavaliteMachine
from symheap.lang.javalite.state import MachineState
from symheap.lang.target import Target, TargetError, is_java, load
from symheap.session.settings import Settings, check_fields
from symheap.session.status import WrongUse
from symheap.solver.api import Query
from symheap.solver.path import PathCondition

ONLY_JAVALITE: Final = "step is for Javalite (.jl): the machine of the papers runs nothing else"


@dataclass(frozen=True, slots=True)
class Step:
    """A state, the rule that led to it, and the choices at the earlier forks."""

    number: int
    rule: str
    choices: tuple[int, ...]
    state: MachineState[Any]
    siblings: int = 1

    @property
    def title(self) -> str:
        at = f", path {','.join(map(str, self.choices))}" if self.choices else ""
        fork = f" (successor {self.choices[-1]} of {self.siblings})" if self.siblings > 1 else ""
        return f"step {self.number}{at}: {self.rule}{fork}"


def machine_of(target: str, settings: Settings) -> JavaliteMachine[Any]:
    """Return the machine of the program at `target`, over the heap model of the settings."""
    parsed = Target.parse(target)
    if is_java(parsed):
        raise TargetError(ONLY_JAVALITE, parsed.path)
    loaded = load(parsed)
    check_fields(loaded, settings.acyclic)
    if loaded.checked is None:
        raise TargetError(ONLY_JAVALITE, loaded.target.path)
    solver, _ = settings.chain()

    def feasible(path: PathCondition, condition: Value) -> Answer:
        return solver.check(Query(path, condition))

    model = heap_model(settings.heap, loaded.program.table, frozenset(settings.acyclic))
    return JavaliteMachine(loaded.checked, model, feasible, settings.max_calls, loaded.class_name, loaded.method)


@dataclass(frozen=True, slots=True)
class Walk:
    """Which successors to follow: all of them, or one per fork.

    `path` names the successor at each fork; after its end, the first successor is taken.
    """

    path: tuple[int, ...] = ()
    everything: bool = False
    limit: int | None = None

    @staticmethod
    def parse(path: str | None, everything: bool, limit: int | None) -> Walk:
        if path is None:
            return Walk((), everything, limit)
        words = [word.strip() for word in path.split(",")]
        if everything or not all(word.isdecimal() for word in words):
            raise WrongUse("--path takes numbers of successors, as in 0,1,0, and does not go with --all")
        return Walk(tuple(map(int, words)), False, limit)

    def steps(self, machine: JavaliteMachine[Any]) -> Iterator[Step]:
        """Yield the states depth first, beginning with the initial state."""
        pending: list[tuple[str, tuple[int, ...], MachineState[Any], int]] = [
            ("initial state", (), machine.initial(), 1)
        ]
        number = 0
        while pending:
            rule, choices, state, siblings = pending.pop()
            yield Step(number, rule, choices, state, siblings)
            number += 1
            successors = machine.step(state)
            forks = len(successors) > 1
            following = [
                (name, (*choices, at) if forks else choices, successor, len(successors))
                for at, (name, successor) in enumerate(successors)
            ]
            if forks and not self.everything:
                following = [following[self._choice(len(choices), len(following))]]
            pending += reversed(following)

    def _choice(self, fork: int, successors: int) -> int:
        choice = self.path[fork] if fork < len(self.path) else 0
        if choice >= successors:
            raise WrongUse(f"--path: fork {fork} has successors 0 to {successors - 1}, not {choice}")
        return choice
