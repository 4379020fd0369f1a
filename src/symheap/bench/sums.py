"""Add up the rows of a study by class and in total, compare them with the printed numbers, and check the laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import TypeVar

from symheap.bench.paired import Paired, paired
from symheap.bench.ratios import Ratios, ratios
from symheap.bench.row import Cost, Row, RowOutcome
from symheap.bench.study import Printed, Study
from symheap.bench.tests_made import TestSum, add_up_tests

PATH_OPTIMAL = ("pose", "summary")
"""Models under which no two traces take the same path.  ([Summaries] Corollary 11; [POSE])"""

PAPERS, CLASSIC = "pose", "lazy"
"""The models of the paper: its own, and the one that it compares with and calls JBSE, the name of a tool."""

BELOW_ONE = 0.5
"""The value that represents a time printed as ``<1``."""

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Sum:
    """The sum of some rows.  `reasons` counts the methods, not the traces, that each reason affects.

    The work of methods that were stopped is included, so the sums are exact only if all methods ended.
    """

    methods: int
    traces: int
    paths: int
    cost: Cost
    seconds: float
    outcomes: Mapping[RowOutcome, int]
    reasons: Mapping[str, int]
    tests: TestSum | None = None
    """None if no tests were asked for."""

    @property
    def ended(self) -> int:
        return sum(count for outcome, count in self.outcomes.items() if outcome.ended)

    @property
    def run(self) -> int:
        """The number of methods that were explored at all, without those whose class is missing."""
        return self.methods - self.outcomes.get(RowOutcome.MISSING, 0)

    @property
    def share_ended(self) -> float | None:
        return self.ended / self.methods if self.methods else None

    @property
    def share_spared(self) -> float | None:
        """The share of decisions made without calling a solver; None if there were no decisions."""
        return self.cost.spared / self.cost.decisions if self.cost.decisions else None


@dataclass(frozen=True, slots=True)
class Claim:
    """The numbers that a paper printed for one heap model.

    `at_least` names the fields that are lower bounds.  `below_one` counts the printed ``<1`` in a time, each of which
    contributes half a second.
    """

    traces: int
    tokens: int
    query_seconds: float
    test_seconds: float
    at_least: frozenset[str] = frozenset()
    below_one: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """A class or a study under one heap model: the sum of all methods, and of those that the printed table includes.

    The sums cover the methods that have a row; `size` is the number of methods in the study, `expected` the number of
    those in the printed table.  There is a claim only if all of the latter were run: part of a class, or of a study, is
    not compared with anything.
    """

    name: str
    heap: str
    all: Sum
    kept: Sum
    size: int
    expected: int
    claim: Claim | None

    @property
    def compared(self) -> Sum:
        """The sum to compare with the printed numbers; the sum of all methods if none are printed."""
        return self.all if self.claim is None else self.kept

    @property
    def is_whole(self) -> bool:
        """Whether all methods of the printed table were run."""
        return 0 < self.expected == self.kept.run

    @property
    def settled(self) -> bool:
        """Whether all methods of the printed table ended, so that our numbers are final."""
        return self.kept.ended == self.expected

    @property
    def differs(self) -> bool | None:
        """Whether the traces differ from the printed ones by more than a tenth.

        None if there is no claim, or if some methods did not end, since these may have more traces.  An excess of more
        than a tenth is certain even then.
        """
        if self.claim is None:
            return None
        more = 10 * (self.kept.traces - self.claim.traces)
        if more > self.claim.traces:
            return True
        return -more > self.claim.traces if self.settled else None


@dataclass(frozen=True, slots=True)
class BrokenLaw:
    """A violation of a law by a method, with the numbers that show it."""

    method: str
    law: str
    numbers: str

    def __str__(self) -> str:
        return f"{self.method}: {self.law}: {self.numbers}"


@dataclass(frozen=True, slots=True)
class Sums:
    """All results of a study.

    `rows` has one row for each method and model, in the order of the study's methods.  `lines` has, for each model, the
    lines of the classes, in the order of the printed table, then those of other classes.  `whole` has the totals.
    """

    study: Study
    heaps: tuple[str, ...]
    rows: tuple[Row, ...]
    lines: Mapping[str, tuple[Line, ...]]
    whole: Mapping[str, Line]
    ratios: Ratios | None
    paired: Paired | None
    broken: tuple[BrokenLaw, ...]

    def kept_methods(self) -> frozenset[str]:
        return _kept(self.study)

    @property
    def tested(self) -> bool:
        """Whether tests were made."""
        return any(row.tests is not None for row in self.rows)

    def compared_classes(self, heap: str) -> int:
        """Return the number of classes that are compared with printed numbers."""
        return sum(line.claim is not None for line in self.lines[heap])

    def not_run(self, heap: str) -> int:
        """Return the number of the study's methods without a row."""
        seen = {row.method for row in self.rows if row.heap == heap}
        return sum(str(method) not in seen for method in self.study.methods)


