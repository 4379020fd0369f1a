"""`symheap test` on targets without tests, and on machines without tools."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runner import JAVALITE, symheap
from java_sources import compiled, source

from symheap_testing.java.sources import some_jdk

pytestmark = [
    pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac"),
    pytest.mark.usefixtures("jars"),
]


def test_a_class_that_does_not_load(tmp_path: Path) -> None:
    (tmp_path / "Broken.class").write_bytes(b"\xca\xfe\xba\xbe\0\0\0\x3d\0")
    result = symheap("test", "Broken.class", "-o", "out", folder=tmp_path)
    assert (result.status, result.out) == (2, "")
    assert result.err.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_a_class_whose_superclass_is_gone(tmp_path: Path) -> None:
    name = source(tmp_path, "class Orphan extends Gone { int one() { return 1; } }\nclass Gone { }\n")
    classes = compiled(tmp_path, name)
    (classes / "Gone.class").unlink()
    result = symheap("test", f"{classes}::Orphan", "-o", "out", folder=tmp_path)
    assert (result.status, result.out) == (2, "")
    assert "Gone" in result.err
    assert result.err.count("\n") == 1


def test_a_static_initialiser_that_throws(tmp_path: Path) -> None:
    name = source(tmp_path, "class Fails { static int at = 1 / zero(); static int zero() { return 0; } }\n")
    result = symheap("test", name, "-o", "out", folder=tmp_path)
    assert result.status == 3
    assert "no test, initialiser: 2 paths\n" in result.out
    assert not (tmp_path / "out").exists()


def test_nothing_to_test(tmp_path: Path) -> None:
    result = symheap("test", source(tmp_path, "class Empty { int x; }\n"), "-o", "out", folder=tmp_path)
    assert (result.status, result.out) == (2, "")
    assert "declares no method" in result.err


def test_no_input_satisfies_what_is_assumed(tmp_path: Path) -> None:
    text = "class Never { boolean no() { return false; } int one() { return 1; } }\n"
    result = symheap("test", f"{source(tmp_path, text)}::one", "-o", "out", "--assume", "no", folder=tmp_path)
    assert result.status == 0
    assert "0 tests of 0 paths; nothing to run\n" in result.out
    assert not (tmp_path / "out").exists()


def test_other_languages_have_no_junit() -> None:
    result = symheap("test", "swap.jl", "-o", "out", folder=JAVALITE)
    assert (result.status, result.out) == (2, "")
    assert "test is for Java" in result.err


def test_classes_of_the_jdk_need_another_package(tmp_path: Path) -> None:
    result = symheap("test", "jrt:java.util.BitSet::get(int)", "-o", "out", folder=tmp_path)
    assert result.status == 2
    assert "--package" in result.err
