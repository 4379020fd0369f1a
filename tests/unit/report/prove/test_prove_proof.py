"""Proofs: the failures that count, the assumptions, the vertices and loops that belong to them."""

from __future__ import annotations

from prove_proofs import BROKEN, HEAD, LEAKING, SAFE, analysed, proof_of

from symheap.report.prove.proof import LEAK, REACH, ProofReport, ProofRequest, Subject, invariants, relevant
from symheap.separation.heaps.show import Names
from symheap.separation.proof.verdict import Leak, Word

ASSERTING = HEAD + "int main(void) { int *p = malloc(4); *p = 3; if (*p != 3) reach_error(); p[1] = 1; }"
FAILING = HEAD + "int main(void) { int *p = malloc(4); *p = 3; if (*p == 3) reach_error(); }"


def test_a_safe_program() -> None:
    proof = proof_of(SAFE)
    assert (proof.verdict.word, proof.verdict.leak) == (Word.SAFE, Leak.NONE)
    assert proof.target == "x.c"
    assert "allocation succeeds" in proof.assumptions()


def test_of_reach_only_assertions_count() -> None:
    assert proof_of(ASSERTING).verdict.reason == "possible-out-of-bounds"
    result = proof_of(ASSERTING, REACH)
    assert (result.verdict.word, result.verdict.leak) == (Word.SAFE, Leak.UNKNOWN)
    assert result.assumptions()[-1] == "an execution ends at its first memory error (1 possible one is not counted)"
    assert proof_of(FAILING, REACH).verdict.reason == "possible-assertion"


def test_a_leak_does_not_make_a_program_unsafe() -> None:
    proof = proof_of(LEAKING, LEAK)
    assert proof.verdict.word is Word.SAFE
    assert proof.verdict.leak in (Leak.LOST, Leak.UNRELEASED)


def test_an_edge_that_is_not_confirmed_is_no_proof() -> None:
    subject, system = analysed(SAFE)
    assert ProofReport.of(ProofRequest(("x.c",)), subject, system, 0.1, broken=()).verdict.word is Word.SAFE
    result = ProofReport.of(ProofRequest(("x.c",)), subject, system, 0.1, broken=(system.edges[0],))
    assert (result.verdict.word, result.verdict.reason) == (Word.UNKNOWN, "unconfirmed-step")


def test_what_is_never_run_is_not_proved() -> None:
    subject, system = analysed(SAFE)
    result = ProofReport.of(ProofRequest(("x.c",)), Subject(subject.program, ("elsewhere",), "elsewhere"), system, 0.1)
    assert (result.verdict.word, result.verdict.reason) == (Word.UNKNOWN, "never-run")
    assert result.verdict.leak is Leak.UNKNOWN
    assert result.target == "x.c::elsewhere"


def test_what_was_replaced_is_no_part_of_an_invariant() -> None:
    proof = proof_of(SAFE)
    result = invariants(proof)
    assert [each.position.line for each in result] == sorted(each.position.line for each in result)
    shown = {vertex.number for each in result for vertex in each.vertices}
    assert shown
    assert proof.system.covered
    assert not shown & proof.system.covered
    assert shown <= relevant(proof.system)


def test_the_way_to_a_failure_is_relevant() -> None:
    proof = proof_of(BROKEN)
    counting = relevant(proof.system)
    assert {failure.vertex for failure in proof.system.failures} <= counting
    assert 0 in counting


def test_an_invariant_has_the_names_of_the_source() -> None:
    waiting = "int main(void) { int i = 0; struct node *p = 0; while (symheap_nondet_int()) {} return i + (p != 0); }"
    proof = proof_of(HEAD + waiting)
    [[vertex]] = [each.vertices for each in invariants(proof)]
    assert proof.heap(vertex.heap, vertex.point, Names()) == "i = 0 ∧ p = null ∧ emp"


def test_a_list_of_any_length_is_an_invariant() -> None:
    proof = proof_of(SAFE)
    names = Names()
    text = [proof.heap(vertex.heap, vertex.point, names) for each in invariants(proof) for vertex in each.vertices]
    assert any(each.startswith("list = v0 ∧ ls(Λ1, ≥") for each in text)


def test_the_addresses_of_globals_are_written_as_the_source_does() -> None:
    proof = proof_of(
        HEAD + 'struct node *head; char *name = "x"; void go(void) { while (head) head = head->next; }'
        "int main(void) { int in_memory = 3; int *p = &in_memory; go(); return *p + name[0]; }"
    )
    names = Names()
    text = [proof.heap(vertex.heap, vertex.point, names) for each in invariants(proof) for vertex in each.vertices]
    [shown] = text
    assert "&head ↦ global" in shown
    assert "&main::in_memory ↦ local [+0: 3]" in shown
    assert "main::p = &main::in_memory" in shown
    assert "string [" not in shown
