"""Locks of runs: one process writes at a time, and readers do not disturb it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from symheap.store.file import RunFile
from symheap.store.locks import is_locked, locked
from symheap.store.records import Header, RunState, RunStatus, StoreError

HEADER = Header("a", "explore", "a.jl", (), "/", "2026-11-15T00:00:00+00:00")


def test_a_lock_is_held_once(tmp_path: Path) -> None:
    file = tmp_path / "a.run"
    assert not is_locked(file)
    with locked(file):
        assert is_locked(file)
        with pytest.raises(StoreError, match="another process is working on this run"):
            locked(file)
    assert not is_locked(file)


def test_who_looks_keeps_nobody_from_working(tmp_path: Path) -> None:
    file = tmp_path / "a.run"
    RunFile.create(file, HEADER).close()
    done = threading.Event()

    def look() -> None:
        while not done.is_set():
            is_locked(file)

    lookers = [threading.Thread(target=look) for _ in range(3)]
    for each in lookers:
        each.start()
    try:
        for _ in range(50):
            RunFile.open(file).close()
    finally:
        done.set()
        for each in lookers:
            each.join()
    assert not is_locked(file)


def test_a_run_that_ends_while_one_looks_was_not_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read as running, ends, and then its lock is free."""
    file = tmp_path / "a.run"
    working = RunFile.create(file, HEADER)
    said = RunFile._said

    def slowly(self: RunFile) -> RunStatus:
        result = said(self)
        if working._lock is not None and self is not working:
            working.stand(RunState.FINISHED, 0)
            working.close()
        return result

    with RunFile.read(file) as looking:
        monkeypatch.setattr(RunFile, "_said", slowly)
        assert looking.standing().state is RunState.FINISHED
