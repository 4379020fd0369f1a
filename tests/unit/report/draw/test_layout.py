from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from symheap.report.draw.layers import Ends
from symheap.report.draw.layout import EdgeRoute, GraphLayout, LabelBox, Outline, Point, lay_out

Box = tuple[float, float, float, float]
OUTLINES: tuple[Outline, ...] = ("box", "ellipse", "diamond")


@st.composite
def drawings(draw: st.DrawFn) -> tuple[list[LabelBox], list[Ends], list[LabelBox]]:
    count = draw(st.integers(1, 7))
    size = st.integers(10, 120)
    nodes = [LabelBox(draw(size), draw(size), draw(st.sampled_from(OUTLINES))) for _ in range(count)]
    node = st.integers(0, count - 1)
    edges = draw(st.lists(st.tuples(node, node), max_size=12))
    labels = [draw(st.sampled_from([LabelBox(0, 0), LabelBox(40, 14), LabelBox(200, 42)])) for _ in edges]
    return nodes, edges, labels


def box(centre: Point, frame: LabelBox) -> Box:
    (x, y), w, h = centre, frame.width / 2, frame.height / 2
    return x - w, y - h, x + w, y + h


def overlap(a: Box, b: Box) -> bool:
    slack = 0.01
    return a[0] < b[2] - slack and b[0] < a[2] - slack and a[1] < b[3] - slack and b[1] < a[3] - slack


def boxes(drawn: GraphLayout, labels: list[LabelBox]) -> list[Box]:
    of_nodes = [box(c, f) for c, f in zip(drawn.centres, drawn.frames, strict=True)]
    of_labels = [box(r.label, f) for r, f in zip(drawn.routes, labels, strict=True) if f.width]
    return of_nodes + of_labels


def pieces(route: EdgeRoute) -> list[Box]:
    """Return the smallest boxes around the parts of a line: a level curve stays between its ends."""
    if route.top is not None:
        return []
    return [(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])) for a, b in pairwise(route.knots)]


@given(drawings())
@settings(deadline=None)
def test_nothing_overlaps(drawing: tuple[list[LabelBox], list[Ends], list[LabelBox]]) -> None:
    nodes, edges, labels = drawing
    drawn = lay_out(nodes, edges, labels, [0])
    everything = boxes(drawn, labels)
    assert not [pair for pair in combinations(everything, 2) if overlap(*pair)]
    assert all(x >= 0 and y >= 0 and right <= drawn.width and low <= drawn.height for x, y, right, low in everything)


@given(drawings())
@settings(deadline=None)
def test_no_edge_runs_through_a_label_or_another_node(
    drawing: tuple[list[LabelBox], list[Ends], list[LabelBox]],
) -> None:
    nodes, edges, labels = drawing
    drawn = lay_out(nodes, edges, labels, [0])
    everything = boxes(drawn, labels)
    for (a, b), route in zip(edges, drawn.routes, strict=True):
        for piece in pieces(route):
            thick = (piece[0], piece[1] - 0.1, piece[2], piece[3] + 0.1)
            hit = {i for i, other in enumerate(everything) if overlap(thick, other)}
            assert hit <= {a, b}


@given(drawings())
@settings(deadline=None)
def test_edges_end_on_the_outlines_of_their_nodes(drawing: tuple[list[LabelBox], list[Ends], list[LabelBox]]) -> None:
    nodes, edges, labels = drawing
    drawn = lay_out(nodes, edges, labels, [0])
    for (a, b), route in zip(edges, drawn.routes, strict=True):
        for node, (x, y) in ((a, route.knots[0]), (b, route.knots[-1])):
            (cx, cy), frame = drawn.centres[node], drawn.frames[node]
            assert (
                abs(abs(x - cx) + frame.indent(y - cy) - frame.width / 2) < 0.01
                or abs(cy - frame.height / 2 + frame.drop(x - cx) - y) < 0.01
            )


def test_a_list_is_a_straight_line() -> None:
    drawn = lay_out([LabelBox(60, 30)] * 4, [(0, 1), (1, 2), (2, 3)], [LabelBox(30, 14)] * 3, [0])
    assert max(y for _, y in drawn.centres) - min(y for _, y in drawn.centres) < 0.5
    assert [x for x, _ in drawn.centres] == sorted(x for x, _ in drawn.centres)


def test_an_edge_back_points_to_the_left() -> None:
    drawn = lay_out([LabelBox(60, 30)] * 3, [(0, 1), (1, 2), (2, 0)], [LabelBox(30, 14)] * 3, [0])
    back = drawn.routes[2].knots
    assert back[0][0] > back[-1][0] > drawn.centres[0][0]


def test_edges_to_oneself_stand_on_the_node() -> None:
    drawn = lay_out([LabelBox(40, 30)], [(0, 0), (0, 0)], [LabelBox(30, 14)] * 2, [0])
    top = drawn.centres[0][1] - 15
    assert drawn.frames[0].width > 60
    assert all(route.top is not None and route.top < top for route in drawn.routes)
    assert drawn.routes[0].knots != drawn.routes[1].knots


def test_a_box_grows_with_the_arrows_that_meet_it() -> None:
    edges = [(i, 8) for i in range(8)]
    drawn = lay_out([LabelBox(40, 18)] * 9, edges, [LabelBox(0, 0)] * 8, [])
    ends = sorted(route.knots[-1][1] for route in drawn.routes)
    assert all(b - a >= 7 for a, b in pairwise(ends))
