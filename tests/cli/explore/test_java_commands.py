"""`explore`, `compare` and `check` on Java: from sources, classes, jars and the JDK to reports and exit statuses."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest
from cli_runner import JAVALITE, symheap
from java_box import BOX, METHODS, PROGRAMS, assert_refused, explored

import symheap as package
from symheap.api import JavaOptions, load_all
from symheap.engine.explore import Exploration
from symheap.lang.java.errors import Malformed, NotFound
from symheap.report.draw.concrete import ConcreteView
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")


@pytest.fixture
def folder(box: Path) -> Path:
    return box


# Where programs come from ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("heap", "total"), [("pose", 2), ("summary", 2), ("lazy", 21), ("lazier", 7), ("lazier#", 3)])
def test_swap_has_the_counts_of_the_papers(heap: str, total: int) -> None:
    document = explored("Swap.java::swap", "--heap", heap, status=0)
    assert (document["traces"]["total"], document["paths"], document["complete"]) == (total, 2, True)
    assert document["target"] == "Swap.java::swap"


@pytest.mark.parametrize(
    "target",
    ["Box.java::first", "classes/Box.class::first", "classes::Box::first", "box.jar::Box::first", "box.jar::first"],
)
def test_a_program_may_be_source_class_folder_or_jar(target: str, folder: Path) -> None:
    document = explored(target, folder=folder, status=1)
    assert [each["error"] for each in document["findings"]] == ["null", "out-of-bounds"]
    assert {each["position"] for each in document["findings"]} == {"Box.java:10"}


def test_a_class_of_the_jdk_is_explored() -> None:
    document = explored("jrt:java.util.ArrayList::get", status=3)
    assert document["complete"] is True
    assert [each["exception"] for each in document["thrown"]] == ["java.lang.IndexOutOfBoundsException"]


def test_a_jdk_and_a_class_path_can_be_given(folder: Path, tmp_path: Path) -> None:
    jdk = some_jdk()
    assert jdk is not None
    (tmp_path / "Use.java").write_text("class Use { static int m(Box b) { return b.first(); } }")
    options = ["--jdk", str(jdk.home), "-cp", str(folder / "box.jar")]
    document = explored("Use.java::m", *options, folder=tmp_path, status=1)
    assert document["traces"]["total"] == 4


# Reports --------------------------------------------------------------------------------------------------------------


def test_text_speaks_java(folder: Path) -> None:
    result = symheap("explore", "Box.java::first", "--paths", folder=folder)
    assert result.status == 1
    assert "throws java.lang.NullPointerException at Box.java:10: `items` is null\n" in result.out
    assert "throws java.lang.ArrayIndexOutOfBoundsException at Box.java:10: index `0` is out of bounds of" in result.out
    assert "this ──▶ ① Box {items: ②}\n             ② int[1] {0}\n" in result.out
    assert result.out.startswith("Box.java:10: error: `items` is null when first() is called\n    var box")
    assert re.search(r"^assuming: .*; … \(\d+ assumptions; --assumptions lists them\)$", result.out, re.MULTILINE)


def test_values_are_written_by_their_types(folder: Path) -> None:
    text = symheap("explore", "Box.java::of", "--paths", folder=folder).out
    assert re.search(r's ──▶ ① "h.+"\n', text)
    chars = explored("Box.java::marked", folder=folder, status=3)["results"]
    [returned] = [each for each in chars if each["outcome"]["kind"] == "return"]
    assert returned["inputs"]["objects"][returned["inputs"]["roots"]["other"]["ref"]]["fields"] == {"mark": 0}


def test_enum_constants_are_called_by_name() -> None:
    result = symheap("explore", "EnumLights.java::next", "--paths", folder=PROGRAMS)
    assert "returns EnumLights.Light.GREEN" in result.out
    assert "light ──▶ EnumLights.Light.RED" in result.out


def test_names_of_elements_are_short_in_text_and_exact_for_solvers() -> None:
    document = explored("ArrayStack.java::peek", "--assume", "repOk", status=0)
    [value] = [each["outcome"]["value"] for each in document["results"] if each["outcome"]["kind"] == "return"]
    assert value == "this.elements[(this.size - depth) - 1]"


def test_what_goes_wrong_while_a_program_runs_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Exploration[Any]) -> Any:
        raise failures.pop()

    monkeypatch.setattr(Exploration, "__iter__", broken)
    failures = [Malformed("a bad constant", "x.jar!/A.class", 7), NotFound("class A is not there")]
    assert_refused(symheap("explore", "Box.java::first", "-q", folder=folder), "class A is not there")
    assert_refused(symheap("explore", "Box.java::first", "-q", folder=folder), "x.jar!/A.class: error: a bad constant")


def test_an_interrupt_leaves_what_was_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Exploration.__iter__

    def interrupted(self: Exploration[Any]) -> Any:
        yield from honest(self)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Exploration, "__iter__", interrupted)
    result = symheap("explore", "Box.java", "--format", "json", "--jobs", "1", folder=folder)
    document = json.loads(result.out)
    assert result.status == 130
    assert [each["stopped"] for each in document["methods"]] == ["interrupted"]
    assert document["complete"] is False


def test_an_exception_thrown_on_purpose_is_no_finding(folder: Path) -> None:
    document = explored("Box.java::half", folder=folder, status=0)
    assert (document["traces"]["exceptional"], document["findings"]) == (1, [])
    [thrown] = document["thrown"]
    assert (thrown["exception"], thrown["crash"]) == ("java.lang.IllegalArgumentException", False)
    assert "thrown on purpose:\nBox.java:16: throws java.lang.IllegalArgumentException; path" in (
        symheap("explore", "Box.java::half", folder=folder).out
    )


def test_what_is_unsupported_is_named_and_inconclusive(folder: Path) -> None:
    document = explored("Box.java::gap", folder=folder, status=3)
    assert document["complete"] is False
    assert [(each["what"], each["count"]) for each in document["unsupported"]] == [("Box.elsewhere", 1)]
    assert "\nunsupported: Box.elsewhere (1 path)\n" in symheap("explore", "Box.java::gap", folder=folder).out


# Options --------------------------------------------------------------------------------------------------------------


def test_assumptions_narrow_the_inputs(folder: Path) -> None:
    free = explored("Box.java::first", folder=folder, status=1)
    good = explored("Box.java::first", "--assume", "Box.isGood", folder=folder, status=3)
    assert [each["error"] for each in good["findings"]] == ["out-of-bounds"]
    assert len(free["findings"]) == 2
    assert explored("Box.java::marked", "--non-null", "other", folder=folder, status=0)["traces"]["exceptional"] == 0


def test_static_fields_are_symbolic_on_request(folder: Path) -> None:
    document = explored("Box.java::bounded", "--symbolic-static", "Box.limit", folder=folder, status=0)
    assert {*document["results"][0]["inputs"]["roots"]} == {"n", "Box.limit"}
    assert "Box.limit" not in explored("Box.java::bounded", folder=folder, status=0)["results"][0]["inputs"]["roots"]


def test_inputs_may_have_more_classes_on_request(folder: Path) -> None:
    def universe(*options: str) -> str:
        assumptions: list[str] = explored("Box.java::half", *options, folder=folder, status=0)["assumptions"]
        return assumptions[0]

    assert universe("--also", "java.util.BitSet") != universe()


def test_settings_files_know_the_options(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "Box.java").write_text(BOX)
    (tmp_path / "symheap.toml").write_text('assume = ["Box.isGood"]\nnon-null = []\nalso = ["java.util.BitSet"]\n')
    document = explored("Box.java::first", folder=tmp_path, status=3)
    assert [each["error"] for each in document["findings"]] == ["out-of-bounds"]
    (tmp_path / "swap.jl").write_text((JAVALITE / "swap.jl").read_text())
    assert explored("swap.jl", folder=tmp_path, status=0)["paths"] == 2


@pytest.mark.parametrize(
    "option",
    [
        ["--jdk", "/"],
        ["-cp", "x.jar"],
        ["--assume", "A.b"],
        ["--non-null", "s"],
        ["--symbolic-static", "A.b"],
        ["--also", "A"],
    ],
    ids=lambda option: option[0],
)
@pytest.mark.parametrize("command", ["explore", "compare", "check"])
def test_options_of_java_are_refused_elsewhere(command: str, option: list[str]) -> None:
    assert_refused(symheap(command, "swap.jl", *option), "is for Java programs; swap.jl is none")


# Bad input ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "options", "reason"),
    [
        ("Nothing.java", [], "no such file"),
        ("Box.java::nothing", [], "nothing"),
        ("Box.java::Nothing::first", [], "there is no class Nothing"),
        ("classes", ["--jdk", "classes"], "--jdk is classes"),
        ("classes::Nothing::x", [], "there is no class Nothing"),
        ("jrt:java.util.Nothing::x", [], "java.util.Nothing"),
        ("Box.java::first", ["--assume", "Box.nothing"], "--assume"),
        ("Box.java::half", ["--non-null", "x"], "--non-null"),
        ("Box.java", ["--non-null", "nobody"], "--non-null: no method of Box has a parameter nobody"),
        ("Box.java::half", ["--symbolic-static", "Box.nothing"], "--symbolic-static"),
        ("Box.java::half", ["--also", "no.Such"], "no.Such"),
        ("Box.java::half", ["-cp", "missing.jar"], "missing.jar"),
        ("Box.java::first", ["--acyclic", "nothing"], "no class of Box.java has a field 'nothing'"),
        ("bad.jar::X::m", [], "bad.jar"),
        ("Bad.class::m", [], "Bad.class"),
        ("Wrong.java::m", [], "Wrong.java:1:32: error: cannot find symbol: variable nothing"),
        ("a\0.java", [], ""),
    ],
    ids=range(17),
)
def test_what_is_no_program_is_one_line(target: str, options: list[str], reason: str, folder: Path) -> None:
    (folder / "bad.jar").write_bytes(b"PK\3\4 but no more")
    (folder / "Bad.class").write_bytes(b"\xca\xfe\xba\xbe\0\0\0\x34\xff\xff")
    (folder / "Wrong.java").write_text("class Wrong { int m() { return nothing; } }")
    for command in ("explore", "compare", "check"):
        if command != "check" or "--acyclic" not in options:
            assert_refused(symheap(command, target, *options, folder=folder), reason)


def test_step_is_not_for_java(folder: Path) -> None:
    assert_refused(symheap("step", "Box.java::first", folder=folder), "step is for Javalite")


def test_c_is_still_refused(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("")
    assert_refused(symheap("explore", "x.c", folder=tmp_path), "for C there is symheap prove")


# Several methods ------------------------------------------------------------------------------------------------------


# The Python interface -------------------------------------------------------------------------------------------------


def test_java_from_python(folder: Path) -> None:
    run = package.explore(f"{folder / 'Box.java'}::marked", java=JavaOptions(non_null=("other",)))
    [path] = run
    heap = path.inputs()
    assert heap is not None
    assert run.complete
    assert path.value() == "other.mark" or "other.mark" in path.value()
    assert (
        ConcreteView(heap, run.input_types(), notation=run.notation).described(heap.roots["this"]).startswith("① Box")
    )
    assert [loaded.method for loaded in load_all(str(folder / "Box.java"))] == [name.split("(")[0] for name in METHODS]
