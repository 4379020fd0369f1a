"""``symheap prove``: verdicts, exit statuses, options, and the state after an interrupt."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cli_runner import ROOT, Result, symheap

from symheap.separation.proof.analysis import Analysis
from symheap.separation.proof.transition import System

EXAMPLES = ROOT / "examples" / "c"
ASSERTION = """
#include <assert.h>
#include <stdlib.h>
int main(void) { int *p = malloc(sizeof *p); *p = VALUE; assert(*p == 3); free(p); return 0; }
"""
LEAK = "#include <stdlib.h>\nint main(void) { char *p = malloc(3); p[0] = 1; return 0; }\n"
FAILING_MALLOC = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }\n"


def prove(*arguments: str | Path, folder: Path = EXAMPLES) -> Result:
    return symheap("prove", *arguments, folder=folder)


def document(*arguments: str | Path, folder: Path = EXAMPLES) -> dict[str, Any]:
    result = prove(*arguments, "--format", "json", folder=folder)
    document = json.loads(result.out)
    assert isinstance(document, dict)
    return {**document, "status": result.status}


def test_safe_is_status_0() -> None:
    result = prove("reverse.c")
    assert (result.status, result.err) == (0, "")
    assert "reverse.c: safe; no leak; " in result.out
    assert "assuming: " in result.out
    assert "allocation succeeds" in result.out


def test_unsafe_is_status_1_with_an_input() -> None:
    result = prove("release.c")
    assert result.status == 1
    assert "release.c:20:12: error: use-after-free: " in result.out
    assert "an input that does it (replayed: interpreter):" in result.out
    assert "release.c: unsafe (use-after-free)" in result.out


def test_unknown_is_status_3(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that no replay confirms is not claimed."""
    monkeypatch.setattr("symheap.session.proofs.proving.by_interpreter", lambda program: lambda found: ())
    result = prove("release.c")
    assert result.status == 3
    assert "release.c:20:12: error: possible use-after-free" in result.out
    assert "release.c: unknown (possible-use-after-free)" in result.out


