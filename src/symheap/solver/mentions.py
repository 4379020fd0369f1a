"""The conjuncts of a path about one key, newest first.

A loop over an array yields ``0 < n``, ``1 < n``, ...: a change of n must be checked against all of them. Such bounds
add up to an interval that each mention stores: n lies in it exactly if all of them hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from symheap.core.terms import Op, Term

if TYPE_CHECKING:
    from symheap.solver.path import PathCondition

LOWEST: Final = -(1 << 64)
HIGHEST: Final = 1 << 64


class Mention(NamedTuple):
    """A conjunct about a key, linked to the previous one; `rough` is the previous one that is not a bound.

    A symbol lies between `low` and `high` exactly if all bounds on it hold, this one included.
    """

    at: PathCondition
    before: Mention | None
    rough: Mention | None = None
    is_bound: bool = False
    low: int = LOWEST
    high: int = HIGHEST


def mention(at: PathCondition, before: Mention | None, key: object) -> Mention:
    """Return the mention for one more conjunct about `key`."""
    assert at.term is not None
    low, high, rough = LOWEST, HIGHEST, None
    if before is not None:
        _, _, rough, is_bound, low, high = before
        rough = rough if is_bound else before
    interval = _bound(at.term, key, low)
    if interval is None:
        return Mention(at, before, rough, False, low, high)
    return Mention(at, before, rough, True, max(low, interval[0]), min(high, interval[1]))


def _bound(conjunct: Term, key: object, low: int) -> tuple[int, int] | None:
    """Return the interval that a conjunct implies for a symbol known to be at least `low`; None if it is no bound."""
    inner = conjunct.args[0] if conjunct.op is Op.NOT else conjunct
    if not isinstance(inner, Term) or (inner.op is not Op.BVSLT and inner.op is not Op.BVULT):
        return None
    a, b = inner.args
    if a is key and not isinstance(b, Term):
        constant, least, below = b, b, inner is conjunct
    elif b is key and not isinstance(a, Term):
        constant, least, below = a, a + 1, inner is not conjunct
    else:
        return None
    if inner.op is Op.BVSLT:
        return (LOWEST, least - 1) if below else (least, HIGHEST)
    if constant < 0 or not (below or low >= 0):
        return None
    return (0, least - 1) if below else (least, HIGHEST)
