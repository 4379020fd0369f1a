"""Tokens and their places."""

from __future__ import annotations

import pytest

from symheap.core.source import Position, SourceError
from symheap.lang.pose.lex import LONGEST_NUMBER, Kind, Lexer


def lexed(text: str) -> list[tuple[Kind, str]]:
    return [(t.kind, t.text) for t in Lexer(text, "f").tokens()]


def test_signs_need_no_space() -> None:
    words = "( ~ x ) && sib3 := ( 1 - 2 )"
    assert [text for _, text in lexed("(~x)&&sib3:=(1-2)")] == [*words.split(), ""]


def test_kinds() -> None:
    kinds = [kind for kind, _ in lexed("X0 Y12 X Yes let _p 7")]
    assert kinds == [Kind.INPUT, Kind.INPUT, Kind.NAME, Kind.NAME, Kind.KEYWORD, Kind.NAME, Kind.NUMBER, Kind.END]


def test_positions_count_lines_and_columns_from_one_and_skip_comments() -> None:
    tokens = list(Lexer("a // b c\r\n\t d", "dir/f").tokens())
    assert [(t.text, t.position) for t in tokens[:2]] == [
        ("a", Position("dir/f", 1, 1)),
        ("d", Position("dir/f", 2, 3)),
    ]


def test_a_comment_may_end_the_file() -> None:
    assert lexed("// nothing") == [(Kind.END, "")]


@pytest.mark.parametrize("text", ["#", "12ab", "a ^ b", '"', "\0", "&", ">"])
def test_what_is_no_token_is_an_error_of_the_source(text: str) -> None:
    with pytest.raises(SourceError, match="unexpected character"):
        lexed(text)


def test_a_number_has_a_bounded_length() -> None:
    assert lexed("9" * LONGEST_NUMBER)[0][0] is Kind.NUMBER
    with pytest.raises(SourceError, match="digits"):
        lexed("9" * (LONGEST_NUMBER + 1))


def test_includes_stand_at_the_beginning() -> None:
    lexer = Lexer("// head\n include a b.txt \ninclude c\nincluded", "f")
    assert [(i.name, i.position.line) for i in lexer.includes()] == [("a b.txt", 2), ("c", 3)]
    assert [t.text for t in lexer.tokens()] == ["included", ""]


def test_an_include_names_a_file() -> None:
    with pytest.raises(SourceError, match="names no file"):
        Lexer("include \nx", "f").includes()
