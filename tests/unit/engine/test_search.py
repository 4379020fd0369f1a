"""Search strategies: the order differs, the results do not."""

from __future__ import annotations

from collections import Counter

import pytest
from engine_programs import AT, at, by_hand, example, exploration, keys

from symheap.core.types import INT_TYPE
from symheap.engine.bounds import Bounds
from symheap.engine.search import STRATEGIES, Alternating, CoverageFirst, WaitingState
from symheap.engine.state import NO_LOOPS, Frame, State
from symheap.objects.decisions import NO_DECISIONS, PathKey
from symheap.objects.ir import Binary, Branch, Const, Instruction, Jump, Method, Operator, Program, Return
from symheap.solver.path import EMPTY_PATH

PROGRAMS = ["casts.jl", "hasnull.jl", "dispatch.jl", "tree.jl", "swap.pose", "kinds.pose", "bst_find.pose"]
BOUNDS = Bounds(max_calls=3)


def found(program: Program, search: str, seed: int = 0, model: str = "pose") -> list[PathKey]:
    return keys(list(exploration(program, model, BOUNDS, search, seed)))


@pytest.mark.parametrize("model", ["pose", "lazy"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_all_strategies_find_the_same_traces(name: str, model: str) -> None:
    counts = {search: Counter(found(example(name), search, model=model)) for search in STRATEGIES}
    assert all(count == counts["dfs"] for count in counts.values())
    assert counts["dfs"]


@pytest.mark.parametrize("name", ["hasnull.jl", "casts.jl", "kinds.pose", "bst_find.pose"])
def test_every_order_repeats_exactly(name: str) -> None:
    for search in STRATEGIES:
        for seed in (0, 7):
            assert found(example(name), search, seed) == found(example(name), search, seed)


def test_random_order_depends_on_its_seed_and_on_nothing_else() -> None:
    program = example("bst_find.pose")
    orders = {tuple(found(program, "random", seed)) for seed in range(8)}
    assert len(orders) > 1
    assert len({frozenset(Counter(order).items()) for order in orders}) == 1


def test_other_orders_do_not_depend_on_the_seed() -> None:
    program = example("bst_find.pose")
    for search in ("dfs", "bfs", "coverage"):
        assert found(program, search, 1) == found(program, search, 2)


def test_breadth_first_finds_traces_by_their_number_of_decisions() -> None:
    lengths = [len(key) for key in found(_ladder(6), "bfs")]
    assert lengths == sorted(lengths)


def test_depth_first_goes_on_with_what_it_has_just_found() -> None:
    assert found(_ladder(3), "dfs")[0] == ("true", "true", "true", "return")


def _ladder(rungs: int) -> Program:
    """Each rung asks whether n is below a number; the first ``no`` leaves the ladder."""
    blocks: list[tuple[Instruction, ...]] = []
    for i in range(rungs):
        test = (Const(1, 100 - i, AT), Binary(2, Operator.LESS, 0, 1, AT))
        blocks.append((*test, Branch(2, i + 1, rungs, at(i + 2))))
    blocks[-1] = (*blocks[-1][:2], Branch(2, rungs + 1, rungs, at(99)))
    blocks += [(Return(0, AT),), (Return(0, AT),)]
    return by_hand((("n", INT_TYPE),), 3, *blocks)


# Coverage -------------------------------------------------------------------------------------------------------------


def _state(block: int) -> WaitingState[None]:
    method = Method("A", "m/0", (), 0, (), AT)
    state = State(Frame(method, block, 0, (), None, 0, 0, NO_LOOPS), None, EMPTY_PATH, NO_DECISIONS, (), False)
    return WaitingState(state, None)


def test_coverage_takes_a_block_that_nobody_entered_before_one_that_somebody_did() -> None:
    search: CoverageFirst[None] = CoverageFirst()
    search.push([_state(1), _state(1), _state(2), _state(1), _state(3)])
    assert {search.pop().at.frame.block for _ in range(3)} == {1, 2, 3}
    assert [search.pop().at.frame.block for _ in range(2)] == [1, 1]
    assert len(search) == 0


def test_coverage_is_depth_first_where_nothing_is_new() -> None:
    search: CoverageFirst[None] = CoverageFirst()
    search.push([_state(1)])
    search.pop()
    first, second, third = (_state(1) for _ in range(3))
    search.push([first, second])
    search.push([third])
    assert [search.pop() for _ in range(3)] == [third, first, second]


def _bush(depth: int) -> Program:
    """A full tree of decisions over the same blocks, and one block behind all of them that only one answer opens."""
    blocks: list[tuple[Instruction, ...]] = []
    for i in range(depth):
        low, high = 2 * i + 1, 2 * i + 2
        test = (Const(depth, 0, AT), Binary(depth + 1, Operator.LESS, i, depth, AT))
        blocks.append((*test, Branch(depth + 1, 3 * i + 1, 3 * i + 2, at(low))))
        blocks += [(Jump(3 * i + 3, at(high)),), (Jump(3 * i + 3, at(high)),)]
    blocks.append((Return(depth, AT),))
    return by_hand(tuple((f"n{i}", INT_TYPE) for i in range(depth)), depth + 2, *blocks)


def _pops_until_covered(search: str) -> int:
    program = _bush(5)
    running = exploration(program, "pose", Bounds(), search)
    machine = running._search
    entered: set[int] = set()
    wanted = {b for b in range(1, len(program.entry.blocks)) if b % 3}
    take = machine.pop
    pops = 0

    def watched() -> WaitingState[object]:
        nonlocal pops
        waiting = take()
        pops += not wanted <= entered
        entered.add(waiting.at.frame.block)
        return waiting

    machine.pop = watched  # type: ignore[method-assign]
    assert len(list(running)) == 2**5
    assert wanted <= entered
    return pops


def test_coverage_enters_every_block_with_fewer_states_than_breadth_first() -> None:
    assert _pops_until_covered("coverage") < _pops_until_covered("bfs")
    assert _pops_until_covered("coverage") <= 2 * 5 + 1


def waiting(number: int) -> WaitingState[int]:
    frame = Frame(Method("", "f", (), 0, (), AT), 0, 0, (), None, 0, 0, NO_LOOPS)
    return WaitingState(State(frame, number, EMPTY_PATH, NO_DECISIONS, (), False), None)


def test_two_searches_take_turns() -> None:
    """A tree with two successors everywhere: one search goes down its first branch, the other one level by level."""
    search: Alternating[int] = Alternating()
    search.push([waiting(1)])
    order = []
    for _ in range(8):
        number = search.pop().at.heap
        order.append(number)
        search.push([waiting(2 * number), waiting(2 * number + 1)])
    assert order[0] == 1
    assert len(search) == 9
    depths = [number.bit_length() for number in order]
    assert max(depths) >= 4
    assert {2, 3} <= set(order)


def test_searches_that_take_turns_lose_and_repeat_nothing() -> None:
    search: Alternating[int] = Alternating()
    search.push([waiting(1)])
    seen = []
    while len(search):
        number = search.pop().at.heap
        seen.append(number)
        search.push([waiting(each) for each in (2 * number, 2 * number + 1) if each < 64])
    assert sorted(seen) == list(range(1, 64))
