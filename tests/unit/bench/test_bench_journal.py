"""Nothing written to a journal is lost, and nothing else is accepted as one."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from pathlib import Path

import pytest
from mini_study import row

from symheap.bench.journal import ASIDE, NAME, JournalRefused, Key, StudyHeader, open_journal, row_form, row_of
from symheap.bench.row import Cost, Row, RowOutcome
from symheap.store import records
from symheap.store.counts import item_count
from symheap.store.file import RunFile
from symheap.store.records import StoreError

HEADER = StudyHeader("mini", {"per-method": 5.0, "subjects": None, "exact-types": True}, {"symheap": "1", "z3": "4"})
FULL = Row(
    "C::m(int)",
    "lazy",
    RowOutcome.UNSUPPORTED,
    traces=3,
    paths=2,
    path_digest="0f",
    ends={"return": 2, "unsupported": 1},
    cuts={"max-calls": 1},
    reasons={"native @ C.java:3": 1},
    cost=Cost(1, 9, 8, 10**40, 30, 0.25),
    steps=7,
    classes=4,
    seconds=1.5,
    load_seconds=0.5,
    megabytes=90,
)


def filled(folder: Path, *rows: Row) -> Path:
    with open_journal(folder, HEADER) as journal:
        for each in rows:
            journal.add(each)
    return folder / NAME


def rows_in(folder: Path) -> dict[Key, Row]:
    with open_journal(folder, HEADER) as journal:
        return journal.rows


def test_a_row_comes_back_as_it_was() -> None:
    assert row_of(row_form(FULL)) == FULL


def test_what_was_written_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    filled(tmp_path / "new" / "study", FULL, row("C::n()"))
    with open_journal(tmp_path / "new" / "study", HEADER) as journal:
        assert journal.rows == {("C::m(int)", "lazy"): FULL, ("C::n()", "pose"): row("C::n()")}


def test_later_rows_win_and_stand_where_they_were_made(tmp_path: Path) -> None:
    filled(tmp_path, row("a", RowOutcome.TIME), row("b"), replace(row("c"), heap="lazy"), row("a", traces=4))
    result = rows_in(tmp_path)
    assert result["a", "pose"] == row("a", traces=4)
    assert [*result] == [("b", "pose"), ("c", "lazy"), ("a", "pose")]


def test_killed_while_rows_are_added(tmp_path: Path) -> None:
    """Each row that the process had finished adding is there, and the next process continues."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        with open_journal(tmp_path, HEADER) as journal:
            for number in range(10**6):
                journal.add(row(str(number)))
                os.write(write, b".")
    os.close(write)
    told = 0
    while told < 30:
        told += len(os.read(read, 16))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(read, 65536):
        told += len(more)
    os.close(read)
    with open_journal(tmp_path, HEADER) as journal:
        assert told <= len(journal.rows) <= told + 1
        journal.add(row("next"))
    assert ("next", "pose") in rows_in(tmp_path)


@pytest.mark.parametrize("left", [(), ("study.lock",), ("study.lock", "study.new")])
def test_a_journal_that_was_not_yet_whole_begins_anew(tmp_path: Path, left: tuple[str, ...]) -> None:
    for name in left:
        (tmp_path / name).write_bytes(b"half")
    assert not rows_in(tmp_path)
    filled(tmp_path, row("a"))
    assert rows_in(tmp_path)


def test_other_settings_are_refused_by_name(tmp_path: Path) -> None:
    file = filled(tmp_path, row("a"))
    before = file.read_bytes()
    other = replace(HEADER, settings={**HEADER.settings, "per-method": 6.0, "subjects": "/s"})
    with pytest.raises(JournalRefused) as found, open_journal(tmp_path, other):
        pass
    assert "per-method was 5.0, now 6.0; subjects was not set, now /s; start again with --fresh" in str(found.value)
    assert "symheap was" not in str(found.value)
    assert file.read_bytes() == before


def test_fresh_begins_anew_and_keeps_the_old_one(tmp_path: Path) -> None:
    filled(tmp_path, row("a"))
    with open_journal(tmp_path, replace(HEADER, study="other"), fresh=True) as journal:
        assert not journal.rows
    with RunFile.read(tmp_path / ASIDE) as old:
        assert [*old.items(1, "row")] == ["pose a"]


def test_fresh_keeps_what_a_process_that_was_killed_has_found(tmp_path: Path) -> None:
    child = os.fork()
    if not child:
        with open_journal(tmp_path, HEADER) as journal:
            journal.add(row("a"))
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    with open_journal(tmp_path, HEADER, fresh=True) as journal:
        journal.add(row("b"))
    with RunFile.read(tmp_path / ASIDE) as old:
        assert [*old.items(1, "row")] == ["pose a"]
    assert [*rows_in(tmp_path)] == [("b", "pose")]


