"""Rank a crash: an error that was run, a note that contradicts an invariant, or a warning."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from symheap.core.outcome import ErrorKind, Threw
from symheap.core.source import CodePosition, Position
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.lang.java.classes import INIT, package_of
from symheap.lang.java.entry import ERRORS, JavaProgram
from symheap.objects import ir
from symheap.report.explore.crashes import CrashKey
from symheap.report.java.crash_words import CrashWords, parameter_names
from symheap.report.java.entry_values import MethodEntry
from symheap.testgen.access import Access
from symheap.testgen.building.members import Members
from symheap.testgen.inputs.minimal import SHORT
from symheap.testgen.reach.blame import left_to_the_caller
from symheap.testgen.reach.evidence import Crash, Evidence
from symheap.testgen.reach.pools import Pools
from symheap.testgen.reach.ranked import Rank, Ranked
from symheap.testgen.reach.sequences import SequenceLimits, Sequences, Shown, reach
from symheap.testgen.reach.spell import statements

_HINTED = SequenceLimits(runs=500, calls=2, states=(8, 16), arguments=16, objects=16)
_HINT_RUNS = 4_000
"""The number of runs for the hints of all crashes of a class together."""

_LONG = SequenceLimits(runs=1_500, calls=8, states=(12,), arguments=2, objects=6)
"""For crashes behind more calls than `SequenceLimits` has: the plainest arguments alone, and few states a level."""

_WITH_NULLS = SequenceLimits(runs=800, calls=2, states=(8, 16), arguments=6, objects=4)
"""For null dereferences that no sequence shows without null among the arguments."""


class Reachability:
    """Decides the rank of the crashes of one class.

    Tell it every trace with `note`; ask it with `ranked` at any time.  The sequences of the class are run once, and a
    crash is looked up in them; only one that is not there is looked for again, with the values of a crashing input.
    With `last_call`, the key of a method, only that method is called as the last of a longest sequence.
    """

    def __init__(
        self,
        java: JavaProgram,
        is_own: Callable[[Position], bool],
        access: Access | None = None,
        limits: SequenceLimits | None = None,
        last_call: str | None = None,
    ) -> None:
        self._java = java
        self._is_own = is_own
        self._class_name = java.subject.class_name
        self._members = Members(java.table, access or Access(java.table.world, package_of(self._class_name)))
        self._limits = limits or SequenceLimits()
        self._last_call = last_call
        self._evidence = Evidence(java, is_own)
        self._pools = Pools()
        self._pools.mention(java.table, self._methods())
        self._sequences: Sequences | None = None
        self._shown: dict[CrashKey, tuple[Shown, Sequences]] = {}
        self._crashes = self._evidence.crashes
        self._hint_runs = _HINT_RUNS
        self._ended: list[Sequences] = []
        self._went_further = False
        self._words = CrashWords(java.table.world)

    def _methods(self) -> Iterable[ir.Method]:
        declared = self._java.table.world.find(self._class_name).methods.values()
        return [self._java.program.methods[m.owner, m.key] for m in declared if m.code is not None]

    # Crashes of explorations

    def note(
        self, exploration: Exploration[Any], trace: Trace[Any], java: JavaProgram | None = None
    ) -> CrashKey | None:
        """Add a trace.  Returns the crash in which it ends, if it does and some input takes it."""
        if not trace.confirmed or not isinstance(trace.end, Threw):
            return None
        explored = java or self._java
        crash = self._evidence.count(trace.end, explored)
        if crash is None:
            return None
        self.search()
        if crash.key not in self._shown:
            self._evidence.examine(crash, exploration, trace, explored)
        return crash.key

    def restore(self, end: Threw, java: JavaProgram) -> CrashKey | None:
        """Count an end without further information.  Returns its crash, if it is one."""
        crash = self._evidence.count(end, java)
        return None if crash is None else crash.key

    def join(self, later: Sequence[Crash]) -> Collection[CrashKey]:
        """Add the evidence for the crashes of a later method, which another process has explored.

        Returns those that no path agreed with before, and that `search` has not shown.
        """
        if later:
            self.search()
        before = {key for key, crash in self._crashes.items() if crash.agrees}
        self._evidence.join(later)
        return [each.key for each in later if each.agrees and each.key not in before and each.key not in self._shown]

    @property
    def crashes(self) -> Mapping[CrashKey, Crash]:
        """The crashes in which traces end, in the order of finding."""
        return self._crashes

    # Sequences

    def search(self) -> Mapping[CrashKey, Shown]:
        """Run the sequences of the class, once.  Returns the crashes that they run into."""
        if self._sequences is None:
            self._sequences = self._with(self._pools, self._limits)
        return {key: shown for key, (shown, _) in self._shown.items()}

    def _with(self, pools: Pools, limits: SequenceLimits, wanted: Crash | None = None) -> Sequences:
        last = self._last_call if wanted is None else wanted.method
        sequences = Sequences(self._java, self._class_name, self._members, self._is_own, pools, limits, last)
        return self._take(sequences, None if wanted is None else (wanted.key,))

    def _take(self, sequences: Sequences, wanted: Collection[CrashKey] | None) -> Sequences:
        """Run sequences, and keep the crashes that they run into."""
        reach(sequences, wanted)
        for key, shown in sequences.shown.items():
            self._shown.setdefault(key, (shown, sequences))
        return sequences

    def _follow_hints(self) -> None:
        """Search for the crashes that are not shown yet, with values of crashing inputs."""
        for key, crash in self._crashes.items():
            while key not in self._shown and crash.tried < len(crash.hints) and self._hint_runs > 0:
                hint = crash.hints[crash.tried]
                crash.tried += 1
                self._hint_runs -= self._hinted(crash, self._pools.hinted(hint)).runs

    def _hinted(self, crash: Crash, pools: Pools) -> Sequences:
        """Search with hints; return a search that ended before if this one would repeat it."""
        last = crash.method
        before = (each for each in self._ended if each.last_call == last and pools.answers_as(each.pools))
        search = next(before, None)
        if search is None:
            search = self._with(pools, _HINTED, crash)
            if search.is_done:
                self._ended.append(search)
        return search

    def _go_further(self) -> None:
        """Look for the crashes that are still not shown in longer sequences, once for all of them."""
        open_crashes = [crash for key, crash in self._crashes.items() if crash.agrees and key not in self._shown]
        if open_crashes and not self._went_further:
            self._went_further = True
            pools = self._pools.hinted(*(hint for crash in open_crashes for hint in crash.hints[:1]))
            sequences = Sequences(self._java, self._class_name, self._members, self._is_own, pools, _LONG)
            self._take(sequences, [crash.key for crash in open_crashes])
            self._try_nulls([crash.key for crash in open_crashes if crash.key not in self._shown])

    def _try_nulls(self, keys: Sequence[CrashKey]) -> None:
        """Look for null dereferences that callers cause by an argument that is null."""
        wanted = [key for key in keys if key.exception == ERRORS[ErrorKind.NULL]]
        if wanted:
            sequences = Sequences(
                self._java, self._class_name, self._members, self._is_own, self._pools, _WITH_NULLS, nulls=True
            )
            reach(sequences, wanted)
            self._shown.update((key, (sequences.shown[key], sequences)) for key in wanted if key in sequences.shown)

    def ranked(self) -> tuple[Ranked, ...]:
        """Return all crashes, from explorations and sequences, the most certain first."""
        self.search()
        self._follow_hints()
        self._go_further()
        keys = dict.fromkeys((*self._crashes, *self._shown))
        return tuple(sorted((self._rank(key) for key in keys), key=lambda ranked: ranked.order))

    def unranked(self) -> tuple[Ranked, ...]:
        """Return the crashes with their current ranks, without a further search."""
        return tuple(sorted((self._rank(key) for key in self._crashes), key=lambda ranked: ranked.order))

    def _rank(self, key: CrashKey) -> Ranked:
        crash, shown_by = self._crashes.get(key), self._shown.get(key)
        traces = 0 if crash is None else crash.traces
        if shown_by is not None:
            return self._rank_shown(key, *shown_by, traces)
        assert crash is not None
        what = crash.words()
        if not crash.agrees and crash.contradicted is not None:
            rank, reason, needs_null = Rank.NOTE, crash.contradicted, False
        else:
            nulls = frozenset.intersection(*(each.nulls for each in crash.attempts)) if crash.attempts else frozenset()
            reason = f"not shown reachable without null for {min(nulls)}" if nulls else "not shown reachable"
            if crash.is_huge and not crash.hints:
                reason = f"{reason}; needs an array or a text with more than {SHORT[-1]:,} elements"
            rank, needs_null = Rank.WARNING, bool(nulls)
        method, at = crash.method, crash.place
        return Ranked(key, rank, reason, at, crash.end, traces=traces, needs_null=needs_null, what=what, method=method)

    def _rank_shown(self, key: CrashKey, shown: Shown, sequences: Sequences, traces: int) -> Ranked:
        left = left_to_the_caller(self._words, sequences, shown)
        rank = Rank.ERROR if left is None else Rank.WARNING
        reason = "a sequence of public calls runs into it" if left is None else f"{left}, which is left to the caller"
        what = self._words.describe(shown.end, shown.place, _last_call(shown))
        text, last = statements(shown.steps), shown.calls[-1].member.method.key
        return Ranked(key, rank, reason, shown.place, shown.end, text, shown.length, traces, what=what, method=last)


def _last_call(shown: Shown) -> MethodEntry:
    """Return the call that crashes, with its arguments."""
    step, method = shown.steps[-1], shown.calls[-1].member.method
    given = list(step.arguments)
    values = {} if method.is_static or method.name == INIT else {"this": given.pop(0)}
    values.update(zip(parameter_names(method), given, strict=False))
    return MethodEntry(method, shown.heap, values)


def method_of(place: Position) -> str:
    """Return the name of the method at a position in compiled code."""
    if not isinstance(place, CodePosition):
        return ""
    return place.member.partition("(")[0].rpartition(".")[2]
