"""A child process answers in marked lines, and everything it started ends with it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from symheap.lang.java.files.child import CannotRun, Child, ChildEnded, compile_to
from symheap.lang.java.files.launch import without_options

ANSWERING = """
import os, subprocess, sys
mark = sys.argv[1]
def reply(text):
    os.write(1, f"\\n{mark}{text}\\n".encode())
for line in sys.stdin:
    word = line.strip()
    if word == "noise":
        os.write(1, b"half a line " + b"x" * 300_000)
        os.write(2, b"y" * 300_000 + b"the last words")
    elif word == "large":
        reply("z" * 300_000)
        continue
    elif word == "die":
        sys.exit(7)
    elif word == "start":
        other = subprocess.Popen(["sleep", "600"])
        reply(other.pid)
        continue
    elif word == "silence":
        continue
    reply(f"{word} in {os.getcwd()} with {sys.argv[2:]}")
"""


def child() -> Child:
    return Child([sys.executable, "-c", ANSWERING], ["a", "b"])


def test_a_request_has_an_answer_from_a_folder_of_its_own() -> None:
    with child() as answering:
        said, _, rest = answering.ask("hello", 30).strip().partition(" in ")
        folder = Path(rest.partition(" with ")[0])
        assert (said, rest.partition(" with ")[2]) == ("hello", "['a', 'b']")
        assert folder.is_dir()
    assert not folder.exists()


def test_what_else_is_written_is_no_answer_and_is_not_kept() -> None:
    with child() as answering:
        assert answering.ask("noise", 30).startswith("noise in ")
        assert answering.ask("large", 30).strip() == "z" * 300_000
        with pytest.raises(ChildEnded, match=r"exit code 7, y+the last words") as ended:
            answering.ask("die", 30)
        assert len(str(ended.value)) < 2_000
        with pytest.raises(ChildEnded):
            answering.tell("after its end\n" * 10_000)


def test_an_answer_may_not_come() -> None:
    with child() as answering:
        assert answering.ask("hello", 30)
        with pytest.raises(TimeoutError, match=r"no answer in 0\.1 s"):
            answering.ask("silence", 0.1)


@pytest.mark.skipif(os.name != "posix", reason="process groups")
def test_what_the_child_started_ends_with_it() -> None:
    answering = child()
    other = int(answering.ask("start", 30))
    os.kill(other, 0)
    answering.end()
    answering.end()
    deadline = time.monotonic() + 60
    while _runs(other) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _runs(other)


def _runs(process: int) -> bool:
    """Whether a process runs; a zombie, which remains if no process adopts orphans, does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_there_may_be_no_such_program(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match="nobody cannot be run"):
        Child([str(tmp_path / "nobody")], [])
    with pytest.raises(CannotRun, match="cannot be run"):
        compile_to(tmp_path, str(tmp_path / "javac"), [])


def test_no_variable_gives_options_to_a_jvm() -> None:
    environ = {"PATH": "p", "JAVA_TOOL_OPTIONS": "-javaagent:x", "_JAVA_OPTIONS": "-Xint", "CLASSPATH": "x"}
    assert without_options(environ) == {"PATH": "p"}
