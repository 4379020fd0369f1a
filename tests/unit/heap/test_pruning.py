"""Pruned values: on the path they are equal to the original ones."""

from __future__ import annotations

from collections.abc import Mapping

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, NULL, REF, Term, Value, eq, ite, not_, symbol
from symheap.core.theories.choice import leaves
from symheap.heap.api import PathView
from symheap.heap.pruning import pruned

P, Q = (symbol(Origin.root(name), BOOL) for name in "pq")
X, Y, Z = (symbol(Origin.root(name), REF) for name in "xyz")


class Told(PathView):
    """A path that consists of given conditions."""

    def __init__(self, *conditions: Value) -> None:
        self.conditions = conditions

    def may(self, condition: Value) -> bool:
        return not_(condition) not in self.conditions


VALUE = ite(P, ite(Q, X, Y), ite(Q, Y, ite(eq(X, Z), NULL, Z)))


def shown(value: Value) -> set[Term]:
    assert isinstance(value, Term)
    return set(leaves(value))


def test_a_value_loses_the_branches_that_the_path_excludes() -> None:
    assert pruned(VALUE, Told(P, Q)) is X
    assert shown(pruned(VALUE, Told(not_(P)))) == {Y, NULL, Z}
    assert shown(pruned(VALUE, Told(not_(eq(X, Z))))) == {X, Y, Z}


def test_what_the_path_does_not_say_stays() -> None:
    assert pruned(VALUE, Told()) is VALUE
    assert pruned(X, Told(P)) is X
    assert pruned(3, Told(P)) == 3


def test_where_the_conditions_hold_a_pruned_value_is_the_same() -> None:
    for p in (False, True):
        for q in (False, True):
            for z in (1, 3):
                model = Model({P: p, Q: q, X: 1, Y: 2, Z: z}, {})
                told = [each if model.satisfies(each) else not_(each) for each in (P, Q, eq(X, Z))]
                for kept in (told[:1], told[1:2], told[2:], told):
                    assert model.evaluate(pruned(VALUE, Told(*kept))) == model.evaluate(VALUE)


def test_shared_nodes_are_visited_once() -> None:
    value: Value = X
    for n in range(300):
        flag = symbol(Origin.root(f"f{n}"), BOOL)
        value = ite(flag, ite(P, value, Y), ite(Q, value, Z))
    assert shown(pruned(value, Told(P))) == {X, Z}


class Remembers(Told):
    """Remembers values as a path does."""

    def __init__(self, *conditions: Value, before: dict[Term, Value] | None = None) -> None:
        super().__init__(*conditions)
        self.seen = dict(before or {})
        self.asked: list[Value] = []

    def settled(self, condition: Value) -> bool | None:
        self.asked.append(condition)
        return super().settled(condition)

    def recall(self, value: Term) -> Value | None:
        return self.seen.get(value)

    def remember(self, seen: Mapping[Term, Value]) -> None:
        self.seen.update({value: other for value, other in seen.items() if other is not value})


def test_what_was_pruned_before_is_not_looked_at_again() -> None:
    """On a longer path, and as a part of another value, pruning continues from the earlier result."""
    first = Remembers(P)
    assert pruned(VALUE, first) is ite(Q, X, Y)
    longer = Remembers(P, Q, before=first.seen)
    assert pruned(VALUE, longer) is X
    assert longer.asked == [Q]
    flag = symbol(Origin.root("flag"), BOOL)
    around = Remembers(P, before=first.seen)
    assert pruned(ite(flag, Z, VALUE), around) is ite(flag, Z, ite(Q, X, Y))
    assert around.asked == [flag, Q]
