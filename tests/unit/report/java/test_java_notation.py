"""Java's values, arrays, strings and known objects, as reports write them."""

from __future__ import annotations

import struct
from functools import cache

import pytest

from symheap.core.model import Plain
from symheap.core.origin import Origin
from symheap.core.terms import BV16, BV32, REF, eq, symbol
from symheap.core.types import BOOL_TYPE, Type, ref_type
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.table import JavaTable
from symheap.lang.java.world import World
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.report.draw.ascii import draw_concrete
from symheap.report.draw.concrete import ConcreteView, picture_of
from symheap.report.formats.json import heap_json
from symheap.report.formats.notation import number_or_name, quoted, written
from symheap.report.java.known_objects import type_name
from symheap.report.java.notation import JavaNotation
from symheap_testing.java.sources import some_jdk

needs_jdk = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

TYPES = {"s": ref_type("java.lang.String"), "a": ref_type("[I"), "o": ref_type("java.lang.Object")}
TYPES |= {"b": BOOL_TYPE, "c": Type(BV16)}


def bits(form: str, value: float) -> int:
    [found] = struct.unpack(">q" if form == "d" else ">i", struct.pack(f">{form}", value))
    return int(found)


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        ("Z", 1, "true"),
        ("Z", False, "false"),
        ("C", 97, "'a' (97)"),
        ("C", -1, "'\\uffff' (65535)"),
        ("C", 39, "'\\'' (39)"),
        ("C", 10, "'\\n' (10)"),
        ("B", -128, "-128"),
        ("J", -(2**63), "-9223372036854775808"),
        ("F", bits("f", 0.1), "0.1"),
        ("D", bits("d", -0.0), "-0.0"),
        ("D", bits("d", float("inf")), "Infinity"),
        ("", 7, "7"),
        ("", True, "true"),
    ],
)
def test_values_are_written_by_their_declared_type(kind: str, value: Plain, text: str) -> None:
    assert written(kind, value) == text


def test_json_has_numbers_where_it_can() -> None:
    assert number_or_name("D", bits("d", 2.5)) == 2.5
    assert number_or_name("D", bits("d", float("nan"))) == "NaN"
    assert number_or_name("C", -1) == 65535
    assert number_or_name("Z", 1) is True


def test_strings_are_quoted_as_in_java() -> None:
    assert quoted('a"\n\x00\\') == '"a\\"\\n\\u0000\\\\"'
    assert quoted("x" * 100).endswith('x…" (100 characters)')


def test_classes_have_their_names_of_the_source() -> None:
    assert [type_name(n) for n in ("[[I", "java.util.Map$Entry", "[Ljava.lang.String;", "", "int")] == [
        "int[][]",
        "java.util.Map.Entry",
        "java.lang.String[]",
        "",
        "int",
    ]


@cache
def table() -> JavaTable:
    jdk = some_jdk()
    assert jdk is not None
    world = World(ClassPath((), jdk))
    universe = ("java.lang.Object", "java.lang.String", "java.lang.Character", "[I", "[C", "[Ljava.lang.Object;")
    return JavaTable(world, universe, InitialObjects(world))


def notation(inputs: dict[str, str] | None = None, result: str = "V") -> JavaNotation:
    return JavaNotation(table(), inputs or {}, result)


def heap(roots: dict[str, Plain], objects: dict[int, ConcreteObject]) -> ConcreteHeap:
    return ConcreteHeap(table(), roots, objects)


def text_of(data: bytes, coder: int = 0) -> dict[int, ConcreteObject]:
    """Return string 1 with its array 2."""
    array = ConcreteObject("[B", length=len(data), elements=dict(enumerate(data)))
    return {1: ConcreteObject("java.lang.String", {"value": 2, "coder": coder, "hash": 0}), 2: array}


@needs_jdk
def test_a_string_is_drawn_as_its_text() -> None:
    assert draw_concrete(heap({"s": 1}, text_of(b"abc")), types=TYPES, notation=notation()) == 's ──▶ ① "abc"'
    wide = text_of("aλ".encode("utf-16-le"), coder=1)
    assert draw_concrete(heap({"s": 1}, wide), types=TYPES, notation=notation()) == 's ──▶ ① "aλ"'


@needs_jdk
def test_the_contents_of_a_string_show_if_others_have_them_too() -> None:
    shared = heap({"s": 1, "o": 2}, text_of(b"ab"))
    drawn = draw_concrete(shared, types=TYPES, notation=notation()).splitlines()
    assert drawn == ['s ──▶ ① "ab"', "o ──▶ ② byte[2] {97, 98}"]


@needs_jdk
def test_a_string_that_nobody_looked_into_has_no_text() -> None:
    drawn = draw_concrete(heap({"s": 1}, {1: ConcreteObject("java.lang.String")}), types=TYPES, notation=notation())
    assert drawn == "s ──▶ ① java.lang.String {}"


