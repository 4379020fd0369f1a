"""The goals of a suite: the branches of a class and its exception handlers, then the outcomes of its methods.

A branch is an outcome of a conditional jump or switch in the class or one of its nested classes.  An outcome is a way
in which a method ends: what kind of value it returns, or which exception it throws on purpose.  A call that crashes
reaches its crash alone: the branches that it takes on the way are left to calls that go on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from symheap.core.outcome import Returned, Threw
from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.world import World
from symheap.objects.decisions import Decision
from symheap.objects.interpreter import ConcreteRun
from symheap.report.explore.crashes import CrashKey
from symheap.testgen.jumps import EITHER, Event, Jumps, Site
from symheap.testgen.paths import Caught, OwnPath, OwnPaths, outside_initialisers

RETURNS: Final = "returns"
_RESULTS: Final = ("true", "false", "an object", "null", "a number", "zero")


@dataclass(frozen=True, slots=True)
class Outcome:
    """A way in which a method ends: an exception, or a kind of result such as ``true`` or ``null``."""

    method: str
    end: str

    def is_return_of(self, method: str) -> bool:
        return self.method == method and self.end in (RETURNS, *_RESULTS)


Goal = Event | Caught | Outcome


def is_part_of(owner: str, class_name: str) -> bool:
    """Whether `owner` is a class or one of its nested classes."""
    return owner == class_name or owner.startswith(f"{class_name}$")


def outcome_of(method: JavaMethod, run: ConcreteRun) -> Outcome:
    """Return the outcome of a run of a method."""
    if isinstance(run.end, Threw):
        return Outcome(str(method), run.end.exception or run.end.error.value)
    if not isinstance(run.end, Returned):
        return Outcome(str(method), run.end.kind)
    kind = method_type(method.descriptor).result.descriptor
    if kind == "Z":
        return Outcome(str(method), "true" if run.end.value else "false")
    if kind in "BSIJ":
        return Outcome(str(method), "a number" if run.end.value else "zero")
    if kind[0] in "L[" and not method.name.startswith("<"):
        return Outcome(str(method), "an object" if run.end.value else "null")
    return Outcome(str(method), RETURNS)


def crash_outcome(key: CrashKey) -> Outcome:
    """Return the outcome of every call that ends in a crash: one test shows it."""
    return Outcome("", f"{key.exception} at {key.file}:{key.line}")


@dataclass(slots=True)
class Goals:
    """The goals of one class, and those of them that tests cover already."""

    world: World
    class_name: str
    covered: set[Goal] = field(default_factory=set)
    called: dict[tuple[str, OwnPath], str] = field(default_factory=dict)
    """The numbers of tests that calls found, by the method and its path."""
    twins: dict[str, str] = field(default_factory=dict)
    """The explored paths that such tests take, by their numbers."""
    _all: frozenset[Event] | None = None

    def taken(self, paths: OwnPaths, decisions: Sequence[Decision]) -> frozenset[Goal]:
        """Return the branches and the handlers of the class that decisions take."""
        own = (each for each in paths.events(decisions) if is_part_of(each.site.owner, self.class_name))
        caught = (each for each in paths.caught(decisions) if is_part_of(each.owner, self.class_name))
        return frozenset((*(each for each in own if each.outcome != EITHER), *caught))

    def taken_by(self, paths: OwnPaths, run: ConcreteRun) -> frozenset[Goal]:
        return self.taken(paths, tuple(outside_initialisers(run)))

    def add(self, reached: Iterable[Goal]) -> None:
        self.covered.update(reached)

    def adds(self, reached: Iterable[Goal]) -> bool:
        """Whether some of the goals are not covered yet."""
        return not self.covered.issuperset(reached)

    @property
    def all(self) -> frozenset[Event]:
        """Every branch of the class and its nested classes, whether it is feasible or not."""
        if self._all is None:
            jumps = Jumps(self.world.class_path)
            names = [n for n in self.world.class_path.user_names() if is_part_of(n, self.class_name)]
            self._all = frozenset(event for name in names for event in _branches_of(self.world, jumps, name))
        return self._all

    @property
    def missing(self) -> frozenset[Event]:
        """The branches that no test covers."""
        return self.all - self.covered

    def missing_methods(self) -> Iterator[tuple[str, str]]:
        """Yield the owner and key of the method of each missing branch."""
        return ((each.site.owner, each.site.method) for each in self.missing)

    def missing_in(self, method: JavaMethod) -> int:
        """Return the number of branches of a method that no test covers."""
        return sum(each.site.owner == method.owner and each.site.method == method.key for each in self.missing)


def _branches_of(world: World, jumps: Jumps, name: str) -> Iterable[Event]:
    for key, method in world.find(name).methods.items():
        if method.code is not None:
            for ordinal, jump in enumerate(jumps.of(name, key)):
                yield from (Event(Site(name, key, ordinal), outcome) for outcome in jump.outcomes)
