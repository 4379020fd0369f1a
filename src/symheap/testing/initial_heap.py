"""What is true of the symbols of every initial heap, whatever a program does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from symheap.core.terms import NULL, REF, Term, Value, and_, conjunction, eq, implies, isa, not_, or_, symbol
from symheap.core.types import ClassTable
from symheap.core.walk import symbols


def axioms(table: ClassTable, terms: tuple[Value, ...]) -> Value:
    """Fields are functions of objects, and hold what their declaration says.

    The models need not tell a solver: each value they build already says which name of a slot counts.
    """
    known: set[Term] = set()
    for term in terms:
        known |= symbols(term)
    fields = sorted((s for s in known if s.origin.parent is not None), key=lambda s: s.name)
    return conjunction([*_congruence(fields), *_typing(table, fields)])


def _owner(field: Term) -> Term:
    assert field.origin.parent is not None
    return symbol(field.origin.parent, REF)


def _congruence(fields: list[Term]) -> Iterator[Value]:
    for a, b in combinations(fields, 2):
        if a.origin.field == b.origin.field and a.sort is b.sort:
            same_owner = and_(eq(_owner(a), _owner(b)), not_(eq(_owner(a), NULL)))
            yield implies(same_owner, eq(a, b))


def _typing(table: ClassTable, fields: list[Term]) -> Iterator[Value]:
    for field in fields:
        declared = [f for f in table.declaring(field.origin.field) if f.type.sort is field.sort]
        if field.sort is REF and len(declared) == 1:
            yield or_(eq(field, NULL), isa(field, table.subtypes(declared[0].type.class_name)))
