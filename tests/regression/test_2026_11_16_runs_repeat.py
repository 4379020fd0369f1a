"""2026-11-16: facts about names of one slot were in the order of memory addresses, which differs in each run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parents[1] / "programs" / "java" / "HashTable.java"


def conditions(tmp_path: Path, run: int) -> list[str]:
    """Return the conditions of the paths of a run in a process of its own."""
    command = [sys.executable, "-m", "symheap", "explore", f"{PROGRAM}::put", "--max-loop", "3", "--max-traces", "60"]
    environment = {**os.environ, "SYMHEAP_RUNS": str(tmp_path), "PYTHONHASHSEED": str(run)}
    ran = subprocess.run(
        [*command, "--format", "json", "--with", "smt2", "--quiet"],
        capture_output=True,
        text=True,
        env=environment,
        timeout=300,
    )
    assert ran.returncode in (1, 3), ran.stderr
    return [result["smt2"] for result in json.loads(ran.stdout)["results"]]


def test_two_runs_say_the_same(tmp_path: Path) -> None:
    first = conditions(tmp_path, 1)
    assert len(first) > 5
    assert first == conditions(tmp_path, 2)
