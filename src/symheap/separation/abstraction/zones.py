"""Difference bounds: upper bounds of the difference of two numbers, from the facts of a heap.

As in `affine`, numbers are treated as unbounded integers, and results are proposals.

Rule: Miné, "A new numerical abstract domain based on difference-bound matrices" (2001): closure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from symheap.core.terms import Op, Term
from symheap.separation.abstraction.affine import Form, affine, plus

_Name = Term | None
"""A term; None is the number 0."""
_MOST_NAMES = 24


@dataclass(slots=True)
class Zone:
    """The least known k with ``x - y <= k``, closed under addition, for one `order` of comparisons, signed or not."""

    order: Op
    _most: dict[tuple[_Name, _Name], int] = field(default_factory=dict)

    @staticmethod
    def of(facts: Iterable[Term], order: Op) -> Zone:
        """Return the zone of facts of the form ``x + c < y + d``, ``not (…)`` and ``x + c = y + d``."""
        zone = Zone(order)
        for fact in facts:
            inner = fact.args[0] if fact.op is Op.NOT else fact
            if not isinstance(inner, Term) or inner.op not in (order, Op.EQ):
                continue
            difference = plus(affine(inner.args[0]), affine(inner.args[1]), -1)
            if inner.op is Op.EQ:
                if fact.op is not Op.NOT:
                    zone._note(difference, 0)
                    zone._note(plus({}, difference, -1), 0)
            elif fact.op is Op.NOT:
                zone._note(plus({}, difference, -1), 0)
            else:
                zone._note(difference, -1)
        zone._close()
        return zone

    def _note(self, form: Form, most: int) -> None:
        """Record ``form <= most`` if the form is a difference of two names."""
        pair = _difference(form)
        if pair is None or pair[0] is pair[1]:
            return
        bound = most - form.get(None, 0)
        self._most[pair] = min(self._most.get(pair, bound), bound)

    def _close(self) -> None:
        """Compute the closure of Floyd and Warshall."""
        names = {name: None for pair in self._most for name in pair}
        if len(names) > _MOST_NAMES:
            self._most.clear()
        for middle in names:
            for (x, y), first in list(self._most.items()):
                if y is not middle:
                    continue
                for z in names:
                    rest = self._most.get((middle, z))
                    if rest is not None and z is not x:
                        self._most[x, z] = min(self._most.get((x, z), first + rest), first + rest)

    def equations(self) -> list[dict[_Name, int]]:
        """Return the differences with only one possible value, each as a sum that is zero."""
        result: list[dict[_Name, int]] = []
        for (x, y), most in self._most.items():
            if x is not None and self._most.get((y, x)) == -most:
                result.append(plus(plus({x: 1}, {y: 1} if y is not None else {}, -1), {None: most}, -1))
        return result

    def above(self, a: Form, b: Form) -> int | None:
        """Return the most that `a` is above `b`, each a name plus a number or a number; None: no bound is known."""
        difference = plus(a, b, -1)
        pair = _difference(difference)
        if pair is None:
            return None
        most = 0 if pair[0] is pair[1] else self._most.get(pair)
        return None if most is None else most + difference.get(None, 0)

    @property
    def is_empty(self) -> bool:
        return not self._most


def _difference(form: Form) -> tuple[_Name, _Name] | None:
    """Return the names of ``x - y + c``, either of which may be missing; None if the sum has another form."""
    ups = [term for term, factor in form.items() if term is not None and factor == 1]
    downs = [term for term, factor in form.items() if term is not None and factor == -1]
    others = len(form) - len(ups) - len(downs) - (None in form)
    if others or len(ups) > 1 or len(downs) > 1:
        return None
    return ups[0] if ups else None, downs[0] if downs else None
