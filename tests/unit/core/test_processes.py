"""A foreign program ends when its time is over, and so does everything that it started."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from symheap.core import processes
from symheap.core.deadline import NEVER, Deadline, OutOfTime, within

PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open(sys.argv[1], "w").write(str(child.pid))
time.sleep(600)
"""


def is_alive(process: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").split(")")[-1].split()[0] not in "ZX"
    except OSError:
        return False


def test_output_and_status() -> None:
    done = processes.run([sys.executable, "-c", "print(3); raise SystemExit(4)"], seconds=60, capture_output=True)
    assert (done.returncode, done.stdout.split()) == (4, [b"3"])


@pytest.mark.parametrize("of_run", [False, True])
def test_all_that_it_started_ends_with_it(of_run: bool, tmp_path: Path) -> None:
    """Tests the limit of the program and that of the run, which are distinguished."""
    file = tmp_path / "child"
    command = [sys.executable, "-c", PARENT, str(file)]
    expected: type[BaseException] = OutOfTime if of_run else subprocess.TimeoutExpired
    deadline, seconds = (Deadline.after(3), 600) if of_run else (NEVER, 3)
    with pytest.raises(expected):
        within(deadline, lambda: processes.run(command, seconds=seconds))
    until = time.monotonic() + 60
    if file.exists() and (text := file.read_text(encoding="ascii")):
        while is_alive(int(text)) and time.monotonic() < until:
            time.sleep(0.01)
        assert not is_alive(int(text))


def test_a_group_of_a_process_that_has_ended_is_left_alone() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    process.wait()
    processes.kill_group(process)
    assert process.returncode == 0
