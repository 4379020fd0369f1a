"""The settings of explorations: every option declared once, and the defaults of each command.

The settings of a command are its defaults, overridden by the settings file, overridden by its caller.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from symheap.core.deadline import Deadline
from symheap.core.options import declared, option
from symheap.core.theories.near import did_you_mean
from symheap.engine.bounds import Bounds
from symheap.engine.search import STRATEGIES
from symheap.heap.extent import BOUNDED
from symheap.lang.java.options import JavaSettings
from symheap.lang.target import Loaded, Target, is_java
from symheap.session.heaps import Heaps
from symheap.session.rounds import InRounds
from symheap.session.status import WrongUse
from symheap.solver.api import Solver, Statistics
from symheap.solver.chain import BACKENDS, LAYERS, default_chain
from symheap.solver.layers.oversight import Oversight

if TYPE_CHECKING:
    from symheap.lang.java.options import JavaOptions


_LEAST_SECONDS: Final = 0.001
_UNLIMITED: Final = "no limit"
_BY_SEARCH: Final = "new; all if a bound is given, no if a search is"
DEEPEN: Final = ("new", "all", "no")
MINIMIZE: Final = ("none", "branches", "outcomes")


@dataclass(frozen=True)
class Exploring:
    """Bounds of paths and runs, the search order, and assumptions about inputs."""

    max_calls: int = option(80, "Nested calls before a path is cut.")
    max_loop: int = option(150, "Rounds of one loop before a path is cut.")
    max_iterations: int | None = option(None, "Rounds of all loops together before a path is cut.", shown=_UNLIMITED)
    max_depth: int | None = option(None, "Decisions before a path is cut.", shown=_UNLIMITED)
    max_traces: int | None = option(None, "Traces before the run stops.", shown=_UNLIMITED)
    timeout: float | None = option(None, "Seconds before the run stops.", shown=_UNLIMITED)
    search: str = option("dfs", "Which state to explore next.", choices=tuple(STRATEGIES))
    seed: int = option(0, "Seed of --search random.", least=0)
    acyclic: tuple[str, ...] = option(
        (),
        "No input has a cycle along this field.  May be given several times.",
        metavar="FIELD",
        items="names of fields",
    )

    def bounds(self) -> Bounds:
        """Return the bounds of one exploration."""
        bounds = (self.max_calls, self.max_loop, self.max_depth, self.max_traces, self.timeout)
        return Bounds(*bounds, max_iterations=self.max_iterations)


@dataclass(frozen=True)
class Deepening:
    """How to explore a Java program if no search is chosen, and which findings count."""

    deepen: str = option(
        "no",
        "Java: explore within small bounds first, then within larger ones: while that brings new code or new crashes "
        "(new), up to the bounds (all), or not at all (no).",
        choices=DEEPEN,
        shown=_BY_SEARCH,
    )
    as_papers: bool = option(
        False, "Java: the bounds of the published studies: depth first, 80 calls, 150 rounds of a loop, no time limit."
    )
    strict: bool = option(False, "Java: warnings and notes count as findings for the exit status, as errors do.")


@dataclass(frozen=True)
class Solving:
    """The solver, its time limit, and the checks of its answers."""

    solver: str = option("auto", "Decision procedure.", choices=BACKENDS)
    solver_timeout: float = option(10.0, "Seconds for one query.")
    log_queries: str | None = option(
        None,
        "Write every query there as SMT-LIB, with its answer and time.",
        metavar="DIR",
        in_file=False,
        is_path=True,
    )
    cross_check: bool = option(
        False, "Ask a second solver about every answer; what it contradicts is unknown.", in_file=False
    )
    without_layer: tuple[str, ...] = option(
        (),
        "Leave this layer of the solver chain out.  May be given several times.",
        metavar="LAYER",
        choices=LAYERS,
        items=f"names out of {', '.join(LAYERS)}",
        in_file=False,
    )

    def oversight(self) -> Oversight:
        """Return the query log and the second solver that were asked for."""
        return Oversight(None if self.log_queries is None else Path(self.log_queries), self.cross_check)


@dataclass(frozen=True)
class Checking:
    """Size limits for the initial heaps on which the laws are checked."""

    max_objects: int = option(3, "Objects of the initial heaps that are tried.")
    max_int: int = option(2, "Largest integer in the initial heaps.", least=0)
    max_heaps: int = option(20_000, "Initial heaps before the law is given up.")


@dataclass(frozen=True)
class Testing:
    """The kind of tests to write, and which tests to keep."""

    package: str | None = option(
        None,
        "The package of the tests; from another one than the class's own only public members can be used.",
        metavar="NAME",
        shown="that of the class",
        expected="the name of a package",
    )
    junit: int | None = option(
        None, "The version of JUnit.", least=4, most=5, shown="5, or the project's own", expected="4 or 5"
    )
    minimize: str = option(
        "branches",
        "none has a test for every path; branches the fewest with the same coverage of branches, lines and outcomes; "
        "outcomes one for each method and outcome.  A test of a crash is always kept.",
        choices=MINIMIZE,
    )
    budget: float | None = option(None, "Seconds for each class, with running its tests.", shown=_UNLIMITED)
    replay: bool = option(True, "Do not run the tests: no code of the program is run.", flags=("--no-replay",))
    method_timeout: float | None = option(None, "Seconds for each method.", shown=_UNLIMITED)


@dataclass(frozen=True)
class Working:
    """How many processes work at a time.  This does not affect which results are found, nor their order."""

    jobs: int | None = option(None, "Processes that work at a time.", shown="one a core", metavar="N")
    memory: int | None = option(
        None, "Megabytes of memory of each of them before it is ended.", shown=_UNLIMITED, metavar="MB", least=100
    )
    cluster: str | None = option(
        None,
        "Work on the Dask cluster of this scheduler, such as tls://host:8786.",
        shown="this machine",
        metavar="ADDRESS",
        expected="an address such as tls://host:8786",
    )


@dataclass(frozen=True)
class Settings(Exploring, Deepening, Solving, JavaSettings, Checking, Testing, Working, Heaps):
    """All settings that affect an exploration, named like the options."""

    def for_unit(self, deadline: Deadline, units: int = 1) -> Settings:
        """Return the settings of one unit of work: a method, or a method under a heap model.

        The `units` that are left share the time until `deadline` equally; a unit has at most the time limit of a
        method.
        """
        most = inf if self.method_timeout is None else self.method_timeout
        seconds = min(most, deadline.share(units).left)
        return replace(self, timeout=None if seconds == inf else max(_LEAST_SECONDS, seconds))

    def bounds(self) -> Bounds:
        """Return the bounds of one exploration.  Those on input heaps exist where a model chooses input objects."""
        bounds = super().bounds()
        if self.heap not in BOUNDED:
            return bounds
        return replace(bounds, max_input_objects=self.max_input_objects, max_chain=self.max_chain)

    def in_rounds(self, methods: int = 1) -> InRounds | None:
        """Return the rounds of one of `methods` explorations; None if the bounds are the same from the start."""
        return None if self.deepen == "no" else InRounds(self.deepen == "new", methods)

    def solver_milliseconds(self) -> int:
        """Return the time limit of a query, which never exceeds that of the whole run."""
        return max(1, round(1000 * min(self.solver_timeout, self.timeout or self.solver_timeout)))

    def chain(self) -> tuple[Solver, Statistics]:
        """Return a chain of solvers with empty caches."""
        return default_chain(
            timeout_ms=self.solver_milliseconds(),
            backend=self.solver,
            oversight=self.oversight(),
            without=self.without_layer,
        )

    def java(self) -> JavaOptions:
        """Return the options of a Java program.  The environment determines the JDK and the cache."""
        from symheap.core.cache import cache_folder
        from symheap.lang.java.options import JavaOptions

        options = {each.name: getattr(self, each.name) for each in fields(JavaSettings)}
        return JavaOptions(**options, environ=os.environ, cache=cache_folder(os.environ))


# The defaults of commands ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Profile:
    """The defaults of a command that differ from those of the options, and the words that describe them.

    A settings file may have a table of the profile's `name`, with the `own` options and those that have a default here.
    The `fixed` options cannot be set.
    """

    name: str = ""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    fixed: Mapping[str, Any] = field(default_factory=dict)
    shown: Mapping[str, str] = field(default_factory=dict)
    help: Mapping[str, str] = field(default_factory=dict)
    own: tuple[str, ...] = ()

    def keys(self) -> tuple[str, ...]:
        """Return the options that the profile's table of a settings file may hold."""
        return tuple(dict.fromkeys((*self.defaults, *self.own)))


