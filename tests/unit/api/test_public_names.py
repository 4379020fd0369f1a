"""The names of `import symheap`: all are documented, typed, and imported only on use."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import symheap

ROOT = Path(__file__).parents[3]
DATA = {"MODELS"}
USE = """
from typing import assert_type

import symheap


def crashes(target: str) -> list[str]:
    run = symheap.explore(target, heap="pose", bounds=symheap.Bounds(max_calls=3), java=symheap.JavaOptions())
    assert_type(run, symheap.Run)
    assert_type(run.complete, bool)
    assert_type(run.tally.paths, int)
    found: list[str] = []
    for path in run:
        assert_type(path, symheap.Path)
        heap = path.inputs()
        drawing = path.input_drawing()
        if path.crashes and heap is not None and drawing is not None:
            assert_type(drawing.svg(), str)
            found.append(path.condition() + path.smt2())
    assert_type(run.findings.crashes, tuple[symheap.Finding, ...])
    return found


def summary(file: str) -> str:
    proof = symheap.prove([file], entry=None, replay=True)
    assert_type(proof, symheap.Proof)
    assert_type(proof.findings, tuple[symheap.ProofFinding, ...])
    assert_type(proof.rounds, tuple[symheap.Round, ...])
    comparison = symheap.compare("a.jl", ["pose", "lazy"])
    assert_type(comparison.agree, bool | None)
    assert_type(symheap.check("a.jl").seconds, float)
    return proof.verdict + proof.reason + symheap.__version__
"""


def test_every_public_name_is_there_and_documented() -> None:
    for name in symheap.__all__:
        result = getattr(symheap, name)
        if name not in DATA:
            assert inspect.getdoc(result), name
            assert not (inspect.getdoc(result) or "").startswith(f"{name}("), f"{name} has only a generated docstring"


def test_every_public_member_of_a_result_is_documented() -> None:
    for name in ("Run", "Path", "Proof", "Comparison", "Check", "HeapDrawing", "Findings"):
        kind = getattr(symheap, name)
        members = inspect.getmembers(kind, lambda member: inspect.isfunction(member) or isinstance(member, property))
        missing = [member for member, found in members if not member.startswith("_") and not inspect.getdoc(found)]
        assert missing == [], name


def test_the_page_names_every_public_name() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    table = page.partition("## Names")[2]
    assert set(re.findall(r"`(\w+)`", table)) == set(symheap.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'explode'"):
        _ = symheap.explode  # type: ignore[attr-defined]
    assert set(symheap.__all__) <= set(dir(symheap))


def test_nothing_heavy_is_imported_with_the_package() -> None:
    script = (
        "import sys, symheap; early = [m for m in sys.modules if m.startswith('symheap.')]; symheap.explore; "
        "print(early, 'pycparser' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "[] False\n"


def test_a_users_script_passes_mypy_strict(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """Uses the installed package, whose `py.typed` says that it is typed."""
    assert (ROOT / "src" / "symheap" / "py.typed").is_file()
    (tmp_path / "use.py").write_text(USE, encoding="utf-8")
    assert pytestconfig.cache is not None
    cache = pytestconfig.cache.mkdir("mypy-of-users")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", f"--cache-dir={cache}", "use.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert done.stdout == "Success: no issues found in 1 source file\n"
    wrong = USE.replace("run.tally.paths, int", "run.tally.paths, str")
    (tmp_path / "use.py").write_text(wrong, encoding="utf-8")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600, check=False)
    assert "Expression is of type" in done.stdout
