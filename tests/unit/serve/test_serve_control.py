"""Stopping and resuming: a signal goes to the process that works on the run, and to no other."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from serve_client import Client, header, make_run, serving

from symheap.cli import main
from symheap.serve import control
from symheap.store.file import RunFile
from symheap.store.folder import files
from symheap.store.records import RunState, RunStatus

WORKER = """
import signal, sys, time
from pathlib import Path
from symheap.store.file import RunFile
from symheap.store.records import Header, RunState
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
run = RunFile.create(Path(sys.argv[1]), Header("a", "explore", "swap.jl", (), "/", "2026-11-15T00:00:00+00:00"))
print("ready", flush=True)
try:
    time.sleep(60)
except KeyboardInterrupt:
    run.stand(RunState.INTERRUPTED, 130)
    run.close()
"""
EXAMPLES = Path(__file__).parents[3] / "examples" / "javalite"


@contextmanager
def working(file: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a process that works on a run until it is interrupted."""
    with subprocess.Popen([sys.executable, "-c", WORKER, str(file)], stdout=subprocess.PIPE) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == b"ready\n"
        try:
            yield worker
        finally:
            worker.kill()


@contextmanager
def stranger() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as process:
        try:
            yield process
        finally:
            process.kill()


def post(client: Client, word: str) -> tuple[int, str]:
    got = client.ask("POST", f"/api/run/a/{word}")
    return got.status, got.text.strip()


def test_a_run_that_goes_on_is_stopped_as_by_ctrl_c(tmp_path: Path) -> None:
    file = tmp_path / "a.run"
    with working(file) as worker, serving(tmp_path) as client:
        assert post(client, "resume") == (409, "the run is already in progress")
        assert post(client, "stop")[0] == 202
        assert worker.wait(60) == 0
        with RunFile.read(file) as run:
            assert run.standing().state is RunState.INTERRUPTED
        assert post(client, "stop") == (409, "the run is not in progress")


@pytest.mark.parametrize("done", [True, False])
def test_what_is_not_going_on_is_not_stopped(tmp_path: Path, done: bool) -> None:
    make_run(tmp_path, done=done)
    with serving(tmp_path) as client:
        assert post(client, "stop") == (409, "the run is not in progress")


def test_a_run_whose_process_is_gone_names_nobody_to_stop(tmp_path: Path) -> None:
    file = tmp_path / "a.run"
    with working(file) as worker:
        worker.kill()
        worker.wait()
    with pytest.raises(control.ControlRefused, match="not in progress"):
        control.stop(file)


def test_a_stranger_who_has_the_number_by_now_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock is held, but the file names a process that does not hold it."""
    file = tmp_path / "a.run"
    with working(file), stranger() as other:
        monkeypatch.setattr(control, "_standing", lambda file: RunStatus(RunState.RUNNING, process=other.pid))
        with pytest.raises(control.ControlRefused, match="cannot be told"):
            control.stop(file)
        time.sleep(0.2)
        assert other.poll() is None


def test_a_process_that_looks_at_a_run_without_holding_it_is_left_alone(tmp_path: Path) -> None:
    file = make_run(tmp_path)
    with stranger() as other, open(file.with_suffix(".lock"), "rb"):
        assert not control._has_open(other.pid, file.with_suffix(".lock"))
        assert control._has_open(os.getpid(), file.with_suffix(".lock"))
        assert not control._has_open(2**22 + 1, file.with_suffix(".lock"))


def test_the_process_of_another_user_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(process: int, file: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(control, "_has_open", denied)
    with working(tmp_path / "a.run") as worker:
        with pytest.raises(control.ControlRefused, match="another user"):
            control.stop(tmp_path / "a.run")
        time.sleep(0.2)
        assert worker.poll() is None


def test_a_system_that_cannot_take_hold_of_a_process_stops_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "pidfd_open")
    with working(tmp_path / "a.run") as worker:
        with pytest.raises(control.ControlRefused, match="where it was started"):
            control.stop(tmp_path / "a.run")
        assert worker.poll() is None


def test_a_run_is_gone_on_with_by_a_process_that_is_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path))
    with chdir(EXAMPLES), redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        assert main(["explore", "sum.jl", "--max-traces", "1", "-q"]) == 1
    [file] = files(tmp_path)
    resuming = control.Resuming()
    resuming.resume(file)
    until = time.monotonic() + 120
    while resuming._children and time.monotonic() < until:
        time.sleep(0.05)
    assert not resuming._children
    with RunFile.read(file) as run:
        assert run.path_count(1) == 2
        assert run.standing().state is RunState.FINISHED
    assert "2 traces" in file.with_suffix(".log").read_text()


def test_what_cannot_be_gone_on_with_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path))
    file = tmp_path / "a.run"
    with RunFile.create(file, replace(header(), folder=str(tmp_path / "gone"))) as run:
        run.stand(RunState.INTERRUPTED, 130)
    with serving(tmp_path) as client:
        status, words = post(client, "resume")
    assert status == 409
    assert "which is gone" in words


def test_processes_end_with_the_server(tmp_path: Path) -> None:
    resuming = control.Resuming()
    with stranger() as child:
        resuming._children.add(child)
        resuming.close()
        assert child.poll() is not None
