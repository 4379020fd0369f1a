"""Consequences of symbolic heaps, beyond the laws of ``tests/laws``: particular answers, and a solver without any."""

from __future__ import annotations

import immutables

from symheap.core.outcome import Answer, Unknown
from symheap.core.terms import Op, Term, Value, and_, eq, not_, or_
from symheap.core.theories.bitvectors import bitvector
from symheap.separation.entailment.logic import Logic, Truth, carrying
from symheap.separation.heaps.formula import Atom, Object, Segment, SymbolicHeap, variable
from symheap.solver.api import Query
from symheap.solver.chain import default_chain
from symheap_testing.c.formulas import DLL
from symheap_testing.c.plain_lists import node, segment

LOGIC = Logic(default_chain(timeout_ms=2_000)[0])
X, Y, Z = (variable(number, 8) for number in range(3))
N = variable(7, 4)


def heap(*atoms: Atom, pure: tuple[Value, ...] = (), **roots: Value) -> SymbolicHeap:
    facts = frozenset(fact for fact in pure if isinstance(fact, Term))
    return SymbolicHeap(immutables.Map(roots), atoms, facts, 20)


def below(a: Value, b: Value) -> Value:
    return bitvector(Op.BVSLT, 32, a, b)


class Ignorant:
    """A solver that never knows."""

    def check(self, query: Query) -> Answer:
        return Unknown("never")


def test_unknown_is_maybe_and_nothing_is_dropped() -> None:
    logic = Logic(Ignorant())
    start = heap(pure=(below(N, 5),), n=N)
    assert logic.holds(start, below(N, 9)) is Truth.MAYBE
    assert len(logic.assume(start, below(9, N))) == 1
    assert logic.is_consistent(start)


def test_the_solver_knows_of_numbers() -> None:
    start = heap(pure=(below(N, 5), below(0, N)), n=N)
    assert LOGIC.holds(start, below(N, 9)) is Truth.YES
    assert LOGIC.holds(start, eq(N, 7)) is Truth.NO
    assert LOGIC.holds(start, eq(N, 3)) is Truth.MAYBE
    assert LOGIC.assume(start, below(7, N)) == []
    assert not LOGIC.is_consistent(heap(pure=(below(N, 5), below(6, N))))


def test_separation_is_read_off_the_atoms() -> None:
    start = heap(node(X, Y), segment(1, Y, 0), segment(0, Z, 0), x=X, y=Y, z=Z)
    assert LOGIC.holds(start, eq(X, Y)) is Truth.NO
    assert LOGIC.holds(start, eq(Y, 0)) is Truth.NO
    assert LOGIC.holds(start, eq(Z, 0)) is Truth.MAYBE
    assert LOGIC.holds(start, and_(eq(X, Y), eq(Z, 0))) is Truth.NO
    assert LOGIC.holds(start, or_(not_(eq(X, Y)), eq(Z, 0))) is Truth.YES


def test_equations_eliminate_symbols() -> None:
    (new,) = LOGIC.equate(heap(node(X, Y), x=X, y=Y, z=Z), Y, Z)
    assert new.roots["y"] == new.roots["z"]
    assert not new.pure
    assert LOGIC.equate(heap(node(X, 0), node(Y, 0), x=X, y=Y), X, Y) == []


def test_a_segment_from_null_is_empty() -> None:
    (new,) = LOGIC.equate(heap(segment(0, X, Y), x=X, y=Y), X, 0)
    assert new.atoms == ()
    assert new.roots["y"] == 0
    assert LOGIC.equate(heap(segment(1, X, Y), x=X, y=Y), X, 0) == []


def test_a_segment_whose_ends_differ_is_not_empty() -> None:
    (new,) = LOGIC.assume(heap(segment(0, X, 0), x=X), not_(eq(X, 0)))
    assert [atom.least for atom in new.atoms if isinstance(atom, Segment)] == [1]
    doubly = Segment(DLL.spine, 0, X, Y, 0, Z)
    (new,) = LOGIC.assume(heap(doubly, x=X, y=Y, z=Z), not_(eq(Z, 0)))
    assert [atom.least for atom in new.atoms if isinstance(atom, Segment)] == [1]


def test_a_segment_at_a_node_of_another_is_empty() -> None:
    (new,) = LOGIC.settle(heap(node(X, 0), segment(0, X, Y), x=X, y=Y))
    assert new.atoms == (node(X, 0),)
    assert new.roots["y"] == X


def test_an_optional_object_is_there_or_not() -> None:
    start = heap(Object(X, 8, optional=True), x=X)
    (absent,) = LOGIC.assume(start, eq(X, 0))
    (present,) = LOGIC.assume(start, not_(eq(X, 0)))
    assert absent.atoms == ()
    assert present.atoms == (Object(X, 8),)


def test_conjunctions_and_disjunctions_are_taken_apart() -> None:
    start = heap(segment(0, X, 0), segment(0, Y, 0), x=X, y=Y)
    both = and_(eq(X, 0), eq(Y, 0))
    (new,) = LOGIC.assume(start, both)
    assert new.atoms == ()
    assert len(LOGIC.assume(start, not_(both))) == 2
    assert all("!" not in "".join(each.roots) for each in LOGIC.assume(start, not_(both)))


def test_carried_values_follow_what_happens_to_symbols() -> None:
    start, (name,) = carrying(heap(segment(0, X, 0), x=X), (bitvector(Op.BVADD, 64, X, 8),))
    (new,) = LOGIC.equate(start, X, 0)
    assert new.roots[name] == 8


def test_filled_and_emptied_are_the_two_cases() -> None:
    start = heap(segment(0, X, 0), x=X)
    thing = start.atoms[0]
    assert isinstance(thing, Segment)
    assert [new.atoms for new in LOGIC.emptied(start, thing)] == [()]
    assert [new.atoms for new in LOGIC.filled(start, thing)] == [(segment(1, X, 0),)]
    assert LOGIC.emptied(heap(segment(1, X, 0), x=X), segment(1, X, 0)) == []
