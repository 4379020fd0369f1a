"""Clauses as symbolic heaps: variables become roots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import immutables

from symheap.core.source import SourceError
from symheap.core.terms import Term, Value, eq, not_
from symheap.lang.entailments.formula import NIL, Clause, Problem
from symheap.separation.heaps.formula import Atom, SymbolicHeap, variable
from symheap.separation.lists.predicates import POINTER, ListPredicate, list_predicates, object_of


@dataclass(frozen=True, slots=True)
class Sides:
    """Both sides of an entailment as heaps over the same symbols; None for a side that no heap satisfies."""

    left: SymbolicHeap | None
    right: SymbolicHeap | None


def sides(problem: Problem) -> Sides:
    """Return the sides of a problem; without a right one, that is None.

    Equations are facts of these heaps: nothing is substituted yet.
    """
    calls = [*problem.left.calls, *(problem.right.calls if problem.right is not None else ())]
    predicates = list_predicates(problem.definitions, [problem.definitions[call.name] for call in calls])
    names = (*problem.variables, *problem.left.bound)
    values: dict[str, Value] = {name: variable(number, POINTER) for number, name in enumerate(names)}
    values[NIL] = 0
    left = _heap(problem.left, values, predicates)
    if problem.right is None:
        return Sides(left, None)
    if problem.right.bound:
        raise SourceError("an existential quantifier on the right is not supported", problem.right.position)
    return Sides(left, _heap(problem.right, values, predicates))


def _heap(clause: Clause, values: Mapping[str, Value], predicates: Mapping[str, ListPredicate]) -> SymbolicHeap | None:
    atoms: list[Atom] = []
    for cell in clause.cells:
        base = values[cell.address]
        if not isinstance(base, Term):
            return None
        atoms.append(object_of(cell, base, values))
    for call in clause.calls:
        atoms.append(predicates[call.name].segment(tuple(values[name] for name in call.arguments)))
    facts = {eq(values[one], values[other]) for one, other in clause.equal}
    facts |= {not_(eq(values[one], values[other])) for one, other in clause.distinct}
    if False in facts:
        return None
    roots = {name: value for name, value in values.items() if name != NIL}
    pure = frozenset(fact for fact in facts if isinstance(fact, Term))
    return SymbolicHeap(immutables.Map(roots), tuple(atoms), pure, len(values))
