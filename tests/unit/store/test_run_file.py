"""A run file: added results are there for every reader, however the process that added them ended."""

from __future__ import annotations

import os
import signal
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from symheap.report.explore.derived import kept_paths
from symheap.store.file import RunFile
from symheap.store.records import Header, RunState, Source, StoreError, TextPath

HEADER = Header(
    "1115-000000-swap-00",
    "explore",
    "swap.jl",
    ("explore", "swap.jl"),
    "somewhere",
    "2026-11-15T00:00:00+00:00",
    {"heap": "pose", "acyclic": ["next"], "timeout": None},
    {"symheap": "0"},
    {"swap.jl": "00"},
)


def path(number: int, **more: object) -> TextPath:
    result = TextPath(
        number,
        f"{number}/9",
        ("true", "return"),
        {"kind": "return"},
        True,
        {"id": str(number), "outcome": {"kind": "return"}},
        ("x ≠ null",),
        "good",
        "returns 1",
        "path\n",
        input={"nodes": [], "edges": []},
    )
    return replace(result, **more)  # type: ignore[arg-type]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "runs" / "a.run"


def test_what_is_added_is_read_again(file: Path) -> None:
    with RunFile.create(file, HEADER) as run:
        subject = run.subject("swap.jl", "exploration")
        run.add_path(subject.number, path(0), {"seconds": 1.5})
        run.add_path(subject.number, path(1, test={"name": "t"}, input=None))
        run.add_item(subject.number, "row", "m", {"a": 1})
        run.add_item(subject.number, "row", "m", {"a": 2})
        run.add_source(Source("swap.jl", "text"))
        run.end_subject(subject.number, {"complete": True, "findings": [{"kind": "null"}]}, "told")
        run.stand(RunState.FINISHED, 1)
    with RunFile.read(file) as run:
        assert run.header == HEADER
        assert (run.standing().state, run.standing().status) == (RunState.FINISHED, 1)
        [subject] = run.subjects()
        assert (subject.target, subject.progress, subject.text, subject.is_done) == (
            "swap.jl",
            {"seconds": 1.5},
            "told",
            True,
        )
        assert [*kept_paths(run, subject.number)] == [path(0), path(1, test={"name": "t"}, input=None)]
        assert [each.number for each in kept_paths(run, subject.number, since=1)] == [1]
        assert run.items(subject.number, "row") == {"m": {"a": 2}}
        assert run.sources() == (Source("swap.jl", "text"),)


def test_findings_can_be_asked_for_in_sql(file: Path) -> None:
    with RunFile.create(file, HEADER) as run:
        run.end_subject(run.subject("swap.jl", "exploration").number, {"findings": [{"kind": "null"}]})
    rows = sqlite3.connect(file).execute("SELECT target, document ->> 'kind' FROM finding").fetchall()
    assert rows == [("swap.jl", "null")]


def test_readers_see_what_a_process_is_writing(file: Path) -> None:
    with RunFile.create(file, HEADER) as run:
        number = run.subject("swap.jl", "exploration").number
        run.add_path(number, path(0))
        with RunFile.read(file) as reader:
            assert reader.standing().state is RunState.RUNNING
            assert reader.path_count(number) == 1
            run.add_path(number, path(1))
            assert reader.path_count(number) == 2


def test_one_process_works_on_a_run(file: Path) -> None:
    with RunFile.create(file, HEADER), pytest.raises(StoreError, match="another process is working on this run"):
        RunFile.open(file)
    with RunFile.open(file) as run:
        assert run.standing().state is RunState.RUNNING


def test_a_run_that_is_left_without_an_end_has_failed(file: Path) -> None:
    with RunFile.create(file, HEADER):
        pass
    with RunFile.read(file) as run:
        assert run.standing().state is RunState.FAILED


def test_killed_while_it_writes(file: Path) -> None:
    """Each path that the process had finished adding is there."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        run = RunFile.create(file, HEADER)
        number = run.subject("swap.jl", "exploration").number
        for each in range(10**6):
            run.add_path(number, path(each))
            os.write(write, b".")
    os.close(write)
    told = 0
    while told < 50:
        told += len(os.read(read, 16))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(read, 65536):
        told += len(more)
    os.close(read)
    with RunFile.read(file) as run:
        assert run.standing().state is RunState.BROKEN_OFF
        numbers = [each.number for each in kept_paths(run, 1)]
        assert numbers == [*range(len(numbers))]
        assert told <= len(numbers) <= told + 1
        assert numbers


def test_a_full_disk(file: Path) -> None:
    """The error names the file; all results except the one that did not fit are there."""
    with RunFile.create(file, HEADER) as run:
        number = run.subject("swap.jl", "exploration").number
        run._connection.execute("PRAGMA max_page_count=60")
        added = 0

        def fill() -> None:
            nonlocal added
            while True:
                run.add_path(number, path(added, text="x" * 4000))
                added += 1

        with pytest.raises(StoreError, match=r"a\.run: database or disk is full"):
            fill()
        assert added > 3
        assert run.path_count(number) == added
    with RunFile.read(file) as run:
        assert run.path_count(number) == added
        assert run._connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0"])
def test_what_is_no_run(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    with pytest.raises(StoreError, match=r"a\.run"):
        RunFile.read(file)


def test_a_run_of_another_format(file: Path) -> None:
    with RunFile.create(file, HEADER):
        pass
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(StoreError, match=r"a newer version of symheap \(format 99; this one reads up to 2"):
        RunFile.read(file)


def test_names_that_no_file_can_hold(file: Path) -> None:
    with RunFile.create(file, HEADER) as run:
        number = run.subject("half\ud800.jl", "exploration").number
        run.add_path(number, path(0, text="\ud800", ending="\ud800", conditions=("\ud800",)))
    with RunFile.read(file) as run:
        [found] = kept_paths(run, number)
        assert found.text == "\\ud800"
