"""Errors in models of library functions are reported at the calls of the program."""

from __future__ import annotations

from prove_proofs import HEAD, proof_of

from symheap.core.source import Position

INSIDE = """
unsigned long strlen(const char *);
int size(const char *text) { return strlen(text); }
int main(void) { char all[2]; all[0] = 'a'; all[1] = 'b'; return size(all); }
"""


def test_an_error_of_the_program_stays_where_it_is() -> None:
    [found] = proof_of(HEAD + "int main(void) { struct node *n = 0; return n->value; }").verdict.findings
    assert found.position.file == "x.c"
    assert ", in " not in found.why


def test_an_error_in_a_model_is_told_at_the_call() -> None:
    [found] = proof_of(INSIDE).verdict.findings
    assert (found.kind, found.position.file, found.position.line) == ("out-of-bounds", "x.c", 3)
    assert found.why.endswith(", in strlen")


def test_models_have_no_files() -> None:
    assert Position("<library>", 3, 1).is_in_model
    assert not Position("x.c", 3, 1).is_in_model
