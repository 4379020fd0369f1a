"""Sums are exact, over all methods and over the printed ones; each kind of broken law is detected and nothing else."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from bench_rows import ADD, EMPTY, EXTRA, GET, LAZY, POSE, PUT, SIZE, STUDY, row

from symheap.bench import studies
from symheap.bench.ratios import Ratio
from symheap.bench.report import figures
from symheap.bench.row import Cost, Row, RowOutcome
from symheap.bench.sums import BrokenLaw, Line, Sums, add_up, claim, laws, total


def line(sums: Sums, name: str, heap: str = "pose") -> Line:
    return next(each for each in sums.lines[heap] if each.name == name)


def test_rows_and_classes_are_ordered_by_the_study_and_by_the_printed_table() -> None:
    sums = add_up(STUDY, (*reversed(LAZY), *POSE, row("b.Stranger::m()")))
    assert [each.method for each in sums.rows if each.heap == "pose"] == [EXTRA, ADD, SIZE, PUT, GET, "b.Stranger::m()"]
    assert sums.heaps == ("pose", "lazy")
    assert [each.name for each in sums.lines["pose"]] == ["a.Tree", "a.List", "a.Plain", "b.Stranger"]


def test_a_class_adds_up_all_its_methods_and_those_that_are_printed() -> None:
    sums = add_up(STUDY, POSE)
    tree, many = line(sums, "a.Tree"), line(sums, "a.List")
    assert tree.all == tree.kept
    assert (tree.all.traces, tree.all.paths, tree.all.seconds) == (11, 11, 61.5)
    assert tree.all.cost == Cost(8, 30, 22, 10**30 + 120, 10**29 + 60, 2.75)
    assert tree.all.share_spared == pytest.approx(22 / 30)
    assert (many.all.methods, many.all.traces, many.kept.methods, many.kept.traces) == (2, 5, 1, 4)
    assert many.compared is many.kept
    assert line(sums, "a.Plain").compared.outcomes == {RowOutcome.MISSING: 1}


def test_a_reason_counts_the_methods_it_stands_in_the_way_of() -> None:
    whole = add_up(STUDY, POSE).whole["pose"].all
    assert list(whole.reasons.items()) == [("new Thread", 2), ("no class a.Plain", 1), ("clone", 1)]
    assert (whole.ended, whole.methods, whole.share_ended) == (2, 5, 0.4)


def test_the_last_row_of_a_method_counts() -> None:
    sums = add_up(STUDY, (*POSE, row(GET, traces=5)))
    assert line(sums, "a.Tree").all.traces == 12
    assert sums.not_run("pose") == 0
    assert add_up(STUDY, POSE[:2]).not_run("pose") == 3


def test_printed_numbers_belong_to_pose_and_lazy_only() -> None:
    printed = STUDY.printed["a.Tree"]
    ours, other = claim(printed, "pose"), claim(printed, "lazy")
    assert ours is not None
    assert other is not None
    assert (ours.traces, ours.tokens, ours.query_seconds, ours.test_seconds) == (10, 500, 20.0, 40.0)
    assert not ours.at_least
    assert (other.traces, other.test_seconds, other.at_least) == (1000, 36000.0, frozenset({"test_seconds"}))
    assert claim(printed, "summary") is None
    whole = add_up(STUDY, POSE).whole["pose"].claim
    assert whole is not None
    assert (whole.traces, whole.query_seconds) == (14, 20.5)


@pytest.mark.parametrize(("traces", "differs"), [(89, True), (90, False), (110, False), (111, True)])
def test_a_tenth_is_no_difference(traces: int, differs: bool) -> None:
    study = replace(STUDY, printed={"a.List": replace(STUDY.printed["a.List"], traces=100)})
    assert line(add_up(study, [row(ADD, traces=traces)]), "a.List").differs is differs


def test_a_class_of_which_not_all_was_run_is_not_compared() -> None:
    assert line(add_up(STUDY, [row(GET, traces=10)]), "a.Tree").differs is None
    assert line(add_up(STUDY, [row(SIZE)]), "a.List").differs is None


def test_what_is_missing_was_not_run() -> None:
    """2026-11-15: methods without classes counted as run, so that their class had fewer traces than printed."""
    result = line(add_up(STUDY, [row(ADD, outcome=RowOutcome.MISSING, traces=0)]), "a.List")
    assert (result.claim, result.differs, result.is_whole) == (None, None, False)


@pytest.mark.parametrize("outcome", [o for o in RowOutcome if not o.ended and o is not RowOutcome.MISSING])
@pytest.mark.parametrize(("traces", "differs"), [(0, None), (89, None), (100, None), (110, None), (111, True)])
def test_of_a_class_that_was_stopped_only_more_traces_are_certain(
    outcome: RowOutcome, traces: int, differs: bool | None
) -> None:
    """2026-11-15: sums that were not final were called smaller than the paper's, or within a tenth of them."""
    study = replace(STUDY, printed={"a.List": replace(STUDY.printed["a.List"], traces=100)})
    assert line(add_up(study, [row(ADD, outcome=outcome, traces=traces)]), "a.List").differs is differs


