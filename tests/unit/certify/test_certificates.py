"""Certificates of real proofs are accepted, and rejected after any change that leaves something out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import immutables
import pytest

from symheap.certify.certificate import (
    Absurd,
    Apply,
    Arrive,
    Certificate,
    Exit,
    Lemma,
    Matching,
    Name,
    ProofTree,
    Whole,
)
from symheap.certify.checker import Checked, check
from symheap.certify.control import Configuration
from symheap.certify.entailment import Consumption
from symheap.certify.prover import Direct
from symheap.certify.rejection import Rejected
from symheap.certify.rules import Rules
from symheap.core.terms import Op, Term, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.walk import symbols
from symheap.elaborate.elaborator import Elaboration
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.ir import Command, Copy, Program
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.precision import FINE, Precision
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import Object, Segment, SymbolicHeap, variable
from symheap.separation.heaps.lengths import added
from symheap.separation.heaps.points import Point
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.verdict import Leak, Word, judged
from symheap.solver.chain import default_chain
from symheap_testing.c.formulas import SHARING

HEAD = "void *malloc(unsigned long); void free(void *); int nondet(void); struct node { int v; struct node *next; };\n"
LIST = """
int main(void) {
  struct node *list = 0;
  while (nondet()) { struct node *n = malloc(sizeof *n); n->v = 1; n->next = list; list = n; }
  while (list) { struct node *next = list->next; free(list); list = next; }
  return 0;
}
"""
RECURSIVE = """
static struct node *made(int n) {
  if (n <= 0) return 0;
  struct node *new = malloc(sizeof *new); new->v = n; new->next = made(n - 1); return new;
}
static void gone(struct node *n) { if (n) { gone(n->next); free(n); } }
int main(void) { gone(made(nondet())); return 0; }
"""
COUNTING = """
int main(void) {
  struct node *list = 0; int i, n = nondet();
  for (i = 0; i < n; i++) { struct node *x = malloc(sizeof *x); x->next = list; list = x; }
  for (i = 0; i < n; i++) { struct node *x = list; list = x->next; free(x); }
  return 0;
}
"""
LEAKING = "int main(void) { int *p = malloc(4); *p = 1; return 0; }"
ARRAY = """
int main(void) { int a[4]; int i; for (i = 0; i < 4; i++) a[i] = i; return a[2]; }
"""
BRANCH = "int main(void) { int x = 0; int *p = 0; if (nondet()) p = &x; if (p) *p = 1; return 0; }"


def proved(text: str, precision: Precision = FINE) -> tuple[Program, Certificate]:
    program = load_text(HEAD + text, "program.c", COptions())
    logic = Logic(default_chain()[0])
    abstraction = Abstraction(logic, program.model.pointer, precision=precision)
    analysis = Analysis(program, logic, abstraction, AnalysisLimits(seconds=20))
    system = analysis.run()
    verdict = judged(system)
    assert verdict.word is Word.SAFE
    return program, Elaboration(program, system, logic, verdict.leak is Leak.NONE).run()


def proofs(certificate: Certificate) -> Iterator[ProofTree]:
    waiting = [certificate.entry, *(each.proof for each in certificate.vertices.values())]
    waiting += [each.proof for each in certificate.contracts.values()]
    while waiting:
        proof = waiting.pop()
        yield proof
        waiting += proof.cases


def changed(text: str, change: str) -> Iterator[Checked]:
    """Yield the checker's results after each single change of a kind."""
    program, certificate = proved(text)
    for number, proof in enumerate(list(proofs(certificate))):
        step, cases = proof.step, list(proof.cases)
        if change == "drop" and cases:
            proof.cases.pop()
        elif change == "absurd" and not isinstance(step, Absurd):
            proof.step, proof.cases = Absurd(), []
        else:
            continue
        yield check(program, certificate)
        proof.step, proof.cases = step, cases
        assert number >= 0
    assert check(program, certificate).is_accepted


@pytest.mark.parametrize("text", [LIST, RECURSIVE, LEAKING, ARRAY, BRANCH])
def test_proofs_of_right_programs_are_accepted(text: str) -> None:
    program, certificate = proved(text)
    result = check(program, certificate)
    assert (result.reason, result.where) == ("", "")
    assert result.vertices == len(certificate.vertices)
    assert result.obligations > 0


@pytest.mark.parametrize("change", ["drop", "absurd"])
@pytest.mark.parametrize("text", [LIST, BRANCH])
def test_no_case_can_be_left_out(text: str, change: str) -> None:
    items = list(changed(text, change))
    assert items
    assert not any(each.is_accepted for each in items)


