"""The objects that exist before the call."""

from __future__ import annotations

from dataclasses import replace

import pytest

from symheap.core.terms import NULL, location
from symheap.core.types import Field, ref_type
from symheap.lang.java.classes import JavaField
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.past.initial import InitialObjects, Interned, modifiers
from symheap.lang.java.world import World
from symheap.objects.concrete import INITIAL, ConcreteObject


@pytest.fixture
def initial(java_world: World) -> InitialObjects:
    return InitialObjects(java_world)


def text_of(initial: InitialObjects, number: int) -> str:
    string = initial.heap.objects[number]
    array = initial.heap.objects[int(string.fields["value"])]
    raw = bytes(array.elements[i] & 0xFF for i in range(array.length or 0))
    return raw.decode("latin-1") if string.fields["coder"] == 0 else raw.decode("utf-16-le", "surrogatepass")


@pytest.mark.parametrize(
    ("text", "coder", "length"), [("", 0, 0), ("abc", 0, 3), ("\xff", 0, 1), ("\u0100", 1, 2), ("a\ud800", 1, 4)]
)
def test_a_literal_is_a_string(initial: InitialObjects, text: str, coder: int, length: int) -> None:
    term = initial.literal(text)
    assert term.location.class_name == "java.lang.String"
    assert term.location.initial
    assert term.location.number >= INITIAL
    string = initial.heap.objects[term.location.number]
    array = initial.heap.objects[int(string.fields["value"])]
    assert (string.fields["coder"], array.class_name, array.length) == (coder, "[B", length)
    assert all(-128 <= value < 128 for value in array.elements.values())
    assert text_of(initial, term.location.number) == text


def test_literals_are_interned_and_strings_are_not(initial: InitialObjects) -> None:
    assert initial.literal("x") is initial.literal("x")
    assert initial.literal("x") is not initial.literal("y")
    assert initial.string("x") != initial.string("x")


def test_strings_of_java_8(monkeypatch: pytest.MonkeyPatch, initial: InitialObjects) -> None:
    string = initial.world.find("java.lang.String")
    value = JavaField(string.name, "value", "[C", 0, Field(string.name, "value", ref_type("[C")))
    old = replace(string, fields={("value", "[C"): value})
    monkeypatch.setattr(initial.world, "find", lambda name: old)
    made = initial.heap.objects[initial.string("a\uffff")]
    assert set(made.fields) == {"value"}
    array = initial.heap.objects[int(made.fields["value"])]
    assert (array.class_name, array.elements) == ("[C", {0: 97, 1: -1})


def test_class_objects(initial: InitialObjects) -> None:
    names = ("p.A", "[I", "int", "[[Lp.A;", "java.util.List")
    terms = [initial.class_object(name) for name in names]
    assert [initial.class_named(term) for term in terms] == list(names)
    assert initial.class_object("p.A") is terms[0]
    array = initial.heap.objects[terms[3].location.number]
    component = initial.class_object("[Lp.A;")
    assert array.fields["componentType"] == component.location.number
    for other in (initial.literal("x"), NULL, location(3, "java.lang.Class")):
        with pytest.raises(KeyError):
            initial.class_named(other)


def test_modifiers(java_world: World) -> None:
    public, static, final, abstract, interface = 1, 8, 16, 0x400, 0x200
    assert modifiers(java_world, java_world.find("p.A")) == public
    assert modifiers(java_world, java_world.find("java.util.Map$Entry")) == public | static | abstract | interface
    assert modifiers(java_world, java_world.find("[Ljava.util.Map$Entry;")) == public | final | abstract
    assert modifiers(java_world, java_world.find("int")) == public | final | abstract


def test_a_holder_has_the_constants(initial: InitialObjects) -> None:
    holder = initial.holder("p.A")
    assert holder is initial.holder("p.A")
    assert holder.location.class_name == "p.A.<static>"
    fields = dict(initial.heap.objects[holder.location.number].fields)
    assert text_of(initial, int(fields.pop("NAME"))) == "a\xe9\u20ac"
    assert fields == {"SIZE": 3, "LAST": -1, "ON": True, "HALF": 0x3FE0000000000000}
    assert initial.static("p.A", "SIZE") == 3
    assert initial.static("p.A", "count") is None
    assert initial.literal("a\xe9\u20ac").location.number == initial.static("p.A", "NAME")


def test_an_initial_heap_can_be_taken_up_again(java_world: World) -> None:
    first = InitialObjects(java_world)
    literal, class_object, holder = first.literal("x"), first.class_object("p.A"), first.holder("p.A")
    first.initialized.add("p.A")
    kept = first.interned
    again = InitialObjects(java_world, first.heap.copy(), Interned(kept.literals, kept.classes, kept.holders, {"p.A"}))
    assert (again.literal("x"), again.holder("p.A")) == (literal, holder)
    assert again.class_named(class_object) == "p.A"
    before = set(again.heap.objects)
    assert again.literal("new").location.number not in before
    assert "p.A" in again.initialized


def test_new_objects_do_not_take_numbers_that_are_taken(initial: InitialObjects) -> None:
    initial.heap.objects[INITIAL] = ConcreteObject("p.A")
    assert initial.literal("x").location.number > INITIAL
    assert initial.heap.objects[INITIAL].class_name == "p.A"


def test_what_newer_jdks_keep_in_class_objects(jdk: Jdk) -> None:
    initial = InitialObjects(World(ClassPath((), jdk)))
    has = {f.name for f in initial.world.find("java.lang.Class").instance_fields}
    fields = initial.heap.objects[initial.class_object("int").location.number].fields
    assert set(fields) == has & {"modifiers", "primitive"}
