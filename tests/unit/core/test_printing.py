"""Terms in infix notation, parsed by a tiny evaluator: the text means what the term means."""

from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given, settings
from naive_terms import BOOLEANS, CLASSES, EXPRESSIONS, INTEGERS, MADE, OBJECTS, UNIVERSE, Expr, M, N, P, Q, X, Y, build
from naive_terms import a_symbol as named

from symheap.core.model import Model, Plain
from symheap.core.printing import infix
from symheap.core.terms import NULL, Op, Sort, Value, add, and_, eq, isa, ite, le, lt, mul, not_, or_, rank, sub
from symheap.core.theories.bitvectors import bitvector, extend
from symheap.core.typeset import TypeSet

MANY = settings(max_examples=60, deadline=None, derandomize=True)
MODELS: Final = [
    Model({X: x, Y: y, N: i, M: j, P: p, Q: q}, {**CLASSES, 2: c, 3: 3})
    for x, y, c in ((0, 0, 0), (0, 2, 1), (1, 1, 0), (2, 2, 3), (2, 3, 2), (1, 2, 1))
    for i, j in ((-1, 2), (0, 0), (2, 1))
    for p, q in ((False, True), (True, True), (False, False), (True, False))
]
NAMES: Final = {"i": N, "j": M, "p": P, "q": Q, "x": X, "y": Y}
KNOWN: Final = {infix(t): number for t, number in OBJECTS.items()}
TOKEN: Final = re.compile(r"\s*(&&|\|\||==|!=|<=|[-+]?\d+|[A-Z]\w*#\d+|\{[^}]*\}|\w+|[()!<+*,-])")


class Reader:
    """Reads infix text as a person does: ``||`` and ``&&`` mixed, or two comparisons in a row, must be bracketed."""

    def __init__(self, text: str, model: Model) -> None:
        self.tokens = self._split(text)
        self.at = 0
        self.model = model

    @staticmethod
    def _split(text: str) -> list[str]:
        tokens, at = [], 0
        while at < len(text):
            match = TOKEN.match(text, at)
            assert match is not None, text[at:]
            tokens.append(match.group(1))
            at = match.end()
        return tokens

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, wanted: str = "") -> str:
        token = self.peek()
        assert token
        assert wanted in ("", token)
        self.at += 1
        return token

    def all(self) -> Plain:
        value = self.formula()
        assert self.peek() == "", "ambiguous: something is left"
        return value

    def formula(self) -> Plain:
        parts = [self.comparison()]
        joint = self.peek()
        while joint in ("&&", "||") and self.peek() == joint:
            self.take()
            parts.append(self.comparison())
        if len(parts) == 1:
            return parts[0]
        assert all(isinstance(part, bool) for part in parts)
        return all(parts) if joint == "&&" else any(parts)

    def comparison(self) -> Plain:
        if self.peek() == "class":
            return self._class_test()
        left = self.operand()
        operator = self.peek()
        if operator not in ("==", "!=", "<", "<=", "+", "-", "*"):
            return left
        self.take()
        right = self.operand()
        return {
            "==": left == right,
            "!=": left != right,
            "<": left < right,
            "<=": left <= right,
            "+": left + right,
            "-": left - right,
            "*": left * right,
        }[operator]

    def _class_test(self) -> bool:
        self.take("class")
        ref = self.operand()
        assert self.take() in ("==", "in")
        types = set(self.take().strip("{}").split(", "))
        return ref != 0 and UNIVERSE[self.model.class_index(int(ref), len(UNIVERSE))] in types

    def operand(self) -> Plain:
        token = self.take()
        if token == "!":
            return not self.operand()
        if token == "(":
            value = self.formula()
            self.take(")")
            return value
        if token == "ite":
            return self._choice()
        if token in ("true", "false"):
            return token == "true"
        if token in KNOWN:
            return KNOWN[token]
        return self.model[NAMES[token]] if token in NAMES else int(token)

    def _choice(self) -> Plain:
        self.take("(")
        condition = self.formula()
        self.take(",")
        then = self.formula()
        self.take(",")
        other = self.formula()
        self.take(")")
        return then if condition else other


@MANY
@given(EXPRESSIONS)
def test_the_text_of_a_term_means_the_term(e: Expr) -> None:
    value = build(e)
    text = infix(value, limit=10**6)
    for model in MODELS:
        assert Reader(text, model).all() == model.evaluate(value), text


@MANY
@given(BOOLEANS)
def test_the_text_of_a_negation_means_the_negation(e: Expr) -> None:
    value = not_(build(e))
    text = infix(value, limit=10**6)
    for model in MODELS:
        assert Reader(text, model).all() is model.evaluate(value), text


@MANY
@given(INTEGERS)
def test_the_limit_cuts_with_an_ellipsis(e: Expr) -> None:
    value = build(e)
    whole = infix(value, limit=10**6)
    cut = infix(value, limit=8)
    assert cut == whole or (len(cut) <= 9 and cut.endswith("…"))


A, B = named("a", Sort.bitvector(8)), named("b", Sort.bitvector(8))
ONE_CLASS = TypeSet(0b0010, UNIVERSE, "A")
BUT_B = TypeSet(0b1010, UNIVERSE, "A - B")
BELOW_A = TypeSet(0b0110, UNIVERSE, "A", below="A")

TEXTS: list[tuple[Value, str]] = [
    (True, "true"),
    (-3, "-3"),
    (not_(eq(X, NULL)), "x != null"),
    (not_(P), "!p"),
    (not_(and_(P, Q)), "!(p && q)"),
    (not_(isa(X, ONE_CLASS)), "!(class(x) == A)"),
    (isa(X, BUT_B), "class(x) in {A, C}"),
    (isa(X, BELOW_A), "x <: A"),
    (le(N, M), "i <= j"),
    (not_(le(N, M)), "j < i"),
    (or_(and_(P, Q), eq(X, Y)), "(p && q) || x == y"),
    (eq(add(N, M), sub(N, mul(M, 2))), "(i + j) == (i - (j * 2))"),
    (lt(add(N, M), 3), "(i + j) < 3"),
    (ite(P, X, MADE), "ite(p, x, B#0)"),
    (rank(X, "next"), "rank_next(x)"),
    (bitvector(Op.BVULT, 8, A, B), "a <u b"),
    (not_(bitvector(Op.BVSLT, 8, A, B)), "b <= a"),
    (bitvector(Op.BVLSHR, 8, bitvector(Op.BVADD, 8, A, B), 1), "(a + b) >>> 1"),
    (extend(A, 8, 16, signed=True), "(short) a"),
]


@pytest.mark.parametrize(("value", "text"), TEXTS, ids=[text for _, text in TEXTS])
def test_as_a_person_writes_it(value: Value, text: str) -> None:
    assert infix(value) == text
