"""Run files that are damaged, strange, or could not be written: nothing unknown looks safe, and nothing is executed."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from symheap.cli import main
from symheap.page.headline import Headline, headline
from symheap.page.model import page_model
from symheap.report.explore.derived import kept_paths
from symheap.serve.library import Library
from symheap.session.kept.paths import KeptPaths
from symheap.store.file import RunFile
from symheap.store.folder import files
from symheap.store.listing import listed
from symheap.store.records import Json, KeptSubject, RunState, StoreError

JAVALITE = Path(__file__).parents[2] / "examples" / "javalite"
SEVERAL = """
public class Several {
    static int a(int[] xs) { return xs[0]; }
    static int b(int x) { return x > 3 ? 1 : 2; }
    static int c(int x) { return x > 5 ? 3 : 4; }
}
"""


@pytest.fixture(autouse=True)
def runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path / "runs"))
    monkeypatch.chdir(JAVALITE)
    return tmp_path / "runs"


def kept(runs: Path, *arguments: str) -> Path:
    """Return the file of a new run."""
    before = set(files(runs))
    main(["explore", *arguments, "-q"])
    [file] = set(files(runs)) - before
    return file


def changed(file: Path, name: str, *statements: str) -> Path:
    """Return a modified copy of a run."""
    copy = file.with_name(f"{name}.run")
    shutil.copy(file, copy)
    connection = sqlite3.connect(copy, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return copy


def headline_of(file: Path) -> Headline:
    with RunFile.read(file) as run:
        return headline(page_model(run, drawings=False))


# Damaged and strange files --------------------------------------------------------------------------------------------

DAMAGES = {
    "json": "UPDATE subject SET document = '{'",
    "blob": "UPDATE subject SET document = x'00ff'",
    "form": "UPDATE subject SET document = '[1]'",
    "state": """UPDATE fact SET value = '{"state": "bogus"}' WHERE name = 'standing'""",
    "header": "UPDATE fact SET value = '{}' WHERE name = 'header'",
    "time": "UPDATE fact SET value = json_set(value, '$.started', 'then') WHERE name = 'header'",
    "text": "UPDATE fact SET value = json_set(value, '$.target', 5) WHERE name = 'header'",
    "number": """UPDATE fact SET value = '{"seconds": 1e999}' WHERE name = 'progress'""",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_run_hides_no_other(runs: Path, capsys: pytest.CaptureFixture[str], damage: str) -> None:
    whole = kept(runs, "swap.jl")
    changed(whole, "damaged", DAMAGES[damage])
    capsys.readouterr()
    assert main(["runs", "--format", "json"]) == 0
    printed = capsys.readouterr()
    assert "damaged.run" in printed.err
    assert [each["id"] for each in json.loads(printed.out)["runs"]] == [whole.stem]
    found, problems = Library(runs).list()
    assert [name for name, _ in found] == [whole.stem]
    assert len(problems) == 1


def test_what_is_no_run_is_not_the_last_one(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept(runs, "swap.jl")
    (runs / "other.run").write_bytes(b"no database" * 100)
    assert main(["show", "last", "--format", "text"]) == 0
    assert "finished" in capsys.readouterr().out


@pytest.mark.parametrize(
    "statements",
    [
        ("CREATE TRIGGER more AFTER INSERT ON fact BEGIN DELETE FROM path; END",),
        ("DROP TABLE source", "CREATE VIEW source AS WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n FROM t) "
         "SELECT n AS file, n AS text FROM t"),
    ],
)  # fmt: skip
def test_tables_that_do_something_are_not_read(runs: Path, statements: tuple[str, ...]) -> None:
    file = changed(kept(runs, "swap.jl"), "strange", *statements)
    with pytest.raises(StoreError, match="its tables are not those of a run"):
        RunFile.read(file)
    with pytest.raises(StoreError, match="its tables are not those of a run"):
        RunFile.open(file)


def test_a_run_is_read_where_nothing_can_be_written(
    runs: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = kept(runs, "swap.jl")
    [before] = [each for each in runs.iterdir() if each.suffix == ".run"]
    monkeypatch.setattr("symheap.store.reading.os.access", lambda path, mode: False)
    with RunFile.read(file) as run:
        assert len([*kept_paths(run, 1)]) == 2
        assert [each for each in runs.iterdir() if each.suffix.startswith(".run")] == [before]


# What a file says to run ----------------------------------------------------------------------------------------------


def test_a_run_from_elsewhere_is_not_gone_on_with(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    victim = tmp_path / "victim"
    victim.write_text("mine")
    statement = "UPDATE fact SET value = json_set(value, '$.arguments', json('{}')) WHERE name = 'header'"
    arguments = json.dumps(["explore", "swap.jl", "-o", str(victim)])
    file = changed(kept(runs, "swap.jl"), "theirs", statement.format(arguments))
    elsewhere = shutil.move(file, tmp_path / "theirs.run")
    assert main(["resume", str(elsewhere)]) == 2
    said = capsys.readouterr().err
    assert f"symheap explore swap.jl -o {victim}" in said
    assert victim.read_text() == "mine"
    shutil.move(elsewhere, file)
    assert main(["resume", "theirs"]) == 0
    assert victim.read_text() != "mine"


def test_only_what_keeps_runs_is_gone_on_with(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    statement = """UPDATE fact SET value = json_set(value, '$.arguments', json('["serve"]')) WHERE name = 'header'"""
    changed(kept(runs, "swap.jl"), "other", statement)
    assert main(["resume", "other"]) == 2
    assert "none of explore, test, prove, bench" in capsys.readouterr().err


# What could be kept no further ----------------------------------------------------------------------------------------


def several(tmp_path: Path) -> str:
    (tmp_path / "Several.java").write_text(SEVERAL)
    return str(tmp_path / "Several.java")


def full(*_: object) -> KeptSubject:
    raise StoreError("disk is full")


def test_a_disk_that_is_full_between_two_methods(
    runs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = RunFile.subject

    def subject(self: RunFile, target: str, kind: str, number: int | None = None) -> KeptSubject:
        return full() if "::b" in target else real(self, target, kind, number)

    with monkeypatch.context() as patch:
        patch.setattr(RunFile, "subject", subject)
        assert main(["explore", several(tmp_path), "--jobs", "1", "--format", "json", "-q"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["complete"] is False
    assert [each["stopped"] for each in document["methods"]] == [None, "store-failed"]
    assert len(document["skipped"]) == 1
    [file] = files(runs)
    with RunFile.read(file) as run:
        assert run.standing().state is RunState.FAILED
    assert headline_of(file).reasons
    assert main(["resume"]) == 1
    assert [each["stopped"] for each in json.loads(capsys.readouterr().out)["methods"]] == [None, None, None]
    with RunFile.read(file) as run:
        assert run.standing().state is RunState.FINISHED


def test_an_interrupt_between_two_methods_is_an_end_that_sarif_tells_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import os
    import signal

    real = RunFile.end_subject

    def end_subject(
        self: RunFile, number: int, document: Mapping[str, Json], text: str = "", progress: Any = None
    ) -> None:
        real(self, number, document, text, progress)
        os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(RunFile, "end_subject", end_subject)
    assert main(["explore", several(tmp_path), "--jobs", "1", "--format", "sarif", "-q"]) == 130
    [run] = json.loads(capsys.readouterr().out)["runs"]
    [invocation] = run["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 130)


# What is not known ----------------------------------------------------------------------------------------------------


def test_methods_that_were_left_out_are_told_of(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept(runs, "swap.jl")
    with RunFile.open(file) as run:
        run.note("skipped", {"reasons": ["m: no input can run it"]})
        run.stand(RunState.FINISHED, 1)
    told = headline_of(file)
    assert "not explored: m: no input can run it" in told.reasons
    assert main(["diff", file.stem, file.stem]) == 3


def test_proofs_that_are_both_unknown_are_not_the_same_for_sure(runs: Path) -> None:
    file = kept(runs, "swap.jl")
    with RunFile.open(file) as run:
        run.end_subject(1, {"verdict": "unknown", "gaps": []})
        run.stand(RunState.FINISHED, 3)
    assert main(["diff", file.stem, file.stem, "-q"]) == 3


def test_what_a_bound_had_stopped_is_under_way_again(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it is killed while being resumed, it does not show totals that its paths have outgrown."""
    file = kept(runs, "sum.jl", "--max-traces", "1")
    real = KeptPaths.flush

    def flush(self: KeptPaths, run: Any) -> None:
        real(self, run)
        raise SystemExit(9)

    with monkeypatch.context() as patch:
        patch.setattr(KeptPaths, "flush", flush)
        with pytest.raises(SystemExit):
            main(["resume", "-q"])
    with RunFile.read(file) as run:
        [subject] = run.subjects()
        assert subject.document is None
        assert subject.text == ""
        assert run.path_count(subject.number) == 2
        crashes = {path.ending for path in kept_paths(run, subject.number) if path.style == "bad"}
        assert listed(run).findings == len(crashes)
    assert main(["resume", "-q"]) == 1
    assert crashes


def test_a_solver_that_changes_its_mind_is_no_fault_of_symheap(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = kept(runs, "tree.jl", "--max-calls", "2", "--max-traces", "3")
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute("INSERT INTO word VALUES (9999, '1/9')")
    connection.execute("INSERT INTO link VALUES (9999, 0, 9999)")
    connection.execute("UPDATE path SET way = 9999 WHERE number = 2")
    connection.close()
    assert main(["resume", "-q"]) == 3
    assert "a solver has changed its mind" in capsys.readouterr().err
    with RunFile.read(file) as run:
        assert run.path_count(1) == 3
