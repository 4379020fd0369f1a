"""The conjuncts of a path that are about one thing, newest first.

A loop over an array says ``0 < n``, ``1 < n``, ...: whoever changes n has to look at all of them.  Such bounds add up
to an interval, which each mention carries along: that n lies in it is the same as that all of them hold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from symheap.core.terms import Op, Term

if TYPE_CHECKING:
    from symheap.solver.path import PathCondition

LOWEST: Final = -(1 << 64)
HIGHEST: Final = 1 << 64


class Mention(NamedTuple):
    """A conjunct about something, and the one before it that is; `rough` is the one before that is no bound.

    A symbol lies from `low` to `high` exactly if all bounds on it hold, this one included.
    """

    at: PathCondition
    before: Mention | None
    rough: Mention | None = None
    is_bound: bool = False
    low: int = LOWEST
    high: int = HIGHEST


def mention(at: PathCondition, before: Mention | None, key: object) -> Mention:
    """One more conjunct about `key`."""
    assert at.term is not None
    low, high, rough = LOWEST, HIGHEST, None
    if before is not None:
        _, _, rough, is_bound, low, high = before
        rough = rough if is_bound else before
    found = _bound(at.term, key, low)
    if found is None:
        return Mention(at, before, rough, False, low, high)
    return Mention(at, before, rough, True, max(low, found[0]), min(high, found[1]))


def _bound(conjunct: Term, key: object, low: int) -> tuple[int, int] | None:
    """The interval that a conjunct says a symbol lies in, of which it is known to be at least `low`; None if none."""
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
