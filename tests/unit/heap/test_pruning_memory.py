"""Law: remembering what values are on a path changes nothing of what they are."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from symheap.core.origin import Origin
from symheap.core.terms import BOOL, REF, Term, Value, and_, eq, ite, not_, or_, symbol
from symheap.heap.api import PathView
from symheap.heap.pruning import pruned
from symheap.solver.path import EMPTY_PATH, UNSEEN, PathCondition

FLAGS = tuple(symbol(Origin.root(name), BOOL) for name in "pqrs")
CELLS = tuple(symbol(Origin.root(name), REF) for name in "abcd")
ATOMS = st.sampled_from((*FLAGS, eq(CELLS[0], CELLS[1]), eq(CELLS[2], CELLS[3])))
LITERALS = st.builds(lambda atom, positive: atom if positive else not_(atom), ATOMS, st.booleans())
CONDITIONS = LITERALS | st.builds(and_, LITERALS, LITERALS) | st.builds(or_, LITERALS, LITERALS)
VALUES = st.recursive(
    st.sampled_from(CELLS), lambda inner: st.builds(lambda c, t, e: ite(c, t, e, REF), CONDITIONS, inner, inner)
)


class Plain(PathView):
    """What a path says; nothing is remembered."""

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


@given(st.lists(st.tuples(st.lists(VALUES, max_size=3), CONDITIONS), max_size=6))
def test_a_path_that_remembers_prunes_as_one_that_does_not(story: list[tuple[list[Value], Value]]) -> None:
    path = EMPTY_PATH.with_model(None)
    assert path.sight is UNSEEN
    for values, condition in story:
        for value in values:
            known = pruned(value, Remembering(path))
            assert known is pruned(value, Plain(path))
            assert known is pruned(known, Plain(path))
        path = path.assume(condition, None)
        if any(not_(literal) in path.literals for literal in path.literals):
            return


@given(VALUES, st.lists(CONDITIONS, max_size=3))
def test_a_value_is_looked_at_once(value: Value, conditions: list[Value]) -> None:
    path = EMPTY_PATH.with_model(None)
    for condition in conditions:
        path = path.assume(condition, None)
    pruned(value, Remembering(path))
    again = Remembering(path)
    pruned(value, again)
    assert again.asked == 0


def test_what_has_nothing_to_do_with_choices_makes_nobody_look_again() -> None:
    other = symbol(Origin.root("decides nothing"), BOOL)
    value = ite(FLAGS[0], ite(FLAGS[1], CELLS[0], CELLS[1]), CELLS[2], REF)
    path = EMPTY_PATH.with_model(None)
    pruned(value, Remembering(path))
    later = Remembering(path.assume(other, None))
    assert pruned(value, later) is value
    assert later.asked == 0
    told = Remembering(later.path.assume(FLAGS[1], None))
    assert pruned(value, told) is ite(FLAGS[0], CELLS[0], CELLS[2], REF)
