"""Print the tables of docs/pose-study.md for the three research questions of [POSE], from stored measurements.

    python benchmarks/pose_questions.py rq1
    python benchmarks/pose_questions.py rq2
    python benchmarks/pose_questions.py rq3
    python benchmarks/pose_questions.py methods tests

The first three print tables.  The last prints a regular expression for `symheap bench pose --methods`: the methods of
RQ3 (`tests`) or of RQ2 (`queries`), chosen by the rules below.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from symheap.bench.paired import Comparison, Paired, paired
from symheap.bench.report.figures import short, simple
from symheap.bench.report.tables import read_methods
from symheap.bench.row import Row
from symheap.bench.studies import pose
from symheap.bench.study import Printed

RESULTS = Path(__file__).parent / "results"
ENDED = ("complete", "cut")
MOST_METHODS, MOST_TRACES, MOST_OF_QUERIES = 4, 1000, 50
EXCLUDED = "InstConstraintVisitor"
"""A class left out of RQ2: 125 of its methods send queries, most of them the same few."""


def records(name: str) -> list[dict[str, str]]:
    with (RESULTS / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def by_class() -> dict[str, list[dict[str, str]]]:
    """Return the methods of the printed table, by class."""
    classes: dict[str, list[dict[str, str]]] = {name: [] for name in pose().printed}
    for each in records("pose-study-methods.csv"):
        if each["printed"] == "yes":
            classes[each["method"].partition("::")[0]].append(each)
    return classes


# RQ1 ------------------------------------------------------------------------------------------------------------------


def verdict(ours: int, printed: int, settled: bool) -> str:
    """Return how a sum of traces compares with the printed one; `settled`: all methods ended."""
    if 10 * (ours - printed) > printed:
        return "more"
    if not settled:
        return "not final"
    return "fewer" if 10 * (printed - ours) > printed else "within a tenth"


def first_question() -> Iterator[str]:
    why = {each["class"]: each["why"] for each in records("pose-study-reasons.csv")}
    yield "| class | printed | ours | ended | printed query s | query s | | why |"
    yield "|---|---|---|---|---|---|---|---|"
    for name, methods in by_class().items():
        printed, ours = pose().printed[name], sum(int(each["traces"]) for each in methods)
        ended = sum(each["outcome"] in ENDED for each in methods)
        query = sum(float(each["query seconds"]) for each in methods)
        said = verdict(ours, printed.traces, ended == len(methods))
        reason = why.get(simple(name), "") if said != "within a tenth" else ""
        over = "" if ended == len(methods) else "over "
        times = f"{_seconds(printed.query_seconds)} | {query:.1f}"
        yield (
            f"| {simple(name)} | {printed.traces:,} | {over}{ours:,} | {ended} of {len(methods)} | {times} "
            f"| {said} | {reason} |"
        )


def _seconds(printed: float) -> str:
    return "<1" if printed < 1 else f"{printed:.0f}"


# RQ2 and RQ3 ----------------------------------------------------------------------------------------------------------


def chosen(kind: str) -> list[str]:
    """Return the methods of a measurement.

    `tests`: those of the classes of the table with at most four methods, all of which end under both models, with at
    most 1,000 traces under lazy initialization.  `queries`: the methods of the study that end under both models, with
    at most 50 traces each, and of which POSE sends a query to a back end, without one class.
    """
    traces = {
        each["method"]: int(each["lazy traces"])
        for file, also in (("pose-study-lazy.csv", "pose"), ("pose-study-lazy-60s.csv", "lazy"))
        for each in records(file)
        if each["lazy"] in ENDED and each[also] in ENDED
    }
    if kind == "tests":
        small = [
            [each["method"] for each in methods]
            for methods in by_class().values()
            if len(methods) <= MOST_METHODS and all(each["method"] in traces for each in methods)
        ]
        return [name for names in small if sum(map(traces.__getitem__, names)) <= MOST_TRACES for name in names]
    asking = {each["method"] for each in records("pose-study-methods.csv") if int(each["queries"])}
    few = [name for name, count in traces.items() if count <= MOST_OF_QUERIES and EXCLUDED not in name]
    return [name for name in few if name in asking and name not in chosen("tests")]


def rows_of(*names: str) -> Paired:
    rows = [row for name in names for row in read_methods((RESULTS / name).read_text(encoding="utf-8"))]
    compared = paired(_under("pose", rows), _under("lazy", rows))
    assert compared is not None
    return compared


def _under(heap: str, rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row.heap == heap]


def second_question() -> Iterator[str]:
    compared = rows_of("pose-study-tests.csv", "pose-study-queries.csv")
    columns = ("queries", "tokens", "query CPU s")
    yield "| class | queries: pose | lazy | tokens: pose | lazy | query CPU s: pose | lazy |"
    yield "|---|---|---|---|---|---|---|"
    yield from _table(compared, columns, only_if="queries")
    yield ""
    yield from _tests(compared, columns)


def third_question() -> Iterator[str]:
    compared = rows_of("pose-study-tests.csv")
    columns = ("traces", "tests", "redundant tests", "test CPU s", "replay CPU s", "tests passed")
    heads = " | ".join(f"{each}: pose | lazy" for each in columns)
    yield f"| class | {heads} | printed test s: POSE | JBSE |"
    yield "|---" * (2 * len(columns) + 3) + "|"
    yield from _table(compared, columns, printed=pose().printed)
    yield ""
    yield from _tests(compared, ("traces", "tests", "test CPU s", "replay CPU s"))


def _table(
    compared: Paired, columns: Sequence[str], only_if: str = "", printed: Mapping[str, Printed] | None = None
) -> Iterator[str]:
    measures = {each.measure: each for each in compared.comparisons}
    for at, name in enumerate(compared.classes):
        if only_if and not (measures[only_if].pose[at] or measures[only_if].lazy[at]):
            continue
        cells = [
            f"{short(each)}" for column in columns for each in (measures[column].pose[at], measures[column].lazy[at])
        ]
        if printed is not None:
            above = ">" if "other_test_seconds" in printed[name].at_least else ""
            cells += [f"{printed[name].test_seconds:,.0f}", f"{above}{printed[name].other_test_seconds:,.0f}"]
        yield f"| {simple(name)} | {' | '.join(cells)} |"
    sums = [short(sum(each)) for column in columns for each in (measures[column].pose, measures[column].lazy)]
    yield f"| *sum* | {' | '.join(sums)} |" + (" | |" if printed is not None else "")


def _tests(compared: Paired, columns: Sequence[str]) -> Iterator[str]:
    yield f"| by class ({len(compared.classes)}) | median: pose | lazy | pose less | more | p |"
    yield "|---|---|---|---|---|---|"
    yield from (_line(each) for each in compared.comparisons if each.measure in columns)


def _line(each: Comparison) -> str:
    ours, theirs = map(short, each.medians)
    return f"| {each.measure} | {ours} | {theirs} | {each.less} | {each.more} | {each.p_value:.2g} |"


def main(question: str, kind: str = "tests") -> None:
    if question == "methods":
        print("^(" + "|".join(map(re.escape, chosen(kind))) + ")$")
        return
    print(*{"rq1": first_question, "rq2": second_question, "rq3": third_question}[question](), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
