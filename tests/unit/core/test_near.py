"""Suggestions of similar names."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.core.theories.near import did_you_mean, file_near


@pytest.mark.parametrize(
    ("name", "known", "said"),
    [
        ("pish", ["pop", "push", "size"], "; did you mean push?"),
        ("PUSH", ["push"], "; did you mean push?"),
        ("stack", ["stuck", "stick", "zzz"], "; did you mean stuck or stick?"),
        ("swp.jl", ["swap.jl", "sum.jl"], "; did you mean swap.jl?"),
        ("p", ["m"], ""),
        ("push", [], ""),
        ("x" * 300, ["x" * 300], ""),
        ("push", ["x" * 300], ""),
    ],
)
def test_a_near_name_is_offered(name: str, known: list[str], said: str) -> None:
    assert did_you_mean(name, known) == said


def test_a_near_file_is_offered(tmp_path: Path) -> None:
    (tmp_path / "swap.jl").touch()
    assert file_near(str(tmp_path / "swp.jl")) == "; did you mean swap.jl?"
    assert file_near(str(tmp_path / "other.jl")) == ""
    assert file_near(str(tmp_path / "nowhere" / "swap.jl")) == ""
    assert file_near("a\0b") == ""
