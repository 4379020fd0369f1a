"""Two models side by side: which methods count, the sums of classes, and the test of their differences."""

from __future__ import annotations

from dataclasses import replace

from bench_rows import ADD, GET, LAZY, POSE, PUT, STUDY

from symheap.bench.paired import Comparison, Paired, paired
from symheap.bench.report.document import document
from symheap.bench.report.text import report
from symheap.bench.row import Cost, Replay, Row, RowOutcome, Tests
from symheap.bench.sums import add_up


def row(method: str, heap: str, traces: int, *, outcome: RowOutcome = RowOutcome.COMPLETE, made: int = 0) -> Row:
    tests = Tests(made, redundant=max(0, made - 2), cpu_seconds=0.5, replay=Replay(made)) if made else None
    return Row(method, heap, outcome, traces, 2, "00", cost=Cost(tree_tokens=10 * traces), tests=tests)


def measures(compared: Paired | None) -> dict[str, Comparison]:
    assert compared is not None
    return {each.measure: each for each in compared.comparisons}


def test_methods_count_where_both_ended_and_are_added_up_by_class() -> None:
    ours = [
        row("a.A::f()", "pose", 2),
        row("a.A::g()", "pose", 3),
        row("a.B::f()", "pose", 4),
        row("a.C::f()", "pose", 1),
    ]
    late = row("a.A::g()", "lazy", 900, outcome=RowOutcome.TIME)
    compared = paired(ours, [row("a.A::f()", "lazy", 5), late, row("a.B::f()", "lazy", 4)])
    assert compared is not None
    assert (compared.methods, compared.classes) == (2, ("a.A", "a.B"))
    traces, tokens = measures(compared)["traces"], measures(compared)["tokens"]
    assert (traces.pose, traces.lazy, traces.medians) == ((2, 4), (5, 4), (3.0, 4.5))
    assert (traces.less, traces.more, traces.test.pairs) == (1, 0, 1)
    assert (tokens.pose, tokens.lazy) == ((20, 40), (50, 40))


def test_without_a_method_where_both_ended_there_is_nothing_to_compare() -> None:
    assert paired([row("a.A::f()", "pose", 2)], [row("a.A::f()", "lazy", 9, outcome=RowOutcome.TIME)]) is None
    assert add_up(STUDY, POSE).paired is None


def test_tests_are_compared_if_every_method_has_them() -> None:
    ours, theirs = row("a.A::f()", "pose", 2, made=2), row("a.A::f()", "lazy", 5, made=5)
    both = measures(paired([ours], [theirs]))
    assert (both["tests"].pose, both["tests"].lazy) == ((2,), (5,))
    assert (both["redundant tests"].pose, both["redundant tests"].lazy) == ((0,), (3,))
    assert both["tests passed"].lazy == (5,)
    assert "tests" not in measures(paired([ours], [replace(theirs, tests=None)]))


def test_the_comparison_is_in_the_report_and_in_the_document() -> None:
    sums = add_up(STUDY, [*POSE, *LAZY])
    assert sums.paired is not None
    text = report(sums)
    traces = measures(sums.paired)["traces"]
    assert f"both ended   {sums.paired.methods} methods in {len(sums.paired.classes)} classes" in text
    assert f"traces: sum {sum(traces.pose)} and {sum(traces.lazy)}" in text
    made: dict[str, object] = document(sums, {})["both_ended"]  # type: ignore[assignment]
    assert made["methods"] == sums.paired.methods
    assert {GET, ADD, PUT} & {each.method for each in sums.rows}
