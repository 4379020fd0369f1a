"""What a command is to do: defaults, then the settings file, then the command line."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from symheap import config
from symheap.cli.status import WrongUse
from symheap.core.deadline import Deadline
from symheap.core.near import did_you_mean
from symheap.engine.bounds import Bounds
from symheap.engine.places import Finished
from symheap.heap.registry import MODELS
from symheap.lang.target import JRT, Loaded, Target, is_java
from symheap.report.run import Run, start
from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import default_chain
from symheap.solver.oversight import Oversight

if TYPE_CHECKING:
    from symheap.lang.java.options import JavaOptions


_LEAST_SECONDS: Final = 0.001


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that decides what a run does.  The names are those of the options."""

    heap: str = "pose"
    heaps: tuple[str, ...] = tuple(MODELS)
    max_calls: int = 80
    max_loop: int = 150
    max_iterations: int | None = None
    max_depth: int | None = None
    max_traces: int | None = None
    timeout: float | None = None
    method_timeout: float | None = None
    search: str = "dfs"
    seed: int = 0
    acyclic: tuple[str, ...] = ()
    solver: str = "auto"
    solver_timeout: float = 10.0
    log_queries: str | None = None
    cross_check: bool = False
    consistency: bool = False
    max_objects: int = 3
    max_int: int = 2
    max_heaps: int = 20_000
    jdk: str | None = None
    class_path: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    non_null: tuple[str, ...] = ()
    symbolic_static: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    exact_types: bool = False
    flat_maps: bool = False
    fixed_environment: bool = False
    first_use: bool = False
    package: str | None = None
    junit: int | None = None
    minimize: str = "none"
    replay: bool = True

    def bounds(self) -> Bounds:
        bounds = (self.max_calls, self.max_loop, self.max_depth, self.max_traces, self.timeout)
        return Bounds(*bounds, max_iterations=self.max_iterations)

    def for_unit(self, deadline: Deadline, units: int = 1) -> Settings:
        """These for one unit of work, the first of so many that are left: a method, or a method under a heap model.

        It has an equal share of the time until `deadline`, and no more than a method has.
        """
        most = inf if self.method_timeout is None else self.method_timeout
        seconds = min(most, deadline.share(units).left)
        return replace(self, timeout=None if seconds == inf else max(_LEAST_SECONDS, seconds))

    def solver_milliseconds(self) -> int:
        """A query never takes longer than the whole run may."""
        return max(1, round(1000 * min(self.solver_timeout, self.timeout or self.solver_timeout)))

    def oversight(self) -> Oversight:
        return Oversight(None if self.log_queries is None else Path(self.log_queries), self.cross_check)

    def chain(self) -> tuple[Solver, Statistics]:
        """A chain of solvers that remembers nothing."""
        return default_chain(timeout_ms=self.solver_milliseconds(), backend=self.solver, oversight=self.oversight())

    def java(self) -> JavaOptions:
        """What is said about a Java program; the environment says where a JDK and the cache are."""
        from symheap.lang.java.files.cache import cache_folder
        from symheap.lang.java.options import JavaOptions

        return JavaOptions(
            jdk=self.jdk,
            class_path=self.class_path,
            assume=self.assume,
            non_null=self.non_null,
            symbolic_statics=self.symbolic_static,
            also=self.also,
            exact_types=self.exact_types,
            flat_maps=self.flat_maps,
            fixed_environment=self.fixed_environment,
            first_use=self.first_use,
            environ=os.environ,
            cache=cache_folder(os.environ),
        )


CHECK_CALLS = 3
CHECK_LOOP = 3
CHECK_SECONDS = 60.0


TEST_CALLS = 30
TEST_LOOP = 3
TEST_PATHS = 100
TEST_SECONDS = 6.0


def settle(given: Mapping[str, Any], *, check: bool = False, test: bool = False) -> Settings:
    """The settings of a command; `given` is what its command line says, None where it says nothing.

    The laws compare with concrete runs, which do not count the rounds of all loops together.  Tests are to be few and
    short: short paths come first, and of loops the first rounds.
    """
    found = config.find(Path.cwd())
    said: dict[str, Any] = dict(found.shared)
    if check:
        bounds = {"max_calls": CHECK_CALLS, "max_loop": CHECK_LOOP, "timeout": None, "max_iterations": None}
        said |= {**bounds, **found.check}
    if test:
        said |= {"max_calls": TEST_CALLS, "max_loop": TEST_LOOP, "max_traces": TEST_PATHS, "timeout": None}
        said |= {"method_timeout": TEST_SECONDS, "search": "bfs", **found.test}
    said |= {name: value for name, value in given.items() if value is not None}
    if check and said["timeout"] is None:
        said["method_timeout"] = CHECK_SECONDS
    return replace(Settings(), **said)


def java_settings(
    target: str, given: Mapping[str, str | list[str] | bool | None]
) -> dict[str, str | tuple[str, ...] | bool | None]:
    """The options that only Java has, from the command line: refused for a program of another language."""
    said = {name: value for name, value in given.items() if value}
    if said and not is_java(Target.parse(target)):
        raise WrongUse(f"--{next(iter(said)).replace('_', '-')} is for Java programs; {target} is none")
    found = {name: tuple(value) if isinstance(value, list) else value for name, value in said.items()}
    path = found.get("class_path")
    return {**found, "class_path": tuple(filter(None, path.split(os.pathsep)))} if isinstance(path, str) else {**found}


def models(text: str) -> tuple[str, ...]:
    """The heap models that an option lists, each once."""
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",")))
    wrong = [name for name in names if name not in MODELS]
    if wrong:
        near = did_you_mean(wrong[0], MODELS)
        raise WrongUse(f"--heap: unknown heap model {wrong[0]!r}{near or ';'} known are {', '.join(MODELS)}")
    return names


def begin(loaded: Loaded, settings: Settings, heap: str, finished: Finished | None = None) -> Run:
    """A run with a chain of solvers of its own, which leaves out what has finished before."""
    check_fields(loaded, settings.acyclic)
    return start(
        loaded,
        heap,
        settings.chain(),
        settings.bounds(),
        search=settings.search,
        seed=settings.seed,
        acyclic=frozenset(settings.acyclic),
        consistency=settings.consistency and heap == "summary",
        finished=finished,
    )


def files_of(target: str, settings: Settings) -> tuple[str, ...]:
    """What a program is read from, but for a JDK."""
    path = Target.parse(target).path
    return (*(() if path.startswith(JRT) else (path,)), *settings.class_path)


def jdk_of(target: str, settings: Settings) -> str | None:
    """The version of the JDK that a program runs on, if it is one of Java."""
    if not is_java(Target.parse(target)):
        return None
    from symheap.lang.java.files.jdk import find_jdk

    return find_jdk(settings.jdk, os.environ).version


def check_fields(loaded: Loaded, fields: tuple[str, ...]) -> None:
    """Raises `WrongUse` for a name that no class has a field of."""
    table = loaded.program.table
    for name in fields:
        if not table.declaring(name):
            near = did_you_mean(name, (field.name for each in table.universe for field in table.fields(each)))
            raise WrongUse(f"--acyclic: no class of {loaded.target.path} has a field {name!r}{near}")
