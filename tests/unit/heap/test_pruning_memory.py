"""Law: remembering the values on a path does not change them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from symheap.core.origin import Origin
from symheap.core.terms import BOOL, REF, Term, Value, and_, eq, ite, not_, or_, symbol
from symheap.heap.api import PathView
from symheap.heap.pruning import pruned
from symheap.solver.path import EMPTY_PATH, PathCondition

ATOMS = 6
LITERALS = st.tuples(st.just("literal"), st.integers(0, ATOMS - 1), st.booleans())
CONDITIONS = LITERALS | st.tuples(st.sampled_from(("and", "or")), LITERALS, LITERALS)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.integers(0, 3), lambda inner: st.tuples(CONDITIONS, inner, inner), max_leaves=12
)
"""Each example has its own symbols, since terms are shared and remember tests forever."""

_examples = count()


class Symbols:
    def __init__(self) -> None:
        example = next(_examples)
        self.cells = [symbol(Origin.root(f"cell{i} of {example}"), REF) for i in range(4)]
        flags: list[Value] = [symbol(Origin.root(f"flag{i} of {example}"), BOOL) for i in range(ATOMS - 2)]
        self.atoms = [*flags, eq(self.cells[0], self.cells[1]), eq(self.cells[2], self.cells[3])]

    def condition(self, made: Any) -> Value:
        match made:
            case ("literal", atom, positive):
                return self.atoms[atom] if positive else not_(self.atoms[atom])
            case ("and", a, b):
                return and_(self.condition(a), self.condition(b))
            case (_, a, b):
                return or_(self.condition(a), self.condition(b))
        raise AssertionError(made)

    def value(self, made: Any) -> Value:
        if isinstance(made, int):
            return self.cells[made]
        condition, then, other = made
        return ite(self.condition(condition), self.value(then), self.value(other), REF)


class Plain(PathView):
    """A path with these conditions that remembers nothing."""

    def __init__(self, path: PathCondition) -> None:
        self.path = path
        self.asked = 0

    def may(self, condition: Value) -> bool:
        return self.path.says(condition) is not False

    def settled(self, condition: Value) -> bool | None:
        self.asked += 1
        return self.path.says(condition)


class Remembering(Plain):
    def recall(self, value: Term) -> Value | None:
        return self.path.recall(value)

    def remember(self, seen: Mapping[Term, Value]) -> None:
        self.path.remember(seen)


def fresh_path() -> PathCondition:
    return EMPTY_PATH.with_model(None)


@given(st.lists(VALUES, min_size=1, max_size=3), st.lists(CONDITIONS, max_size=6))
@settings(max_examples=400)
def test_a_path_that_remembers_prunes_as_one_that_does_not(read: list[Any], conditions: list[Any]) -> None:
    """Compares references: a choice between booleans may have become a formula that is no choice."""
    symbols, path = Symbols(), fresh_path()
    values = [symbols.value(each) for each in read]
    for condition in (True, *map(symbols.condition, conditions)):
        path = path.assume(condition, None)
        if any(not_(literal) in path.literals for literal in path.literals):
            return
        for value in values:
            known = pruned(value, Remembering(path))
            assert known is pruned(value, Plain(path))
            assert known is pruned(known, Plain(path))


@given(VALUES, st.lists(CONDITIONS, max_size=3))
def test_a_value_is_looked_at_once(made: Any, conditions: list[Any]) -> None:
    symbols, path = Symbols(), fresh_path()
    value = symbols.value(made)
    for condition in conditions:
        path = path.assume(symbols.condition(condition), None)
    pruned(value, Remembering(path))
    again = Remembering(path)
    pruned(value, again)
    assert again.asked == 0


def test_what_has_nothing_to_do_with_choices_makes_nobody_look_again() -> None:
    symbols = Symbols()
    first, second, other = symbols.atoms[:3]
    a, b, c = symbols.cells[:3]
    value = ite(first, ite(second, a, b), c, REF)
    path = fresh_path()
    pruned(value, Remembering(path))
    later = Remembering(path.assume(other, None))
    assert pruned(value, later) is value
    assert later.asked == 0
    told = Remembering(later.path.assume(second, None))
    assert pruned(value, told) is ite(first, a, c, REF)
