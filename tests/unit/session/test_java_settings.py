"""The settings of the command line for Java programs, and the programs that a target stands for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from symheap.cli.invocation import settings_of
from symheap.cli.options.declared import of
from symheap.cli.terminal.watching import Watching
from symheap.lang.target import Loaded, Programs, Target, TargetError, is_java, load
from symheap.session.settings import CHECK, Settings, check_java_only
from symheap.session.status import WrongUse
from symheap.session.subjects import Subjects

SWAP = load(str(Path(__file__).parents[3] / "examples" / "javalite" / "swap.jl"))


def test_a_class_path_is_split_as_the_system_does_it() -> None:
    given = {"class_path": f"a.jar{os.pathsep}b{os.pathsep}", "jdk": None, "also": ["A", "B"]}
    assert of(Settings, *given).said({**given}) == {"class_path": ("a.jar", "b"), "also": ("A", "B")}


def test_what_is_not_said_does_not_hide_the_settings_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "symheap.toml").write_text('jdk = "j"\nclass-path = ["x.jar"]\nalso = ["A"]\n')
    monkeypatch.chdir(tmp_path)
    settings = settings_of("X.java", {"also": ("B",)})
    options = settings.java()
    assert (options.jdk, options.class_path, options.also) == ("j", ("x.jar",), ("B",))


def test_exact_types_and_the_rounds_of_all_loops_are_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert (Settings().java().exact_types, Settings().bounds().max_iterations) == (False, None)
    (tmp_path / "symheap.toml").write_text("exact-types = true\nmax-iterations = 7\n")
    result = settings_of("X.java", {})
    assert (result.java().exact_types, result.bounds().max_iterations) == (True, 7)
    assert settings_of("X.java", {"max_iterations": 9}).bounds().max_iterations == 9
    assert settings_of("X.java", {}, CHECK).bounds().max_iterations is None
    (tmp_path / "symheap.toml").write_text("")
    assert settings_of("X.java", {"exact_types": True}).java().exact_types


def test_other_languages_have_no_such_options() -> None:
    check_java_only("x.jl", {"heap": "lazy"})
    with pytest.raises(WrongUse, match=r"--non-null is for Java programs; x\.jl is none"):
        check_java_only("x.jl", {"non_null": ["a"]})
    with pytest.raises(WrongUse, match=r"--exact-types is for Java programs"):
        check_java_only("x.jl", {"exact_types": True})


@pytest.mark.parametrize(
    ("path", "java"),
    [("A.java", True), ("a.JAR", True), ("jrt:java.util.List", True), (".", True), ("a.jl", False), ("a.c", False)],
)
def test_java_is_known_by_the_name_of_the_file(path: str, java: bool) -> None:
    assert is_java(Target(path)) is java


def programs(*members: Loaded | TargetError) -> Programs:
    return Programs(Target("X.java"), True, iter(members))


def loaded(found: Programs, monkeypatch: pytest.MonkeyPatch, watcher: Watching | None = None) -> Subjects:
    monkeypatch.setattr("symheap.session.subjects.load_all", lambda target, options, tell: found)
    return Subjects.load("x.jl", Settings(), watcher or Watching(quiet=True))


def test_what_cannot_be_run_is_left_out_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    first, last = TargetError("abstract", "X.java::a"), TargetError("abstract", "X.java::z")
    subjects = loaded(programs(first, SWAP, SWAP, last), monkeypatch)
    assert list(subjects) == [SWAP, SWAP]
    assert subjects.skipped == ["X.java::a: error: abstract", "X.java::z: error: abstract"]


def test_if_nothing_can_be_run_the_reason_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TargetError, match="first"):
        loaded(programs(TargetError("first", "a"), TargetError("second", "b")), monkeypatch)


def test_methods_that_an_interrupt_left_out_are_not_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt = Watching(quiet=True)

    def members() -> Iterator[Loaded]:
        yield SWAP
        raise KeyboardInterrupt

    subjects = loaded(Programs(Target("X.java"), True, members()), monkeypatch, interrupt)
    assert list(subjects) == [SWAP]
    assert subjects.skipped == ["X.java: error: interrupted before all methods were explored"]
