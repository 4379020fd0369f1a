"""Runs that were kept in format 1 stay readable, and may be resumed, after the tables have changed.

`format_1` holds runs written by the release with format 1, as SQL.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from symheap.cli import main
from symheap.report.explore.derived import kept_paths
from symheap.serve.feed import Feed, Since
from symheap.serve.library import Library
from symheap.store import migrations
from symheap.store.compact import CompactPaths
from symheap.store.counts import crash_count
from symheap.store.file import RunFile
from symheap.store.migrations import MigrationStep, newest, version_of
from symheap.store.records import RunState, StoreError
from symheap.store.versions import versions

KEPT = Path(__file__).parent / "format_1"
NAMES = sorted(file.stem for file in KEPT.glob("*.sql"))
RESULTS = {
    "bench": 0,
    "explore_java": 2,
    "explore_java_lazy": 4,
    "explore_javalite": 2,
    "explore_stopped": 1,
    "prove_c": 0,
    "test_java": 2,
}
EXAMPLE = KEPT / "swap.jl"


def restored(name: str, folder: Path) -> Path:
    """Return the run file of a dump."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.run"
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA synchronous=OFF")
    connection.executescript((KEPT / f"{name}.sql").read_text(encoding="utf-8"))
    connection.close()
    return file


def format_of(file: Path) -> int:
    connection = sqlite3.connect(file)
    try:
        return version_of(connection)
    finally:
        connection.close()


def add_colours(connection: sqlite3.Connection) -> None:
    """A further migration, which changes tables and rows of the previous format."""
    connection.execute("CREATE TABLE colour (name TEXT PRIMARY KEY)")
    connection.execute("ALTER TABLE subject ADD COLUMN colour TEXT")
    connection.execute("UPDATE subject SET colour = 'blue'")


@pytest.fixture(params=["today", "one format later"], autouse=True)
def later(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param != "today":
        monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, MigrationStep(add_colours)))


@pytest.fixture
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "runs"
    monkeypatch.setenv("SYMHEAP_RUNS", str(folder))
    for name in NAMES:
        restored(name, folder)
    return folder


def test_all_are_listed(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = {file: file.read_bytes() for file in runs.iterdir()}
    assert main(["runs", "--format", "json"]) == 0
    printed = capsys.readouterr()
    listed = {each["target"]: each["state"] for each in json.loads(printed.out)["runs"]}
    assert listed.keys() == {"swap.jl", "Stack.java::pop", "release.c", "slayer"}
    assert set(listed.values()) == {"finished"}
    assert len(json.loads(printed.out)["runs"]) == len(NAMES)
    assert printed.err == ""
    assert {file: file.read_bytes() for file in before} == before


@pytest.mark.parametrize("name", NAMES)
def test_each_is_shown(runs: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    file = runs / f"{name}.run"
    before = file.read_bytes()
    with RunFile.read(file) as run:
        texts = [path.text for subject in run.subjects() for path in kept_paths(run, subject.number)]
    assert len(texts) == RESULTS[name]
    main(["show", str(file), "--format", "text"])
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "finished" in printed.out
    assert main(["show", str(file), "--format", "html", "-o", str(runs / "page.html")]) == 0
    page = (runs / "page.html").read_text(encoding="utf-8")
    assert "<html" in page
    assert (file.read_bytes(), format_of(file)) == (before, 1)


def test_two_are_compared(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["diff", str(runs / "explore_java.run"), str(runs / "explore_java_lazy.run")])
    printed = capsys.readouterr()
    assert (status in (0, 1), printed.err) == (True, "")
    assert printed.out


def test_one_in_a_folder_that_cannot_be_written(runs: Path) -> None:
    file = runs / "explore_java.run"
    file.chmod(0o444)
    runs.chmod(0o555)
    try:
        with RunFile.read(file) as run:
            assert [path.number for path in kept_paths(run, 1)] == [0, 1]
    finally:
        runs.chmod(0o755)


def test_a_resumed_run_is_migrated_and_goes_on(runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The run had stopped after one of its traces."""
    file = runs / "explore_stopped.run"
    project = tmp_path / "project"
    project.mkdir()
    (project / "swap.jl").write_bytes(EXAMPLE.read_bytes())
    with RunFile.open(file) as run:
        assert format_of(file) == newest()
        run.ask_anew(replace(run.header, folder=str(project), versions=versions()))
        run.stand(RunState.FINISHED, 3)
    assert main(["resume", "explore_stopped", "-q"]) == 3, capsys.readouterr()
    with RunFile.read(file) as run:
        assert [path.number for path in kept_paths(run, 1)] == [0, 1]
        assert run.standing().status == 3
        assert asdict(run.header)["settings"]["max_traces"] == 1


def test_a_migration_that_fails_leaves_the_file(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(connection: sqlite3.Connection) -> None:
        connection.execute("DROP TABLE item")
        raise sqlite3.OperationalError("disk I/O error")

    file = runs / "bench.run"
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, MigrationStep(broken)))
    with pytest.raises(StoreError, match=r"bench\.run: disk I/O error"):
        RunFile.open(file)
    monkeypatch.undo()
    assert format_of(file) == 1
    with RunFile.read(file) as run:
        assert [subject.kind for subject in run.subjects()]


def test_tables_of_an_older_format_are_checked(runs: Path) -> None:
    file = runs / "bench.run"
    connection = sqlite3.connect(file)
    connection.execute("DROP TABLE source")
    connection.execute("CREATE VIEW source AS SELECT 'a' AS file, 'b' AS text")
    connection.close()
    with pytest.raises(StoreError, match="its tables are not those of a run"):
        RunFile.read(file)


@pytest.mark.parametrize("name", NAMES)
def test_a_server_and_a_resumed_run_read_the_same(runs: Path, name: str) -> None:
    """Through views or a copy, and from the migrated file."""
    file = runs / f"{name}.run"

    def read() -> tuple[object, ...]:
        with RunFile.read(file) as run:
            news = Feed().news(run, Since(), 60.0)
            news["run"] = None  # tells where the process is
            numbers = [each.number for each in run.subjects()]
            paths = [[*kept_paths(run, number)] for number in numbers]
            compact = [path for number in numbers for path in CompactPaths(run).read(number)]
            return news, run.sources(), run.subjects(), paths, compact, [crash_count(run, number) for number in numbers]

    before = read()
    listed, problems = Library(runs).list()
    assert (len(listed), problems) == (len(NAMES), [])
    RunFile.open(file).close()
    assert format_of(file) == newest()
    assert read() == before


def test_a_migrated_file_has_the_tables_of_a_new_one(runs: Path, tmp_path: Path) -> None:
    with RunFile.open(runs / "bench.run") as old:
        header = old.header
    RunFile.create(tmp_path / "new.run", header).close()

    def tables(file: Path) -> list[tuple[str, str]]:
        connection = sqlite3.connect(file)
        try:
            return connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        finally:
            connection.close()

    assert tables(runs / "bench.run") == tables(tmp_path / "new.run")
