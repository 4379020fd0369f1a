from __future__ import annotations

from solver_formulas import FLAG, UNIVERSE, M, N, Recording, X, Y, Z, a_symbol, term, types

from symheap.core.model import Model
from symheap.core.outcome import Sat, Unsat
from symheap.core.terms import BOOL, NULL, REF, Term, and_, eq, isa, location, lt, not_, or_, rank
from symheap.solver.api import Query
from symheap.solver.layers.slicing import Slicing, connected
from symheap.solver.layers.units import FALSE
from symheap.solver.path import EMPTY_PATH, PathIndex

W = a_symbol("w", REF)


def an_index(*conjuncts: Term) -> PathIndex:
    """Built in two steps, as paths grow."""
    path = EMPTY_PATH
    for conjunct in conjuncts:
        path = path.assume(conjunct, None)
        assert path.index is path.with_model(None).index
    return path.index


def test_connected_is_transitive_and_in_path_order() -> None:
    xy, yz, w, i = (term(c) for c in (eq(X, Y), eq(Y, Z), eq(W, NULL), lt(N, 3)))
    assert connected(an_index(xy, w, i, yz), eq(Z, NULL))[0] == (xy, yz)
    assert connected(an_index(xy, w, i, yz), or_(eq(Z, NULL), lt(N, 1)))[0] == (xy, i, yz)
    assert connected(an_index(xy, w), FLAG) == ((), frozenset((FLAG,)))


def test_a_conjunct_without_symbols_belongs_to_every_slice() -> None:
    assert connected(an_index(term(eq(X, Y)), FALSE), FLAG)[0] == (FALSE,)


def test_rank_functions_connect() -> None:
    a, b = term(lt(rank(X, "next"), 0)), term(lt(rank(Y, "prev"), 0))
    assert connected(an_index(a, b), lt(0, rank(NULL, "next")))[0] == (a,)


def test_only_the_slice_is_asked_for() -> None:
    below = Recording(Unsat())
    path = EMPTY_PATH.assume(and_(eq(X, Y), lt(N, M), eq(W, NULL)), Model({M: 1}, {}))
    assert Slicing(below).check(Query(path, lt(M, 0))) == Unsat()
    assert [query.path.conjuncts() for query in below.asked] == [(lt(N, M),)]
    assert below.asked[0].path.says(lt(N, M)) is True


def test_the_whole_path_is_asked_for_when_it_has_no_model() -> None:
    below = Recording(Unsat())
    path = EMPTY_PATH.assume(and_(eq(X, Y), lt(N, M)), None)
    Slicing(below).check(Query(path, lt(M, 0)))
    assert below.asked[0].path is path


def test_models_are_merged_with_objects_apart() -> None:
    """The slice's object 1 is not the path's object 1, and has another class."""
    known = Model({X: 1, Y: 0, N: 5}, {1: UNIVERSE.index("A")}, {("next", 1): 7})
    path = EMPTY_PATH.assume(and_(isa(X, types("A")), not_(eq(X, Y)), lt(4, N)), known)
    result = Model({W: 1, Z: 0}, {1: UNIVERSE.index("B")}, {("next", 1): 3})
    goal = and_(isa(W, types("B")), eq(Z, NULL))
    answer = Slicing(Recording(Sat(result))).check(Query(path, goal))
    assert isinstance(answer, Sat)
    model = answer.model
    assert all(map(model.satisfies, (*path.conjuncts(), goal)))
    assert model[W] not in (0, model[X])
    assert (model[X], model[Z], model[N]) == (1, 0, 5)
    assert model.ranks == {("next", 1): 7}


def test_known_objects_keep_their_numbers() -> None:
    known_object, other = location(1, "A", initial=True), location(9, "B", initial=True)
    path = EMPTY_PATH.assume(and_(eq(X, other), lt(N, 0)), Model({X: 9, N: -1}, {9: 2}))
    result = Model({W: 1, Z: 9, FLAG: True}, {})
    goal = and_(eq(W, known_object), not_(eq(Z, W)), not_(eq(Z, NULL)), a_symbol("p", BOOL))
    answer = Slicing(Recording(Sat(result))).check(Query(path, goal))
    assert isinstance(answer, Sat)
    assert answer.model[W] == 1
    assert answer.model[Z] not in (0, 1, 9), "9 was the slice's own number for an object that is not the known one"
    assert answer.model.satisfies(goal)


def test_values_of_another_query_do_not_leak() -> None:
    """A model from a cache may have symbols outside the slice: those keep their values of the path."""
    path = EMPTY_PATH.assume(and_(lt(4, N), not_(eq(X, NULL))), Model({N: 5, X: 1}, {}))
    answer = Slicing(Recording(Sat(Model({M: 1, N: 0, X: 0}, {})))).check(Query(path, lt(0, M)))
    assert isinstance(answer, Sat)
    assert (answer.model[N], answer.model[X], answer.model[M]) == (5, 1, 1)