def test_a_leak_counts_if_asked_for(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(LEAK)
    assert prove("x.c", folder=tmp_path).status == 0
    result = prove("x.c", "--property", "leak", "-q", folder=tmp_path)
    assert result.status == 1
    assert "x.c:2:" in result.out
    assert ": warning: leak: " in result.out


def test_reach_looks_at_assertions_only(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(ASSERTION)
    assert prove("x.c", "-D", "VALUE=3", "--property", "reach", folder=tmp_path).status == 0
    wrong = prove("x.c", "-DVALUE=4", "--property", "reach", "-q", folder=tmp_path)
    assert wrong.status == 1
    assert "error: assertion: " in wrong.out


def test_allocation_may_fail_on_request(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(FAILING_MALLOC)
    assert prove("x.c", folder=tmp_path).status == 0
    result = document("x.c", "--malloc-may-fail", folder=tmp_path)
    assert (result["status"], result["reason"]) == (1, "null-dereference")
    assert "allocation succeeds" not in result["assumptions"]


def test_a_function_without_a_body(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("int mystery(int); int main(void) { return mystery(1); }")
    refused = prove("x.c", folder=tmp_path)
    assert refused.status == 3
    assert "x.c:1:" in refused.out
    assert "--havoc-unknown" in refused.out
    havocked = document("x.c", "--havoc-unknown", folder=tmp_path)
    assert (havocked["status"], havocked["verdict"]) == (0, "safe")
    assert any("mystery" in assumption for assumption in havocked["assumptions"])


def test_several_files_are_one_program(tmp_path: Path) -> None:
    (tmp_path / "main.c").write_text("int twice(int); int main(void) { int a[4]; a[twice(1)] = 0; return 0; }")
    (tmp_path / "twice.c").write_text("int twice(int n) { return 2 * n; }")
    assert prove("main.c", folder=tmp_path).status == 3
    result = document("main.c", "twice.c", folder=tmp_path)
    assert (result["status"], result["target"], result["files"]) == (0, "main.c twice.c", ["main.c", "twice.c"])


def test_the_data_model_and_the_include_folders(tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "include" / "size.h").write_text("#define SIZE sizeof(long)\n")
    (tmp_path / "x.c").write_text('#include "size.h"\nint main(void) { char a[4]; a[SIZE - 1] = 0; return 0; }')
    assert prove("x.c", "-I", "include", "--model", "ilp32", folder=tmp_path).status == 0
    result = document("x.c", "-Iinclude", "--model", "lp64", folder=tmp_path)
    assert (result["reason"], result["model"]) == ("out-of-bounds", "lp64")


def test_a_library_is_proved_function_by_function() -> None:
    result = prove("queue.c", "-q")
    assert result.status == 1
    assert "=== queue.c::push" in result.out
    assert "queue.c:23:23: error: null-dereference" in result.out
    assert "3 clients, 1 of them not safe" in result.out
    assert {client["target"] for client in document("queue.c")["clients"]} == {
        "queue.c::push",
        "queue.c::length",
        "queue.c::drop",
    }


def test_an_entry_and_a_precondition() -> None:
    assert prove("queue.c", "--entry", "length").status == 0
    assert prove("queue.c", "--entry", "drop").status == 1
    result = prove("queue.c", "--entry", "drop", "--pre", "queue.pre")
    assert result.status == 0
    assert "queue.pre" in result.out


def test_contradicting_assumptions_prove_nothing(tmp_path: Path) -> None:
    (tmp_path / "x.pre").write_text("function drop\n  queue != null\n  queue == null\n")
    result = prove("queue.c", "--entry", "drop", "--pre", tmp_path / "x.pre")
    assert result.status == 3
    assert "(never-run)" in result.out


def test_a_proof_is_checked_again() -> None:
    result = document("reverse.c", "--check")
    assert result["status"] == 0
    assert result["check"]["edges"] > 0
    assert result["check"]["not_confirmed"] == []
    assert "abstractions, all hold" in prove("reverse.c", "--check", "-q").out


def test_a_wrong_proof_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symheap.session.proofs.proving.recheck", lambda logic, system: system.edges[:1])
    result = prove("reverse.c", "--check", "-q")
    assert result.status == 3
    assert "not confirmed" in result.out
    assert "(unconfirmed-step)" in result.out


OBJECTS = """#include <stdlib.h>
struct item { int *data; struct item *next; };
int nondet(void);
int main(void) {
    struct item *head = 0, *item;
    while (nondet()) {
        item = malloc(sizeof *item);
        item->data = malloc(sizeof(int));
        item->next = head;
        head = item;
    }
    while (head) {
        item = head;
        head = item->next;
        free(item->data);
        free(item);
    }
    return 0;
}
"""


def test_refinement_tells_what_was_lost_and_what_is_kept(tmp_path: Path) -> None:
    """[SLAyer] section 3: bare spines forget that items have data; the doomed state is a list with a wild pointer."""
    (tmp_path / "x.c").write_text(OBJECTS)
    result = document("x.c", "--patterns", "coarse", folder=tmp_path)
    assert (result["status"], result["verdict"]) == (0, "safe")
    assert 2 <= len(result["rounds"]) <= 5
    first = result["rounds"][0]
    assert first["patterns"] == "coarse"
    assert first["verdict"] == "unknown"
    assert first["discontinuity"]["runs_into"] in ("invalid-free", "double-free", "use-after-free")
    text = prove("x.c", "--patterns", "coarse", folder=tmp_path).out
    assert "round 0, " in text
    assert "so this state seems possible" in text
    assert "kept from now on" in text


def test_the_discontinuity_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(OBJECTS)
    drawn = prove("x.c", "--patterns", "coarse", "--format", "svg", folder=tmp_path).out
    assert "round 0: before the abstraction" in drawn
    assert "round 0: doomed, runs into" in drawn
    assert "digraph" in prove("x.c", "--patterns", "coarse", "--format", "dot", folder=tmp_path).out


def test_without_rounds_nothing_is_refined(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(OBJECTS)
    result = document("x.c", "--patterns", "coarse", "--rounds", "0", "--timeout", "5", folder=tmp_path)
    assert (result["status"], result["verdict"]) == (3, "unknown")
    assert result["reason"].startswith("possible-")


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc with AddressSanitizer and UBSan")
def test_a_replay_under_address_sanitizer_and_a_reproducer(tmp_path: Path) -> None:
    result = document("release.c", "--replay", "--reproducer", tmp_path / "crash", "--witness", tmp_path / "w.yml")
    assert result["findings"][0]["replayed"] == ["interpreter", "asan", "reproducer"]
    names = {file.name for file in (tmp_path / "crash").iterdir()}
    assert {"main.c", "run.sh", "trace.txt"} <= names
    done = subprocess.run(["sh", tmp_path / "crash" / "run.sh"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "heap-use-after-free" in done.stderr
    assert "release.c:20" in done.stderr
    assert "violation_sequence" in (tmp_path / "w.yml").read_text()


def test_the_formula_with_quantifiers_finds_the_same(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(
        "int nondet(void);\nint main(void) { int *p = 0; if (nondet() == 7) *p = 1; return 0; }"
    )
    result = document("x.c", "--encoding", "ufbv", folder=tmp_path)
    assert (result["verdict"], result["reason"]) == ("unsafe", "null-dereference")
    assert result["counterexample"]["found_by"] == "formula"
    assert result["counterexample"]["inputs"]["values"] == [7]


def test_a_witness_of_a_proof_and_none_of_an_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert prove("reverse.c", "--witness", tmp_path / "safe.yml").status == 0
    assert "invariant_set" in (tmp_path / "safe.yml").read_text()
    monkeypatch.setattr(
        "symheap.session.watching.GRACE_SECONDS", 600.0
    )  # reading the program takes as long as it takes
    result = prove("reverse.c", "--timeout", "0.001", "--witness", tmp_path / "none.yml")
    assert result.status == 3
    assert "no witness is written" in result.err
    assert not (tmp_path / "none.yml").exists()


def test_coarse_patterns_are_a_choice() -> None:
    assert document("reverse.c", "--patterns", "coarse")["rounds"][0]["patterns"] == "coarse"


def test_a_timeout_is_unknown() -> None:
    result = document("reverse.c", "--timeout", "0.001")
    assert (result["status"], result["reason"]) == (3, "timeout")


@pytest.mark.parametrize(("form", "start"), [("dot", "digraph "), ("svg", "<svg "), ("sarif", "{"), ("json", "{")])
def test_every_form_goes_to_a_file(form: str, start: str, tmp_path: Path) -> None:
    result = prove("release.c", "--format", form, "-o", tmp_path / "out")
    assert (result.status, result.out) == (1, "")
    assert (tmp_path / "out").read_text(encoding="utf-8").startswith(start)


def test_the_settings_file_counts_and_the_command_line_wins(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text(FAILING_MALLOC)
    (tmp_path / "symheap.toml").write_text('[prove]\nmalloc-may-fail = true\nproperty = "reach"\n')
    assert document("x.c", folder=tmp_path)["property"] == "reach"
    assert document("x.c", "--property", "memsafety", folder=tmp_path)["reason"] == "null-dereference"


def test_an_interrupt_leaves_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    expand = Analysis._expand

    def interrupted(self: Analysis, number: int) -> None:
        expand(self, number)
        if self.system.failures:
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Analysis, "_expand", interrupted)
    result = document("release.c")
    assert (result["status"], result["verdict"], result["reason"]) == (130, "unknown", "possible-use-after-free")
    assert result["gaps"] == [{"reason": "interrupted"}]


def test_an_interrupted_analysis_is_never_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(self: Analysis) -> System:
        signal.raise_signal(signal.SIGINT)
        return self.system

    monkeypatch.setattr(Analysis, "run", interrupted)
    result = prove("reverse.c")
    assert result.status == 130
    assert "reverse.c: unknown (interrupted); leaks unknown" in result.out


def test_a_fault_of_ours_is_status_4(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(self: Analysis) -> System:
        raise KeyError("nothing")

    monkeypatch.setattr(Analysis, "run", failing)
    result = prove("reverse.c")
    assert result.status == 4
    assert "please report it" in result.err


def test_help_has_examples() -> None:
    result = prove("--help")
    assert result.status == 0
    assert "symheap prove queue.c" in result.out


@pytest.mark.parametrize("synthesis", ["unfolding", "prefix"])
def test_either_synthesis_finds_the_state_that_shows_what_the_abstraction_lost(synthesis: str) -> None:
    """[SLAyer] Algorithm 3 builds the state by code, from the start of memory; unfolding takes any address."""
    program = ROOT / "tests" / "programs" / "c_refine" / "data_objects.c"
    result = document(program, "--patterns", "coarse", "--synthesis", synthesis)
    assert (result["verdict"], result["status"]) == ("safe", 0)
    lines = [line.strip() for each in result["rounds"] for line in each["text"]]
    [state] = [line for line in lines if line.startswith("A: [+0: 1, +8: null]")]
    assert ("0x10000" in state) is (synthesis == "prefix")
    assert any(line.startswith("kept from now on:") for line in lines)
