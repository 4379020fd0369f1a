from __future__ import annotations

from symheap.core.model import Plain
from symheap.core.types import BOOL_TYPE, INT_TYPE, ClassInfo, ClassTable, Field, ref_type
from symheap.heap.picture import Edge
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.report.draw.ascii import draw_concrete
from symheap.report.draw.concrete import ConcreteView, picture_of
from symheap.report.draw.svg import to_svg

NODE = ClassInfo(
    "Node",
    "Object",
    (
        Field("Node", "next", ref_type("Node")),
        Field("Node", "val", INT_TYPE),
        Field("Node", "mark", BOOL_TYPE),
    ),
)
TABLE = ClassTable([ClassInfo("Object", None), NODE])


def heap(roots: dict[str, Plain], **objects: dict[str, Plain]) -> ConcreteHeap:
    """Return a heap with objects by name: ``o1`` is the input object 1, ``n1`` the object -1 that the run made."""
    numbered = {int(k[1:]) * (1 if k[0] == "o" else -1): ConcreteObject("Node", f) for k, f in objects.items()}
    return ConcreteHeap(TABLE, roots, numbered)


def test_a_cycle_and_a_shared_object() -> None:
    drawn = draw_concrete(heap({"this": 1, "x": 1, "n": 3}, o1={"val": 0, "next": 2}, o2={"next": 1}))
    assert drawn.splitlines() == [
        "this ──▶ ① Node {next: ②, val: 0}",
        "x    ──▶ ①",
        "n     =  3",
        "         ② Node {next: ①}",
    ]


def test_plain_ascii() -> None:
    drawn = draw_concrete(heap({"this": 1, "b": True}, o1={"next": -1}, n1={"next": 0, "mark": False}), ascii_only=True)
    assert drawn.splitlines() == [
        "this --> #1 Node {next: new#1}",
        "b     =  true",
        "         new#1 Node {next: null, mark: false}",
    ]


def test_ascii_is_ascii_whatever_names_are_used() -> None:
    table = ClassTable([ClassInfo("Größe", "Object", (Field("Größe", "λ", ref_type("Größe")),))])
    drawn = draw_concrete(ConcreteHeap(table, {"ß": 1}, {1: ConcreteObject("Größe", {"λ": 1})}), ascii_only=True)
    assert drawn.isascii()
    assert drawn.count("#1") == 2


def test_names_give_no_orders_to_the_terminal() -> None:
    drawn = draw_concrete(ConcreteHeap(TABLE, {"a\x1b[2J\nb": 1}, {1: ConcreteObject("C\nD", {"f\r": 1})}))
    assert drawn.isprintable()


def test_objects_made_by_the_run_look_different() -> None:
    drawn = draw_concrete(heap({"a": 1, "b": -1}, o1={}, n1={}))
    assert drawn.splitlines() == ["a ──▶ ① Node {}", "b ──▶ ❶ Node {}"]


def test_objects_come_in_the_order_of_a_walk_from_the_roots() -> None:
    drawn = heap({"b": 5}, o1={}, o5={"next": 3}, o3={"next": 4}, o4={"next": 5}, n2={}, n1={})
    assert ConcreteView(drawn).order == (5, 3, 4, 1, -1, -2)


def test_the_order_in_which_a_heap_was_filled_does_not_show() -> None:
    one = heap({"a": 1}, o1={"next": 2, "val": 1}, o2={"next": 1}, o3={"val": 1})
    other = heap({"a": 1}, o3={"val": 1}, o2={"next": 1}, o1={"val": 1, "next": 2})
    assert draw_concrete(one) == draw_concrete(other)


def test_marks_beyond_the_circled_numbers() -> None:
    drawn = draw_concrete(heap({"a": 1}, o1={"next": 21}, o21={}))
    assert drawn.splitlines() == ["a ──▶ #1 Node {next: #21}", "      #21 Node {}"]


def test_types_tell_numbers_from_references() -> None:
    ambiguous = heap({"x": 1, "y": 0, "z": 7}, o1={})
    assert draw_concrete(ambiguous).splitlines() == ["x ──▶ ① Node {}", "y ──▶ null", "z  =  7"]
    types = {"x": INT_TYPE, "y": INT_TYPE, "z": ref_type("Node")}
    assert draw_concrete(ambiguous, types=types).splitlines() == [
        "x  =  1",
        "y  =  0",
        "z ──▶ ⑦?",
        "      ① Node {}",
    ]


def test_an_object_that_the_heap_does_not_describe_is_marked() -> None:
    assert draw_concrete(heap({"x": 1}, o1={"next": 2})) == "x ──▶ ① Node {next: ②?}"


def test_the_empty_heap() -> None:
    assert draw_concrete(heap({})) == "(empty heap)"


def test_picture_of_a_heap() -> None:
    picture = picture_of(heap({"this": 1, "x": 0, "n": 9}, o1={"val": 5, "next": 2}, o2={"next": 1}, o3={"next": 0}))
    labels = {node.id: (node.shape, node.label) for node in picture.nodes}
    assert labels["object:1"] == ("location", "① Node\nval: 5")
    assert labels["value:n"] == ("value", "9")
    assert [shape for shape, _ in labels.values()].count("null") == 2
    assert Edge("object:1", "object:2", "next") in picture.edges
    assert Edge("object:2", "object:1", "next") in picture.edges
    assert {edge.source for edge in picture.edges} | {edge.target for edge in picture.edges} == set(labels)
    assert "val: 5" in to_svg(picture)


def test_picture_has_a_node_for_an_object_that_the_heap_does_not_describe() -> None:
    picture = picture_of(heap({"x": 1}, o1={"next": 2}))
    assert [node.label for node in picture.nodes if node.id == "object:2"] == ["②?"]
