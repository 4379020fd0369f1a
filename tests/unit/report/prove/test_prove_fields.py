"""Members are named if they are unambiguous, and only then."""

from __future__ import annotations

import immutables
import pytest

from symheap.core.terms import Value
from symheap.lang.c.entry import library_of_text
from symheap.lang.c.options import COptions
from symheap.report.prove.fields import Fields
from symheap.separation.heaps.formula import Cell, Object, variable

NODE = "struct node { int value; struct node *next; };"
MAIN = "int main(void) { return 0; }"


def named(text: str, size: Value, *cells: tuple[int, int]) -> dict[int, str]:
    held = immutables.Map({offset: Cell(width, 0) for offset, width in cells})
    fields = Fields(library_of_text(text + MAIN, "x.c", COptions()))
    return dict(fields(Object(variable(0, 8), size, held)))


def test_a_node() -> None:
    assert named(NODE, 16, (0, 4), (8, 8)) == {0: "value", 8: "next"}
    assert named(NODE, 16, (8, 8)) == {0: "value", 8: "next"}


def test_members_of_inner_structs_and_of_structs_without_a_name() -> None:
    text = "struct link { struct link *next, *prev; };"
    text += "struct task { int id; struct link all; struct { struct task *peer; }; union { long a; void *b; } any; };"
    assert named(text, 40, (0, 4), (16, 8)) == {0: "id", 8: "all.next", 16: "all.prev", 24: "peer"}


@pytest.mark.parametrize(
    ("text", "size", "cells"),
    [
        (NODE, 24, [(8, 8)]),
        (NODE, 16, [(4, 4)]),
        (NODE, 16, [(0, 8)]),
        (NODE, variable(1, 8), [(8, 8)]),
        ("struct pair { long a, b; };", 16, [(0, 8)]),
        (NODE + "struct other { long key; struct other *link; };", 16, [(8, 8)]),
    ],
    ids=["other size", "between members", "other width", "any size", "not linked", "two that fit"],
)
def test_no_names_where_there_is_doubt(text: str, size: Value, cells: list[tuple[int, int]]) -> None:
    assert named(text, size, *cells) == {}


def test_of_several_the_one_that_links_to_itself() -> None:
    text = NODE + "struct holder { long count; struct node *first; };"
    assert named(text, 16, (8, 8)) == {0: "value", 8: "next"}
    assert named(text, 16, (0, 8), (8, 8)) == {0: "count", 8: "first"}
