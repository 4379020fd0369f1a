"""What the rows of a study come to: by class, in all, beside the printed numbers; and whether the laws hold in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import fsum
from typing import TypeVar

from symheap.bench.ratios import Ratios, ratios
from symheap.bench.row import Cost, Outcome, Row
from symheap.bench.study import Printed, Study
from symheap.bench.tests_made import TestSum, add_up_tests

PATH_OPTIMAL = ("pose", "summary")
"""Models under which no two traces take the same path.  ([Summaries] Corollary 11; [POSE])"""

PAPERS, CLASSIC = "pose", "lazy"
"""The models of the paper: its own, and the one it is compared with, which it calls by the name of a tool, JBSE."""

BELOW_ONE = 0.5
"""What stands for a time that is printed as ``<1``."""

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Sum:
    """Rows added up.  `reasons` counts the methods, not the traces, that each stands in the way of.

    What a method did before it was stopped is in the sums: they are exact only where all methods ended.
    """

    methods: int
    traces: int
    paths: int
    cost: Cost
    seconds: float
    outcomes: Mapping[Outcome, int]
    reasons: Mapping[str, int]
    tests: TestSum | None = None
    """None where no tests were asked for."""

    @property
    def ended(self) -> int:
        return sum(count for outcome, count in self.outcomes.items() if outcome.ended)

    @property
    def run(self) -> int:
        """How many were explored at all: not those whose class is missing."""
        return self.methods - self.outcomes.get(Outcome.MISSING, 0)

    @property
    def share_ended(self) -> float | None:
        return self.ended / self.methods if self.methods else None

    @property
    def share_spared(self) -> float | None:
        """Of the decisions, the share taken without a call of a solver; None where nothing was to be decided."""
        return self.cost.spared / self.cost.decisions if self.cost.decisions else None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a paper printed about one heap model.

    `at_least` names the fields that are lower bounds; `below_one` counts, for a time, the printed ``<1`` in it, each of
    which is half a second of it.
    """

    traces: int
    tokens: int
    query_seconds: float
    test_seconds: float
    at_least: frozenset[str] = frozenset()
    below_one: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Line:
    """A class, or a study, under one heap model: all of its methods, and those that the printed table adds up.

    The sums are over the methods that have a row; `size` is how many methods the study has there, `expected` how many
    of those are in the printed table.  There is a claim only where all of the latter were run: a part of a class, or of
    a study, is compared with nothing.
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
        """The sum that stands beside the printed numbers; where none are printed, that of all methods."""
        return self.all if self.claim is None else self.kept

    @property
    def is_whole(self) -> bool:
        """Whether all that the printed table adds up was run."""
        return 0 < self.expected == self.kept.run

    @property
    def settled(self) -> bool:
        """Whether all that the printed table adds up ended, so that our numbers are final."""
        return self.kept.ended == self.expected

    @property
    def differs(self) -> bool | None:
        """Whether the traces are off the printed ones by more than a tenth.

        None where there is no claim, and where not all methods ended: what was stopped may have more traces than it
        showed.  Only that there are too many already stands in any case.
        """
        if self.claim is None:
            return None
        more = 10 * (self.kept.traces - self.claim.traces)
        if more > self.claim.traces:
            return True
        return -more > self.claim.traces if self.settled else None


@dataclass(frozen=True, slots=True)
class Broken:
    """A law that a method does not obey, and the numbers that show it."""

    method: str
    law: str
    numbers: str

    def __str__(self) -> str:
        return f"{self.method}: {self.law}: {self.numbers}"


@dataclass(frozen=True, slots=True)
class Sums:
    """Everything that is printed about a study.

    `rows` are in the order of the study's methods, one for each method and model; `lines` are, for each model, those of
    the classes, in the order of the printed table, then those that are not in it; `whole` has those of all classes.
    """

    study: Study
    heaps: tuple[str, ...]
    rows: tuple[Row, ...]
    lines: Mapping[str, tuple[Line, ...]]
    whole: Mapping[str, Line]
    ratios: Ratios | None
    broken: tuple[Broken, ...]

    def kept_methods(self) -> frozenset[str]:
        return _kept(self.study)

    @property
    def tested(self) -> bool:
        """Whether tests were made."""
        return any(row.tests is not None for row in self.rows)

    def compared_classes(self, heap: str) -> int:
        """How many classes stand beside printed numbers."""
        return sum(line.claim is not None for line in self.lines[heap])

    def not_run(self, heap: str) -> int:
        """How many of the study's methods have no row."""
        seen = {row.method for row in self.rows if row.heap == heap}
        return sum(str(method) not in seen for method in self.study.methods)