@pytest.mark.parametrize("fresh", [False, True])
def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path, fresh: bool) -> None:
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(JournalRefused, match="holds files"), open_journal(tmp_path, HEADER, fresh=fresh):
        pass
    assert [each.name for each in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("fresh", [False, True])
def test_a_file_that_only_has_the_name_is_left_alone(tmp_path: Path, fresh: bool) -> None:
    (tmp_path / NAME).write_text("Dear diary")
    with (
        pytest.raises(JournalRefused, match="name another folder with -o"),
        open_journal(tmp_path, HEADER, fresh=fresh),
    ):
        pass
    assert (tmp_path / NAME).read_text() == "Dear diary"


@pytest.mark.parametrize("fresh", [False, True])
def test_a_run_of_another_command_is_left_alone(tmp_path: Path, fresh: bool) -> None:
    RunFile.create(tmp_path / NAME, records.Header("i", "explore", "a.jl", (), "", "")).close()
    with pytest.raises(JournalRefused, match="not the file of a study"), open_journal(tmp_path, HEADER, fresh=fresh):
        pass


def test_a_journal_of_an_earlier_version_needs_a_fresh_start(tmp_path: Path) -> None:
    text = '{"journal":1,"study":"mini"}\n'
    (tmp_path / "journal.jsonl").write_text(text)
    with pytest.raises(JournalRefused, match=r"journal\.jsonl is from an earlier version.*start again with --fresh"):
        filled(tmp_path)
    with open_journal(tmp_path, HEADER, fresh=True) as journal:
        journal.add(row("a"))
    assert [*rows_in(tmp_path)] == [("a", "pose")]
    assert (tmp_path / "journal.jsonl").read_text() == text


def test_a_damaged_row_is_told_of(tmp_path: Path) -> None:
    file = filled(tmp_path, row("a"), row("b"))
    with RunFile.open(file) as run:
        run.add_item(1, "row", "pose a", {"made": 1})
    with pytest.raises(JournalRefused, match=r"study\.run has a row that does not belong to a study; start again"):
        rows_in(tmp_path)


@pytest.mark.parametrize("fresh", [False, True])
def test_two_processes_do_not_write_at_once(tmp_path: Path, fresh: bool) -> None:
    """2026-11-15: a fresh start deleted the journal of the study that was writing it."""
    with open_journal(tmp_path, HEADER) as journal:
        journal.add(row("a"))
        with pytest.raises(JournalRefused, match="another process"), open_journal(tmp_path, HEADER, fresh=fresh):
            pass
        journal.add(row("b"))
    assert not (tmp_path / ASIDE).exists()
    assert [*rows_in(tmp_path)] == [("a", "pose"), ("b", "pose")]


def test_a_fresh_journal_is_locked_as_well(tmp_path: Path) -> None:
    """2026-11-15: the lock is on the file that is written, also after a fresh start."""
    filled(tmp_path, row("a"))
    with (
        open_journal(tmp_path, HEADER, fresh=True),
        pytest.raises(JournalRefused, match="another process"),
        open_journal(tmp_path, HEADER, fresh=True),
    ):
        pass
    with RunFile.read(tmp_path / ASIDE) as old:
        assert [*old.items(1, "row")] == ["pose a"]


def test_a_row_for_which_there_is_no_room_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    """2026-11-15: the error names the journal, no part of the row is in it, and the next run continues from there."""
    resource = pytest.importorskip("resource")
    file = filled(tmp_path, row("a"))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    large = replace(row("b"), reasons={"x" * 100_000: 1})
    with open_journal(tmp_path, HEADER) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (file.stat().st_size + 20, limits[1]))
        try:
            with pytest.raises(StoreError, match=r"study\.run: "):
                journal.add(large)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert [*journal.rows] == [("a", "pose")]
        journal.add(row("c"))
    assert [*rows_in(tmp_path)] == [("a", "pose"), ("c", "pose")]


def test_the_last_command_line_is_the_one_to_go_on_with(tmp_path: Path) -> None:
    first = records.Header("id", "bench", "mini", ("bench", "--methods", "a"), "here", "then")
    with open_journal(tmp_path, HEADER, asked=first):
        pass
    with open_journal(tmp_path, HEADER, asked=replace(first, id="other", arguments=("bench",), started="now")):
        pass
    with RunFile.read(tmp_path / NAME) as run:
        assert (run.header.id, run.header.started, run.header.arguments) == ("id", "then", ("bench",))


def test_a_journal_that_is_open_already_is_gone_on_with(tmp_path: Path) -> None:
    file = filled(tmp_path / "one", row("a"))
    with RunFile.open(file) as resumed:
        with open_journal(tmp_path / "one", HEADER, resumed=resumed) as journal:
            journal.add(row("b"))
        with (
            pytest.raises(JournalRefused, match="is that of"),
            open_journal(tmp_path / "two", HEADER, resumed=resumed),
        ):
            pass
        assert item_count(resumed, 1) == 2
