"""Generic signatures: the grammar, and None for everything else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symheap.lang.java.classfile.signatures import (
    ArrayOf,
    Basic,
    ClassSignature,
    MethodSignature,
    Parameterized,
    TypeArgument,
    TypeBound,
    TypeParameter,
    Variable,
    class_signature,
    field_signature,
    method_signature,
)

OBJECT = Parameterized("java.lang.Object")


def test_a_class_with_a_bounded_parameter() -> None:
    comparable = Parameterized("java.lang.Comparable", (TypeArgument(TypeBound.EXACT, Variable("T")),))
    assert class_signature("<T::Ljava/lang/Comparable<TT;>;>Ljava/lang/Object;LI;") == ClassSignature(
        (TypeParameter("T", (comparable,)),), OBJECT, (Parameterized("I"),)
    )


def test_a_method_with_wildcards_arrays_and_throws() -> None:
    wild = Parameterized("L", (TypeArgument(TypeBound.EXTENDS, Variable("X")), TypeArgument(TypeBound.ANY, None)))
    assert method_signature("<X:Ljava/lang/Object;>(ILL<+TX;*>;[[TX;)V^TX;") == MethodSignature(
        (TypeParameter("X", (OBJECT,)),),
        (Basic("I"), wild, ArrayOf(ArrayOf(Variable("X")))),
        Basic("V"),
        (Variable("X"),),
    )


def test_an_inner_class_keeps_its_outer_arguments() -> None:
    outer = Parameterized("a.Outer", (TypeArgument(TypeBound.SUPER, ArrayOf(Basic("I"))),))
    assert field_signature("La/Outer<-[I>.Inner;") == Parameterized("a.Outer$Inner", (), outer)


@pytest.mark.parametrize("bad", ["", "I", "L;", "La", "La<>;", "La<I>;", "TX", "La;La;", "[" * 70 + "TX;"])
def test_a_malformed_field_signature_is_none(bad: str) -> None:
    assert field_signature(bad) is None


def test_deep_nesting_is_none_and_does_not_recurse_without_end() -> None:
    assert field_signature("La<" * 20000 + "La;" + ">;" * 20000) is None
    assert field_signature("La<" * 30 + "La;" + ">;" * 30) is not None


@given(st.text(st.sampled_from("LTIV<>()[;:.^*+-a/\0"), max_size=30))
def test_any_text_gives_an_answer(text: str) -> None:
    for found in (field_signature(text), class_signature(text), method_signature(text)):
        assert found is None or text.endswith(tuple(";BCDFIJSZV"))
