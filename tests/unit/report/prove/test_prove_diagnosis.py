"""An unknown result says what to look at, in at most ten lines."""

from __future__ import annotations

import pytest
from prove_proofs import BROKEN, HEAD, SAFE, analysed, proof_of

from symheap.report.prove.diagnosis import MOST_LINES, diagnosis, generalised, hints
from symheap.report.prove.proof import ProofReport, ProofRequest, Subject
from symheap.separation.proof.transition import Gap

REFUSED = HEAD + "int mystery(int); int main(void) { return mystery(1); }"
WITHOUT_LOOP = HEAD + "int main(void) { struct node *n = 0; return n->value; }"


def test_a_proof_needs_none() -> None:
    assert diagnosis(proof_of(SAFE)) == []


@pytest.mark.parametrize("text", [BROKEN, REFUSED, WITHOUT_LOOP])
def test_ten_lines_at_most(text: str) -> None:
    lines = diagnosis(proof_of(text))
    assert 1 < len(lines) <= MOST_LINES
    assert lines[-1].startswith("to try: ")
    assert all(len(line) <= 220 for line in lines)


def test_an_error_names_its_place_its_state_and_the_loop() -> None:
    lines = diagnosis(proof_of(BROKEN))
    assert lines[0].startswith("x.c:13:")
    assert "use-after-free in main" in lines[0]
    assert lines[1].startswith("  list = v0 ∧ v0 ↦ ended")
    assert "the last loop that was generalised on the way: x.c:8:" in lines[2]
    assert lines[4] == "became"
    assert "ls(Λ1, ≥" in lines[5]
    assert lines[6].startswith("  where Λ1(base, next) = base ↦ [")


def test_without_a_loop_the_program_itself_is_to_blame() -> None:
    proof = proof_of(WITHOUT_LOOP)
    assert "no loop on the way was generalised: the program itself may do this" in diagnosis(proof)
    assert generalised(proof.system, proof.system.failures[0].vertex) is None


def test_what_was_refused_is_named_with_the_option() -> None:
    lines = diagnosis(proof_of(REFUSED))
    assert "call of mystery" in lines[0]
    assert "--havoc-unknown" in lines[-1]


def test_a_timeout_names_the_busiest_loop() -> None:
    subject, system = analysed(SAFE)
    system.gaps.append(Gap("timeout", None))
    lines = diagnosis(ProofReport.of(ProofRequest(("x.c",), timeout=2.0), subject, system, 2.0))
    assert lines[0] == "timeout"
    assert lines[1].startswith("most at the loop x.c:")
    assert "--timeout 20" in lines[-1]


def test_coarse_patterns_have_a_better_choice() -> None:
    assert "--patterns discover" in hints(proof_of(BROKEN, patterns="coarse"))
    assert "--patterns discover" not in hints(proof_of(BROKEN))


def test_a_client_may_get_a_precondition() -> None:
    subject, system = analysed(BROKEN)
    client = Subject(subject.program, ("main",), "main")
    assert any("--pre" in hint for hint in hints(ProofReport.of(ProofRequest(("x.c",)), client, system, 0.1)))
    assert not any(
        "--pre" in hint for hint in hints(ProofReport.of(ProofRequest(("x.c",), pre=True), client, system, 0.1))
    )


def test_a_callback_may_be_given() -> None:
    subject, system = analysed(SAFE)
    system.gaps.append(Gap("refused: submit: run is a function: no exported one has its type", None))
    assert "one more C file, with a function of that type" in hints(
        ProofReport.of(ProofRequest(("x.c",)), subject, system, 0.1)
    )


def test_the_loops_of_a_client_lose_nothing() -> None:
    proof = proof_of(BROKEN)
    failing = proof.system.failures[0].vertex
    assert generalised(proof.system, failing) is not None
    assert generalised(proof.system, failing, "main") is None
