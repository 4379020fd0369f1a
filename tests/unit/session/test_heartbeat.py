"""The heartbeat of a run: its figures advance even without results, and it never delays results."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from symheap.session import heartbeat
from symheap.session.heartbeat import beating, figures_of, memory_mb
from symheap.store.file import RunFile
from symheap.store.records import Header, Json, StoreError, TextPath


@pytest.fixture
def file(tmp_path: Path) -> RunFile:
    return RunFile.create(tmp_path / "a.run", Header("a", "explore", "a.jl", (), "/", "2026-11-15T00:00:00+00:00"))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "_INTERVAL", 0.01)


def noted(file: RunFile) -> dict[str, object]:
    result = file.noted("progress")
    assert result is not None
    return result


def test_figures_move_while_nothing_is_found(file: RunFile) -> None:
    figures = {"paths": 1}
    with file, RunFile.read(file.path) as reader:
        with beating(file, lambda: dict(figures)):
            first = noted(reader)
            assert first["paths"] == 1
            figures["paths"] = 2
            until = time.monotonic() + 30
            while noted(reader)["paths"] == 1 and time.monotonic() < until:
                time.sleep(0.01)
            assert noted(reader)["paths"] == 2
            figures["paths"] = 3
        last = noted(reader)
        assert last["paths"] == 3
        assert float(str(last["at"])) >= float(str(first["at"]))
        assert 1 < float(str(last["memory_mb"])) < 100_000


def test_results_and_figures_are_written_at_the_same_time(file: RunFile) -> None:
    with file, beating(file, lambda: {"doing": "x" * 1000}):
        number = file.subject("a.jl", "exploration").number
        for each in range(200):
            file.add_path(number, TextPath(each, "", (), {"kind": "return"}, True, {}))
    with RunFile.read(file.path) as reader:
        assert reader.path_count(number) == 200


def test_nothing_beats_after_the_end(file: RunFile) -> None:
    with file:
        before = threading.active_count()
        with beating(file, dict):
            assert threading.active_count() == before + 1
        assert threading.active_count() == before


def test_a_run_that_nobody_keeps_has_no_heart() -> None:
    before = threading.active_count()
    with beating(None, dict):
        assert threading.active_count() == before


def test_a_file_that_takes_no_more_does_not_end_the_run(file: RunFile, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def full(name: str, document: Mapping[str, Json]) -> None:
        tried.append(name)
        raise StoreError("disk full")

    with file:
        monkeypatch.setattr(file, "note", full)
        with beating(file, dict):
            time.sleep(0.05)
    assert set(tried) == {"progress"}


def test_before_the_first_program_there_is_something_to_tell() -> None:
    assert figures_of(()) == {"doing": "reading the program"}
    assert memory_mb() > 1
