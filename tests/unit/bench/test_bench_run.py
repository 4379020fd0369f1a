"""A study that is run in parts has the result of one run as a whole."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path

import mini_study
from mini_study import METHODS, STUDY, row

from symheap.bench.journal import Key, open_journal
from symheap.bench.row import Cost, Row, RowOutcome
from symheap.bench.run import StudyPlan, header, pending, run, selected
from symheap.bench.workers import JobLimits
from symheap.store.versions import versions


def plan(**changes: object) -> StudyPlan:
    made = StudyPlan(("pose", "lazy"), JobLimits(60, 2000), 2, mini_study.java(), mini_study.subjects())
    return replace(made, **changes)  # type: ignore[arg-type]


def timeless(rows: dict[Key, Row]) -> dict[Key, Row]:
    """Return the parts of rows that do not depend on time and place."""
    return {
        key: replace(
            row, seconds=0, load_seconds=0, cpu_seconds=0, megabytes=0, cost=replace(row.cost, seconds=0, cpu_seconds=0)
        )
        for key, row in rows.items()
    }


def one_go(folder: Path, most: int | None = None) -> dict[Key, Row]:
    """Run up to `most` further rows."""
    with open_journal(folder, header(STUDY, plan())) as journal:
        rows = run(STUDY, plan(), pending(STUDY, plan(), journal.rows))
        for each in islice(rows, most):
            journal.add(each)
        rows.close()
        return dict(journal.rows)


def test_stopped_and_resumed_is_as_run_in_one_go(tmp_path: Path) -> None:
    whole = one_go(tmp_path / "whole")
    assert len(whole) == 8
    seen: list[int] = []
    while len(seen) < 3 or seen[-1] != seen[-2]:
        seen.append(len(one_go(tmp_path / "parts", 3)))
    assert seen == [3, 6, 8, 8]
    assert timeless(one_go(tmp_path / "parts")) == timeless(whole)
    assert whole["mini.Cell::sum(mini.Cell)", "lazy"].cost != Cost()


def test_all_methods_under_the_first_model_come_first() -> None:
    result = selected(STUDY, plan())
    assert result == [*((each, "pose") for each in METHODS), *((each, "lazy") for each in METHODS)]
    only = selected(STUDY, plan(methods=re.compile(r"::s.*Cell")))
    assert [str(method) for method, _ in only] == 2 * ["mini.Cell::same(mini.Cell)", "mini.Cell::sum(mini.Cell)"]


def test_what_ended_as_named_is_tried_again_and_what_failed_or_was_missing_always() -> None:
    """2026-11-15: a method whose process was killed from outside was never tried again."""
    names = [str(each) for each in METHODS]
    outcomes = (RowOutcome.COMPLETE, RowOutcome.TIME, RowOutcome.MISSING, RowOutcome.FAILED)
    known = {(name, "pose"): row(name, outcome) for name, outcome in zip(names, outcomes, strict=True)}
    one = plan(heaps=("pose",))
    assert [str(m) for m, _ in pending(STUDY, one, known)] == [names[2], names[3]]
    again = replace(one, retry=frozenset((RowOutcome.TIME,)))
    assert [str(m) for m, _ in pending(STUDY, again, known)] == names[1:]


def test_without_classes_all_is_missing() -> None:
    rows = list(run(STUDY, plan(subjects=None), selected(STUDY, plan(heaps=("pose",)))))
    assert [each.method for each in rows] == [str(each) for each in METHODS]
    assert {each.outcome for each in rows} == {RowOutcome.MISSING}
    assert rows[0].reasons == {"Mini is not on Maven Central: --subjects DIR is needed": 1}


def test_the_header_says_what_rows_depend_on() -> None:
    mine = header(STUDY, plan())
    assert mine.settings["max-iterations"] == 4
    assert set(mine.versions) == {"symheap", "python", "z3", "bitwuzla", "jdk"}
    assert mine.versions.items() > versions().items()
    assert header(STUDY, plan(workers=1, heaps=("lazy",), methods=re.compile("x"))) == mine
    assert header(STUDY, plan(limits=JobLimits(61, 2000))) != mine
    assert header(replace(STUDY, exact_types=False), plan()) != mine
