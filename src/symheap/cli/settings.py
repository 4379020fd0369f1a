"""What a command is to do: defaults, then the settings file, then the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from symheap import config
from symheap.cli.status import WrongUse
from symheap.engine.bounds import Bounds
from symheap.heap.registry import MODELS
from symheap.lang.target import Loaded
from symheap.report.run import Run, start
from symheap.solver.chain import default_chain


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides what a run does.  The names are those of the options."""

    heap: str = "pose"
    heaps: tuple[str, ...] = tuple(MODELS)
    max_calls: int = 80
    max_loop: int = 150
    max_depth: int | None = None
    max_traces: int | None = None
    timeout: float | None = None
    search: str = "dfs"
    seed: int = 0
    acyclic: tuple[str, ...] = ()
    solver: str = "auto"
    solver_timeout: float = 10.0
    consistency: bool = False
    max_objects: int = 3
    max_int: int = 2
    max_heaps: int = 20_000

    def bounds(self) -> Bounds:
        return Bounds(self.max_calls, self.max_loop, self.max_depth, self.max_traces, self.timeout)

    def solver_milliseconds(self) -> int:
        """A query never takes longer than the whole run may."""
        return max(1, round(1000 * min(self.solver_timeout, self.timeout or self.solver_timeout)))


CHECK_CALLS = 3
CHECK_SECONDS = 60.0


def settle(given: Mapping[str, Any], *, check: bool = False) -> Settings:
    """The settings of a command; `given` is what its command line says, None where it says nothing."""
    found = config.find(Path.cwd())
    said: dict[str, Any] = dict(found.shared)
    if check:
        said |= {"max_calls": CHECK_CALLS, "timeout": CHECK_SECONDS, **found.check}
    said |= {name: value for name, value in given.items() if value is not None}
    return replace(Settings(), **said)


def begin(loaded: Loaded, settings: Settings, heap: str) -> Run:
    """A run with a chain of solvers of its own."""
    check_fields(loaded, settings.acyclic)
    return start(
        loaded,
        heap,
        default_chain(timeout_ms=settings.solver_milliseconds(), backend=settings.solver),
        settings.bounds(),
        search=settings.search,
        seed=settings.seed,
        acyclic=frozenset(settings.acyclic),
        consistency=settings.consistency and heap == "summary",
    )


def check_fields(loaded: Loaded, fields: tuple[str, ...]) -> None:
    for name in fields:
        if not loaded.program.table.declaring(name):
            raise WrongUse(f"--acyclic: no class of {loaded.target.path} has a field {name!r}")
