from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from symheap.report.draw.layers import Ends, Layered, layered


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, list[Ends]]:
    nodes = draw(st.integers(1, 8))
    node = st.integers(0, nodes - 1)
    return nodes, draw(st.lists(st.tuples(node, node), max_size=14))


def columns_of(drawn: Layered) -> dict[int, int]:
    return {item: c for c, column in enumerate(drawn.columns) for item in column}


@given(graphs())
def test_chains_join_neighbouring_columns_from_left_to_right(graph: tuple[int, list[Ends]]) -> None:
    nodes, edges = graph
    drawn = layered(nodes, edges, [0])
    column = columns_of(drawn)
    assert sorted(column) == list(range(len(column)))
    for e, (a, b) in enumerate(edges):
        chain = drawn.chains[e]
        if a == b:
            assert chain == ()
            continue
        assert (chain[0], chain[-1]) == ((b, a) if e in drawn.backward else (a, b))
        assert [column[item] for item in chain] == list(range(column[chain[0]], column[chain[-1]] + 1))
        assert column[a] % 2 == column[b] % 2 == 0


def test_columns_are_longest_paths() -> None:
    drawn = layered(4, [(0, 1), (1, 2), (0, 2), (2, 3)], [0])
    assert [columns_of(drawn)[node] for node in range(4)] == [0, 2, 4, 6]
    assert not drawn.backward


def test_the_edge_that_closes_a_cycle_is_turned() -> None:
    assert layered(3, [(0, 1), (1, 2), (2, 0)], [0]).backward == {2}


def test_sweeps_undo_a_crossing() -> None:
    drawn = layered(4, [(0, 3), (1, 2), (1, 3)], [0, 1])
    left, right = drawn.columns[0], drawn.columns[2]
    assert (left, right) in [((0, 1), (3, 2)), ((1, 0), (2, 3))]
