"""The report on the terminal: numbers beside the printed ones, at every width, with and without colours."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bench_rows import ADD, EMPTY, EXTRA, GET, LAZY, POSE, PUT, STUDY, row

from symheap.bench.ratios import Ratio
from symheap.bench.report import figures
from symheap.bench.report.text import TextStyle, report
from symheap.bench.row import Cost, RowOutcome
from symheap.bench.sums import add_up, total


def cells(text: str, name: str) -> list[str]:
    return next(line for line in text.splitlines() if line.startswith(name)).split()


def test_a_row_has_ours_beside_the_paper() -> None:
    text = report(add_up(STUDY, POSE))
    assert cells(text, "Tree")[1:10] == ["11", "10", "1.00e30", "500", "2.75", "20", "61.5", "40", "1/2"]
    assert cells(text, "List")[1:10] == ["4", "4", "0", "50", "0.00", "<1", "0.50", "3", "1/2"]
    assert cells(text, "Plain") == ["Plain", "0", "0", "0.00", "0.00", "0/1", "1", "missing;", "no", "class", "a.Plain"]
    assert text.index("\nTree") < text.index("\nList") < text.index("\nPlain") < text.index("\nthe paper's methods")


@pytest.mark.parametrize("columns", [None, 60, 100])
def test_where_nothing_is_printed_there_are_no_columns_for_it(columns: int | None) -> None:
    text = report(add_up(replace(STUDY, printed={}), POSE), TextStyle(columns=columns))
    assert "paper" not in text
    assert cells(text, "class")[:7] == ["class", "traces", "tokens", "query", "s", "total", "s"]
    assert cells(text, "Tree")[1] == "11"
    assert cells(text, "all methods")[-1] == "2/5"
    assert max(map(len, text.splitlines())) <= (columns or 200)


def test_the_lines_below_the_table() -> None:
    text = report(add_up(STUDY, (*POSE, *LAZY)))
    assert "2 of 5 methods (40.0 %): 1 complete, 1 cut, 1 unsupported, 1 time, 1 missing" in text
    assert "within a tenth of the paper's in 1 of 2 classes, more in 0, fewer in 0; not final in 1" in text
    assert "2.75 s; for the paper's methods 2.75 s against 20 s (1/7.5; 2 of the 3 ended)" in text
    assert "73.3 % of 30 without a solver" in text
    assert "10.0 to 1 where both ended (1 methods)" in text
    assert "the paper 72.0 to 1 (3)" in text
    assert "   2  new Thread" in text
    assert "60.0 s  time         Tree::put(int, Object)" in text
    assert ">36,000" in text
    assert "laws         hold" in text


def test_classes_are_more_or_fewer_or_not_final() -> None:
    """2026-11-15: a class with a stopped method was said to have fewer traces than the paper's."""
    stopped = [row(PUT, outcome=RowOutcome.TIME, traces=1), row(GET, traces=1), row(ADD, traces=2)]
    text = report(add_up(STUDY, stopped))
    assert "within a tenth of the paper's in 0 of 2 classes, more in 0, fewer in 1; not final in 1" in text
    text = report(add_up(STUDY, [replace(stopped[0], traces=99), *stopped[1:]]))
    assert "in 0 of 2 classes, more in 1, fewer in 1; not final in 0" in text


def test_of_a_part_the_classes_say_how_much_was_run() -> None:
    """2026-11-15: a single method of a class was shown beside the printed numbers of all its methods."""
    text = report(add_up(STUDY, [row(GET, traces=4)]))
    assert cells(text, "Tree") == ["Tree", "4", "0", "0.00", "0.00", "1/1", "1", "of", "2", "run"]
    assert "none of which was run: nothing is compared" in " ".join(text.split())
    assert "against" not in text
    assert "1/1 of 2" in report(add_up(STUDY, [row(GET, traces=4)]), TextStyle(columns=60))
    text = " ".join(report(add_up(STUDY, [row(GET, cost=Cost(seconds=2.0)), row(ADD, traces=4)])).split())
    assert "2.00 s; for the paper's methods in the 1 of 2 classes that were run whole 0.00 s against <1 s" in text
    assert "against <1 s (1 of the 1 ended)" in text


