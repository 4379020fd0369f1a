"""Runs that are started again, left alone, cleared, or kept elsewhere."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from symheap.store.file import RunFile
from symheap.store.folder import file_of, files, find, forget, link
from symheap.store.records import Busy, Header, RunState, StoreError, TextPath

HEADER = Header("id", "bench", "study", ("bench",), "here", "2026-11-15T00:00:00+00:00")
PATH = TextPath(0, "0/1", ("true",), {"kind": "return"}, True, {"id": "0"})


def test_a_file_of_the_name_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "a.run").write_text("mine")
    with pytest.raises(StoreError, match=r"a\.run: there is a file of that name"):
        RunFile.create(tmp_path / "a.run", HEADER)
    assert (tmp_path / "a.run").read_text() == "mine"
    assert not (tmp_path / "a.new").exists()


def test_a_run_goes_aside_when_it_is_begun_anew(tmp_path: Path) -> None:
    file, aside = tmp_path / "a.run", tmp_path / "a.old.run"
    with RunFile.create(file, HEADER) as run:
        run.subject("one", "study")
        with pytest.raises(Busy):
            RunFile.create(file, HEADER, aside=aside)
    with RunFile.create(file, HEADER, aside=aside) as run:
        assert run.subjects() == []
    with RunFile.read(aside) as old:
        assert [each.target for each in old.subjects()] == ["one"]


def test_a_run_that_was_opened_and_left_alone_stands_as_before(tmp_path: Path) -> None:
    file = tmp_path / "a.run"
    with RunFile.create(file, HEADER) as run:
        run.stand(RunState.FINISHED, 1)
    with RunFile.open(file):
        pass
    with RunFile.read(file) as run:
        assert (run.standing().state, run.standing().status) == (RunState.FINISHED, 1)
    with RunFile.open(file) as run:
        run.subject("one", "study")
    with RunFile.read(file) as run:
        assert run.standing().state is RunState.FAILED


def test_a_subject_is_cleared_and_no_other_is(tmp_path: Path) -> None:
    with RunFile.create(tmp_path / "a.run", HEADER) as run:
        numbers = [run.subject(name, "exploration").number for name in ("one", "two")]
        for number in numbers:
            run.add_path(number, PATH, {"seconds": 1})
            run.add_item(number, "page", "", {})
            run.end_subject(number, {"complete": True}, "told")
        run.clear_subject(numbers[0])
        one, two = run.subjects()
        assert (one.document, one.progress, one.text) == (None, {}, "")
        assert (two.document, two.progress, two.text) == ({"complete": True}, {"seconds": 1}, "told")
        assert [run.path_count(number) for number in numbers] == [0, 1]
        assert [len(run.items(number, "page")) for number in numbers] == [0, 1]
        assert run.subject("one", "exploration").number == numbers[0]


def test_the_words_in_which_a_run_is_asked_for_may_change(tmp_path: Path) -> None:
    with RunFile.create(tmp_path / "a.run", HEADER) as run:
        run.ask_anew(replace(HEADER, arguments=("bench", "again")))
        assert run.header.arguments == ("bench", "again")
    with RunFile.read(tmp_path / "a.run") as run:
        assert run.header.arguments == ("bench", "again")


def test_a_run_that_is_kept_elsewhere_is_found_by_a_link(tmp_path: Path) -> None:
    runs, file = tmp_path / "runs", tmp_path / "study" / "study.run"
    RunFile.create(file, HEADER).close()
    link(runs, "id", file)
    link(runs, "id", file)
    assert files(runs) == [find(runs, "last")] == [file_of(runs, "id")]
    with RunFile.open(find(runs, "id")) as run:
        assert run.path == file.resolve()
        run.subject("one", "study")
        with pytest.raises(Busy):
            forget(file_of(runs, "id"))
    assert {each.name for each in runs.iterdir()} == {"id.run"}
    forget(file_of(runs, "id"))
    assert (files(runs), file.is_file()) == ([], True)


def test_a_link_to_a_run_that_is_gone_is_not_listed_but_can_be_forgotten(tmp_path: Path) -> None:
    runs, file = tmp_path / "runs", tmp_path / "study.run"
    RunFile.create(file, HEADER).close()
    link(runs, "id", file)
    file.rename(tmp_path / "moved.run")
    assert files(runs) == []
    with pytest.raises(StoreError, match="there is no such run"):
        RunFile.read(find(runs, "id"))
    link(runs, "id", tmp_path / "moved.run")
    assert len(files(runs)) == 1
    (tmp_path / "moved.run").unlink()
    forget(find(runs, "id"))
    assert [*runs.iterdir()] == []
