"""Remove pure facts that others of the same form make redundant."""

from __future__ import annotations

from collections.abc import Iterable

from symheap.core.operators import BIT_ORDERS
from symheap.core.terms import Op, Term, Value
from symheap.core.walk import postorder
from symheap.separation.heaps.formula import split

_Side = tuple[Op, Value | tuple[Term, Term, bool], bool]


def tightened(facts: Iterable[Term]) -> frozenset[Term]:
    """Return the facts with only the tightest of several bounds of one term, or of the distance of two.

    ``c < t`` and ``not (t < c)`` bound t from below, ``t < c`` and ``not (c < t)`` from above, signed or not.
    """
    kept: set[Term] = set()
    best: dict[_Side, tuple[int, Term]] = {}
    for fact in facts:
        bound = _bound(fact) or _distance(fact)
        if bound is None:
            kept.add(fact)
            continue
        side, limit = bound
        known = best.get(side)
        if known is None or (limit > known[0] if side[2] else limit < known[0]):
            best[side] = (limit, fact)
    return frozenset(kept | {fact for _, fact in best.values()})


def moved(fact: Term) -> set[Term]:
    """Return the terms to which a fact adds a number."""
    return {rest for rest, number in map(split, postorder(fact)) if rest is not None and number}


def _bound(fact: Term) -> tuple[_Side, int] | None:
    """Return a fact as a bound: the order, the term, whether from below; and the least or greatest allowed value."""
    is_strict = fact.op is not Op.NOT
    order = fact if is_strict else fact.args[0]
    if not isinstance(order, Term) or order.op not in BIT_ORDERS:
        return None
    a, b = order.args
    if isinstance(a, Term) == isinstance(b, Term):
        return None
    unsigned = order.op is Op.BVULT
    mask = (1 << order.width) - 1
    if isinstance(b, Term):
        assert isinstance(a, int)
        limit = a & mask if unsigned else a
        return ((order.op, b, True), limit + 1) if is_strict else ((order.op, b, False), limit)
    limit = b & mask if unsigned else b
    return ((order.op, a, False), limit - 1) if is_strict else ((order.op, a, True), limit)


def _distance(fact: Term) -> tuple[_Side, int] | None:
    """Return ``x + c < y + d`` as a bound of the distance from x to y.

    Sums may wrap, so that the dropped fact may be the stronger one.
    """
    is_strict = fact.op is not Op.NOT
    order = fact if is_strict else fact.args[0]
    if not isinstance(order, Term) or order.op not in BIT_ORDERS:
        return None
    (x, c), (y, d) = split(order.args[0]), split(order.args[1])
    if x is None or y is None:
        return None
    return (order.op, (x, y, is_strict), is_strict), c - d
