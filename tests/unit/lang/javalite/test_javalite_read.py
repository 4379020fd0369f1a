from __future__ import annotations

import sys

import pytest

from symheap.core.source import Position, SourceError
from symheap.lang.javalite.lower import load
from symheap.lang.javalite.read import MAX_CHARACTERS, MAX_NESTING, Atom, Form, Node, read


def text_of(node: Node) -> str:
    return node.text if isinstance(node, Atom) else "(" + " ".join(map(text_of, node.items)) + ")"


def test_round_and_square_brackets_mean_the_same() -> None:
    assert [text_of(n) for n in read("(a [b c] ()) d", "f")] == ["(a (b c) ())", "d"]


def test_a_comment_ends_with_its_line() -> None:
    assert [text_of(n) for n in read("; (\n(a ; b)\n c);", "f")] == ["(a c)"]


def test_positions_count_lines_and_columns_from_one() -> None:
    [form] = read(" \n  (a\r\n\tbc)", "f.jl")
    assert isinstance(form, Form)
    assert form.position == Position("f.jl", 2, 3)
    assert [item.position for item in form.items] == [Position("f.jl", 2, 4), Position("f.jl", 3, 2)]


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("(a\n (b", 2, 2, "'(' is never closed"),
        ("a)", 1, 2, "')' closes nothing"),
        ("(a\n]", 2, 1, "']' does not match '(' at f:1:1"),
    ],
)
def test_brackets_that_do_not_match(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        read(text, "f")
    assert (caught.value.position, caught.value.message) == (Position("f", line, column), message)


@pytest.mark.parametrize("text", ["(" * 100_000, "(" * 100_000 + ")" * 100_000, "[(" * 50_000 + "x"])
def test_deep_nesting_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(SourceError, match="nested more than") as caught:
        read(text, "f")
    assert caught.value.position == Position("f", 1, MAX_NESTING + 1)


def test_a_huge_file_is_refused() -> None:
    with pytest.raises(SourceError, match=f"longer than {MAX_CHARACTERS} characters"):
        load("(a) " * 2_500_000, "f")


def test_the_deepest_nesting_that_is_read_is_also_checked_and_lowered() -> None:
    limit = sys.getrecursionlimit()
    depth = MAX_NESTING - 5
    for opening, closing in (("(begin ", ")"), ("(if true ", " else 0)"), ("(not ", ")"), ("(this @ m (", "))")):
        levels = depth // opening.count("(")
        inner, result = ("true", "bool") if opening == "(not " else ("0", "int")
        parameters = "[int x]" if "@" in opening else ""
        body = opening * levels + inner + closing * levels
        program = load(f"(((class C () (({result} m ({parameters}) {body})))) (C m))", "f")
        assert program.entry.registers < 2 * levels + 10
    assert sys.getrecursionlimit() == limit
