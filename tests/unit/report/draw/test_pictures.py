"""Properties of every drawing of every picture: it is complete, it repeats, and no label is read as markup."""

from __future__ import annotations

import re
import time
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symheap.heap.picture import Edge, Node, Picture, Shape
from symheap.report.draw.ascii import draw_picture
from symheap.report.draw.dot import to_dot
from symheap.report.draw.svg import to_svg

SVG = "{http://www.w3.org/2000/svg}"
NASTY = [
    'say "hi"',
    "back\\slash\\n",
    "a < b && b > c",
    "&lt; &amp; &#65;",
    "]]>",
    "</svg><script>",
    "λ→∀ 日本",
    "<B>x</B>",
]


def linked_list(length: int, back: int) -> Picture:
    """Return `this` and a list whose last cell points back to cell `back`."""
    cells = tuple(Node(f"l{i}", "location", f"l{i} Node") for i in range(length))
    following = tuple(Edge(f"l{i}", f"l{i + 1}", "next") for i in range(length - 1))
    nodes = (Node("this", "root", "this"), *cells)
    return Picture(nodes, (Edge("this", "l0"), *following, Edge(f"l{length - 1}", f"l{back}", "next")))


SUMMARY = Picture(
    (
        Node("s", "root", "s"),
        Node("r1", "reference", "r1"),
        Node("l0", "location", "l0 Node"),
        Node("l1", "location", "l1 Node"),
        Node("null", "null", "null"),
    ),
    (
        Edge("s", "r1"),
        Edge("r1", "l0", "s == this"),
        Edge("r1", "l1", "s != null && s != this"),
        Edge("r1", "null", "s == null"),
    ),
)
POSE = Picture(
    (
        Node("a", "root", "a"),
        Node("Y0", "location", "Y0 A"),
        Node("c0", "choice", "Y0 == Y1"),
        Node("c1", "choice", "Y0 == Y1"),
        Node("three", "value", "3"),
        Node("null", "null", "⊥"),
    ),
    (
        Edge("a", "Y0"),
        Edge("Y0", "c0", "f"),
        Edge("c0", "c1", "then"),
        Edge("c0", "null", "else"),
        Edge("c1", "three", "then"),
        Edge("c1", "Y0", "else"),
        Edge("Y0", "Y0", "self"),
        Edge("Y0", "Y0", "twin"),
    ),
)
TWO_ROOTS = Picture(
    (Node("a", "root", "a"), Node("b", "root", "b"), Node("l", "location", "l0 Node")),
    (Edge("a", "l"), Edge("b", "l")),
)
ISLANDS = Picture(
    (Node("x", "location", "x"), Node("y", "location", "y"), Node("z", "value", "z")),
    (Edge("x", "y", "f"), Edge("y", "x", "g")),
)
EMPTY = Picture((), ())
SAMPLES = [linked_list(4, 1), linked_list(1, 0), SUMMARY, POSE, TWO_ROOTS, ISLANDS, EMPTY]

every_sample = pytest.mark.parametrize("picture", SAMPLES)


def nasty(label: str) -> Picture:
    nodes = (Node(label, "root", label), Node("r" + label, "reference", label), Node("l" + label, "location", label))
    return Picture(nodes, (Edge(label, "r" + label, label), Edge("r" + label, "l" + label, label)))


# SVG ------------------------------------------------------------------------------------------------------------------


def groups(svg: str, name: str) -> list[ET.Element]:
    return [g for g in ET.fromstring(svg).iter(f"{SVG}g") if g.get("class") == name]


def tips(svg: str, name: str) -> list[str]:
    return [g.findtext(f"{SVG}title") or "" for g in groups(svg, name)]


@every_sample
def test_svg_has_every_node_and_every_edge(picture: Picture) -> None:
    svg = to_svg(picture, "a heap")
    shapes: tuple[Shape, ...] = ("root", "reference", "location", "choice", "value", "null")
    for shape in shapes:
        assert tips(svg, shape) == [node.label for node in picture.nodes if node.shape == shape]
    labels = {node.id: node.label for node in picture.nodes}
    assert tips(svg, "edge") == [f"{labels[e.source]} --{e.label}--> {labels[e.target]}" for e in picture.edges]
    for edge in groups(svg, "edge"):
        assert edge.find(f"{SVG}path") is not None
        assert edge.find(f"{SVG}polygon") is not None


@pytest.mark.parametrize("label", NASTY)
def test_svg_shows_labels_as_they_are(label: str) -> None:
    svg = to_svg(nasty(label), label)
    root = ET.fromstring(svg)
    assert root.findtext(f"{SVG}title") == label
    assert tips(svg, "location") == [label]
    assert [text.text for text in root.iter(f"{SVG}text")].count(label) == 6
    assert not [element for element in root.iter() if element.tag.endswith("script")]


@given(st.text(st.characters(), max_size=60))
@settings(max_examples=60, deadline=None)
def test_svg_is_xml_whatever_a_label_holds(label: str) -> None:
    assert ET.fromstring(to_svg(nasty(label), label)).tag == f"{SVG}svg"


def test_svg_of_the_empty_heap_says_so() -> None:
    assert "empty heap" in to_svg(EMPTY)


def test_svg_needs_nothing_but_itself() -> None:
    svg = to_svg(POSE, "POSE")
    assert "prefers-color-scheme: dark" in svg
    assert not re.search(r"href|@import|url\(|<script", svg)