def add_up(study: Study, rows: Iterable[Row]) -> Sums:
    """Add up a study.  The last of several rows for one method and model counts."""
    ordered = _ordered(study, rows)
    heaps = tuple(dict.fromkeys(row.heap for row in ordered))
    by_heap = {heap: tuple(row for row in ordered if row.heap == heap) for heap in heaps}
    lines = {heap: _class_lines(study, own, heap) for heap, own in by_heap.items()}
    return Sums(
        study,
        heaps,
        ordered,
        lines,
        {heap: _whole(study, own, heap, lines[heap]) for heap, own in by_heap.items()},
        ratios(study, by_heap.get(PAPERS, ()), by_heap.get(CLASSIC, ())),
        paired(by_heap.get(PAPERS, ()), by_heap.get(CLASSIC, ())),
        laws(study, ordered),
    )


def total(rows: Iterable[Row]) -> Sum:
    all_rows = tuple(rows)
    return Sum(
        methods=len(all_rows),
        traces=sum(row.traces for row in all_rows),
        paths=sum(row.paths for row in all_rows),
        cost=_costs([row.cost for row in all_rows]),
        seconds=fsum(row.seconds for row in all_rows),
        outcomes=_most_frequent(Counter(row.outcome for row in all_rows)),
        reasons=_most_frequent(
            Counter(what for row in all_rows for what in dict.fromkeys(map(without_place, row.reasons)))
        ),
        tests=add_up_tests([row.tests for row in all_rows if row.tests is not None]),
    )


def claim(printed: Printed | None, heap: str) -> Claim | None:
    """Return the printed numbers for a model.

    These are the numbers of the paper's tool for POSE, and those of JBSE for lazy initialization.
    """
    if printed is None or heap not in (PAPERS, CLASSIC):
        return None
    bounds = frozenset(printed.at_least)
    if heap == PAPERS:
        numbers = (printed.traces, printed.tokens, printed.query_seconds, printed.test_seconds)
        return _claimed(numbers, frozenset(each for each in bounds if not each.startswith("other_")))
    numbers = (printed.other_traces, printed.other_tokens, printed.other_query_seconds, printed.other_test_seconds)
    return _claimed(numbers, frozenset(each.removeprefix("other_") for each in bounds if each.startswith("other_")))


def _claimed(numbers: tuple[int, int, float, float], at_least: frozenset[str]) -> Claim:
    times = {"query_seconds": numbers[2], "test_seconds": numbers[3]}
    return Claim(*numbers, at_least, {name: 1 for name, value in times.items() if value == BELOW_ONE})


def laws(study: Study, rows: Iterable[Row]) -> tuple[BrokenLaw, ...]:
    """Check the laws of a study and return the violations.

    Path optimality: a path-optimal model has as many traces as paths, even if its exploration was stopped.  Never fewer
    traces: if `pose` and another model both ended, the other has no fewer traces.  Same paths: in that case both have
    the same paths.
    """
    ordered = _ordered(study, rows)
    papers = {row.method: row for row in ordered if row.heap == PAPERS and row.outcome.ended}
    broken: list[BrokenLaw] = []
    for row in ordered:
        if row.heap in PATH_OPTIMAL and row.outcome not in (RowOutcome.FAILED, RowOutcome.MISSING):
            broken += _optimality(row)
        if row.heap != PAPERS and row.outcome.ended and row.method in papers:
            broken += _against(papers[row.method], row)
    return tuple(broken)


