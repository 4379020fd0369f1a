"""Witnesses: the waypoints of a run into an error, and the facts of a proof that C can express."""

from __future__ import annotations

from pathlib import Path

from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.memory.execution.oracle import Script, ScriptedOracle
from symheap.memory.execution.trace import traced
from symheap.report.prove.proof import ProofReport, ProofRequest, Subject
from symheap.report.prove.witness import Task, correctness, violation
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.solver.chain import default_chain

UNSAFE = """#include <stdlib.h>
int nondet(void);
int main(void) {
    int *cell = malloc(sizeof *cell);
    int count = nondet();
    while (nondet())
        count++;
    if (count == 7)
        free(cell);
    free(cell);
    return 0;
}
"""
SAFE = """#include <stdlib.h>
struct node { struct node *next; };
int nondet(void);
int main(void) {
    struct node *first = malloc(sizeof *first);
    struct node *list = 0;
    while (nondet()) {
        struct node *n = malloc(sizeof *n);
        n->next = list;
        list = n;
    }
    free(first);
    return 0;
}
"""
CREATED = "2026-11-15T12:00:00Z"


def _task(folder: Path, source: str) -> Task:
    file = folder / "program.c"
    file.write_text(source)
    return Task((str(file),), load((file,), COptions()), CREATED)


def test_a_violation_says_what_calls_returned_and_where_the_error_is(tmp_path: Path) -> None:
    task = _task(tmp_path, UNSAFE)
    trace = traced(task.program, lambda: ScriptedOracle(Script(values=(6, 1, 0))))
    text = violation(task, trace)
    assert text.count("type: function_return") == 3
    results = [line.partition('"')[2] for line in text.splitlines() if "result" in line]
    assert [line.rstrip('"').rpartition(" ")[2] for line in results] == ["6", "1", "0"]
    assert "G valid-free" in text
    last = text[text.index("type: target") :]
    assert "line: 10" in last
    assert 'data_model: "LP64"' in text


def test_a_call_that_cannot_be_told_ends_the_waypoints(tmp_path: Path) -> None:
    """Two calls on a line: a waypoint at the wrong one would make the witness wrong, a missing one only weaker."""
    task = _task(tmp_path, UNSAFE.replace("count = nondet()", "count = nondet() + nondet()"))
    trace = traced(task.program, lambda: ScriptedOracle(Script(values=(6, 1, 0))))
    assert "function_return" not in violation(task, trace)


def test_the_invariant_of_a_proof_is_what_c_can_say(tmp_path: Path) -> None:
    task = _task(tmp_path, SAFE)
    logic = Logic(default_chain(timeout_ms=2000)[0])
    analysis = Analysis(task.program, logic, Abstraction(logic, 8), AnalysisLimits(seconds=20))
    analysis.run()
    proof = ProofReport.of(ProofRequest(task.files), Subject(task.program, ("main",)), analysis.system, 0.0)
    assert proof.verdict.word.value == "safe"
    text = correctness(task, proof)
    assert "entry_type: invariant_set" in text
    assert "first != 0" in text
    assert "list" not in text.partition("content:")[2]  # null or not: nothing that C can say
    assert "line: 7" in text


def test_a_witness_is_the_same_for_the_same_task(tmp_path: Path) -> None:
    task = _task(tmp_path, UNSAFE)
    first, second = (traced(task.program, lambda: ScriptedOracle(Script(values=(7,)))) for _ in range(2))
    assert violation(task, first) == violation(task, second)