def add_up(study: Study, rows: Iterable[Row]) -> Sums:
    """The sums of a study.  Of several rows for one method and model the last counts."""
    ordered = _ordered(study, rows)
    heaps = tuple(dict.fromkeys(row.heap for row in ordered))
    by_heap = {heap: tuple(row for row in ordered if row.heap == heap) for heap in heaps}
    lines = {heap: _class_lines(study, found, heap) for heap, found in by_heap.items()}
    return Sums(
        study,
        heaps,
        ordered,
        lines,
        {heap: _whole(study, found, heap, lines[heap]) for heap, found in by_heap.items()},
        ratios(study, by_heap.get(PAPERS, ()), by_heap.get(CLASSIC, ())),
        laws(study, ordered),
    )


def total(rows: Iterable[Row]) -> Sum:
    found = tuple(rows)
    return Sum(
        methods=len(found),
        traces=sum(row.traces for row in found),
        paths=sum(row.paths for row in found),
        cost=_costs([row.cost for row in found]),
        seconds=fsum(row.seconds for row in found),
        outcomes=_most_frequent(Counter(row.outcome for row in found)),
        reasons=_most_frequent(
            Counter(what for row in found for what in dict.fromkeys(map(without_place, row.reasons)))
        ),
        tests=add_up_tests([row.tests for row in found if row.tests is not None]),
    )


def claim(printed: Printed | None, heap: str) -> Claim | None:
    """The paper's columns for a model: its own tool's, or those of lazy initialization, which it calls JBSE."""
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


def laws(study: Study, rows: Iterable[Row]) -> tuple[Broken, ...]:
    """Where the laws of a study are broken.

    Path optimality: a path-optimal model has as many traces as paths, however its exploration ended.  Never fewer
    traces: where `pose` and another model both ended, the other has no fewer.  Same paths: it has the same ones.  A
    model that was stopped before its end claims nothing about the last two.
    """
    ordered = _ordered(study, rows)
    papers = {row.method: row for row in ordered if row.heap == PAPERS and row.outcome.ended}
    found: list[Broken] = []
    for row in ordered:
        if row.heap in PATH_OPTIMAL and row.outcome not in (Outcome.FAILED, Outcome.MISSING):
            found += _optimality(row)
        if row.heap != PAPERS and row.outcome.ended and row.method in papers:
            found += _against(papers[row.method], row)
    return tuple(found)


def _optimality(row: Row) -> list[Broken]:
    if row.traces == row.paths:
        return []
    return [Broken(row.method, "path optimality", f"{row.heap} has {row.traces} traces on {row.paths} paths")]


def _against(papers: Row, row: Row) -> list[Broken]:
    found: list[Broken] = []
    if row.traces < papers.traces:
        numbers = f"{row.heap} has {row.traces} traces, {papers.heap} {papers.traces}"
        found.append(Broken(row.method, "never fewer traces", numbers))
    if row.path_digest != papers.path_digest:
        numbers = (
            f"{row.heap} has {row.paths} paths ({row.path_digest}), {papers.heap} {papers.paths} ({papers.path_digest})"
        )
        found.append(Broken(row.method, "same paths", numbers))
    return found


def _ordered(study: Study, rows: Iterable[Row]) -> tuple[Row, ...]:
    """By method in the order of the study, those it does not have last; then by model, in the order of appearance."""
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
        found = by_class[name]
        ours = total(row for row in found if row.method in kept)
        line = Line(name, heap, total(found), ours, max(sizes[name], len(found)), expected[name], None)
        made.append(replace(line, claim=claim(study.printed.get(name), heap)) if line.is_whole else line)
    return tuple(made)


def _whole(study: Study, rows: Sequence[Row], heap: str, lines: Sequence[Line]) -> Line:
    """All classes.  Where some are beside printed numbers, `kept`, `expected` and the claim are of those only."""
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
    )


def without_place(reason: str) -> str:
    """A reason without the place where it was met."""
    return reason.partition(" @ ")[0]


def _most_frequent(counts: Counter[K]) -> dict[K, int]:
    return dict(counts.most_common())
