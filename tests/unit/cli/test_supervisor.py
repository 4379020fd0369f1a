"""The supervising process: it ends a late command, passes signals on once, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from symheap.cli.terminal.supervisor import LATE_SECONDS, given_limit
from symheap.store.file import RunFile
from symheap.store.records import Header, RunState

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="commands are watched on Linux only")

SCRIPT = """
import os, signal, subprocess, sys, time
from symheap.cli.terminal.supervisor import supervised

def work(line):
    {work}

sys.exit(supervised(["explore", *sys.argv[1:]], work))
"""
HANG = "time.sleep(600)"


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def started(work: str, *arguments: str) -> subprocess.Popen[str]:
    script = SCRIPT.format(work="\n    ".join(work.strip().split("\n")))
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def ended(work: str, *arguments: str) -> tuple[int, str, str]:
    process = started(work, *arguments)
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").split(")")[-1].split()[0] not in "ZX"
    except OSError:
        return False


@pytest.mark.parametrize("status", [0, 1, 3, 130])
def test_the_status_is_that_of_the_command(status: int, temporary: Path) -> None:
    assert ended(f"print(line.began > 0, flush=True); return {status}") == (status, "True\n", "")
    assert not [*temporary.iterdir()]


def test_an_exception_is_shown_and_is_an_error_of_ours() -> None:
    status, _, err = ended("raise ValueError('odd')")
    assert status == 4
    assert "ValueError: odd" in err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_command_that_dies_of_a_signal_is_seen_to(number: signal.Signals) -> None:
    status, _, _ = ended(f"os.kill(os.getpid(), {int(number)})")
    assert status == -number


@pytest.mark.parametrize("arguments", [("--timeout", "0.2"), ("--timeout=0.2",)])
def test_a_command_that_is_late_is_killed(arguments: tuple[str, ...], temporary: Path) -> None:
    """Also ends a process that the command started in a session of its own, and removes its temporary files."""
    work = f"""
child = subprocess.Popen(["sleep", "600"], start_new_session=True)
open(os.environ["TMPDIR"] + "/file", "w").close()
print(child.pid, os.environ["TMPDIR"], flush=True)
{HANG}
"""
    start = time.perf_counter()
    status, out, err = ended(work, *arguments)
    assert time.perf_counter() - start >= LATE_SECONDS
    assert status == 3
    assert err.startswith("symheap: out of time: stopped after ")
    child, folder = out.split()
    assert not is_running(int(child))
    assert Path(folder).parent == temporary
    assert not [*temporary.iterdir()]


def test_the_command_can_say_its_limit_and_its_last_words(tmp_path: Path) -> None:
    """If the result goes to a file, so do the last words."""
    file = tmp_path / "result.json"
    file.write_text('{"results": [1', encoding="utf-8")
    work = f"line.last_words({str(file)!r}, ', 2');line.last_words({str(file)!r}, ', 3]}}');line.limit(0.1);{HANG}"
    assert ended(work)[0] == 3
    assert json.loads(file.read_text(encoding="utf-8")) == {"results": [1, 3]}
    work = f"print('[1', end='', flush=True); line.last_words(None, '] ' + 200_000 * 'x'); line.limit(0.1); {HANG}"
    status, out, _ = ended(work)
    assert (status, out[:4], len(out)) == (3, "[1] ", 200_004)


def test_what_was_found_decides_the_status() -> None:
    assert ended(f"line.status(1); {HANG}", "--timeout", "0.1")[0] == 1


def test_a_limit_that_is_lifted_does_not_hold() -> None:
    assert ended(f"line.limit(None); time.sleep({LATE_SECONDS + 1}); return 0", "--timeout", "0.1")[0] == 0


def test_the_run_file_says_that_the_time_was_over(tmp_path: Path) -> None:
    path = tmp_path / "a.run"
    with RunFile.create(path, Header("a", "explore", "x.jl", ("explore", "x.jl"), str(tmp_path), "now")):
        pass
    work = f"""
from pathlib import Path
from symheap.store.file import RunFile
file = RunFile.open(Path({str(path)!r}))
line.run(str(file.path))
line.limit(0.1)
{HANG}
"""
    status, _, err = ended(work)
    assert status == 3
    assert "symheap resume a" in err
    with RunFile.read(path) as run:
        assert (run.standing().state, run.standing().status) == (RunState.OUT_OF_TIME, 3)


@pytest.mark.parametrize("to_group", [False, True])
def test_an_interrupt_reaches_the_command_once(to_group: bool) -> None:
    """Also if the signal is sent to all processes of the terminal, or a shell started the command with it ignored."""
    work = """
found = []
signal.signal(signal.SIGINT, lambda *_: found.append(1))
print("ready", flush=True)
while not found:
    time.sleep(0.01)
time.sleep(0.5)
print(len(found), flush=True)
return 130
"""
    script = SCRIPT.format(work="\n    ".join(work.strip().split("\n")))
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    if to_group:
        os.killpg(process.pid, signal.SIGINT)
    else:
        process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=300)
    assert (process.returncode, out) == (130, "1\n")


def test_the_command_ends_with_the_process_that_waits() -> None:
    process = started(f"print(os.getpid(), flush=True); {HANG}")
    assert process.stdout is not None
    worker = int(process.stdout.readline())
    process.kill()
    process.communicate()
    until = time.monotonic() + 60
    while is_running(worker) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_running(worker)


def test_a_command_goes_on_after_it_was_suspended() -> None:
    process = started("print('ready', flush=True); time.sleep(0.5); return 0")
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGTSTP)
    assert os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED)[1])
    process.send_signal(signal.SIGCONT)
    process.communicate(timeout=300)
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("x.jl",), None),
        (("x.jl", "--timeout", "2.5"), 2.5),
        (("--timeout=3", "x.jl", "--timeout", "4"), 4),
        (("x.jl", "--timeout", "soon"), None),
        (("x.jl", "--timeout", "-1"), None),
        (("x.jl", "--timeout"), None),
        (("x.jl", "--solver-timeout", "3"), None),
        (("--", "--timeout", "3"), None),
    ],
)
def test_the_limit_on_the_command_line(arguments: tuple[str, ...], expected: float | None) -> None:
    assert given_limit(arguments) == expected
