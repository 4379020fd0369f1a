"""Folders that reproduce a counterexample without symheap."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from c_replay_subject import failing, library, needs_compiler

from symheap.memory.execution.oracle import Script
from symheap.testgen.c.reproducer import write_reproducer

TEXT = "int main(void) { int *p = malloc(4); if (symheap_nondet_int() == 3) free(p); return *p == 9; }"


def ended(folder: Path, values: tuple[int, ...]) -> subprocess.CompletedProcess[str]:
    needs_compiler()
    result = library(TEXT)
    paths = write_reproducer(folder, result, result.program, Script(values=values))
    assert [path.name for path in paths] == ["main.c", "run.sh"]
    return subprocess.run(["./run.sh"], cwd=folder, capture_output=True, text=True, timeout=60, check=False)


def test_the_error_is_shown(tmp_path: Path) -> None:
    done = ended(tmp_path / "new" / "folder", (3,))
    assert done.returncode == 1
    assert "heap-use-after-free" in done.stderr
    assert "subject.c:2" in done.stderr


def test_a_run_without_an_error_ends_so(tmp_path: Path) -> None:
    assert ended(tmp_path, (4,)).returncode == 0


def test_nothing_else_is_left_behind(tmp_path: Path) -> None:
    ended(tmp_path, (3,))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["main.c", "run.sh"]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text("mine", encoding="utf-8")
    result = library(TEXT)
    script, _ = failing(result.program, Script(values=(3,)))
    with pytest.raises(FileExistsError):
        write_reproducer(tmp_path, result, result.program, script)
    assert (tmp_path / "main.c").read_text(encoding="utf-8") == "mine"
