"""Run the machines of the papers rule by rule: that of Javalite, and that of POSE's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeVar

from symheap.core.outcome import Answer
from symheap.core.terms import Value
from symheap.heap.api import HeapModel
from symheap.heap.picture import Picture
from symheap.heap.registry import heap_model
from symheap.lang.javalite.classes import UNIT_TYPE
from symheap.lang.javalite.machine import JavaliteMachine
from symheap.lang.pose.machine.machine import PoseMachine
from symheap.lang.stepping import Feasible
from symheap.lang.target import Loaded, Target, TargetError, is_java, load
from symheap.report.explore import machine as javalite_report
from symheap.report.explore import pose_machine as pose_report
from symheap.session.settings import Settings, check_fields
from symheap.session.status import WrongUse
from symheap.solver.api import Query
from symheap.solver.path import PathCondition

NO_MACHINE: Final = (
    "step is for Javalite (.jl) and POSE's language (.pose): the machines of the papers run nothing else"
)
ONLY_POSE: Final = "the machine of POSE's language runs over the heap model pose only"

S = TypeVar("S")


class Machine(Protocol[S]):
    """A machine whose states have named successors."""

    def initial(self) -> S: ...

    def step(self, at: S, /) -> Sequence[tuple[str, S]]: ...


class Shown(Protocol):
    """How the states of a machine are shown: `symheap.report.explore.machine` and its namesake for POSE."""

    def describe(self, at: Any, model: HeapModel[Any], /) -> str: ...

    def ended(self, at: Any, /, *, unit: bool = False) -> str: ...

    def picture(self, at: Any, model: HeapModel[Any], /) -> Picture: ...


@dataclass(frozen=True, slots=True)
class Subject:
    """A machine that runs a program, its heap model, and how its states are shown."""

    machine: Machine[Any]
    model: HeapModel[Any]
    shown: Shown
    unit: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A state, the rule that led to it, and the choices at the earlier forks."""

    number: int
    rule: str
    choices: tuple[int, ...]
    state: Any
    siblings: int = 1

    @property
    def title(self) -> str:
        at = f", path {','.join(map(str, self.choices))}" if self.choices else ""
        fork = f" (successor {self.choices[-1]} of {self.siblings})" if self.siblings > 1 else ""
        return f"step {self.number}{at}: {self.rule}{fork}"


def subject_of(target: str, settings: Settings) -> Subject:
    """Return the machine of the program at `target`, over the heap model of the settings."""
    parsed = Target.parse(target)
    if is_java(parsed):
        raise TargetError(NO_MACHINE, parsed.path)
    loaded = load(parsed)
    check_fields(loaded, settings.acyclic)
    solver, _ = settings.chain()

    def feasible(path: PathCondition, condition: Value) -> Answer:
        return solver.check(Query(path, condition))

    return _javalite(loaded, settings, feasible) if loaded.checked is not None else _pose(loaded, settings, feasible)


def _javalite(loaded: Loaded, settings: Settings, feasible: Feasible) -> Subject:
    assert loaded.checked is not None
    model = heap_model(settings.heap, loaded.program.table, frozenset(settings.acyclic))
    machine = JavaliteMachine(
        loaded.checked, model, feasible, settings.max_calls, loaded.class_name, loaded.method, shows_initialization=True
    )
    return Subject(machine, model, javalite_report, machine.entry.signature.result == UNIT_TYPE)


def _pose(loaded: Loaded, settings: Settings, feasible: Feasible) -> Subject:
    assert loaded.source is not None
    if settings.heap != "pose":
        raise TargetError(ONLY_POSE, loaded.target.path)
    machine = PoseMachine(loaded.source, feasible, settings.max_calls, frozenset(settings.acyclic))
    return Subject(machine, machine.setting.model, pose_report)


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

    def steps(self, machine: Machine[Any]) -> Iterator[Step]:
        """Yield the states depth first, beginning with the initial state."""
        pending: list[tuple[str, tuple[int, ...], Any, int]] = [("initial state", (), machine.initial(), 1)]
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
