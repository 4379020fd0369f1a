"""Evidence for the crashes of a class: what explored paths tell about them, without running any calls.

Law: the evidence of a class is that of its methods, joined in their order.  So each method can be explored in a process
of its own; see `docs/adr/033-units-of-work.md`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from symheap.core.origin import Origin
from symheap.core.outcome import Purpose, Threw, holds_for
from symheap.core.source import Position
from symheap.core.terms import NULL, REF, eq, not_, symbol
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.lang.java.entry import JavaProgram
from symheap.objects.concrete import ConcreteHeap
from symheap.report.explore.crashes import CrashKey, crash_key, own_place
from symheap.report.java.crash_words import CrashWords
from symheap.solver.api import Query
from symheap.solver.chain import default_chain
from symheap.testgen.inputs.minimal import MinimalBudget, smallest
from symheap.testgen.reach.generics import is_checked_by_the_compiler
from symheap.testgen.reach.invariants import Fact, Invariants, contradicts, facts_of
from symheap.testgen.reach.pools import Hint, hint_of

_WITNESSES = 3
"""The number of inputs per crash that are tried as hints."""

_BUDGET = MinimalBudget(queries=20, seconds=1e9)
"""The budget for the smallest input of a crash: only queries are limited, so that results are reproducible."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The smallest input of a crashing path: its values, and the parameters that must be null.

    `hint` is None if only arrays or texts that are too long for a test take the path.
    """

    hint: Hint | None = None
    nulls: frozenset[str] = frozenset()


@dataclass(slots=True)
class Crash:
    """A crash in which some explored paths end.

    `method` is the key of the method whose exploration found it first.  `words` describes it: with the values of its
    first input, if there is one.  `tried` is the number of its hints that were tried.
    """

    key: CrashKey
    place: Position
    end: Threw
    method: str
    words: Callable[[], str]
    traces: int = 0
    attempts: list[Attempt] = field(default_factory=list)
    tried: int = 0
    agrees: bool = False
    contradicted: str | None = None

    @property
    def hints(self) -> Sequence[Hint]:
        """The values of inputs that take such paths, in the order of finding."""
        return [each.hint for each in self.attempts if each.hint is not None]

    @property
    def is_huge(self) -> bool:
        """Whether only arrays or texts that are too long for a test lead to it, on some path."""
        return any(each.hint is None for each in self.attempts)

    @property
    def has_all_hints(self) -> bool:
        return len(self.hints) >= _WITNESSES

    def plain(self) -> Crash:
        """Return the crash as plain data."""
        return replace(self, words=_Said(self.words()))

    def join(self, later: Crash) -> None:
        """Add what the exploration of a later method tells about the same crash."""
        self.traces += later.traces
        self.contradicted = self.contradicted or later.contradicted
        if later.agrees and not self.agrees:
            self.agrees, self.end, self.place, self.method = True, later.end, later.place, later.method
            self.words = later.words
        if later.hints and not self.hints:
            self.words = later.words
        for each in later.attempts:
            if not self.has_all_hints:
                self.attempts.append(each)


@dataclass(frozen=True, slots=True)
class _Said:
    """Words that are already formatted."""

    words: str

    def __call__(self) -> str:
        return self.words


class Evidence:
    """Collects what the paths of a class tell about its crashes: `crashes`, in the order of finding.

    It has solvers of its own, so collecting changes neither a path nor a figure.
    """

    def __init__(self, java: JavaProgram, is_own: Callable[[Position], bool]) -> None:
        self.crashes: dict[CrashKey, Crash] = {}
        self._is_own = is_own
        self._invariants = Invariants(java)
        self._words = CrashWords(java.table.world)

    def count(self, end: Threw, java: JavaProgram) -> Crash | None:
        """Count an end without further information.  Returns its crash, if it is one."""
        key = crash_key(end, self._is_own)
        if key is None:
            return None
        place = own_place(end, self._is_own)
        assert place is not None
        method = java.subject.method.key
        if key not in self.crashes:
            self.crashes[key] = Crash(key, place, end, method, lambda: self._words.describe(end, place))
        self.crashes[key].traces += 1
        return self.crashes[key]

    def examine(self, crash: Crash, exploration: Exploration[Any], trace: Trace[Any], java: JavaProgram) -> None:
        """Look for an input of a path that ends in the crash, or for an invariant that no such input fulfils."""
        assert isinstance(trace.end, Threw)
        if crash.agrees and crash.has_all_hints:
            return
        facts = facts_of(java, self._invariants, trace)
        against = self._against(java, facts, trace)
        crash.contradicted = crash.contradicted or against
        if against is not None:
            return
        end, place = trace.end, own_place(trace.end, self._is_own) or crash.place
        if not crash.agrees:
            crash.agrees, crash.end, crash.place, crash.method = True, end, place, java.subject.method.key
            if not crash.hints:
                crash.words = lambda: self._words.describe(end, place)
        if crash.has_all_hints:
            return
        solver = default_chain()[0]
        input = smallest(exploration, trace, _BUDGET, solver=solver, given=[fact.term for fact in facts])
        if input is None:
            crash.attempts.append(Attempt())
            return
        heap = input.witness()
        if not crash.hints:
            crash.words = lambda: self._words.describe_input(java, end, place, heap)
        crash.attempts.append(Attempt(hint_of(heap), self._needed_nulls(java, trace, heap)))

    def join(self, later: Sequence[Crash]) -> None:
        """Add the crashes of a later method."""
        for each in later:
            if each.key in self.crashes:
                self.crashes[each.key].join(each)
            else:
                self.crashes[each.key] = each

    def plain(self) -> Sequence[Crash]:
        """Return the crashes as plain data."""
        return [each.plain() for each in self.crashes.values()]

    def _against(self, java: JavaProgram, facts: Sequence[Fact], trace: Trace[Any]) -> str | None:
        """Return the invariant that a path contradicts, if any."""
        assert isinstance(trace.end, Threw)
        if is_checked_by_the_compiler(java, trace.end, self._is_own):
            return "the compiler checks that only values of the declared type get there"
        if trace.end.exception == "java.lang.OutOfMemoryError":
            return "no memory holds a collection that large"
        return contradicts(self._invariants, facts, trace)

    def _needed_nulls(self, java: JavaProgram, trace: Trace[Any], input: ConcreteHeap) -> frozenset[str]:
        """Return the parameters that must be null for a path: of those that are in an input, which cannot be other."""
        nulls = (i.name for i in java.program.inputs if i.type.sort is REF and not input.roots.get(i.name, 0))
        objects = ((name, not_(eq(symbol(Origin.root(name), REF), NULL))) for name in nulls)
        solver = self._invariants.solver
        return frozenset(
            name for name, goal in objects if not holds_for(solver.check(Query(trace.path, goal)), Purpose.EXPLORE)
        )