def _optimality(row: Row) -> list[BrokenLaw]:
    if row.traces == row.paths:
        return []
    return [BrokenLaw(row.method, "path optimality", f"{row.heap} has {row.traces} traces on {row.paths} paths")]


def _against(papers: Row, row: Row) -> list[BrokenLaw]:
    broken: list[BrokenLaw] = []
    if row.traces < papers.traces:
        numbers = f"{row.heap} has {row.traces} traces, {papers.heap} {papers.traces}"
        broken.append(BrokenLaw(row.method, "never fewer traces", numbers))
    if row.path_digest != papers.path_digest:
        numbers = (
            f"{row.heap} has {row.paths} paths ({row.path_digest}), {papers.heap} {papers.paths} ({papers.path_digest})"
        )
        broken.append(BrokenLaw(row.method, "same paths", numbers))
    return broken


def _ordered(study: Study, rows: Iterable[Row]) -> tuple[Row, ...]:
    """Sort by method in the order of the study, unknown methods last; then by model, in the order of appearance."""
    last = {(row.method, row.heap): row for row in rows}
    place = {str(method): i for i, method in enumerate(study.methods)}
    heaps = {heap: i for i, heap in enumerate(dict.fromkeys((PAPERS, *(heap for _, heap in last))))}
    return tuple(
        sorted(last.values(), key=lambda row: (place.get(row.method, len(place)), row.method, heaps[row.heap]))
    )


def _kept(study: Study) -> frozenset[str]:
    return frozenset(str(method) for method in study.methods if method.printed)


def _class_lines(study: Study, rows: Sequence[Row], heap: str) -> tuple[Line, ...]:
    kept = _kept(study)
    sizes = Counter(method.class_name for method in study.methods)
    expected = Counter(method.class_name for method in study.methods if method.printed)
    by_class: dict[str, list[Row]] = {}
    for row in rows:
        by_class.setdefault(row.class_name, []).append(row)
    names = [name for name in study.printed if name in by_class]
    names += [name for name in by_class if name not in study.printed]
    made: list[Line] = []
    for name in names:
        class_rows = by_class[name]
        ours = total(row for row in class_rows if row.method in kept)
        line = Line(name, heap, total(class_rows), ours, max(sizes[name], len(class_rows)), expected[name], None)
        made.append(replace(line, claim=claim(study.printed.get(name), heap)) if line.is_whole else line)
    return tuple(made)


def _whole(study: Study, rows: Sequence[Row], heap: str, lines: Sequence[Line]) -> Line:
    """Return the totals of all classes.

    If some classes are compared with printed numbers, `kept`, `expected` and the claim cover only these classes.
    """
    kept = _kept(study)
    compared = {line.name: line for line in lines if line.claim is not None}
    ours = total(row for row in rows if row.method in kept and (not compared or row.class_name in compared))
    expected = sum(line.expected for line in compared.values()) if compared else len(kept)
    printed = _claims([line.claim for line in compared.values() if line.claim is not None])
    return Line("all", heap, total(rows), ours, max(len(study.methods), len(rows)), expected, printed)


def _claims(claims: Sequence[Claim]) -> Claim | None:
    if not claims:
        return None
    return Claim(
        sum(each.traces for each in claims),
        sum(each.tokens for each in claims),
        sum(each.query_seconds for each in claims),
        sum(each.test_seconds for each in claims),
        frozenset().union(*(each.at_least for each in claims)),
        dict(sum((Counter(each.below_one) for each in claims), Counter())),
    )


def _costs(costs: Sequence[Cost]) -> Cost:
    return Cost(
        queries=sum(cost.queries for cost in costs),
        decisions=sum(cost.decisions for cost in costs),
        spared=sum(cost.spared for cost in costs),
        tree_tokens=sum(cost.tree_tokens for cost in costs),
        dag_tokens=sum(cost.dag_tokens for cost in costs),
        seconds=fsum(cost.seconds for cost in costs),
        cpu_seconds=fsum(cost.cpu_seconds for cost in costs),
    )


def without_place(reason: str) -> str:
    """Return a reason without its place."""
    return reason.partition(" @ ")[0]


def _most_frequent(counts: Counter[K]) -> dict[K, int]:
    return dict(counts.most_common())