CHECK_SECONDS: Final = 60.0
"""Time limit of each heap model if no limit is given for the whole run."""

PLAIN: Final = Profile()
CHECK: Final = Profile(
    "check",
    {"max_calls": 3, "max_loop": 3, "timeout": None},
    # The laws compare with concrete runs, which do not count the rounds of all loops together.
    {"max_iterations": None},
    {"timeout": f"{CHECK_SECONDS:.0f} for each heap model"},
    own=tuple(declared(Checking)),
)
TEST: Final = Profile(
    "test",
    # Tests should be few and short: short paths come first, and loops run few rounds.
    {"max_calls": 30, "max_loop": 3, "max_traces": 100, "timeout": None, "method_timeout": 6.0, "search": "bfs"},
    shown={"timeout": _UNLIMITED},
    help={"max_traces": "Paths of a method before the next one."},
    own=(*declared(Testing), "strict"),
)
EXPLORE_SECONDS: Final = 30.0
EXPLORE: Final = Profile(
    "explore",
    shown={
        "timeout": f"{EXPLORE_SECONDS:.0f} for Java, else {_UNLIMITED}",
        "search": "bfs in rounds for Java, else dfs",
    },
    own=tuple(declared(Deepening)),
)
VERIFY: Final = Profile(
    "verify",
    # A proof needs every path, so the bounds are large.  They are reached in rounds: a violation is mostly shallow.
    {"max_calls": 3_000, "max_loop": 1_000_000, "timeout": 60.0, "deepen": "all"},
    help={"search": "Which state to explore next, instead of rounds."},
    shown={"search": "bfs in rounds"},
)
PROFILES: Final = (CHECK, TEST, EXPLORE, VERIFY)


