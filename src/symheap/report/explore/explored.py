"""One exploration as reports read it: its paths, and the totals of its results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from symheap.core.contents import Plain, Unreadable
from symheap.core.outcome import Bound, Returned, Threw
from symheap.core.terms import REF, Term, conjunction, sort_of
from symheap.core.types import Type
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.heap.api import Handle
from symheap.heap.readable import readable
from symheap.lang.target import Loaded
from symheap.objects.concrete import ConcreteHeap
from symheap.report.explore.coverage import Coverage
from symheap.report.explore.crashes import is_crash
from symheap.report.explore.findings import CountedTrace, Finding, Findings
from symheap.report.explore.tally import Tally, Totals
from symheap.report.formats.notation import Notation
from symheap.solver.api import Statistics
from symheap.solver.backends.smtlib import Definitions, condition_smt2, to_smtlib

if TYPE_CHECKING:
    from symheap.report.draw.heaps.drawn import HeapsDrawing
    from symheap.report.explore.shown import HeapDrawing


_REMEMBERED = 10_000


class Explored:
    """An exploration as reports read it: counts, findings and coverage, updated by each trace.

    It is complete if the exploration finished and nothing was cut, unknown or unsupported.  `told_ends` describes ends
    that another process has found.
    """

    told_ends: Mapping[Threw, str] = MappingProxyType({})

    def __init__(self, loaded: Loaded, exploration: Exploration[Any]) -> None:
        self.loaded = loaded
        self.exploration = exploration
        self.tally = Tally()
        self.notation = notation_of(loaded)
        self.findings = Findings(self.notation.is_own)
        self.coverage = Coverage(loaded, self.notation, exploration)
        self.finished = False
        self.seconds = 0.0
        self.seconds_before = 0.0
        self._shown: dict[Term, str] = {}
        self._wrong: dict[str, str | None] = {}

    @property
    def target(self) -> str:
        """The program, as the user named it."""
        return str(self.loaded.target)

    @property
    def heap(self) -> str:
        """The name of the heap model."""
        return self.exploration.model.name

    @property
    def statistics(self) -> Statistics:
        """The statistics of the solver queries."""
        return self.exploration.statistics

    @property
    def stopped(self) -> Bound | None:
        """The bound that stopped the whole run, if any."""
        return self.exploration.progress.stopped

    @property
    def complete(self) -> bool:
        """Whether all paths were found."""
        open_ends = self.tally.cut + self.tally.unsupported + self.tally.unknown
        return self.finished and self.stopped is None and not open_ends

    @property
    def assumptions(self) -> tuple[str, ...]:
        """The assumptions, one phrase each."""
        return self.loaded.assumptions

    @property
    def traces(self) -> int:
        """The number of traces found so far."""
        return self.exploration.progress.traces

    @property
    def frontier(self) -> int:
        """The number of states that wait to be explored."""
        return self.exploration.progress.frontier

    def totals(self) -> Totals:
        """Return the totals, which remain after the exploration is reported and dropped."""
        known = (self.statistics, self.stopped, self.complete, self.seconds, self.assumptions, self.traces)
        return Totals(self.target, self.heap, self.tally.counts(), *known, self.is_java, self.vacant)

    @property
    def is_java(self) -> bool:
        """Whether the program is a Java program."""
        return self.loaded.java is not None

    @property
    def vacant(self) -> tuple[str, ...]:
        """The inputs and fields that are null only because no known class fits their type."""
        return () if self.loaded.java is None else self.loaded.java.vacant

    def path(self, trace: Trace[Any]) -> Path:
        """Return the path of a trace that will be counted next."""
        return Path(self._number, trace, self)

    def count(self, path: Path) -> None:
        """Count a path.  Each trace of `exploration` is counted once."""
        self._count(path.trace)

    def note(self, trace: Trace[Any]) -> Path:
        """Count a trace and return its path."""
        path = self.path(trace)
        self.count(path)
        return path

    @property
    def _number(self) -> str:
        return str(self.tally.total + self.tally.unknown)

    def _count(self, trace: CountedTrace) -> None:
        self.findings.add(trace, self._number)
        self.tally.add(trace, crashes=self.crashes(trace.end))

    def crashes(self, end: object) -> bool:
        """Whether an end is an error that the program did not throw on purpose."""
        return isinstance(end, Threw) and is_crash(end, self.notation.is_own)

    def recount(self, traces: Iterable[CountedTrace]) -> None:
        """Count these traces instead of those counted before."""
        self.tally = Tally()
        self.findings = Findings(self.notation.is_own)
        for trace in traces:
            self._count(trace)

    def restore(self, trace: CountedTrace) -> None:
        """Count a trace that another process has found; `exploration` leaves it out."""
        self._count(trace)
        self.exploration.progress.traces += 1

    def finish(self, stopped: Bound | None = None) -> None:
        """Record that the exploration is over, at its end or because of `stopped`."""
        self.finished = True
        self.seconds = self.seconds_before + self.exploration.progress.seconds
        if stopped is not None:
            self.exploration.progress.stopped = stopped

    @property
    def spent(self) -> float:
        """The seconds spent so far, or in total if finished."""
        return self.seconds if self.finished else self.seconds_before + self.exploration.progress.seconds

    def shown(self, term: Term) -> str:
        """Return a condition in readable form, cached because paths share most of their conditions."""
        text = self._shown.get(term)
        if text is None:
            if len(self._shown) >= _REMEMBERED:
                self._shown.clear()
            text = self._shown[term] = self.notation.term(term)
        return text

    def example(self, trace: Trace[Any]) -> ConcreteHeap | None:
        """Return an input that takes a path, for reports."""
        return self.exploration.witness(trace)

    def last_heap(self, trace: Trace[Any]) -> ConcreteHeap | None:
        """Return the heap in which the example of a path ends; None if it is not known."""
        model = trace.path.model
        try:
            return None if model is None else self.exploration.model.final(trace.heap, model)
        except Unreadable:
            return None

    def returned(self, trace: Trace[Any]) -> tuple[Plain, bool] | None:
        """Return the value that the example of a path returns, and whether it is a reference."""
        model, end = trace.path.model, trace.end
        if model is None or not isinstance(end, Returned) or self.loaded.returns_unit or not self.notation.gives_back():
            return None
        is_reference = isinstance(end.value, Handle) or sort_of(end.value) is REF
        return self.exploration.model.concrete(trace.heap, model, end.value), is_reference

    def what_is_wrong(self, finding: Finding) -> str | None:
        """Describe a crash in the words of the source, with the inputs of the method; None if that is impossible.

        A finding without an example is a crash in which no path ends.
        """
        trace, end = finding.trace, finding.end
        assert isinstance(end, Threw)
        if not finding.example:
            return self.notation.crash(end, finding.position)
        if finding.example not in self._wrong:
            heap = self.example(trace) if isinstance(trace, Trace) and trace.confirmed else None
            self._wrong[finding.example] = self.notation.crash(end, finding.position, heap)
        return self._wrong[finding.example]

    @cached_property
    def definitions(self) -> Definitions:
        """The names that terms have in the formulas of its paths."""
        return Definitions()

    def input_types(self) -> dict[str, Type]:
        """Return the types of the inputs, by name."""
        return {declared.name: declared.type for declared in self.loaded.program.inputs}


@dataclass(frozen=True, slots=True, repr=False)
class Path:
    """A finished trace, numbered in the order of finding.  `confirmed`: some initial heap takes it for certain."""

    id: str
    trace: Trace[Any]
    run: Explored
    told: str | None = None
    """A description of its end that was stored before."""

    @property
    def confirmed(self) -> bool:
        """Whether a solver has shown that some initial heap takes the path."""
        return self.trace.confirmed

    @property
    def crashes(self) -> bool:
        """Whether the path ends in an error that the program did not throw on purpose."""
        return self.run.crashes(self.trace.end)

    def ending(self) -> str:
        """Describe the end of the path."""
        from symheap.report.explore.text import ending

        return ending(self)[0]

    def conditions(self) -> tuple[str, ...]:
        """Return the decisions of the path as readable conditions, in the order in which they were made.

        The conditions that inputs have their declared types are left out here; `smt2` and `script` contain them.
        """
        return tuple(map(self.run.shown, self.trace.path.conjuncts(facts=False)))

    def condition(self) -> str:
        """Return the same conditions as one formula."""
        return self.run.notation.term(conjunction(self.trace.path.conjuncts(facts=False)))

    def smt2(self) -> str:
        """Return the path condition as one formula in SMT-LIB."""
        return condition_smt2(conjunction(self._formula()))

    def formula(self) -> str:
        """The same, to be read: definitions, and a line for each conjunct.  Paths share most of their lines."""
        stated, decided = self.trace.path.conjuncts(), self.trace.path.conjuncts(facts=False)
        told, whole = frozenset(decided), self._formula()
        facts, implied = [each for each in stated if each not in told], whole[len(stated) :]
        definitions = self.run.definitions
        lines = definitions.needed(whole)
        parts = (("what the path decided", decided), ("what declarations say", facts), ("names of one place", implied))
        for what, terms in parts:
            lines += [f"; {what}", *map(definitions.asserted, terms)] if terms else []
        return "\n".join(lines)

    def script(self) -> str:
        """Return the path condition as an SMT-LIB script for any solver."""
        return to_smtlib(self._formula())

    def _formula(self) -> tuple[Term, ...]:
        """Return all conjuncts, from the path, the declarations and the heap model."""
        implied = self.run.exploration.model.implied(self.trace.heap)
        return (*self.trace.path.conjuncts(), *(fact for fact in implied if isinstance(fact, Term)))

    def inputs(self) -> ConcreteHeap | None:
        """Return an initial heap that takes this path, if a solver found one."""
        return self.run.exploration.witness(self.trace)

    def input_drawing(self) -> HeapDrawing | None:
        """Draw the heap of `inputs`."""
        from symheap.report.explore.path_pictures import input_picture
        from symheap.report.explore.shown import HeapDrawing

        picture = input_picture(self)
        return None if picture is None else HeapDrawing(picture, f"input of path {self.id}")

    def heaps_drawing(self) -> HeapsDrawing | None:
        """Draw that heap before the run and after it, with the same objects at the same places."""
        from symheap.report.explore.path_heaps import heaps_drawing

        return heaps_drawing(self, self.ending())

    def final_drawing(self) -> HeapDrawing | None:
        """Draw the symbolic heap at the end of the path; None if there is nothing to draw."""
        from symheap.report.explore.path_pictures import final_picture
        from symheap.report.explore.shown import HeapDrawing

        picture = final_picture(self)
        return None if picture is None else HeapDrawing(picture, f"heap at the end of path {self.id}")

    def __str__(self) -> str:
        from symheap.report.explore.text import block

        return block(self)

    def __repr__(self) -> str:
        return f"<Path {self.id}: {self.ending()}>"

    def _repr_html_(self) -> str:
        from symheap.report.explore.run_html import path_html

        return path_html(self)

    def value(self) -> str:
        """Return the value that the path returns."""
        end = self.trace.end
        assert isinstance(end, Returned)
        if self.run.loaded.returns_unit:
            return "unit"
        return self.run.notation.result(readable(self.trace.heap, end.value))


def notation_of(loaded: Loaded) -> Notation:
    """Return the notation for values in the language of a program."""
    if loaded.java is None:
        return Notation()
    from symheap.report.java.notation import notation_of as java_notation

    return java_notation(loaded.java, loaded.target.path)
