"""Immutable, hash-consed terms with simplifying constructors.

A concrete value is a plain Python ``int`` or ``bool``. A `Term` represents only symbolic values, and references, which
are a sort of their own. Two structurally equal terms are the same object, so ``is`` compares them and a dictionary of
terms is a dictionary by structure.

Laws that the constructors keep, and on which the rest of the code relies:

* Every constructor returns a plain value when the result is known.
* A reference-sorted ``ite`` never occurs below ``=`` or ``isa``: both are pushed to the leaves. So the atoms that a
  solver sees mention reference *symbols*, ``null`` and objects from before the run, never an ``ite``.
* An input symbol differs from every object that the run itself allocated.

All code imports the vocabulary of terms from this module. The modules that it gathers import each other in this order:
`sorts`, `operators`, `nodes`, `bits`, `booleans`, `choice`, `references`, `equality`, then `bitvector_order` and
`integers`. Rarely used names (`leaves`, `map_leaves`, `equation`) are imported from the module that defines them.
"""

from __future__ import annotations

from typing import Final

from symheap.core.nodes import NULL, Location, Term, Value, canonical, location, make, sort_of, symbol
from symheap.core.operators import Op
from symheap.core.sorts import BOOL, BV8, BV16, BV32, BV64, F32, F64, INT, REF, Sort
from symheap.core.theories import bitvector_order, integers
from symheap.core.theories.bits import wrap
from symheap.core.theories.booleans import and_, conjunction, disjunction, implies, not_, or_
from symheap.core.theories.choice import ite
from symheap.core.theories.equality import eq
from symheap.core.theories.integers import add, le, lt, mul, sub
from symheap.core.theories.references import isa, rank

__all__ = [
    "BOOL",
    "BV8",
    "BV16",
    "BV32",
    "BV64",
    "F32",
    "F64",
    "INT",
    "NULL",
    "REF",
    "Location",
    "Op",
    "Sort",
    "Term",
    "Value",
    "add",
    "and_",
    "canonical",
    "conjunction",
    "disjunction",
    "eq",
    "implies",
    "isa",
    "ite",
    "le",
    "location",
    "lt",
    "make",
    "mul",
    "not_",
    "or_",
    "rank",
    "sort_of",
    "sub",
    "symbol",
    "wrap",
]

_ORDERS: Final = (bitvector_order, integers)
"""Modules that add an order to the table of `choice`."""