def test_the_whole_is_compared_over_the_classes_that_were_run_whole() -> None:
    """2026-11-15: it expected all printed methods, beside the claims of the classes that had a row."""
    rows = [row(GET, traces=4), row(ADD, traces=5), row(SIZE)]
    sums = add_up(STUDY, rows)
    whole = sums.whole["pose"]
    assert whole.claim is not None
    assert (whole.claim.traces, whole.kept.traces, whole.expected, whole.all.traces) == (4, 5, 1, 10)
    assert (sums.compared_classes("pose"), whole.settled) == (1, True)
    assert add_up(STUDY, rows[:1]).whole["pose"].claim is None
    assert add_up(STUDY, POSE).whole["pose"].expected == 3


def test_numbers_are_final_where_all_printed_methods_ended() -> None:
    sums = add_up(STUDY, POSE)
    assert (line(sums, "a.List").settled, line(sums, "a.Tree").settled) == (True, False)


def test_ratios_by_four_ways_of_counting() -> None:
    pose = (POSE[0], replace(POSE[1], outcome=RowOutcome.CUT), *POSE[2:])
    ratios = add_up(STUDY, (*pose, *LAZY)).ratios
    assert ratios is not None
    assert (ratios.both_ended.methods, ratios.both_ended.value) == (1, Fraction(10))
    assert (ratios.as_printed.methods, ratios.as_printed.value) == (2, Fraction(40 + 900, 4 + 7))
    assert (ratios.lower_bound.methods, ratios.lower_bound.lazy, ratios.lower_bound.pose) == (3, 40 + 900 + 4, 15)
    assert ratios.printed is not None
    assert (ratios.printed.methods, ratios.printed.value) == (3, Fraction(72))


def test_the_papers_ratio() -> None:
    rows = [row("a.B::m()", heap) for heap in ("pose", "lazy")]
    ratios = add_up(studies.pose(), rows).ratios
    assert ratios is not None
    assert ratios.printed == Ratio(692, 39_190, 77_352_300)
    assert figures.to_one(ratios.printed) == "1,974 to 1"


def test_no_ratio_without_both_models() -> None:
    assert add_up(STUDY, POSE).ratios is None
    assert add_up(STUDY, LAZY).ratios is None


def test_the_invented_rows_obey_the_laws() -> None:
    assert laws(STUDY, (*POSE, *LAZY)) == ()


@pytest.mark.parametrize("outcome", [o for o in RowOutcome if o not in (RowOutcome.FAILED, RowOutcome.MISSING)])
@pytest.mark.parametrize("heap", ["pose", "summary"])
def test_more_traces_than_paths_break_path_optimality(heap: str, outcome: RowOutcome) -> None:
    result = laws(STUDY, [row(GET, heap, outcome, traces=5, paths=4)])
    assert result == (BrokenLaw(GET, "path optimality", f"{heap} has 5 traces on 4 paths"),)


def test_lazy_may_have_more_traces_than_paths_and_a_failure_claims_nothing() -> None:
    rows = [row(GET, "lazy", traces=5, paths=4), row(PUT, outcome=RowOutcome.FAILED, traces=5, paths=4)]
    assert laws(STUDY, rows) == ()


def test_fewer_traces_than_pose_are_found() -> None:
    result = laws(STUDY, [row(GET, traces=4), row(GET, "lazy", traces=3)])
    assert result == (BrokenLaw(GET, "never fewer traces", "lazy has 3 traces, pose 4"),)


def test_other_paths_than_those_of_pose_are_found() -> None:
    (found,) = laws(STUDY, [row(GET, traces=4), row(GET, "summary", traces=4, path_digest="other")])
    assert (found.method, found.law) == (GET, "same paths")
    assert "summary has 4 paths (other)" in found.numbers


@pytest.mark.parametrize("outcome", [o for o in RowOutcome if not o.ended])
def test_a_model_that_was_stopped_claims_nothing(outcome: RowOutcome) -> None:
    stopped = row(GET, "lazy", outcome, traces=3, path_digest="other")
    assert laws(STUDY, [row(GET, traces=4), stopped]) == ()
    assert laws(STUDY, [replace(stopped, heap="pose"), row(GET, "lazy", traces=2)]) == ()


def test_nothing_adds_up_to_nothing() -> None:
    sums = add_up(EMPTY, ())
    assert (sums.heaps, sums.rows, sums.broken, sums.ratios) == ((), (), (), None)
    nothing = total(())
    assert (nothing.methods, nothing.ended, nothing.share_ended, nothing.share_spared) == (0, 0, None, None)


def test_a_class_with_only_missing_methods_has_no_traces_and_breaks_no_law() -> None:
    rows: list[Row] = [row(each, outcome=RowOutcome.MISSING, traces=0) for each in (PUT, GET)]
    sums = add_up(STUDY, rows)
    assert (line(sums, "a.Tree").kept.traces, line(sums, "a.Tree").all.ended, sums.broken) == (0, 0, ())