def test_svg_cuts_long_guards_and_keeps_them_in_the_tooltip() -> None:
    guard = " && ".join(f"r{i} != null" for i in range(200))
    svg = to_svg(Picture((Node("a", "reference", "a"), Node("b", "location", "b")), (Edge("a", "b", guard),)))
    assert tips(svg, "edge") == [f"a --{guard}--> b"]
    assert "…</text>" in svg
    assert float(ET.fromstring(svg).get("width", "")) < 600


# Graphviz -------------------------------------------------------------------------------------------------------------

QUOTED = r'"((?:[^"\\]|\\.)*)"'


def unquoted(text: str) -> str:
    """Return what Graphviz shows for a quoted label."""
    text = re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text)
    return text.replace("&amp;", "&")


@every_sample
def test_dot_has_every_node_and_every_edge(picture: Picture) -> None:
    dot = to_dot(picture, "a heap")
    nodes = re.findall(rf"^  {QUOTED} \[.*label={QUOTED}\];$", dot, re.M)
    edges = re.findall(rf"^  {QUOTED} -> {QUOTED}(?: \[label={QUOTED}\])?;$", dot, re.M)
    assert nodes == [(node.id, node.label) for node in picture.nodes]
    assert edges == [(edge.source, edge.target, edge.label) for edge in picture.edges]
    assert len(dot.splitlines()) == 6 + len(nodes) + len(edges)


def test_dot_uses_the_notation_of_the_papers() -> None:
    dot = to_dot(Picture(SUMMARY.nodes + POSE.nodes[2:3], ()))
    assert re.search(r'^  "r1" \[shape=circle', dot, re.M)
    assert re.search(r'^  "l0" \[shape=box', dot, re.M)
    assert re.search(r'^  "c0" \[shape=diamond', dot, re.M)
    assert re.search(r'^  "null" \[shape=box, style=filled', dot, re.M)


@pytest.mark.parametrize("label", [*NASTY, "two\nlines", "ends with \\"])
def test_dot_shows_labels_as_they_are(label: str) -> None:
    dot = to_dot(nasty(label), label)
    shown = [unquoted(text) for text in re.findall(rf"label={QUOTED}", dot)]
    assert shown == [label] * 6
    assert len(dot.splitlines()) == 4 + 1 + 3 + 2 + 1


def test_dot_guards_against_entities_only_where_there_is_one() -> None:
    assert '"a && b"' in to_dot(Picture((), ()), "a && b")
    assert '"&amp;lt;"' in to_dot(Picture((), ()), "&lt;")


def test_dot_keeps_different_nodes_apart() -> None:
    ids = ["\x1b", "\\x1b", '"', '\\"', "\n", "\\n"]
    dot = to_dot(Picture(tuple(Node(i, "value", "same") for i in ids), ()))
    assert len(set(re.findall(rf"^  {QUOTED} \[", dot, re.M))) == len(ids)


# Text -----------------------------------------------------------------------------------------------------------------


def test_listing_of_a_summary() -> None:
    assert draw_picture(SUMMARY).splitlines() == [
        "s --> (r1)",
        "  (r1) --{s == this}--> [l0 Node]",
        "  (r1) --{s != null && s != this}--> [l1 Node]",
        "  (r1) --{s == null}--> null",
    ]


def test_listing_expands_a_node_once_and_tells_equal_labels_apart() -> None:
    assert draw_picture(POSE).splitlines() == [
        "a --> [Y0 A]",
        "  [Y0 A] --f--> <Y0 == Y1>",
        "    <Y0 == Y1> --then--> <Y0 == Y1 #2>",
        "      <Y0 == Y1 #2> --then--> 3",
        "      <Y0 == Y1 #2> --else--> [Y0 A]",
        "    <Y0 == Y1> --else--> ⊥",
        "  [Y0 A] --self--> [Y0 A]",
        "  [Y0 A] --twin--> [Y0 A]",
    ]


def test_listing_has_what_no_root_reaches() -> None:
    assert draw_picture(ISLANDS).splitlines() == ["z", "[x] --f--> [y]", "  [y] --g--> [x]"]


@every_sample
def test_listing_has_one_line_an_edge(picture: Picture) -> None:
    lines = draw_picture(picture).splitlines()
    assert sum("-->" in line for line in lines) == len(picture.edges)


@pytest.mark.parametrize("label", ["two\nlines", "\x1b[31mred", "\u202ereversed", "\x00"])
def test_listing_gives_no_orders_to_the_terminal(label: str) -> None:
    lines = draw_picture(nasty(label)).split("\n")
    assert len(lines) == 2
    assert all(line.isprintable() for line in lines)


# All of them ----------------------------------------------------------------------------------------------------------


@every_sample
def test_drawings_repeat(picture: Picture) -> None:
    again = Picture(tuple(picture.nodes), tuple(picture.edges))
    assert to_svg(picture, "t") == to_svg(again, "t")
    assert to_dot(picture, "t") == to_dot(again, "t")
    assert draw_picture(picture) == draw_picture(again)


def test_two_hundred_nodes_take_less_than_two_seconds() -> None:
    length = 200
    cells = linked_list(length, 7)
    aliases = tuple(Edge(f"l{i}", f"l{(i * 37) % length}", "alias") for i in range(0, length, 2))
    picture = Picture(cells.nodes, (*cells.edges, *aliases))
    started = time.process_time()
    svg = to_svg(picture)
    listing = draw_picture(picture)
    assert time.process_time() - started < 2
    assert len(groups(svg, "edge")) == len(listing.splitlines()) == len(picture.edges)
