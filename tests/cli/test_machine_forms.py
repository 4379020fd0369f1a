"""SARIF and JUnit's XML of `explore`, `test` and `prove`: valid, stable, and never clean if something is undecided."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cli_runner import JAVALITE, POSE, ROOT, symheap
from machine_forms import SCHEMA, fingerprint, junit_cases, sarif_run

from symheap.core.outcome import ErrorKind
from symheap.memory.errors import MemoryErrorKind
from symheap.report.formats.sarif import SCHEMA as SCHEMA_URI
from symheap.report.formats.sarif_rules import RULES
from symheap_testing.java.sources import some_jdk

C = ROOT / "examples" / "c"
needs_jdk = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

TWO_LINES = """
public class Two {
    Two next;
    int value;

    int sum(Two a, Two b) {
        int sum = 0;
        Two at = a;
        sum += at.value;
        at = b;
        sum += at.value;
        return sum;
    }

    static int loop(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        return i;
    }

    static int checked(int n) {
        if (n < 0) {
            throw new IllegalArgumentException();
        }
        return n;
    }

    static native int elsewhere();

    static int gap(int n) {
        return n > 0 ? elsewhere() : 0;
    }
}
"""
TWICE = """
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  struct node *one = malloc(sizeof *one);
  struct node *at = one;
  free(one);
  at = at->next;
  return 0;
}
"""


def test_the_schema_is_that_of_oasis() -> None:
    assert SCHEMA["id"] == SCHEMA_URI


def test_every_kind_of_error_has_a_rule() -> None:
    kinds = {each.value for each in (*ErrorKind, *MemoryErrorKind)} - {ErrorKind.EXCEPTION.value}
    assert kinds <= set(RULES)


# SARIF ----------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("two")
    (folder / "Two.java").write_text(TWO_LINES, encoding="utf-8")
    return folder


def explored(folder: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    result = symheap("explore", *arguments, "--format", "sarif", "--no-store", "-q", folder=folder)
    return result.status, sarif_run(result.out)


@pytest.mark.parametrize("program", sorted((*JAVALITE.glob("*.jl"), *POSE.glob("*.pose"))), ids=lambda each: each.name)
def test_logs_of_the_examples_are_valid(program: Path) -> None:
    bounds = ("--max-traces", "10", "--max-calls", "3", "--timeout", "10")
    status, run = explored(ROOT, str(program.relative_to(ROOT)), *bounds)
    [invocation] = run["invocations"]
    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (status, True)
    failing = [result for result in run["results"] if result["kind"] == "fail"]
    assert bool(failing) == (status == 1)
    assert run["properties"]["complete"] or invocation["toolExecutionNotifications"]


def test_a_crash_has_its_place_its_way_and_its_inputs() -> None:
    status, run = explored(JAVALITE, "casts.jl")
    assert status == 1
    result = run["results"][0]
    physical = result["locations"][0]["physicalLocation"]
    assert physical["artifactLocation"] == {"uri": "casts.jl", "uriBaseId": "%SRCROOT%"}
    steps = result["codeFlows"][0]["threadFlows"][0]["locations"]
    assert steps[-1]["location"]["physicalLocation"] == physical
    assert result["properties"]["inputs"]["roots"]
    assert run["originalUriBaseIds"].keys() == {"%SRCROOT%"}
    assert run["automationDetails"]["id"] == "symheap/explore/casts.jl/"


@needs_jdk
def test_a_fingerprint_stays_when_lines_above_move(two: Path, tmp_path: Path) -> None:
    _, before = explored(two, "Two.java::sum")
    moved = TWO_LINES.replace("    Two next;", "    /** The one\n     *  behind. */\n\n    Two next;")
    (tmp_path / "Two.java").write_text(moved.replace("        sum +=", "    sum  +="), encoding="utf-8")
    _, after = explored(tmp_path, "Two.java::sum")
    assert lines(before) != lines(after)
    assert set(map(fingerprint, before["results"])) == set(map(fingerprint, after["results"]))


@needs_jdk
def test_equal_lines_of_a_method_have_fingerprints_of_their_own(two: Path) -> None:
    _, run = explored(two, "Two.java::sum")
    first, second = (fingerprint(result) for result in run["results"])
    assert first != second
    assert first.rpartition(":")[0] == second.rpartition(":")[0]


def test_a_fingerprint_of_c_stays_when_lines_above_move(tmp_path: Path) -> None:
    found = []
    for text in (TWICE, "/* a\n   long\n   word */\n" + TWICE, TWICE.replace("at = at->next", "at =\tat->next")):
        (tmp_path / "twice.c").write_text(text, encoding="utf-8")
        result = symheap("prove", "twice.c", "--format", "sarif", "--no-store", "-q", folder=tmp_path)
        assert result.status == 1
        found.append(sarif_run(result.out))
    assert len({lines(run) for run in found}) == 2
    assert len({fingerprint(run["results"][0]) for run in found}) == 1


def test_another_line_is_another_finding(tmp_path: Path) -> None:
    items = set()
    for text in (TWICE, TWICE.replace("at = at->next", "one = at->next")):
        (tmp_path / "twice.c").write_text(text, encoding="utf-8")
        result = symheap("prove", "twice.c", "--format", "sarif", "--no-store", "-q", folder=tmp_path)
        items.add(fingerprint(sarif_run(result.out)["results"][0]))
    assert len(items) == 2


def lines(run: dict[str, Any]) -> tuple[int, ...]:
    return tuple(
        result["locations"][0]["physicalLocation"]["region"]["startLine"]
        for result in run["results"]
        if result["kind"] == "fail"
    )


@needs_jdk
def test_what_is_left_open_is_said(two: Path) -> None:
    status, run = explored(two, "Two.java::loop", "--max-loop", "2")
    assert status == 3
    assert [(result["kind"], result["level"]) for result in run["results"]] == [("open", "none")]
    assert "cut by max-loop" in run["results"][0]["message"]["text"]
    [note] = run["invocations"][0]["toolExecutionNotifications"]
    assert note["message"]["text"] == "Two.java::loop: 1 trace cut by a bound"
    status, run = explored(two, "Two.java::gap")
    assert status == 3
    assert "unsupported" in run["results"][0]["message"]["text"]
    assert run["invocations"][0]["toolExecutionNotifications"]


@needs_jdk
def test_an_exception_on_purpose_is_no_result(two: Path) -> None:
    status, run = explored(two, "Two.java::checked")
    assert (status, run["results"]) == (0, [])


@needs_jdk
def test_one_log_for_all_methods_of_a_class(two: Path) -> None:
    status, run = explored(two, "Two.java", "--max-loop", "2")
    assert status == 3
    assert len(run["properties"]["targets"]) == 4
    assert {result["ruleId"] for result in run["results"]} == {"null", "not-analysed"}


@pytest.mark.parametrize("name", ["release.c", "reverse.c", "queue.c"])
def test_logs_of_proofs_are_valid(name: str) -> None:
    result = symheap("prove", f"examples/c/{name}", "--format", "sarif", "--no-store", "-q", folder=ROOT)
    run = sarif_run(result.out)
    assert run["invocations"][0]["exitCode"] == result.status
    assert (run["properties"]["verdict"] == "unsafe") == (result.status == 1)
    for found in run["results"]:
        assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == f"examples/c/{name}"
        assert found["codeFlows"][0]["threadFlows"][0]["locations"]


def test_a_proof_that_is_unknown_is_not_silent(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("int mystery(int); int main(void) { return mystery(1); }", encoding="utf-8")
    result = symheap("prove", "x.c", "--format", "sarif", "--no-store", "-q", folder=tmp_path)
    run = sarif_run(result.out)
    assert result.status == 3
    assert [found["ruleId"] for found in run["results"]] == ["not-analysed"]
    assert run["invocations"][0]["toolExecutionNotifications"]


def test_a_file_elsewhere_has_its_whole_name(tmp_path: Path) -> None:
    (tmp_path / "a b").mkdir()
    (tmp_path / "a b" / "x%.jl").write_text((JAVALITE / "casts.jl").read_text(encoding="utf-8"), encoding="utf-8")
    _, run = explored(tmp_path, "a b/x%.jl")
    artifact = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": "a%20b/x%25.jl", "uriBaseId": "%SRCROOT%"}
    (tmp_path / "here").mkdir()
    _, run = explored(tmp_path / "here", "../a b/x%.jl")
    artifact = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": (tmp_path / "a b" / "x%.jl").as_uri()}
    assert "originalUriBaseIds" not in run


# JUnit ----------------------------------------------------------------------------------------------------------------


def cases(folder: Path, *arguments: str) -> tuple[int, list[tuple[str, str]]]:
    result = symheap(*arguments, "--format", "junit-xml", "--no-store", "-q", folder=folder)
    return result.status, junit_cases(result.out)


def test_a_path_is_a_case() -> None:
    status, found = cases(JAVALITE, "explore", "casts.jl")
    assert status == 1
    assert {end for _, end in found} == {"passed", "failure"}
    assert [name.partition(":")[0] for name, _ in found] == [f"path {number}" for number in range(len(found))]


@needs_jdk
def test_nothing_passes_that_is_open(two: Path) -> None:
    _, found = cases(two, "explore", "Two.java::loop", "--max-loop", "2")
    assert [end for _, end in found].count("skipped") == 1
    _, found = cases(two, "explore", "Two.java::gap")
    assert sorted(end for _, end in found) == ["error", "passed"]
    _, found = cases(two, "explore", "Two.java::loop", "--max-traces", "2")
    assert found[-1] == ("all paths", "error")
    _, found = cases(two, "explore", "Two.java::checked")
    assert [end for _, end in found] == ["passed", "passed"]


@pytest.mark.parametrize(("name", "ends"), [("release.c", ["failure"]), ("queue.c", ["passed", "passed", "failure"])])
def test_a_client_is_a_case(name: str, ends: list[str]) -> None:
    _, found = cases(C, "prove", name)
    assert [end for _, end in found] == ends


def test_an_unknown_proof_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("int mystery(int); int main(void) { return mystery(1); }", encoding="utf-8")
    assert cases(tmp_path, "prove", "x.c") == (3, [("main", "error")])


# Tests ----------------------------------------------------------------------------------------------------------------

ALL = ("--minimize", "none")
"""A test for each path."""


@needs_jdk
def test_generated_tests_for_machines(two: Path, tmp_path: Path, jars: None) -> None:
    written = str(tmp_path / "tests")
    result = symheap("test", "Two.java::sum", "-o", written, *ALL, "--format", "sarif", "--no-store", "-q", folder=two)
    run = sarif_run(result.out)
    _, same = explored(two, "Two.java::sum")
    assert set(map(fingerprint, run["results"])) == set(map(fingerprint, same["results"]))
    assert all(found["properties"]["replayed"] == ["jvm"] for found in run["results"])
    status, found = cases(two, "test", "Two.java::sum", "-o", written, *ALL)
    assert status == 3
    assert {end for _, end in found} == {"passed", "skipped"}
    _, found = cases(two, "test", "Two.java::gap", "-o", written, *ALL, "--no-replay")
    assert sorted(end for _, end in found) == ["skipped", "skipped"]
