"""The installed command in pipes, on terminals, and interrupted."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_runner import JAVALITE, ROOT

COMMAND = [sys.executable, "-c", "from symheap.cli import run; run()"]
LONG = ["explore", "tree.jl", "--heap", "lazy", "--max-calls", "30"]


def environment(**changes: str) -> dict[str, str]:
    plain = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "PYTHONIOENCODING")}
    return {**plain, "TERM": "xterm", "PYTHONUTF8": "1", **changes}


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_reader_that_leaves_ends_the_run_quietly(form: str) -> None:
    process = subprocess.Popen(
        [*COMMAND, *LONG, "--format", form],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=JAVALITE,
        env=environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.read(60)
    process.stdout.close()
    assert process.wait(300) == 3
    assert process.stderr.read() == b""
    process.stderr.close()


def interrupted(arguments: list[str], tmp_path: Path, after: int) -> tuple[int, str, str]:
    """Send an interrupt after `after` bytes of output; if that is 0, at the first progress after reading."""
    with (tmp_path / "out").open("wb") as out, (tmp_path / "err").open("wb") as err:
        process = subprocess.Popen([*COMMAND, *arguments], stdout=out, stderr=err, cwd=JAVALITE, env=environment())
        deadline = time.monotonic() + 300
        while (tmp_path / "out").stat().st_size < after and time.monotonic() < deadline:
            time.sleep(0.05)
        while not after and not re.search("symheap: (?!reading)", (tmp_path / "err").read_text()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        status = process.wait(300)
    return status, (tmp_path / "out").read_text(), (tmp_path / "err").read_text()


def test_an_interrupt_keeps_what_was_found(tmp_path: Path) -> None:
    status, out, err = interrupted([*LONG, "--format", "json"], tmp_path, 2000)
    document = json.loads(out)
    assert status == 130
    assert document["complete"] is False
    assert document["stopped"] == "interrupted"
    traces = document["traces"]
    assert len(document["results"]) == traces["total"] + traces["unknown"] > 0
    assert "Traceback" not in err


def test_an_interrupted_text_ends_with_its_summary(tmp_path: Path) -> None:
    status, out, err = interrupted(LONG, tmp_path, 2000)
    assert status == 130
    assert "NOT COMPLETE: interrupted" in out
    last = err.splitlines()[-1]
    assert re.fullmatch(r"symheap: interrupted; \d+ paths? (is|are) kept, resume with: symheap resume \S+", last)
    resumed = [*COMMAND, "show", last.split()[-1], "-o", str(tmp_path / "run.html")]
    assert subprocess.run(resumed, cwd=JAVALITE, env=environment(), capture_output=True).returncode == 0


def test_an_interrupted_run_that_is_not_kept_says_so(tmp_path: Path) -> None:
    status, _, err = interrupted([*LONG, "--no-store"], tmp_path, 2000)
    assert status == 130
    assert err.splitlines()[-1] == "symheap: interrupted; the run is not kept (--no-store)"


@pytest.mark.parametrize("command", ["compare", "check"])
def test_other_commands_say_what_they_know_when_interrupted(command: str, tmp_path: Path) -> None:
    status, out, err = interrupted([command, "tree.jl", "--max-calls", "30"], tmp_path, 0)
    assert status == 130
    assert "not known" in out or "not decided  (interrupted)" in out
    assert "Traceback" not in err


def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*COMMAND, "explore", "swap.jl"], stdout=full, stderr=subprocess.PIPE, cwd=JAVALITE, env=environment()
        )
    assert done.returncode == 2
    assert done.stderr == b"symheap: error: No space left on device\n"


def test_an_encoding_without_arrows_gets_ascii() -> None:
    done = subprocess.run(
        [*COMMAND, "explore", "swap.jl"],
        stdout=subprocess.PIPE,
        cwd=JAVALITE,
        env=environment(PYTHONUTF8="0", PYTHONIOENCODING="ascii"),
    )
    assert done.returncode == 0
    assert b"this --> #1 Sample" in done.stdout


def on_terminal(arguments: list[str], **changes: str) -> bytes:
    """Return both outputs of a command that runs on a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, cwd=JAVALITE, env=environment(**changes)
    )
    os.close(theirs)
    seen = bytearray()
    while True:
        try:
            chunk = os.read(ours, 65536)
        except OSError:
            break
        if not chunk:
            break
        seen += chunk
    os.close(ours)
    process.wait(300)
    return bytes(seen)


