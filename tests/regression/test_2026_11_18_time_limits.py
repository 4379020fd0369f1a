"""2026-11-18: a run continued long after its limit, and the exception that ends runs left one hanging."""

from __future__ import annotations

import ctypes
import json
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from symheap.cli import main
from symheap.core.deadline import NEVER, Deadline, OutOfTime, within
from symheap.core.outcome import Bound
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.registry import heap_model
from symheap.lang.javalite.lower import load
from symheap.session.proofs.proving import Proving
from symheap.session.proofs.settings import ProveSettings
from symheap.solver.chain import default_chain

ROOT = Path(__file__).parents[2]
ALIAS = ROOT / "examples" / "javalite" / "alias.jl"
SOURCES = ROOT / "src" / "symheap"


def exploration(timeout: float | None = None) -> Exploration[Any]:
    program = load(ALIAS.read_text(encoding="utf-8"), ALIAS.name)
    return Exploration(program, heap_model("pose", program.table), *default_chain(), Bounds(timeout=timeout))


def test_nothing_is_raised_into_another_thread() -> None:
    assert hasattr(ctypes.pythonapi, "PyThreadState_SetAsyncExc")
    users = [each for each in SOURCES.rglob("*.py") if "SetAsyncExc" in each.read_text(encoding="utf-8")]
    assert not users


def test_an_exploration_keeps_to_the_deadline_of_its_caller() -> None:
    """It ends as if its own time were over, and does not repeat the interrupted step."""
    run = exploration()

    def slowly() -> list[object]:
        found: list[object] = []
        for trace in run:
            found.append(trace)
            sleep(0.2)
        return found

    assert len(within(Deadline.after(0.1), slowly)) == 1
    assert run.progress.stopped is Bound.TIME
    assert run.progress.frontier > 0


def test_a_step_that_is_stopped_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    run, steps = exploration(60), []
    whole = len([*exploration()])
    real = run._run

    def stopped(state: Any) -> Any:
        steps.append(state)
        if len(steps) == 3:
            raise OutOfTime
        return real(state)

    monkeypatch.setattr(run, "_run", stopped)
    paths = [*run]
    assert run.progress.stopped is Bound.TIME
    assert run.progress.frontier > 0
    assert len(paths) < whole
    assert len(steps) == 3


def test_a_path_that_cannot_be_recorded_in_time_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Formatting the condition of one path took longer than the run had left: the run is resumed before it."""
    from symheap.session import exploring as explore

    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path))
    real, done = explore._record, []

    def slow(path: Any, *more: Any) -> Any:
        done.append(path)
        if len(done) == 2:
            raise OutOfTime
        return real(path, *more)

    monkeypatch.setattr(explore, "_record", slow)
    assert main(["explore", str(ALIAS), "--timeout", "600", "--format", "json", "--with", "condition"]) == 1
    first = json.loads(capsys.readouterr().out)
    assert (first["complete"], first["stopped"], len(first["results"])) == (False, "timeout", 1)
    assert main(["resume", "last"]) == 1
    resumed = json.loads(capsys.readouterr().out)
    monkeypatch.undo()
    assert main(["explore", str(ALIAS), "--no-store", "--format", "json", "--with", "condition"]) == 1
    whole = json.loads(capsys.readouterr().out)
    assert [each["condition"] for each in resumed["results"]] == [each["condition"] for each in whole["results"]]


def test_a_proof_that_is_stopped_claims_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from symheap.refinement.algorithm import Deciding

    monkeypatch.setattr(Deciding, "run", lambda self: within(Deadline(0.0), list))
    work = Proving((ROOT / "examples" / "c" / "reverse.c",), ProveSettings(timeout=0.001))
    monkeypatch.setattr("symheap.session.proofs.proving.GRACE_SECONDS", -1.0)
    (subject, *_) = work.load()
    proof = work.proof(subject)
    assert proof.verdict.word.value == "unknown"
    assert [gap.reason for gap in proof.system.gaps] == ["timeout"]


def test_several_functions_share_the_time_of_the_run() -> None:
    files = (ROOT / "examples" / "c" / "queue.c",)
    work = Proving(files, ProveSettings(timeout=60.0, limit=60.0), deadline=Deadline.after(60))
    subjects = work.load()
    assert len(subjects) > 1
    work._at = (1, len(subjects))
    assert work._seconds() <= 60 / len(subjects)
    work._at = (len(subjects), len(subjects))
    assert work._seconds() > 60 / len(subjects)
    assert Proving(files, ProveSettings())._deadline is NEVER


def test_a_command_without_time_to_read_the_program_is_inconclusive(capsys: pytest.CaptureFixture[str]) -> None:
    from symheap.cli.terminal.supervisor import Line

    assert main(["explore", str(ALIAS), "--timeout", "0.5", "--no-store"], Line(0.0)) == 3
    assert "out of time" in capsys.readouterr().err
