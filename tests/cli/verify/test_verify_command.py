"""`symheap verify`: verdicts on small programs, and what is written."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from cli_runner import ROOT, symheap

from sampling import sample
from symheap_testing.java.sources import some_jdk

PROGRAMS = ROOT / "tests" / "programs" / "java" / "verifier"
NAMES = sorted(path.stem for path in PROGRAMS.glob("*.java"))
STATUS = {"true": 0, "false": 1, "unknown": 3}
pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")


def expected(name: str) -> dict[str, str]:
    """Return the verdicts on top of a program, by property."""
    return dict(re.findall(r"^// ([\w-]+): (\w+)$", (PROGRAMS / f"{name}.java").read_text(encoding="utf-8"), re.M))


CASES = [(name, of, word) for name in NAMES for of, word in expected(name).items()]


def verified(target: str | Path, *arguments: str | Path, folder: Path = PROGRAMS) -> dict[str, Any]:
    result = symheap("verify", target, *arguments, "--format", "json", folder=folder)
    document: dict[str, Any] = json.loads(result.out)
    assert result.status == STATUS[document["verdict"]]
    return document


@pytest.fixture(scope="module")
def classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with all programs, compiled with a class of inputs of our own."""
    made = tmp_path_factory.mktemp("classes")
    jdk = some_jdk()
    assert jdk is not None
    kinds = {"Boolean": "boolean", "Byte": "byte", "Char": "char", "Short": "short", "Int": "int"}
    kinds |= {"Double": "double", "Float": "float", "Long": "long", "String": "String"}
    methods = [f"public static {kind} nondet{name}() {{ throw new Error(); }}" for name, kind in kinds.items()]
    verifier = f"public class Verifier {{ public static void assume(boolean b) {{}} {' '.join(methods)} }}"
    (made / "Verifier.java").write_text(f"package org.sosy_lab.sv_benchmarks; {verifier}")
    sources = [made / "Verifier.java", *PROGRAMS.glob("*.java")]
    subprocess.run([jdk.javac(), "-nowarn", "-g", "-d", made / "out", *sources], check=True)
    return made / "out"


def test_ten_programs_are_safe_and_ten_are_not() -> None:
    words = [expected(name)["assert"] for name in NAMES]
    assert words.count("true") >= 10
    assert words.count("false") >= 10


@pytest.mark.parametrize(("name", "of", "word"), sample(CASES, every=3))
def test_verdicts(name: str, of: str, word: str, classes: Path) -> None:
    document = verified(f"{classes}::{name}", "--property", of, "--timeout", "4" if word == "unknown" else "60")
    assert document["verdict"] == word
    assert (document["violation"] is not None) == (word == "false")
    assert bool(document["open"]) == (word == "unknown")


def test_inputs_are_those_that_the_jvm_was_given(classes: Path) -> None:
    violation = verified(f"{classes}::NegativeDouble", "--property", "assert")["violation"]
    assert violation["replayed"] == ["jvm"]
    assert (violation["exception"], violation["line"]) == ("java.lang.AssertionError", 11)
    double, single = violation["inputs"]
    assert (double["method"], double["line"], double["java"]) == ("Verifier.nondetDouble()", 8, "-4.5")
    assert float(single["java"]) < -1.0


def test_a_single_source_needs_no_class_of_inputs() -> None:
    result = symheap("verify", "WordIsFound.java", "--property", "assert", folder=PROGRAMS)
    assert result.status == 1
    assert '  WordIsFound.java:8: Verifier.nondetString() returns "abc"\n' in result.out
    assert result.out.endswith("assert: false: an AssertionError leaves the program\n")


def test_quiet_is_the_verdict_alone(classes: Path) -> None:
    result = symheap("verify", f"{classes}::Ranges", "--property", "assert", "-q")
    assert (result.status, result.out) == (0, "assert: true: no AssertionError leaves the program\n")


def test_a_witness_states_the_inputs_in_order(classes: Path, tmp_path: Path) -> None:
    verified(f"{classes}::BrokenInsertion", "--property", "assert", "--witness", tmp_path / "w.graphml")
    name = "{http://graphml.graphdrawing.org/xmlns}"
    graph = ElementTree.parse(tmp_path / "w.graphml").getroot()
    edges = [{data.get("key"): data.text for data in edge} for edge in graph.iter(f"{name}edge")]
    assert [each.get("startline") for each in edges] == ["32", "32", "32", "35"]
    stated = [re.fullmatch(r"Verifier\.nondetInt\(\) = (-?\d+)", each.get("assumption") or "") for each in edges[:-1]]
    first, second, third = (int(each[1]) for each in stated if each)
    assert not first <= second <= third
    assert all("BrokenInsertion" in (each["assumption.scope"] or "") for each in edges[:-1])


def test_there_is_no_witness_of_a_true_property(classes: Path, tmp_path: Path) -> None:
    result = symheap("verify", f"{classes}::Ranges", "--property", "assert", "-q", "--witness", tmp_path / "w.graphml")
    assert "no witness is written: the verdict is true" in result.err
    assert not (tmp_path / "w.graphml").exists()


# Task definitions -----------------------------------------------------------------------------------------------------