@pytest.mark.parametrize("text", [LIST, RECURSIVE])
def test_no_vertex_and_no_contract_can_be_left_out(text: str) -> None:
    program, certificate = proved(text)
    for table in (certificate.vertices, certificate.contracts):
        for number, each in list(table.items()):
            del table[number]
            assert not check(program, certificate).is_accepted
            table[number] = each  # type: ignore[assignment]


def test_no_exit_of_a_contract_can_be_left_out() -> None:
    program, certificate = proved(RECURSIVE)
    for contract in certificate.contracts.values():
        exits = contract.exits
        contract.exits = exits[:-1]
        assert not check(program, certificate).is_accepted
        contract.exits = exits


def test_a_leak_cannot_be_denied() -> None:
    program, certificate = proved(LEAKING)
    assert not certificate.no_leak
    certificate.no_leak = True
    result = check(program, certificate)
    assert "allocated" in result.reason or "lost" in result.reason
    certificate.no_leak, certificate.is_tracked = False, True
    assert "lost" in check(program, certificate).reason


def test_memory_that_a_variable_leads_to_is_tracked() -> None:
    text = "int *top; void exit(int); int main(void) { top = malloc(4); int *p = malloc(4); *p = 1; %s }"
    for end, is_lost in (("exit(0);", False), ("return 0;", True), ("p = 0; exit(0);", True)):
        program, certificate = proved(text % end)
        certificate.is_tracked = True
        assert ("lost" in check(program, certificate).reason) == is_lost


def stronger(heap: SymbolicHeap) -> Iterator[SymbolicHeap]:
    """Yield slightly stronger heaps."""
    for number, atom in enumerate(heap.atoms):
        if isinstance(atom, Segment):
            more = replace(atom, least=atom.least + 1)
            yield replace(heap, atoms=(*heap.atoms[:number], more, *heap.atoms[number + 1 :]))
        elif isinstance(atom, Object) and not atom.zero:
            zero = replace(atom, cells=immutables.Map(), zero=True)
            yield replace(heap, atoms=(*heap.atoms[:number], zero, *heap.atoms[number + 1 :]))
    for name, value in heap.roots.items():
        if not isinstance(value, int) and ":" in name and "&" not in name:
            yield replace(heap, roots=heap.roots.set(name, 0))


def test_a_heap_that_says_more_is_not_reached() -> None:
    program, certificate = proved(LIST)
    tried = 0
    for vertex in certificate.vertices.values():
        if vertex.point.label.startswith("while"):
            heap = vertex.heap
            for vertex.heap in stronger(heap):
                assert not check(program, certificate).is_accepted
                tried += 1
            vertex.heap = heap
    assert tried


def test_a_value_of_another_width_is_rejected() -> None:
    program, certificate = proved(ARRAY)
    vertex = next(each for each in certificate.vertices.values() if "0:i" in each.heap.roots)
    vertex.heap = vertex.heap.with_root("0:i", variable(99, 1))
    assert "bits where 32 are needed" in check(program, certificate).reason


def test_a_matching_that_takes_an_atom_twice_is_rejected() -> None:
    program, certificate = proved(LIST)
    tried = 0
    for proof in proofs(certificate):
        step = proof.step
        if isinstance(step, Arrive | Apply | Exit):
            for number, how in enumerate(step.matching.atoms):
                if isinstance(how, tuple) and any(isinstance(move, Whole) for move in how):
                    twice = (*step.matching.atoms[:number], (*how, *how), *step.matching.atoms[number + 1 :])
                    proof.step = replace(step, matching=Matching(step.matching.binding, twice))
                    assert not check(program, certificate).is_accepted
                    proof.step = step
                    tried += 1
    assert tried


def test_a_vertex_is_not_covered_by_itself() -> None:
    program, certificate = proved(LIST)
    number, vertex = next(iter(certificate.vertices.items()))
    symbols = {each: each for each in _symbols(vertex.heap)}
    atoms = tuple((Whole(i),) if isinstance(atom, Segment) else i for i, atom in enumerate(vertex.heap.atoms))
    vertex.proof = ProofTree(Arrive(number, Matching(symbols, atoms)))
    assert "covered by an earlier one" in check(program, certificate).reason


def _symbols(heap: SymbolicHeap) -> set:  # type: ignore[type-arg]
    from symheap.certify.heaps import symbols_of

    return symbols_of(heap)


