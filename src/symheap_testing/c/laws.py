"""The laws of symbolic heaps, each on one random case: None if it holds, else a description of the violation.

Every law compares `symheap.separation` with the concrete models of the heaps, all of them up to a small size.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Final

from symheap.core.terms import Op, Term, Value, and_, eq, not_, or_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.walk import symbols
from symheap.memory.expressions import Binary, Number, Operator, Register
from symheap.separation.abstraction.field_tests import FieldTest, FieldTests
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.abstraction.join import join
from symheap.separation.abstraction.precision import COARSE, FINE
from symheap.separation.entailment.entail import entails
from symheap.separation.entailment.logic import Truth
from symheap.separation.execution.unfolding import unfold_first, unfold_last
from symheap.separation.heaps.canonical import canonical
from symheap.separation.heaps.formula import Segment, SymbolicHeap
from symheap.separation.heaps.renaming import values_of
from symheap_testing.c.cases import Law, RandomCase, settled, unmatched
from symheap_testing.c.changed_formulas import altered, shuffled, weakened
from symheap_testing.c.command_laws import calling, executing
from symheap_testing.c.formulas import random_heap
from symheap_testing.c.heaps import POINTER
from symheap_testing.c.satisfies import satisfies

_TESTS: Final[FieldTests] = {
    (offset, size): (
        FieldTest("x", Binary(Operator.EQ, Register("x", size), Number(0, size))),
        FieldTest("x", Binary(Operator.SLT, Register("x", size), Number(2, size))),
    )
    for offset, size in ((0, 4), (8, 4), (16, 4), (8, 8))
}


def entailment(case: RandomCase) -> str | None:
    """Law: an entailed heap is true in every model."""
    random = case.random()
    p = random_heap(case.kind, case.names, random)
    q = weakened(case.kind, p, random) if random.random() < 0.8 else random_heap(case.kind, case.names, random)
    q = altered(case.kind, q, random) if random.random() < 0.5 else q
    if not entails(case.logic, p, q):
        return None
    counter = unmatched(case.models(p), [q])
    return case.broken("entailed, but here is a model of the first alone", counter, p, q) if counter else None


def folding(case: RandomCase) -> str | None:
    """Law: a heap entails its folded form."""
    random = case.random()
    heap = canonical(settled(case, random_heap(case.kind, case.names, random), random))
    coarse, precision = random.random() < 0.3, random.choice((FINE, FINE, COARSE))
    precision = replace(precision, measured=case.kind.measured)
    return _folded(case, heap, Abstraction(case.logic, POINTER, coarse, precision=precision))


def telling_apart(case: RandomCase) -> str | None:
    """Law: a heap entails its folded form, too, if tests distinguish items or are linked with pointers."""
    random = case.random()
    heap = canonical(settled(case, random_heap(case.kind, case.names, random), random))
    precision = random.choice((replace(FINE, apart=True), replace(FINE, linked=True)))
    return _folded(case, heap, Abstraction(case.logic, POINTER, precision=precision, tests=_TESTS))


def _folded(case: RandomCase, heap: SymbolicHeap, abstraction: Abstraction) -> str | None:
    folded = abstraction.fold(heap)
    counter = unmatched(case.models(heap), [folded])
    if counter:
        return case.broken("folding loses a model", counter, heap, folded)
    if not _has_loose_ends(heap) and not _has_loose_ends(folded) and not entails(case.logic, heap, folded):
        return case.broken("a heap does not entail what it folds to", None, heap, folded)
    return None


def _has_loose_ends(heap: SymbolicHeap) -> bool:
    """Whether a heap has an atom that no root leads to: matching begins at the roots."""
    reached = {symbol for value in heap.roots.values() for symbol in symbols(value)}
    for _ in heap.atoms:
        for atom in heap.atoms:
            place = atom.front if isinstance(atom, Segment) else atom.base
            if symbols(place) <= reached:
                reached |= {symbol for value in values_of(atom) for symbol in symbols(value)}
    values = [value for atom in heap.atoms for value in values_of(atom)]
    return any(not symbols(value) <= reached for value in (*values, *heap.pure))


def joining(case: RandomCase) -> str | None:
    """Law: models of either heap are models of their join."""
    random = case.random()
    p = settled(case, random_heap(case.kind, case.names, random), random)
    q = settled(case, weakened(case.kind, p, random), random)
    joined = join(case.logic, p, q, dict.fromkeys(p.roots, POINTER), measured=case.kind.measured)
    if joined is None:
        return None
    counter = unmatched([*case.models(p), *case.models(q)], [joined.heap])
    return case.broken("a join loses a model", counter, p, q, joined.heap) if counter else None


def canonizing(case: RandomCase) -> str | None:
    """Law: the canonical form has the same models, and is the same for heaps that differ only in names and order."""
    random = case.random()
    heap = settled(case, random_heap(case.kind, case.names, random), random)
    form, other = canonical(heap), canonical(shuffled(heap, random))
    if not _has_loose_ends(heap) and not _has_ties(heap) and form != other:
        return case.broken("two canonical forms", None, heap, form, other)
    if canonical(form) != form:
        return case.broken("the canonical form is not its own", None, form, canonical(form))
    return _compared(case, "canonical form", heap, [form])


def _has_ties(heap: SymbolicHeap) -> bool:
    fronts = [atom.front for atom in heap.atoms if isinstance(atom, Segment)]
    backs = [atom.back for atom in heap.atoms if isinstance(atom, Segment) and atom.back is not None]
    return len(set(fronts)) < len(fronts) or len(set(backs)) < len(backs)


def _compared(case: RandomCase, what: str, heap: SymbolicHeap, results: list[SymbolicHeap]) -> str | None:
    """Return None if a heap has the models of all results together, else a description."""
    for concrete in case.oracle.heaps(case.kind, case.names):
        before, after = satisfies(concrete, heap), any(satisfies(concrete, new) for new in results)
        if before and not after:
            return case.broken(f"{what}: a model is lost", concrete, heap, *results)
        if after and not before:
            return case.broken(f"{what}: a model is gained", concrete, heap, *results)
    return None


def unfolding(case: RandomCase) -> str | None:
    """Law: unfolding a nonempty segment, at either end, changes no model."""
    random = case.random()
    heap = random_heap(case.kind, case.names, random)
    segments = [atom for atom in heap.atoms if isinstance(atom, Segment) and atom.front != 0 and atom.back != 0]
    if not segments:
        return None
    chosen = random.choice(segments)
    filled = replace(chosen, least=max(1, chosen.least))
    heap = heap.replaced(chosen, filled)
    unfold = random.choice((unfold_first, unfold_last))
    return _compared(case, unfold.__name__, heap, [unfold(heap, filled)])


# Pure facts -----------------------------------------------------------------------------------------------------------


def _condition(heap: SymbolicHeap, random: Random, depth: int = 1) -> Value:
    """Return a random condition about the roots."""
    if depth and random.random() < 0.4:
        parts = [_condition(heap, random, depth - 1) for _ in range(2)]
        return random.choice((and_, or_))(*parts)
    values = [0, *heap.roots.values()]
    a, b = random.choice(values), random.choice(values)
    if random.random() < 0.15:
        a = bitvector(Op.BVADD, 8 * POINTER, a, 8)
    kind = random.random()
    if kind < 0.15:
        return bitvector(Op.BVULT, 8 * POINTER, a, b)
    return eq(a, b) if kind < 0.6 else not_(eq(a, b))


def _also(heap: SymbolicHeap, condition: Value) -> SymbolicHeap | None:
    """Return the heap with another fact, or None if it has no model."""
    if isinstance(condition, Term):
        return replace(heap, pure=heap.pure | {condition})
    return heap if condition else None


def deciding(case: RandomCase) -> str | None:
    """Law: a condition that holds is true in every model, and one that does not is true in none."""
    random = case.random()
    heap = random_heap(case.kind, case.names, random)
    goal = _condition(heap, random)
    answer = case.logic.holds(heap, goal)
    if answer is Truth.MAYBE:
        return None
    against = _also(heap, not_(goal) if answer is Truth.YES else goal)
    counter = None if against is None else next(iter(case.models(against)), None)
    return case.broken(f"said to be {answer.value}: {goal!r}", counter, heap) if counter else None


def assuming(case: RandomCase) -> str | None:
    """Law: the heaps after assuming a condition have exactly the models that satisfy it."""
    random = case.random()
    heap = random_heap(case.kind, case.names, random)
    condition = _condition(heap, random)
    both = _also(heap, condition)
    results = case.logic.assume(heap, condition)
    if both is None:
        return case.broken("false is assumed", None, heap, *results) if results else None
    return _compared(case, "assume", both, results)


def settling(case: RandomCase) -> str | None:
    """Law: normal forms have the same models."""
    heap = random_heap(case.kind, case.names, case.random())
    return _compared(case, "settle", heap, case.logic.settle(heap))


LAWS: Final[tuple[Law, ...]] = (
    entailment,
    folding,
    joining,
    canonizing,
    unfolding,
    deciding,
    assuming,
    settling,
    executing,
    calling,
    telling_apart,
)
