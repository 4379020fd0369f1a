"""Settings files: where they are searched, and what they may contain."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.cli.invocation import settings_of
from symheap.core.source import SourceError
from symheap.session import config
from symheap.session.settings import CHECK


def test_no_file_says_nothing(tmp_path: Path) -> None:
    assert config.find(tmp_path).shared == {}


def test_a_file_is_found_above(tmp_path: Path) -> None:
    (tmp_path / "symheap.toml").write_text('heap = "lazy"\nmax-calls = 5\nacyclic = ["next"]\ntimeout = 3\n')
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    result = config.find(inner)
    assert result.file == str(tmp_path / "symheap.toml")
    assert result.shared == {"heap": "lazy", "max_calls": 5, "acyclic": ("next",), "timeout": 3.0}


def test_the_project_file_may_have_a_table(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.symheap]\nsearch = "bfs"\n[tool.symheap.check]\nmax-int = 0\n')
    result = config.find(tmp_path)
    assert (result.shared, result.of("check")) == ({"search": "bfs"}, {"max_int": 0})


def test_a_project_file_without_the_table_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "symheap.toml").write_text("seed = 4")
    inner = tmp_path / "project"
    inner.mkdir()
    (inner / "pyproject.toml").write_text("[tool.other]\nx = ")
    assert config.find(inner).shared == {"seed": 4}


def test_the_own_file_comes_before_the_project_file(tmp_path: Path) -> None:
    (tmp_path / "symheap.toml").write_text("seed = 4")
    (tmp_path / "pyproject.toml").write_text("[tool.symheap]\nseed = 5")
    assert config.find(tmp_path).shared == {"seed": 4}


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ('heap = "lazy"\nheep = 1', "2:1", "unknown key 'heep'"),
        ('heap = "lazyy"', "1:1", "heap must be one of pose, "),
        ("max-calls = 0", "1:1", "max-calls must be an integer of at least 1"),
        ("max-calls = true", "1:1", "max-calls must be"),
        ("timeout = 0", "1:1", "timeout must be a positive number"),
        ("timeout = inf", "1:1", "timeout must be a positive number"),
        ('acyclic = "next"', "1:1", "acyclic must be a list"),
        ("heaps = []", "1:1", "heaps must be a list"),
        ("\ncheck = 1", "2:1", "check is a table"),
        ("[check]\nheap = 'pose'", "2:1", "unknown key 'heap'"),
        ("[explorer]\nheap = 'pose'", "1:2", "unknown key 'explorer'"),
        ("seed = \n", "1:8", "Invalid value"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, place: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "symheap.toml").write_text(text)
    with pytest.raises(SourceError) as caught:
        config.find(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / 'symheap.toml'}:{place}: error: {reason}")


def test_the_command_line_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "symheap.toml").write_text('heap = "lazy"\nmax-calls = 5\nseed = 3\n[check]\nmax-objects = 4\n')
    monkeypatch.chdir(tmp_path)
    settings = settings_of("x.jl", {"heap": "pose"})
    assert (settings.heap, settings.max_calls, settings.seed) == ("pose", 5, 3)
    check = settings_of("x.jl", {"max_int": 1}, CHECK)
    assert (check.max_calls, check.max_objects, check.max_int) == (3, 4, 1)