def test_a_copy_whose_ranges_must_be_apart_is_rejected_where_they_overlap() -> None:
    """The certificate is that of ``memmove``, whose ranges may overlap; with ``memcpy`` the same steps are an error."""
    text = (
        "void *memmove(void *, const void *, unsigned long); int main(void) { char a[4] = {0}; memmove(a, a + 1, 2); }"
    )
    program, certificate = proved(text)
    assert check(program, certificate).is_accepted
    main = program.functions["main"]
    blocks = {
        label: replace(block, commands=tuple(_apart(command) for command in block.commands))
        for label, block in main.blocks.items()
    }
    wrong = replace(program, functions={**program.functions, "main": replace(main, blocks=blocks)})
    assert check(wrong, certificate).reason == "the ranges of a copy may overlap"


def _apart(command: Command) -> Command:
    return replace(command, apart=True) if isinstance(command, Copy) else command


# Lengths --------------------------------------------------------------------------------------------------------------


def test_a_proof_by_lengths_is_accepted_and_no_other_length_is() -> None:
    """A length that is one more, in any list of any vertex, is rejected."""
    program, certificate = proved(COUNTING, replace(FINE, measured=True))
    assert check(program, certificate).is_accepted
    changes = 0
    for vertex in certificate.vertices.values():
        heap = vertex.heap
        for number, atom in enumerate(heap.atoms):
            if isinstance(atom, Segment) and atom.length is not None and is_determined(heap, atom):
                other = replace(atom, length=added(atom.length, 1, 8))
                vertex.heap = replace(heap, atoms=(*heap.atoms[:number], other, *heap.atoms[number + 1 :]))
                assert not check(program, certificate).is_accepted
                vertex.heap = heap
                changes += 1
    assert changes >= 3


def is_determined(heap: SymbolicHeap, segment: Segment) -> bool:
    """Whether roots determine the length of a list: a symbol of its own may be any number."""
    rooted = {each for value in heap.roots.values() for each in symbols(value)}
    return segment.length is not None and symbols(segment.length) <= rooted


def test_without_lengths_the_proof_is_rejected() -> None:
    program, certificate = proved(COUNTING, replace(FINE, measured=True))
    for vertex in certificate.vertices.values():
        atoms = [replace(atom, length=None) if isinstance(atom, Segment) else atom for atom in vertex.heap.atoms]
        vertex.heap = replace(vertex.heap, atoms=tuple(atoms))
    assert not check(program, certificate).is_accepted


def test_bytes_are_named_only_inside_of_an_object() -> None:
    """An object of symbolic size has the bytes that facts imply."""
    base, size = variable(0, 8), variable(1, 8)
    program, certificate = proved(LIST)
    rules = Rules(program, certificate, Direct())
    heap = SymbolicHeap(immutables.Map({"0:p": base, "0:n": size}), (Object(base, size),), next_symbol=2)
    state = Configuration(Point((), "main", "entry"), heap)
    with pytest.raises(Rejected, match="outside"):
        rules.successors(state, Name(0, 4, 4), 0)
    enough = not_(bitvector(Op.BVULT, 64, size, 8))
    assert isinstance(enough, Term)
    (new,) = rules.successors(replace(state, heap=replace(heap, pure=frozenset({enough}))), Name(0, 4, 4), 0)
    (thing,) = new.heap.atoms
    assert isinstance(thing, Object)
    assert 4 in thing.cells


def test_a_weaker_pattern_may_say_less_of_what_items_have_in_common() -> None:
    """A list may count as one of items with fewer common values, never as one with more, nor without a lemma."""
    program, certificate = proved(LIST)
    common, plain = SHARING.patterns
    rules = Rules(program, certificate, Direct())
    rules.lemma_state(Lemma(common, plain, ProofTree(Absurd())))
    with pytest.raises(Rejected, match="less in common"):
        rules.lemma_state(Lemma(plain, common, ProofTree(Absurd())))
    v = [variable(number, 8) for number in range(2)]
    given, wanted = Segment(common, 1, v[0], 0, shared=(v[1],)), Segment(plain, 1, v[0], 0)
    whole = Matching({each: each for each in v}, ((Whole(0),),))
    Consumption(Direct(), SymbolicHeap(atoms=(given,)), lambda one, two: (one, two) == (common, plain)).consume(
        (wanted,), (), whole
    )
    for one, two, is_lemma in ((given, wanted, False), (wanted, given, True)):
        taking = Consumption(Direct(), SymbolicHeap(atoms=(one,)), lambda *_, known=is_lemma: known)
        with pytest.raises(Rejected):
            taking.consume((two,), (), whole)