def test_a_terminal_has_colours_and_progress() -> None:
    seen = on_terminal([*LONG, "--max-traces", "300"])
    assert b"\x1b[33mcut by max-calls" in seen
    assert b"symheap: lazy: " in seen
    assert b"waiting" in seen
    left = re.sub(rb"[^\n]*\r\x1b\[2K", b"", seen)
    assert left.rstrip().endswith(b" s")


@pytest.mark.slow
def test_a_long_run_says_how_long_it_may_take() -> None:
    """Time enough for a busy machine to have explored something after the first two seconds."""
    seen = on_terminal(["explore", "linkedlist.jl", "--heap", "lazy", "--max-calls", "40", "--timeout", "20"])
    shares = [int(share) for share in re.findall(rb"about (\d+) %", seen)]
    assert shares or b"over 99 %" in seen
    assert shares == sorted(shares)
    assert re.search(rb"\d s to go", seen) or b"over 99 %" in seen


def test_the_first_two_seconds_make_no_promise() -> None:
    seen = on_terminal([*LONG, "--max-traces", "300"])
    early = [line for line in seen.split(b"\r") if re.search(rb"symheap: lazy: .*, [01] s, ", line)]
    assert early
    assert not [line for line in early if b" to go" in line]


def test_a_comparison_says_which_model_it_is_at() -> None:
    seen = on_terminal(["compare", "tree.jl", "--heap", "pose,lazy", "--max-calls", "20", "--max-traces", "40"])
    assert b"symheap: pose (1 of 2): " in seen
    assert b"symheap: lazy (2 of 2): " in seen


def test_a_check_says_which_law_it_is_at() -> None:
    seen = on_terminal(["check", "linkedlist.jl", "--max-calls", "2"])
    assert re.search(rb"symheap: exploring linkedlist.jl under [a-z]+#? \(\d of 5 models\), \d+ s", seen)
    assert re.search(rb"symheap: checking \w+ \(\d of 7 laws\), \d+ s", seen)


@pytest.mark.parametrize(
    "arguments",
    [
        ["explore", "swap.jl"],
        ["compare", "swap.jl"],
        ["check", "swap.jl"],
        ["step", "swap.jl"],
        ["prove", str(ROOT / "examples" / "c" / "reverse.c")],
        ["runs"],
        ["explore", "nowhere.jl"],
    ],
    ids=" ".join,
)
def test_no_command_writes_colours_that_nobody_wants(arguments: list[str], tmp_path: Path) -> None:
    """A terminal without colours gets none, except for progress that is drawn over and erased."""
    store = {"SYMHEAP_RUNS": str(tmp_path)}
    for changes in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        seen = on_terminal(arguments, **store, **changes)
        assert b"\x1b" not in seen.replace(b"\x1b[2K", b"")
    done = subprocess.run(
        [*COMMAND, *arguments], capture_output=True, cwd=JAVALITE, env=environment(**store), check=False
    )
    assert b"\x1b" not in done.stdout + done.stderr


def test_no_color_is_respected() -> None:
    seen = on_terminal(["explore", "sum.jl", "--quiet"], NO_COLOR="1")
    assert b"4 traces" in seen
    assert b"\x1b" not in seen
    assert b"\x1b[32mcomplete" in on_terminal(["explore", "sum.jl", "--quiet"])