def test_what_is_missing_is_not_among_the_slowest() -> None:
    """2026-11-15: it was listed, with 0.00 s."""
    below = report(add_up(STUDY, POSE)).partition("slowest")[2]
    assert "Tree::put" in below
    assert "Plain::extra" not in below
    assert "slowest" not in report(add_up(STUDY, [POSE[4]]))


def test_times_that_were_not_measured_add_up_to_an_upper_bound() -> None:
    """2026-11-15: ``<1`` was shown as 0 s, and two of them as 1 s."""
    unmeasured = {name: replace(each, query_seconds=0.5) for name, each in STUDY.printed.items()}
    text = report(add_up(replace(STUDY, printed=unmeasured), POSE))
    assert "against <2 s (2 of the 3 ended)" in text
    assert cells(text, "the paper's methods")[8] == "<2"
    assert cells(text, "Tree")[6] == "<1"


def test_a_broken_law_is_told_in_full() -> None:
    text = report(add_up(STUDY, [row(GET, traces=5, paths=4)]), TextStyle(lambda text, style: f"<{style}>{text}"))
    assert f"<bad>BROKEN  {GET}: path optimality: pose has 5 traces on 4 paths" in text
    assert "hold" not in text


@pytest.mark.parametrize("columns", [*range(60, 161, 4)])
def test_no_line_is_longer_than_the_terminal(columns: int) -> None:
    long = {**STUDY.printed, "a.Plain": replace(STUDY.printed["a.Tree"], traces=61_404_980, tokens=385_255_412)}
    rows = [*POSE, *LAZY, row(EXTRA, outcome=RowOutcome.UNSUPPORTED, reasons={"x" * 300: 1, "a b " * 60: 1})]
    text = report(add_up(replace(STUDY, printed=long), rows), TextStyle(columns=columns))
    assert max(map(len, text.splitlines())) <= columns
    assert "traces" in text
    assert "ended" in text


def test_what_a_class_is_called_cannot_steer_the_terminal_nor_leave_ascii() -> None:
    strange = row("a.\x1b[2J\u202ebé::m()", outcome=RowOutcome.UNSUPPORTED, reasons={"…\n" + "long " * 30: 1})
    text = report(add_up(STUDY, [strange]), TextStyle(columns=100, ascii_only=True))
    assert text.isascii()
    assert "\x1b" not in text
    assert "..." in text


def test_an_empty_study_says_so() -> None:
    assert report(add_up(EMPTY, ())) == "A toy study: no method was run.\n"


@pytest.mark.parametrize(
    ("number", "exact", "short"),
    [
        (0, "0", "0"),
        (18_793, "18,793", "18,793"),
        (385_255_412, "385,255,412", "385M"),
        (37_355_572, "37,355,572", "37.4M"),
        (10**30, "1.00e30", "1.00e30"),
        (123 * 10**400, "1.23e402", "1.23e402"),
    ],
)
def test_numbers_of_any_size(number: int, exact: str, short: str) -> None:
    assert (figures.whole(number), figures.compact(number)) == (exact, short)


def test_a_share_is_whole_only_if_nothing_is_missing() -> None:
    shown = [figures.share(part) for part in (None, 0.0, 0.0001, 0.5, 0.9999, 1.0)]
    assert shown == ["-", "0.0 %", "<0.1 %", "50.0 %", ">99.9 %", "100.0 %"]


def test_ratios_and_factors() -> None:
    assert figures.to_one(Ratio(692, 39_190, 77_352_300)) == "1,974 to 1"
    assert figures.to_one(Ratio(0, 0, 0)) == "-"
    assert figures.times(2.0, 9600.0) == "1/4,800"
    assert figures.times(3.0, 2.0) == "1.5 times"
    assert figures.times(0.0, 2.0) == "-"


def test_obstacles_may_be_cut_short() -> None:
    result = total(POSE)
    assert figures.obstacles(result, most=1).endswith("new Thread (2), 2 more")
    assert figures.obstacles(result, most=3) == figures.obstacles(result)