MAIN = """
import inputs.Source;
public class Main {
  public static void main(String[] args) {
    assert helping.Helper.twice(Source.nondetInt()) != 42;
  }
}
"""
HELPER = "package helping; public class Helper { public static int twice(int n) { return n + n; } }"
SOURCE = """
package inputs;
public final class Source {
  public static void assume(boolean b) { if (!b) Runtime.getRuntime().halt(1); }
  public static int nondetInt() { return new java.util.Random().nextInt(); }
}
"""
TASK = """format_version: "2.0"
input_files:
  - ../common/
  - ../more/
  - task/
properties:
  - property_file: ../properties/valid-assert.prp
    expected_verdict: true
  - property_file: ../properties/termination.prp
    expected_verdict: true
options:
  language: Java
"""


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """Return a task whose sources are in three folders, and whose expected verdict is wrong."""
    for name, text in {
        "set/task/Main.java": MAIN,
        "more/helping/Helper.java": HELPER,
        "common/inputs/Source.java": SOURCE,
        "set/task.yml": TASK,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path / "set" / "task.yml"


def test_a_task_names_folders_and_the_property(task: Path) -> None:
    document = verified(task, "--verifier", "inputs.Source")
    assert (document["property"], document["verdict"]) == ("assert", "false")
    [given] = document["violation"]["inputs"]
    assert (given["method"], (int(given["java"]) * 2) % 2**32) == ("Source.nondetInt()", 42)


def test_without_its_class_of_inputs_they_are_not_chosen(task: Path) -> None:
    """The generator of the class of inputs is the JDK's, over a clock that no replay can choose."""
    document = verified(task, "--timeout", "10")
    assert document["verdict"] != "true"


def test_a_task_for_another_language_is_refused(task: Path) -> None:
    task.write_text(TASK.replace("language: Java", "language: C"))
    result = symheap("verify", task)
    assert (result.status, result.out) == (2, "")
    assert "is a task in C, and verify is for Java" in result.err


def test_a_property_must_be_named(task: Path) -> None:
    result = symheap("verify", "SumOverflows.java", folder=PROGRAMS)
    assert result.status == 2
    assert "name a property: --property assert or no-runtime-exception" in result.err
    task.write_text(TASK.replace("valid-assert", "termination"))
    assert "has none that can be proved" in symheap("verify", task).err


def test_a_program_needs_one_main(classes: Path, tmp_path: Path) -> None:
    assert "several classes with a main" in symheap("verify", classes, "--property", "assert").err
    (tmp_path / "A.java").write_text("class A { void main() {} }")
    result = symheap("verify", tmp_path, "--property", "assert")
    assert (result.status, "there is no class with a main" in result.err) == (2, True)
    assert "no such file" in symheap("verify", "Nowhere.java", "--property", "assert", folder=tmp_path).err


# Soundness ------------------------------------------------------------------------------------------------------------


def verdict_on(body: str, folder: Path, of: str = "assert", *arguments: str) -> dict[str, Any]:
    text = "import org.sosy_lab.sv_benchmarks.Verifier;\npublic class Main {\n  %s\n}\n"
    (folder / "Main.java").write_text(text % body)
    return verified(folder / "Main.java", "--property", of, *arguments)


def test_something_unsupported_is_unknown(tmp_path: Path) -> None:
    body = "public static void main(String[] args) { new Thread(() -> { assert false; }).start(); }"
    document = verdict_on(body, tmp_path)
    assert (document["verdict"], document["reason"]) == ("unknown", "unsupported")


def test_a_bound_is_unknown(tmp_path: Path) -> None:
    body = "public static void main(String[] a) { int n = Verifier.nondetInt(); for (int i = 0; i < n; i++) {} }"
    document = verdict_on(body, tmp_path, "assert", "--max-loop", "3")
    assert (document["verdict"], document["reason"]) == ("unknown", "max-loop")


def test_a_violation_that_rests_on_a_clock_is_not_claimed(tmp_path: Path) -> None:
    body = "public static void main(String[] args) { assert System.nanoTime() != 12345L; }"
    document = verdict_on(body, tmp_path)
    assert (document["verdict"], document["reason"]) == ("unknown", "not-confirmed")


def test_a_method_of_inputs_that_is_not_known_is_unsupported(tmp_path: Path) -> None:
    (tmp_path / "Own.java").write_text("class Own { static Object nondetObject() { return null; } }")
    body = "public static void main(String[] args) { assert Own.nondetObject() == null; }"
    (tmp_path / "Main.java").write_text(f"public class Main {{ {body} }}")
    document = verified(tmp_path / "Main.java", "--property", "assert", "--verifier", "Own")
    assert (document["verdict"], document["reason"]) == ("unknown", "unsupported")


@pytest.mark.parametrize(
    "registering",
    ["Runtime.getRuntime().addShutdownHook(new Thread(hook))", "Thread.setDefaultUncaughtExceptionHandler(null)"],
)
def test_code_that_runs_after_main_is_unsupported(registering: str, tmp_path: Path) -> None:
    body = f"public static void main(String[] args) {{ Runnable hook = () -> {{ assert false; }}; {registering}; }}"
    document = verdict_on(body, tmp_path)
    assert (document["verdict"], document["reason"]) == ("unknown", "unsupported")
