"""Objects that exist only if a fact says so, and the values that are their addresses then.

A field may hold the address of an object that its owner has to free, or anything else, and another field tells which.
The object is optional then, at a base of its own, and facts tie that to the field: ``tag == 0 || value == base``.
"""

from __future__ import annotations

from collections.abc import Iterable

from symheap.core.terms import Op, Term
from symheap.core.walk import postorder, symbols
from symheap.separation.heaps.formula import Object, SymbolicHeap


def tied(facts: Iterable[Term], base: Term) -> list[Term]:
    """Return the symbols that a fact equates with `base`, perhaps in only one of several cases."""
    found: set[Term] = set()
    for fact in facts:
        if base in symbols(fact) and len(symbols(fact)) > 1:
            equations = (term for term in postorder(fact) if term.op is Op.EQ and base in term.args)
            found |= {each for term in equations for each in term.args if isinstance(each, Term)}
    return sorted((each for each in found - {base} if each.op is Op.SYM), key=lambda term: term.id)


def guarded(heap: SymbolicHeap) -> dict[Term, list[Object]]:
    """Return the optional objects that may be at a symbol without being based there, by symbol."""
    result: dict[Term, list[Object]] = {}
    for atom in heap.atoms:
        if isinstance(atom, Object) and atom.optional:
            for symbol in tied(heap.pure, atom.base):
                result.setdefault(symbol, []).append(atom)
    return result
