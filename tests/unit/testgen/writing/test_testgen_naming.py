"""Names of variables: by the path that leads to an object, unique, and valid in Java."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symheap.testgen.access import WORDS
from symheap.testgen.writing.naming import Names, camel, lower_camel, simple_name, word


@pytest.mark.parametrize(
    ("path", "class_name", "expected"),
    [
        (("this",), "p.Stack", "stack"),
        (("this",), "p.Outer$Inner", "inner"),
        (("this",), "p.Outer$1", "outer"),
        (("this",), "p.Shape+stub", "shape"),
        (("this", "head"), "p.Node", "head"),
        (("this", "head", "next"), "p.Node", "headNext"),
        (("this", "cells", "below", "below"), "p.Cell", "cellsBelowBelow"),
        (("this", "head", "next", "next", "next"), "p.Node", "headNext3"),
        (("node",), "p.Node", "node"),
        (("node", "next"), "p.Node", "nodeNext"),
        (("this", "items", "[0]"), "p.Node", "items0"),
        (("this", "items", "[0]", "[1]"), "p.Node", "items0At1"),
        (("[0]",), "p.Node", "input0"),
        (("this", "a-b"), "p.Node", "aB"),
        (("this", "<script>"), "p.Node", "script"),
        (("this", "*"), "p.Node", "field"),
    ],
)
def test_a_variable_is_called_after_its_path(path: tuple[str, ...], class_name: str, expected: str) -> None:
    assert Names().variable(path, class_name) == expected


def test_a_path_has_one_name_and_two_paths_have_two() -> None:
    names = Names()
    first = names.variable(("this", "next"), "p.Node")
    assert names.variable(("this", "next"), "p.Node") == first
    assert names.variable(("next",), "p.Node") == "next2"


def test_the_receiver_comes_in_where_a_name_is_taken() -> None:
    names = Names(["value"])
    names.variable(("this",), "p.Stack")
    assert names.variable(("this", "value"), "p.Node") == "stackValue"
    assert names.variable(("this", "class"), "p.Node") == "stackClass"
    assert names.variable(("this", "result"), "p.Node") == "stackResult"


def test_a_parameter_keeps_its_name_where_java_allows_it() -> None:
    assert Names().variable(("result",), "p.Node") == "result"
    assert Names().variable(("goto",), "p.Node") == "goto2"
    assert Names().variable(("java",), "p.Node") == "java2"


def test_a_variable_does_not_hide_the_class_that_it_is_of() -> None:
    assert Names().variable(("this",), "p.stack") == "aStack"


def test_a_fresh_name_is_the_first_that_is_free() -> None:
    names = Names()
    names.variable(("this", "head"), "p.Node")
    assert names.fresh("head", "newHead") == "newHead"
    assert names.fresh("head", "newHead") == "newHead2"
    assert names.fresh("Cell") == "cell"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("URLParser", "urlParser"), ("AVL", "avl"), ("AVLTree", "avlTree"), ("X1", "x1"), ("stack", "stack")],
)
def test_lower_camel(name: str, expected: str) -> None:
    assert lower_camel(name) == expected


def test_simple_names() -> None:
    assert simple_name("[Lp.Outer$Inner;") == "Inner"
    assert simple_name("p.Outer$1Local") == "Local"
    assert simple_name("p.$1") == "object"


def test_a_long_way_loses_its_middle() -> None:
    steps = ["root", "alphabetical", "representation", "characteristic", "leaf"]
    assert len(camel(steps)) <= 36
    assert camel(steps).startswith("root")
    assert camel(steps).endswith("Leaf")


ANY_NAMES = st.text(st.sampled_from("aZ0_$-<>*é日[ \n"), max_size=6)


@given(st.lists(st.tuples(ANY_NAMES, ANY_NAMES), max_size=6), ANY_NAMES)
def test_every_name_is_a_word_of_plain_letters_and_unique(paths: list[tuple[str, str]], class_name: str) -> None:
    names = Names(["taken"])
    variables = {path: names.variable(path, class_name) for path in paths}
    assert len(set(variables.values())) == len(variables)
    assert all(re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name) and name not in WORDS for name in variables.values())


@given(ANY_NAMES)
def test_words_are_never_empty(name: str) -> None:
    assert re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", word(name, "other"))
