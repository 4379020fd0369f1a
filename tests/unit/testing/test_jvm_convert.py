"""Between concrete heaps and the driver's heaps; the round trip through a real JVM is tested with the driver."""

from __future__ import annotations

import pytest
from jvm_subject import kind_of

from symheap.core.model import Plain
from symheap.core.types import ClassTable
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject
from symheap_testing.java.jvm.convert import NoNameOnTheJvm, element_kind, from_driver, plain_of, to_driver, value_of
from symheap_testing.java.jvm.driver import HeapObject, Value, units


@pytest.mark.parametrize(
    ("kind", "plain", "value"),
    [
        ("boolean", True, Value("boolean", 1)),
        ("byte", -1, Value("byte", -1)),
        ("short", -(2**15), Value("short", -(2**15))),
        ("char", -1, Value("char", 0xFFFF)),
        ("int", -(2**31), Value("int", -(2**31))),
        ("long", 2**63 - 1, Value("long", 2**63 - 1)),
        ("float", -(2**31), Value("float", -(2**31))),
        ("double", 1, Value("double", 1)),
        ("ref", INITIAL, Value("ref", INITIAL)),
    ],
)
def test_values_there_and_back(kind: str, plain: Plain, value: Value) -> None:
    assert value_of(kind, plain) == value
    assert plain_of(value) == plain
    assert type(plain_of(value)) is type(plain)


def test_unsigned_plain_values_are_read_in_their_width() -> None:
    assert value_of("byte", 255) == Value("byte", -1)
    assert value_of("int", 2**32 - 1) == Value("int", -1)


def test_element_kinds() -> None:
    kinds = [element_kind(name) for name in ("[Z", "[J", "[[J", "[Ljava.lang.String;", "[LI;")]
    assert kinds == ["boolean", "long", "ref", "ref", "ref"]


@pytest.mark.parametrize(("value", "coder"), [("abc\xe9", 0), ("abc\u20ac", 1), ("", 0)])
def test_a_string_is_its_bytes_here_and_its_units_there(value: str, coder: int) -> None:
    there = HeapObject("java.lang.String", string=units(value))
    here = from_driver({1: there}, ClassTable([]))
    assert here.objects[1].fields == {"value": -1, "coder": coder}
    assert here.objects[-1].length == len(value) * (coder + 1)
    assert to_driver(here, kind_of)[1] == there


def test_objects_from_before_the_call_need_a_name() -> None:
    red = HeapObject(known="enum", name="subject.Color.RED")
    heap = ConcreteHeap(ClassTable([]), {}, {1: ConcreteObject("subject.Kinds", {"o": INITIAL})})
    assert to_driver(heap, kind_of, {INITIAL: red})[INITIAL] == red
    with pytest.raises(NoNameOnTheJvm, match=str(INITIAL)):
        to_driver(heap, kind_of)
    heap.objects[INITIAL] = ConcreteObject("java.lang.String")
    assert to_driver(heap, kind_of)[INITIAL] == HeapObject("java.lang.String", string=(), interned=True)