@needs_jdk
def test_arrays_are_drawn_with_length_and_elements() -> None:
    ints = ConcreteObject("[I", length=3, elements={0: 1})
    chars = ConcreteObject("[C", length=1, elements={0: 98})
    rows = ConcreteObject("[[I", length=2, elements={1: 1})
    objects = {1: ints, 2: rows, 3: chars, 4: ConcreteObject("[Ljava.lang.Object;")}
    drawn = draw_concrete(heap({"a": 1, "o": 2}, objects), types=TYPES, notation=notation()).splitlines()
    assert drawn == [
        "a ──▶ ① int[3] {1, 0, 0}",
        "o ──▶ ② int[2][] {null, ①}",
        "      ③ char[1] {'b' (98)}",
        "      ④ java.lang.Object[] {}",
    ]


@needs_jdk
def test_a_long_array_is_cut_but_what_has_a_value_shows() -> None:
    long = heap({"a": 1}, {1: ConcreteObject("[I", length=2**31 - 1, elements={0: 5, 70_000: 6})})
    drawn = draw_concrete(long, types=TYPES, notation=notation())
    assert drawn == "a ──▶ ① int[2147483647] {5" + ", 0" * 15 + ", …, [70000]: 6}"


@needs_jdk
def test_plain_inputs_are_written_by_their_descriptors() -> None:
    inputs = notation({"b": "Z", "c": "C"})
    assert draw_concrete(heap({"b": True, "c": 97}, {}), types=TYPES, notation=inputs).splitlines() == [
        "b  =  true",
        "c  =  'a' (97)",
    ]


@needs_jdk
def test_fields_are_written_by_their_descriptors() -> None:
    boxed = heap({"o": 1}, {1: ConcreteObject("java.lang.Character", {"value": 65})})
    assert draw_concrete(boxed, types=TYPES, notation=notation()) == "o ──▶ ① java.lang.Character {value: 'A' (65)}"


@needs_jdk
def test_known_objects_are_called_by_name() -> None:
    initial = table().initial
    literal = initial.literal('say "x"').location.number
    a_class = initial.class_object("[I").location.number
    owner = initial.holder("java.lang.Thread$State").location.number
    new = initial.heap.new("java.lang.Thread$State")
    initial.heap.objects[owner].fields["NEW"] = new
    drawn = draw_concrete(heap({"s": literal, "o": new, "a": a_class}, {}), types=TYPES, notation=notation())
    assert drawn.splitlines() == [
        's ──▶ "say \\"x\\""',
        "o ──▶ java.lang.Thread.State.NEW",
        "a ──▶ int[].class",
    ]


@needs_jdk
def test_what_a_static_field_leads_to_is_named_by_the_way() -> None:
    initial = table().initial
    owner = initial.holder("java.lang.Integer$IntegerCache").location.number
    cache_array = initial.heap.new_array("[Ljava.lang.Integer;", 2)
    other = initial.heap.new("java.lang.Object")
    box = initial.heap.new("java.lang.Integer")
    initial.heap.objects[owner].fields["cache"] = cache_array
    initial.heap.objects[cache_array].elements.update({0: box, 1: other})
    initial.heap.objects[box].fields["value"] = 5
    lost = initial.heap.new("java.lang.Object")
    names = [notation().known(number) for number in (cache_array, other, box, lost)]
    assert names == [
        "java.lang.Integer.IntegerCache.cache",
        "java.lang.Integer.IntegerCache.cache[1]",
        "Integer.valueOf(5)",
        f"java.lang.Object#{lost}",
    ]


@needs_jdk
def test_conditions_call_known_objects_by_name() -> None:
    same = eq(symbol(Origin.root("s"), REF), table().initial.literal("abc"))
    assert notation().term(same) in ('s == "abc"', '"abc" == s')


@needs_jdk
def test_results_are_written_by_their_type() -> None:
    assert notation(result="Z").result(1) == "true"
    assert notation(result="C").result(97) == "'a' (97)"
    assert notation(result="V").result(0) == "void"
    assert notation(result="I").result(symbol(Origin.root("n"), BV32)) == "n"


@needs_jdk
def test_json_has_arrays_strings_and_known_objects() -> None:
    literal = table().initial.literal("k").location.number
    objects = {**text_of(b"ab"), 3: ConcreteObject("[Ljava.lang.Object;", length=9, elements={4: 1, 5: 0})}
    shown = heap({"s": literal, "o": 3}, objects)
    document = heap_json(shown, ConcreteView(shown, TYPES, notation=notation()))
    assert document["roots"] == {"s": {"ref": str(literal)}, "o": {"ref": "3"}}
    described = document["objects"]
    assert isinstance(described, dict)
    assert described[str(literal)] == {"known": '"k"'}
    assert described["3"] == {
        "class": "[Ljava.lang.Object;",
        "fields": {},
        "length": 9,
        "elements": {"4": {"ref": "1"}, "5": None},
    }
    text = described["1"]
    assert isinstance(text, dict)
    assert (text["string"], text["fields"]) == ("ab", {"value": {"ref": "2"}, "coder": 0, "hash": 0})


@needs_jdk
def test_pictures_have_arrays_and_strings() -> None:
    objects = {**text_of(b"ab"), 3: ConcreteObject("[Ljava.lang.Object;", length=2, elements={0: 1})}
    picture = picture_of(heap({"o": 3}, objects), TYPES, notation=notation())
    assert [node.label for node in picture.nodes] == ["o", "③ java.lang.Object[2]", '① "ab"']
    assert [(edge.target, edge.label) for edge in picture.edges] == [("object:3", ""), ("object:1", "[0]")]
