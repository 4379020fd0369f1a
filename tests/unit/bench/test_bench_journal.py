"""Nothing that was written to a journal is lost, and nothing else is taken for one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from mini_study import row

from symheap.bench.journal import NAME, Header, Refused, open_journal, read_journal, row_form, row_of
from symheap.bench.row import Cost, Outcome, Row

HEADER = Header("mini", {"per-method": 5.0, "subjects": None, "exact-types": True}, {"symheap": "1", "z3": "4"})
FULL = Row(
    "C::m(int)",
    "lazy",
    Outcome.UNSUPPORTED,
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


def test_a_row_comes_back_as_it_was() -> None:
    assert row_of(row_form(FULL)) == FULL


def test_what_was_written_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    filled(tmp_path / "new" / "study", FULL, row("C::n()"))
    with open_journal(tmp_path / "new" / "study", HEADER) as journal:
        assert journal.rows == {("C::m(int)", "lazy"): FULL, ("C::n()", "pose"): row("C::n()")}


def test_later_lines_win(tmp_path: Path) -> None:
    file = filled(tmp_path, row("a", Outcome.TIME), row("b"), row("a", traces=4))
    assert len(file.read_bytes().splitlines()) == 4
    with open_journal(tmp_path, HEADER) as journal:
        assert journal.rows["a", "pose"] == row("a", traces=4)


@pytest.mark.parametrize("kept", [0, 1, 5, 20])
def test_a_line_that_is_not_whole_is_dropped(tmp_path: Path, kept: int) -> None:
    file = filled(tmp_path, row("a"), row("b"))
    content = file.read_bytes()
    file.write_bytes(content[: content[:-1].rfind(b"\n") + 1 + kept])
    with open_journal(tmp_path, HEADER) as journal:
        assert list(journal.rows) == [("a", "pose")]
        journal.add(row("b"))
    assert file.read_bytes() == content


@pytest.mark.parametrize("kept", [0, 1, 30])
def test_a_journal_whose_first_line_is_not_whole_begins_anew(tmp_path: Path, kept: int) -> None:
    file = filled(tmp_path)
    whole = file.read_bytes()
    file.write_bytes(whole[:kept])
    with open_journal(tmp_path, HEADER) as journal:
        assert not journal.rows
    assert file.read_bytes() == whole


def test_other_settings_are_refused_by_name(tmp_path: Path) -> None:
    file = filled(tmp_path, row("a"))
    before = file.read_bytes()
    other = replace(HEADER, settings={**HEADER.settings, "per-method": 6.0, "subjects": "/s"})
    with pytest.raises(Refused) as found, open_journal(tmp_path, other):
        pass
    assert "per-method was 5.0, now 6.0; subjects was not set, now /s; begin anew with --fresh" in str(found.value)
    assert "symheap was" not in str(found.value)
    assert file.read_bytes() == before


def test_fresh_begins_anew_and_keeps_the_old_one(tmp_path: Path) -> None:
    before = filled(tmp_path, row("a")).read_bytes()
    with open_journal(tmp_path, replace(HEADER, study="other"), fresh=True) as journal:
        assert not journal.rows
    assert (tmp_path / "journal.old.jsonl").read_bytes() == before


@pytest.mark.parametrize("fresh", [False, True])
def test_a_folder_of_somebody_else_is_left_alone(tmp_path: Path, fresh: bool) -> None:
    (tmp_path / "thesis.tex").write_text("x")
    with pytest.raises(Refused, match="holds files"), open_journal(tmp_path, HEADER, fresh=fresh):
        pass
    assert [each.name for each in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize("fresh", [False, True])
def test_a_file_that_only_has_the_name_is_left_alone(tmp_path: Path, fresh: bool) -> None:
    (tmp_path / NAME).write_text('{"diary": 1}\n')
    with pytest.raises(Refused, match="not a journal"), open_journal(tmp_path, HEADER, fresh=fresh):
        pass
    assert (tmp_path / NAME).read_text() == '{"diary": 1}\n'


def test_a_damaged_line_is_told_by_its_number(tmp_path: Path) -> None:
    file = filled(tmp_path, row("a"), row("b"))
    lines = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join((lines[0], b"{}", lines[2])) + b"\n")
    with pytest.raises(Refused, match=r"journal\.jsonl:2: .*--fresh"):
        read_journal(file)


@pytest.mark.parametrize("fresh", [False, True])
def test_two_processes_do_not_write_at_once(tmp_path: Path, fresh: bool) -> None:
    """2026-11-15: a fresh start took the journal away from the study that was writing it."""
    pytest.importorskip("fcntl")
    with open_journal(tmp_path, HEADER) as journal:
        journal.add(row("a"))
        with pytest.raises(Refused, match="another process"), open_journal(tmp_path, HEADER, fresh=fresh):
            pass
        journal.add(row("b"))
    assert [each.name for each in tmp_path.iterdir()] == [NAME]
    assert list(read_journal(tmp_path / NAME)[1]) == [("a", "pose"), ("b", "pose")]


def test_a_fresh_journal_is_locked_as_well(tmp_path: Path) -> None:
    """2026-11-15: the lock is on the file that is written, also after a fresh start."""
    pytest.importorskip("fcntl")
    filled(tmp_path, row("a"))
    with (
        open_journal(tmp_path, HEADER, fresh=True),
        pytest.raises(Refused, match="another process"),
        open_journal(tmp_path, HEADER, fresh=True),
    ):
        pass
    assert read_journal(tmp_path / "journal.old.jsonl")[1] == {("a", "pose"): row("a")}


def test_a_row_for_which_there_is_no_room_leaves_the_journal_as_it_was(tmp_path: Path) -> None:
    """2026-11-15: the error names the journal, no part of the row is in it, and the next one goes on from there."""
    resource = pytest.importorskip("resource")
    file = filled(tmp_path, row("a"))
    before = file.read_bytes()
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with open_journal(tmp_path, HEADER) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 20, limits[1]))
        try:
            with pytest.raises(OSError, match="too large") as found:
                journal.add(row("b"))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert found.value.filename == str(file)
        assert file.read_bytes() == before
        assert list(journal.rows) == [("a", "pose")]
        journal.add(row("c"))
    assert list(read_journal(file)[1]) == [("a", "pose"), ("c", "pose")]
