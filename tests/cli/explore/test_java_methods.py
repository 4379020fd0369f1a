"""A Java class as the target stands for its methods, in every command."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cli_runner import symheap
from java_box import METHODS, PROGRAMS, assert_refused, explored

from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")


@pytest.fixture
def folder(box: Path) -> Path:
    return box


def test_a_class_stands_for_its_methods(folder: Path) -> None:
    document = explored("Box.java", folder=folder, status=1)
    assert [each["target"] for each in document["methods"]] == [f"Box.java::{name}" for name in METHODS]
    assert document["complete"] is False
    assert document["traces"]["total"] == sum(each["traces"]["total"] for each in document["methods"])
    assert document["paths"] == sum(each["paths"] for each in document["methods"])


def test_text_has_a_heading_for_each_method_and_a_total(folder: Path) -> None:
    result = symheap("explore", "Box.java", "--assumptions", folder=folder)
    assert result.status == 1
    assert re.findall(r"^=== (.*)$", result.out, re.MULTILINE) == [f"Box.java::{name}" for name in METHODS]
    assert re.search(r"^total: 7 methods, \d+ paths .*NOT COMPLETE\n\d+\.\d\d s\n", result.out, re.MULTILINE)
    assert result.out.splitlines()[-1].startswith("1 error, 3 warnings, 0 notes; 7 methods explored, 1 of them not to")
    assert result.out.count("assuming: assertions are enabled") == 1
    assert "===" not in symheap("explore", "Box.java", "-q", folder=folder).out


def test_an_option_counts_for_the_methods_that_it_fits(folder: Path) -> None:
    options = ["--non-null", "other", "--assume", "Box.isGood"]
    methods = explored("Box.java", *options, folder=folder, status=1)["methods"]
    marked = next(each for each in methods if each["target"].endswith("marked(Box)"))
    assert marked["findings"] == []


def test_conditions_of_several_methods_have_folders(folder: Path, tmp_path: Path) -> None:
    symheap("explore", "Box.java", "-q", "--smt2", tmp_path / "out", folder=folder)
    assert (tmp_path / "out" / "half(int)" / "0.smt2").is_file()


SHAPES = """
public abstract sealed class Shapes {
    int sides() { return 1; }
    int corners() { return 2; }
    static final class Square extends Shapes { int sides() { return 4; } }
}
"""


def test_a_method_that_no_input_can_run_is_named(tmp_path: Path) -> None:
    (tmp_path / "Shapes.java").write_text(SHAPES)
    document = explored("Shapes.java", folder=tmp_path, status=3)
    assert [each["target"] for each in document["methods"]] == ["Shapes.java::corners()"]
    [skipped] = document["skipped"]
    assert skipped.startswith("Shapes.java::sides(): error: no class that inputs may have runs sides()")
    for command in ("explore", "compare", "check"):
        result = symheap(command, "Shapes.java", folder=tmp_path)
        assert (result.status, f"not explored: {skipped}\n" in result.out) == (3, True)
        assert_refused(symheap(command, "Shapes.java::sides", folder=tmp_path), "no class that inputs may have")


def test_a_class_with_one_method_is_one_document() -> None:
    assert "results" in explored("Swap.java", status=0)


def test_compare_has_a_table_for_each_method(folder: Path) -> None:
    result = symheap("compare", "Box.java", "--heap", "pose,lazy", folder=folder)
    assert result.status == 3
    assert result.out.count("heap  traces") == len(METHODS)
    whole = symheap("compare", "Box.java", "--heap", "pose", "--format", "json", folder=folder)
    assert len(json.loads(whole.out)["methods"]) == len(METHODS)
    one = symheap("compare", "Swap.java::swap", "--format", "json", folder=PROGRAMS)
    assert (one.status, json.loads(one.out)["agree"]) == (0, True)


def test_check_has_verdicts_for_java() -> None:
    result = symheap("check", "Swap.java::swap", "--max-heaps", "50", folder=PROGRAMS)
    assert re.search(r"^agreement +holds +\(2 paths, 5 models\)$", result.out, re.MULTILINE)
    assert "machine" not in result.out
    assert result.status in (0, 3)
