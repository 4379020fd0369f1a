"""The folder of runs, and the names of runs."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from symheap.store.file import RunFile
from symheap.store.folder import file_of, files, find, forget, new_id, readable, runs_folder
from symheap.store.records import Header, StoreError


def kept(folder: Path, identity: str, started: str = "2026-11-15T00:00:00+00:00") -> Path:
    file = file_of(folder, identity)
    RunFile.create(file, Header(identity, "explore", "a.jl", (), "", started)).close()
    return file


def test_where() -> None:
    assert runs_folder({"SYMHEAP_RUNS": "here"}) == Path("here")
    assert runs_folder({"XDG_STATE_HOME": "state"}) == Path("state/symheap/runs")
    assert runs_folder({}).parts[-4:] == (".local", "state", "symheap", "runs")


def test_ids_say_when_and_what() -> None:
    now = datetime(2026, 11, 15, 23, 45, 12)
    assert new_id("lib/Stack.java::push", now).startswith("1115-234512-stack-")
    assert new_id("…::x", now).startswith("1115-234512-run-")
    assert new_id("a.jl", now) != new_id("a.jl", now)
    assert len(new_id("x" * 10_000, now)) < 50


def test_found_by_id_beginning_end_path_and_last(tmp_path: Path) -> None:
    first = kept(tmp_path, "1115-1-swap-ab", "2026-11-15T00:00:02+00:00")
    second = kept(tmp_path, "1115-2-list-cd", "2026-11-15T00:00:01+00:00")
    assert find(tmp_path, "1115-1-swap-ab") == find(tmp_path, "1115-1") == find(tmp_path, "ab") == first
    assert find(tmp_path, str(second)) == second
    assert find(tmp_path, "last") == first
    with pytest.raises(StoreError, match="2 runs '1115'"):
        find(tmp_path, "1115")
    with pytest.raises(StoreError, match="no run 'x': see symheap runs"):
        find(tmp_path, "x")
    with pytest.raises(StoreError, match="holds none"):
        find(tmp_path / "nowhere", "last")


def test_what_is_no_run_is_told_of(tmp_path: Path) -> None:
    kept(tmp_path, "a")
    (tmp_path / "b.run").write_text("something else")
    runs = [*readable(tmp_path)]
    assert sum(isinstance(each, StoreError) for each in runs) == 1
    assert len(runs) == 2


def test_forgotten_runs_leave_nothing(tmp_path: Path) -> None:
    forget(kept(tmp_path, "a"))
    assert files(tmp_path) == []
    assert [*tmp_path.iterdir()] == []
