"""Properties of every drawing, of heaps and of proofs: nothing overlaps, arrows connect, all of it is plain data."""

from __future__ import annotations

import json
import re
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symheap.heap.picture import Edge, Node, Picture, Shape
from symheap.report.draw.geometry import (
    Drawing,
    DrawnNode,
    draw_heap,
    draw_patterns,
    draw_system,
    heap_drawing,
    proof_drawing,
    to_json,
)
from symheap.report.draw.layout import Point
from symheap.report.prove.graph import Arrow, Box, Graph, Kind

SHAPES: tuple[Shape, ...] = ("root", "reference", "location", "choice", "value", "null")
KINDS: tuple[Kind, ...] = ("state", "loop", "replaced", "error")
LABELS = ["x", "l0 Node\nvalue: 3", "a == b && b != null && c", "w" * 70, "日本", "\u202e<b>\x1b", ""]
ROUNDED = 0.11

labels = st.sampled_from(LABELS)


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    count = draw(st.integers(0, 7))
    nodes = tuple(Node(str(i), draw(st.sampled_from(SHAPES)), draw(labels)) for i in range(count))
    node = st.integers(0, max(0, count - 1)).map(str)
    edges = draw(st.lists(st.builds(Edge, node, node, labels), max_size=10)) if count else []
    return Picture(nodes, tuple(edges))


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    count = draw(st.integers(0, 6))
    boxes = [Box(str(i), draw(st.sampled_from(KINDS)), draw(labels), draw(labels)) for i in range(count)]
    notes = [Box(f"note{i}", "patterns", "where", draw(labels)) for i in range(draw(st.integers(0, 2)))]
    node = st.integers(0, max(0, count - 1)).map(str)
    kinds = st.sampled_from(["", "cover", "widen", "model"])
    arrows = draw(st.lists(st.builds(Arrow, node, node, kinds), max_size=9)) if count else []
    return Graph("system", (*boxes, *notes), tuple(arrows))


def outlined(node: DrawnNode, point: Point) -> bool:
    """Whether a point is on the outline of a node."""
    (x, y), (cx, cy), frame = point, node.centre, node.frame
    half, rise = frame.width / 2, frame.height / 2
    beside = abs(abs(x - cx) + frame.indent(y - cy) - half) < 0.01 and abs(y - cy) <= rise + 0.01
    above = abs(abs(y - cy) + frame.drop(x - cx) - rise) < 0.01 and abs(x - cx) <= half + 0.01
    return beside or above


def check_arrows(drawing: Drawing, targets: list[int]) -> None:
    for edge, target in zip(drawing.edges, targets, strict=True):
        assert outlined(drawing.nodes[target], edge.head[0])
        stop = edge.path[-1][1][-1]
        assert abs(stop[0] - edge.head[0][0]) + abs(stop[1] - edge.head[0][1]) < 7


@given(pictures())
@settings(deadline=None, max_examples=60)
def test_arrows_of_heaps_touch_what_they_point_to(picture: Picture) -> None:
    check_arrows(draw_heap(picture), [int(edge.target) for edge in picture.edges])


@given(graphs())
@settings(deadline=None, max_examples=60)
def test_arrows_of_proofs_touch_what_they_point_to(graph: Graph) -> None:
    check_arrows(draw_system(graph), [int(arrow.target) for arrow in graph.arrows])


# As data --------------------------------------------------------------------------------------------------------------

Sides = tuple[float, float, float, float]


def sides(item: dict[str, float]) -> Sides:
    x, y, half, rise = item["x"], item["y"], item["w"] / 2, item["h"] / 2
    return x - half, y - rise, x + half, y + rise


def overlap(a: Sides, b: Sides) -> bool:
    return a[0] < b[2] - ROUNDED and b[0] < a[2] - ROUNDED and a[1] < b[3] - ROUNDED and b[1] < a[3] - ROUNDED


def check_data(data: dict[str, object]) -> None:
    """Check that data is plain, apart, inside, and safe to show."""
    read = json.loads(json.dumps(data, allow_nan=False))
    assert read == data
    boxes = [sides(node) for node in read["nodes"]]
    assert not [pair for pair in combinations(boxes, 2) if overlap(*pair)]
    points = [tuple(map(float, point)) for edge in read["edges"] for point in coordinates(edge["d"] + edge["head"])]
    corners = [*((a, b) for a, b, _, _ in boxes), *((c, d) for _, _, c, d in boxes), *points]
    assert all(-ROUNDED <= x <= read["w"] + ROUNDED and -ROUNDED <= y <= read["h"] + ROUNDED for x, y in corners)
    for item in (*read["nodes"], *read["edges"]):
        assert all(line.isprintable() for line in item["lines"])
        assert all(line.isprintable() for line in item["title"].split("\n"))
        assert all(re.fullmatch(r"-?\d+\.\d", str(float(item[name]))) for name in ("x", "y"))


def coordinates(path: str) -> list[tuple[str, str]]:
    assert re.fullmatch(r"[MLCZ0-9., -]*", path)
    return re.findall(r"(-?[\d.]+),(-?[\d.]+)", path)


@given(pictures())
@settings(deadline=None, max_examples=60)
def test_heaps_are_plain_data(picture: Picture) -> None:
    data = heap_drawing(picture)
    check_data(dict(data))
    if picture.nodes:
        drawing = draw_heap(picture)
        assert [node.shape for node in drawing.nodes] == [node.shape for node in picture.nodes]
        assert len(drawing.edges) == len(picture.edges)


@given(graphs())
@settings(deadline=None, max_examples=60)
def test_proofs_are_plain_data(graph: Graph) -> None:
    data = proof_drawing(graph)
    check_data(dict(data))
    nodes = data["nodes"]
    assert isinstance(nodes, list)
    assert sorted(str(node["shape"]) for node in nodes if isinstance(node, dict)) == sorted(b.kind for b in graph.boxes)


def test_an_empty_heap_says_so() -> None:
    (node,) = draw_heap(Picture((), ())).nodes
    assert node.lines == ("empty heap",)


def test_patterns_stand_below_the_states() -> None:
    graph = Graph("t", (Box("0", "state", "here", "x = 0"), Box("p", "patterns", "where", "P(x) = …")), ())
    nodes = proof_drawing(graph)["nodes"]
    assert isinstance(nodes, list)
    heights = [(node["shape"], node["y"]) for node in nodes if isinstance(node, dict)]
    assert [shape for shape, _ in heights] == ["state", "patterns"]
    assert draw_patterns(graph).nodes[0].lines == ("where", "P(x) = …")


def test_a_long_label_is_cut_and_whole_in_the_title() -> None:
    guard = " && ".join(f"r{i} != null" for i in range(200))
    picture = Picture((Node("a", "reference", "a"), Node("b", "location", "b")), (Edge("a", "b", guard),))
    (edge,) = draw_heap(picture).edges
    assert edge.title == f"a --{guard}--> b"
    assert edge.lines[-1].endswith("…")


@pytest.mark.parametrize("kind", ["cover", "widen", "model", ""])
def test_edges_of_proofs_keep_their_kind(kind: str) -> None:
    graph = Graph("t", (Box("0", "state", "here", ""), Box("1", "loop", "there", "")), (Arrow("0", "1", kind),))
    data = to_json(draw_system(graph))
    edges = data["edges"]
    assert isinstance(edges, list)
    assert isinstance(edges[0], dict)
    assert edges[0]["kind"] == kind
    assert edges[0]["lines"] == ([kind] if kind else [])
    assert edges[0]["title"] == f"here --{kind}--> there"