def settle(
    given: Mapping[str, Any],
    profile: Profile = PLAIN,
    *,
    shared: Mapping[str, Any] | None = None,
    own: Mapping[str, Any] | None = None,
) -> Settings:
    """Return the settings of a command.

    `shared` and `own` are the settings of a settings file for all commands and for this command.
    """
    values = {**(shared or {}), **profile.defaults, **(own or {}), **given, **profile.fixed}
    settings = replace(Settings(), **values)
    if profile is CHECK and settings.timeout is None:
        return replace(settings, method_timeout=CHECK_SECONDS)
    return settings


def settle_exploring(target: str, given: Mapping[str, Any]) -> Settings:
    """Return the settings of an exploration; for Java, with small bounds first and a time limit.

    A search that is given replaces the rounds.  A bound that is given is reached in rounds.
    """
    if not is_java(Target.parse(target)) or given.get("as_papers"):
        return settle(given)
    bounds = ("max_calls", "max_loop", "max_iterations", "max_depth")
    deepen = "no" if "search" in given else "all" if any(name in given for name in bounds) else "new"
    return settle({"timeout": EXPLORE_SECONDS, "deepen": deepen, **given})


def settle_verifying(
    given: Mapping[str, Any],
    *,
    shared: Mapping[str, Any] | None = None,
    own: Mapping[str, Any] | None = None,
) -> Settings:
    """Return the settings of a verification.  A search that is given replaces the rounds."""
    chosen = {"deepen": "no"} if "search" in {**(shared or {}), **(own or {}), **given} else {}
    return settle({**given, **chosen}, VERIFY, shared=shared, own=own)


# Checks ---------------------------------------------------------------------------------------------------------------


def check_java_only(target: str, given: Mapping[str, Any]) -> None:
    """Raise `WrongUse` if an option for Java is given for a program of another language."""
    if is_java(Target.parse(target)):
        return
    for name in declared(JavaSettings):
        if given.get(name):
            raise WrongUse(f"--{name.replace('_', '-')} is for Java programs; {target} is none")


def check_fields(loaded: Loaded, names: tuple[str, ...]) -> None:
    """Raise `WrongUse` for a field name that no class declares."""
    table = loaded.program.table
    for name in names:
        if not table.declaring(name):
            near = did_you_mean(name, (each.name for every in table.universe for each in table.fields(every)))
            raise WrongUse(f"--acyclic: no class of {loaded.target.path} has a field {name!r}{near}")


# The files of a program -----------------------------------------------------------------------------------------------
