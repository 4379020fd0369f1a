"""The parts of merging: where a merged path begins, the order of blocks, and choices between plain numbers."""

from __future__ import annotations

from symheap.core.origin import Origin
from symheap.core.source import Position
from symheap.core.terms import BOOL, BV32, F64, INT, Op, Term, and_, implies, ite, not_, sort_of, symbol
from symheap.core.theories import floats
from symheap.core.theories.arrays import filled, select, store
from symheap.engine.merging.layout import Layout
from symheap.engine.merging.paths import chain_of, fork_of
from symheap.heap.pose.merging import merged_cell, merged_contents
from symheap.objects import ir
from symheap.solver.path import EMPTY_PATH

HERE = Position("here", 1, 1)


def flag(name: str) -> Term:
    return symbol(Origin.root(name), BOOL)


A, B, C = flag("a"), flag("b"), flag("c")


def test_a_merged_path_knows_nothing_that_only_one_side_has_assumed() -> None:
    """Conjuncts that were assumed together share their literals, the later ones, too."""
    left = EMPTY_PATH.assume(and_(A, B), None)
    right = EMPTY_PATH.assume(A, None).assume(not_(B), None)
    fork = fork_of(chain_of(left), chain_of(right), EMPTY_PATH)
    assert fork is not None
    assert fork.guard is B
    assert fork.before.says(B) is None
    assert fork.shared == ((A, False),)
    assert fork.condition is True


def test_the_condition_of_a_merged_path_keeps_what_each_side_assumed_besides() -> None:
    left = EMPTY_PATH.assume(A, None).assume(B, None)
    right = EMPTY_PATH.assume(not_(A), None).assume(C, None)
    fork = fork_of(chain_of(left), chain_of(right), EMPTY_PATH)
    assert fork is not None
    assert fork.guard is A
    assert fork.condition is ite(A, B, C, BOOL)


def test_facts_of_one_side_are_guarded_and_those_of_both_are_not() -> None:
    left = EMPTY_PATH.assume(A, None).assume(B, None, is_fact=True).assume(C, None, is_fact=True)
    right = EMPTY_PATH.assume(not_(A), None).assume(C, None, is_fact=True)
    fork = fork_of(chain_of(left), chain_of(right), EMPTY_PATH)
    assert fork is not None
    assert fork.shared == ((C, True),)
    assert [fact for fact in fork.facts((), (), ()) if fact is not True] == [implies(A, B)]


def test_paths_that_do_not_exclude_each_other_have_no_fork() -> None:
    left = EMPTY_PATH.assume(A, None)
    assert fork_of(chain_of(left), chain_of(left.assume(B, None)), EMPTY_PATH) is None


# Layout ---------------------------------------------------------------------------------------------------------------


def looping() -> ir.Method:
    """b0; while (r0) { if (r1) b3 else b4; b5 }; b6: r2 is read in b5 only."""
    blocks = (
        (ir.Const(2, 1, HERE), ir.Jump(1, HERE)),
        (ir.Branch(0, 2, 6, HERE),),
        (ir.Branch(1, 3, 4, HERE),),
        (ir.Jump(5, HERE),),
        (ir.Jump(5, HERE),),
        (ir.Move(1, 2, HERE), ir.Jump(1, HERE)),
        (ir.Return(0, HERE),),
    )
    return ir.Method("C", "m/2", (), 3, blocks, HERE, back_edges=frozenset({(5, 1)}))


def test_a_loop_is_one_element_of_the_order_and_its_rounds_are_numbered() -> None:
    layout = Layout(looping())
    assert layout.joins == (False, True, False, False, False, True, True)
    first = [layout.place(block, {1: 0}) for block in (1, 2, 5)]
    second = layout.place(1, {1: 1})
    assert layout.place(0, {}) < first[0] < first[1] < first[2] < second < layout.place(6, {1: 7})
    assert layout.is_counted(4, (5, 1))
    assert not layout.is_counted(6, (5, 1))


def test_registers_are_live_until_they_are_read_for_the_last_time() -> None:
    layout = Layout(looping())
    assert layout.live(0, 0) == {0, 1}
    assert layout.live(1, 0) == {0, 1, 2}
    assert layout.live(6, 0) == {0}


# Values ---------------------------------------------------------------------------------------------------------------


def test_a_choice_between_plain_numbers_gets_its_width_from_the_operator() -> None:
    x = symbol(Origin.root("x"), F64)
    choice = merged_cell(A, 0, 0x3FF0_0000_0000_0000)
    assert isinstance(choice, Term)
    assert choice.sort is INT
    total = floats.add(64, choice, x)
    assert isinstance(total, Term)
    assert total.op is Op.FPADD
    assert sort_of(total) is F64


def test_known_elements_stay_known() -> None:
    empty = filled(0, BV32)
    merged = merged_contents(A, store(empty, 0, 5), store(store(empty, 0, 5), 1, 7))
    assert merged.op is Op.TABLE
    assert [select(merged, at, no_input) for at in (0, 1, 2)] == [5, ite(A, 0, 7, BV32), 0]


def no_input(array: Term, index: object) -> int:
    raise AssertionError(f"{array}[{index}] is no element of an input")
