"""A command that was late wrote its document, and its supervisor wrote another one.

Seen once in a thousand commands under load: the command wrote between the last look at its messages and its death.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="commands are watched on Linux only")

SCRIPT = """
import os, sys, time
from symheap.cli.terminal.supervisor import supervised

written, killpg = sys.argv.pop(), os.killpg

def after_the_document(group, number):
    while not os.path.exists(written):
        time.sleep(0.01)
    killpg(group, number)

def work(line):
    os.killpg = killpg
    while not os.path.exists(written + ".late"):
        time.sleep(0.01)
    line.last_words(None, "")
    print("{}", flush=True)
    open(written, "w").close()
    time.sleep(600)

def late(group, number):
    open(written + ".late", "w").close()
    after_the_document(group, number)

os.killpg = late
sys.exit(supervised(["explore", *sys.argv[1:]], work))
"""


def test_a_document_that_was_written_is_the_only_one(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        SCRIPT,
        "X.java",
        "--format",
        "json",
        "--timeout",
        "0.1",
        str(tmp_path / "written"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 3
    assert done.stdout == "{}\n"
    assert "out of time" in done.stderr
