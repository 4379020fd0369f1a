"""``symheap step``: the Javalite machine, rule by rule."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from symheap.cli.interrupt import Interrupt
from symheap.cli.settings import Settings, check_fields
from symheap.cli.status import Status, WrongUse
from symheap.cli.terminal import Progress, output
from symheap.core.outcome import Answer
from symheap.core.terms import Value
from symheap.heap.registry import heap_model
from symheap.lang.javalite.classes import UNIT_TYPE
from symheap.lang.javalite.machine import Machine
from symheap.lang.javalite.state import State
from symheap.lang.target import Loaded, Target, TargetError, is_java, load
from symheap.report.dot import to_dot
from symheap.report.labels import printable
from symheap.report.machine import describe, ended, picture
from symheap.report.svg import to_svg
from symheap.report.text import Paint
from symheap.solver.api import Query
from symheap.solver.path import PathCondition

ONLY_JAVALITE = "step is for Javalite (.jl): the machine of the papers runs nothing else"
DRAWINGS: dict[str, Callable[..., str]] = {"dot": to_dot, "svg": to_svg}


@dataclass(frozen=True, slots=True)
class Step:
    """A state, the rule that led to it, and the choices that were made at the forks before."""

    number: int
    rule: str
    choices: tuple[int, ...]
    state: State[Any]
    siblings: int = 1

    @property
    def title(self) -> str:
        at = f", path {','.join(map(str, self.choices))}" if self.choices else ""
        fork = f" (successor {self.choices[-1]} of {self.siblings})" if self.siblings > 1 else ""
        return f"step {self.number}{at}: {self.rule}{fork}"


def step(target: str, settings: Settings, walk: Walk, form: str, file: str | None, *, quiet: bool = False) -> Status:
    found = Target.parse(target)
    if is_java(found):
        raise TargetError(ONLY_JAVALITE, found.path)
    loaded = load(found)
    check_fields(loaded, settings.acyclic)
    machine = _machine(loaded, settings)
    with Interrupt() as interrupt:
        steps = interrupt.each(islice(walk.steps(machine), walk.limit))
        if form == "text":
            _write_text(machine, steps, file, quiet)
        elif file is not None:
            _write_drawings(machine, steps, form, Path(file))
        else:
            _write_last(machine, steps, form)
    return Status.INTERRUPTED if interrupt.seen else Status.CLEAN


def _machine(loaded: Loaded, settings: Settings) -> Machine[Any]:
    if loaded.checked is None:
        raise TargetError(ONLY_JAVALITE, loaded.target.path)
    solver, _ = settings.chain()

    def feasible(path: PathCondition, condition: Value) -> Answer:
        return solver.check(Query(path, condition))

    model = heap_model(settings.heap, loaded.program.table, frozenset(settings.acyclic))
    return Machine(loaded.checked, model, feasible, settings.max_calls, loaded.class_name, loaded.method)


@dataclass(frozen=True, slots=True)
class Walk:
    """Which successors to follow: all of them, or at each fork the one that `path` names, and the first after that."""

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
        """The states in the order of walking, depth first.  The first one is where the program begins."""
        pending: list[tuple[str, tuple[int, ...], State[Any], int]] = [("initial state", (), machine.initial(), 1)]
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


# Writing --------------------------------------------------------------------------------------------------------------


def _write_text(machine: Machine[Any], steps: Iterator[Step], file: str | None, quiet: bool) -> None:
    with output(file, Progress(str, quiet=True)) as out:
        for each in steps:
            out.write(f"{each.title}\n" if quiet else _block(machine, each, out.paint))


def _block(machine: Machine[Any], each: Step, paint: Paint) -> str:
    text = f"{paint(each.title, 'good')}\n{describe(each.state, machine.setting.model)}\n"
    end = ended(each.state, unit=machine.entry.signature.result == UNIT_TYPE)
    return f"{text}the path ends: {printable(end)}\n\n" if end else text


def _write_drawings(machine: Machine[Any], steps: Iterator[Step], form: str, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for each in steps:
        (folder / f"{each.number:04}.{form}").write_text(_drawing(machine, each, form), encoding="utf-8")


def _write_last(machine: Machine[Any], steps: Iterator[Step], form: str) -> None:
    last = deque(steps, maxlen=1)
    with output(None, Progress(str, quiet=True)) as out:
        for each in last:
            out.write(_drawing(machine, each, form))


def _drawing(machine: Machine[Any], each: Step, form: str) -> str:
    return DRAWINGS[form](picture(each.state, machine.setting.model), each.title)
