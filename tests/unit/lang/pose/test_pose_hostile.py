"""For any text, the result is a program or a source error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symheap.core.outcome import Returned
from symheap.core.source import SourceError
from symheap.lang.pose.lex import KEYWORDS
from symheap.lang.pose.lower import load
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.interpreter import run

CHAIN = 5_000


def value(text: str) -> object:
    program = load(text, "f")
    end = run(program, ConcreteHeap(program.table), max_calls=0, max_steps=10 * CHAIN).end
    assert isinstance(end, Returned)
    return end.value


@pytest.mark.parametrize(
    "text",
    [
        "(" * 100_000,
        "(~ " * 100_000 + "true" + ")" * 100_000,
        "(((" * 30_000 + "1" + " + 1)" * 90_000,
        "class A { " * 100_000,
        "new " * 100_000,
        "(a" * 100_000,
        "// " * 1_000_000,
        " " * 10_000_000,
        "(1 + 1)" * 1_500_000,
        "9" * 10_000_000,
        "x" * 10_000_000,
        "let x := " * 100_000,
        "if true then " * 100_000,
    ],
)
def test_large_and_deep_texts_are_refused(text: str) -> None:
    with pytest.raises(SourceError):
        load(text, "f")


def test_long_chains_of_lets() -> None:
    assert value("let x := 0 in " + "let x := (x + 1) in " * CHAIN + "x") == CHAIN


def test_lets_within_lets() -> None:
    assert value("let x := " * CHAIN + "7" + " in x" * CHAIN) == 7


def test_long_chains_of_ifs() -> None:
    assert value("if false then 1 else " * CHAIN + "2") == 2
    assert value("let x := " + "if false then 1 else " * CHAIN + "2 in (x + 1)") == 3


WORDS = st.sampled_from([*sorted(KEYWORDS), "include", "X0", "Y0", "&&", "||", ":=", *"Axm01(){}[];,.=<+-~@"])
NO_FILES: dict[str, str] = {}


def is_program_or_source_error(text: str) -> bool:
    try:
        return bool(load(text, "f", NO_FILES.__getitem__).entry.blocks)
    except SourceError as error:
        return error.position.line >= 1 and bool(error.message)


@given(st.lists(WORDS, max_size=40))
def test_any_words(words: list[str]) -> None:
    assert is_program_or_source_error(" ".join(words))


@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    assert is_program_or_source_error(text)
