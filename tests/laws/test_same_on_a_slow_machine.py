"""A machine that is several times slower finds the same, as long as no time limit is reached.

The slow machine is a process whose clock runs fast: all that looks at the time has less of it for the same work.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sampling import sample
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

CLASSES = Path(__file__).parents[1] / "programs" / "first_minute"
TIMES = 8
COMMAND = """
import sys, time
times, counter, monotonic = int(sys.argv.pop(1)), time.perf_counter, time.monotonic
time.perf_counter, time.monotonic = lambda: times * counter(), lambda: times * monotonic()
from symheap.cli import main
sys.exit(main(sys.argv[1:]))
"""
LIMIT = "--timeout=2000"


def explored(source: Path, times: int) -> tuple[int, list[Any], list[Any]]:
    """The exit status, the findings, and of each method its traces and its results."""
    line = [sys.executable, "-c", COMMAND, str(times), "explore", str(source), "-q", "--format", "json", "--no-store"]
    done = subprocess.run([*line, LIMIT], capture_output=True, text=True, check=False)
    document = json.loads(done.stdout)
    methods = [[each["traces"], each["stopped"], each["results"]] for each in document["methods"]]
    return done.returncode, document["findings"], methods


@pytest.mark.parametrize("name", sample(["Bank", "BankFixed", "LruCache", "Tokenizer"], 2))
def test_findings_their_order_paths_and_status(name: str) -> None:
    source = CLASSES / f"{name}.java"
    assert explored(source, TIMES) == explored(source, 1)
