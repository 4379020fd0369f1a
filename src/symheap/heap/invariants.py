"""The declared knowledge about fields of input objects, as facts about the names of their values."""

from __future__ import annotations

from symheap.core.terms import (
    INT,
    NULL,
    Op,
    Sort,
    Term,
    Value,
    eq,
    le,
    not_,
)
from symheap.core.theories.bitvectors import bitvector
from symheap.core.types import Known

NOT_NEGATIVE = Known(low=0)


def invariant(known: Known, value: Term) -> tuple[Value, ...]:
    facts: list[Value] = [not_(eq(value, NULL))] if known.not_null else []
    if known.low is not None:
        facts.append(_at_most(known.low, value, value.sort))
    if known.high is not None:
        facts.append(_at_most(value, known.high, value.sort))
    return tuple(facts)


def _at_most(a: Value, b: Value, sort: Sort) -> Value:
    return le(a, b) if sort is INT else not_(bitvector(Op.BVSLT, sort.width, b, a))
