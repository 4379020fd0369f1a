"""Names of tests: method, outcome, and what is special about the input if that is not enough."""

from __future__ import annotations

import re

import pytest
from oracle_subject import needs_jdk, suite_of

from symheap.core.model import Plain
from symheap.core.theories.ieee import double_bits, single_bits
from symheap.testgen.writing.titles import LONGEST
from symheap.testgen.writing.words import class_word, text_word, value_word

NAME = re.compile(r"[a-z]\w*_[a-z]\w*?(_when[A-Z]\w*?)?(_\d+)?")


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("I", 0, "0"),
        ("I", -1, "Minus1"),
        ("I", 2**31 - 1, "MaxValue"),
        ("J", -(2**63), "MinLong"),
        ("Z", 1, "True"),
        ("C", ord("a"), "A"),
        ("C", ord("A"), "UpperA"),
        ("C", ord("0"), "0"),
        ("C", -1, "Char65535"),
        ("D", double_bits(0.5), "0Point5"),
        ("D", double_bits(-0.0), "Minus0"),
        ("D", double_bits(float("nan")), "NaN"),
        ("D", double_bits(1e-9), "1eMinus09"),
        ("F", single_bits(float("-inf")), "MinusInfinity"),
    ],
)
def test_values_in_names(kind: str, value: Plain, expected: str) -> None:
    assert value_word(kind, value) == expected


def test_texts_and_classes_in_names() -> None:
    assert text_word("") == "EmptyText"
    assert text_word("not found") == "NotFound"
    assert text_word("-1.5") == "Minus1Point5"
    assert text_word("\u00e9") is None
    assert text_word("a\nb") is None
    assert class_word("[[I") == "IntArrayArray"
    assert class_word("p.Outer$Inner") == "Inner"


@needs_jdk
def test_names_say_the_outcome() -> None:
    names = {test.name for test in suite_of("half", "other", "names", "fail", "add", "idle", "kind", "boxed")}
    assert {
        "half_returns0Point5",
        "other_returnsGreen",
        "fail_throwsHidden",
        "add_changesSizeAndFirst",
        "idle_returns",
        "kind_returnsClassIntArray",
        "boxed_returns300",
        "names_returnsNewArrayList_whenBIsTrue",
    } <= names


@needs_jdk
def test_what_is_special_is_said_where_outcomes_are_the_same() -> None:
    names = [test.name for test in suite_of("swap") if test.throws]
    assert names == ["swap_throwsNullPointerException_whenAIsNull", "swap_throwsNullPointerException_whenAIsNotNull"]


@needs_jdk
def test_overloads_are_told_apart_by_their_parameters() -> None:
    names = [test.name for test in suite_of("hash(Object)", "hash(String)")]
    assert names == ["hashObject_returns1", "hashString_returns2"]


@needs_jdk
def test_names_are_unique_short_and_the_same_in_every_run() -> None:
    methods = ("half", "other", "names", "fail", "add", "swap", "fill", "fill", "many", "text", "isRed")
    names = [test.name for test in suite_of(*methods)]
    assert len(set(names)) == len(names)
    assert all(NAME.fullmatch(name) and len(name) <= LONGEST for name in names)
    assert names == [test.name for test in suite_of(*methods)]
