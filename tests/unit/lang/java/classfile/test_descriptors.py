"""Descriptors: every well-formed one survives parsing and printing, nothing else is accepted."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symheap.lang.java.classfile.descriptors import (
    ArrayType,
    BadDescriptor,
    ClassType,
    MethodType,
    Primitive,
    dimensions,
    field_type,
    method_type,
    type_of_class,
)

_segments = st.text(st.sampled_from("aZ$_é0"), min_size=1, max_size=4)
_bases = st.one_of(
    st.sampled_from("BCDFIJSZ"),
    st.lists(_segments, min_size=1, max_size=3).map(lambda parts: f"L{'/'.join(parts)};"),
)
_fields = st.builds(lambda count, base: "[" * count + base, st.integers(0, 3), _bases)


@given(_fields)
def test_a_field_descriptor_is_the_descriptor_of_its_type(descriptor: str) -> None:
    assert field_type(descriptor).descriptor == descriptor


@given(st.lists(_fields, max_size=6), st.one_of(st.just("V"), _fields))
def test_a_method_descriptor_is_the_descriptor_of_its_type(parameters: list[str], result: str) -> None:
    parsed = method_type(f"({''.join(parameters)}){result}")
    assert [p.descriptor for p in parsed.parameters] == parameters
    assert parsed.result.descriptor == result
    assert parsed.descriptor == f"({''.join(parameters)}){result}"


@given(st.text(st.sampled_from("()[LIVDJa/;.<"), max_size=8))
def test_any_text_is_taken_whole_or_refused(text: str) -> None:
    for read in (field_type, method_type):
        with suppress(BadDescriptor):
            assert read(text).descriptor == text


def test_names_are_as_get_name_prints_them() -> None:
    assert field_type("[Ljava/util/Map$Entry;").name == "[Ljava.util.Map$Entry;"
    assert field_type("[[I") == ArrayType(Primitive("I"), 2)
    assert ArrayType(Primitive("I"), 2).element == ArrayType(Primitive("I"), 1)
    assert type_of_class("[Ljava.lang.String;") == ArrayType(ClassType("java.lang.String"), 1)
    assert type_of_class("java.lang.String").name == "java.lang.String"
    assert dimensions("[[I") == 2


def test_longs_and_doubles_take_two_slots() -> None:
    assert method_type("(IJ[DLA;D)V").slots == 7
    assert method_type("()V") == MethodType((), Primitive("V"))


@pytest.mark.parametrize("bad", ["", "V", "L;", "La", "[", "La//b;", "L/a;", "La.b;", "II", "[" * 256 + "I"])
def test_a_bad_field_descriptor(bad: str) -> None:
    with pytest.raises(BadDescriptor):
        field_type(bad)


@pytest.mark.parametrize("bad", ["", "()", "I", "(V)V", "(I)", "(I", "()VV", f"({'J' * 128})V"])
def test_a_bad_method_descriptor(bad: str) -> None:
    with pytest.raises(BadDescriptor):
        method_type(bad)
