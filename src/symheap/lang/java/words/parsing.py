"""Parses expressions of a Java source, from any token on.

The parser reads one expression and stops at its end. It knows no types: the result is only compared with an expression
of the compiled code, so a wrong reading matches nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from symheap.lang.java.words.expression import (
    ARRAY,
    ASSIGNMENTS,
    BINARY,
    CALL,
    CAST,
    CHOICE,
    FIELD,
    INDEX,
    INSTANCE,
    LAMBDA,
    LITERAL,
    NAME,
    NEW,
    NEW_ARRAY,
    NOTHING,
    OPAQUE,
    Expression,
)
from symheap.lang.java.words.tokens import Tokens

_PRIMITIVES: Final = frozenset({"int", "long", "short", "byte", "char", "boolean", "float", "double", "void"})
_WORDS: Final = frozenset({"true", "false", "null"})
_NO_OPERANDS: Final = frozenset(
    {"if", "while", "for", "do", "else", "return", "throw", "case", "default", "break", "continue", "try", "catch"}
    | {"finally", "class", "interface", "enum", "extends", "implements", "import", "package", "assert", "synchronized"}
    | {"public", "private", "protected", "static", "final", "abstract", "throws", "instanceof"}
)
_CLOSING: Final = {"(": ")", "[": "]", "{": "}"}
_DEEPEST: Final = 60


class NoExpression(Exception):
    """Raised when the tokens are not an expression."""


def parse(tokens: Tokens, at: int) -> tuple[Expression, int]:
    """Return the longest expression that begins at a token, and the number of the token after it."""
    parser = _Parser(tokens, at)
    try:
        return parser.expression(), parser.at
    except RecursionError:
        raise NoExpression from None


class _Parser:
    """Reads tokens from left to right.  Rule: JLS 15, by precedence"""

    def __init__(self, tokens: Tokens, at: int) -> None:
        self._tokens = tokens
        self.at = at
        self._depth = 0

    # Tokens

    def _text(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self._tokens.all[place].text if place < len(self._tokens.all) else ""

    def _kind(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self._tokens.all[place].kind if place < len(self._tokens.all) else ""

    def _take(self, text: str) -> None:
        if self._text() != text:
            raise NoExpression
        self.at += 1

    def _skip(self) -> None:
        """Move behind the bracket that closes the current one."""
        opening = self._text()
        closing, depth = _CLOSING[opening], 0
        while self.at < len(self._tokens.all):
            depth += (self._text() == opening) - (self._text() == closing)
            self.at += 1
            if not depth:
                return
        raise NoExpression

    def _made(self, start: int, op: str, *parts: Expression, text: str = "") -> Expression:
        return Expression(op, parts, text, start=start, end=self.at)

    # Operators

    def expression(self) -> Expression:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NoExpression
        start = self.at
        parsed = self._lambda() or self._choice()
        if self._text() in ASSIGNMENTS:
            op = self._text()
            self.at += 1
            parsed = self._made(start, op, parsed, self.expression())
        self._depth -= 1
        return parsed

    def _choice(self) -> Expression:
        start = self.at
        asked = self._binary(3)
        if self._text() != "?":
            return asked
        self.at += 1
        then = self.expression()
        self._take(":")
        other = self._lambda() or self._choice()
        return self._made(start, CHOICE, asked, then, other)

    def _binary(self, least: int) -> Expression:
        start = self.at
        left = self._unary()
        while (binds := BINARY.get(self._text(), 0)) >= least and self._kind() in ("sign", "name"):
            op = self._text()
            self.at += 1
            if op == INSTANCE:
                left = self._instance(start, left)
            else:
                left = self._made(start, op, left, self._binary(binds + 1))
        return left

    def _instance(self, start: int, value: Expression) -> Expression:
        if self._text() == "final":
            self.at += 1
        tested_type = self._type()
        parsed = self._made(start, INSTANCE, value, text=tested_type)
        if self._kind() == "name" and self._text() not in BINARY:
            self.at += 1
            return replace(parsed, end=self.at)
        if self._text() == "(":
            self._skip()
            return replace(parsed, end=self.at)
        return parsed

    def _unary(self) -> Expression:
        start, sign = self.at, self._text()
        if self._kind() == "sign" and sign in ("!", "-", "~", "+", "++", "--"):
            self.at += 1
            if sign == "-" and self._kind() == "number":
                number = self._text()
                self.at += 1
                return self._postfix(start, self._made(start, LITERAL, text=f"-{number}"))
            return self._made(start, f"pre{sign}", self._unary())
        if sign == "(":
            cast = self._cast()
            if cast is not None:
                return cast
        return self._postfix(start, self._primary())

    def _cast(self) -> Expression | None:
        """Parse ``(T) x``: a type in parentheses before the beginning of an operand."""
        start = self.at
        self.at += 1
        try:
            target_type = self._type()
            while self._text() == "&":
                self.at += 1
                self._type()
            self._take(")")
        except NoExpression:
            self.at = start
            return None
        follows = self._kind() in ("name", "number", "text") and self._text() not in BINARY
        signs = ("(", "!", "~") if target_type not in _PRIMITIVES else ("(", "!", "~", "-", "+", "++", "--")
        if not follows and self._text() not in signs:
            self.at = start
            return None
        try:
            value = self._lambda() or self._unary()
        except NoExpression:
            self.at = start
            return None
        return self._made(start, CAST, value, text=target_type)

    # Operands

    def _type(self) -> str:
        """Return the simple name of a type, with brackets and without its arguments."""
        simple = ""
        while True:
            while self._text() == "@":
                self.at += 2
            if self._kind() != "name" or self._text() in _NO_OPERANDS | _WORDS:
                raise NoExpression
            simple = self._text()
            self.at += 1
            if self._text() == "<":
                self._type_arguments()
            if self._text() != "." or self._kind(1) != "name":
                break
            self.at += 1
        while self._text() == "[" and self._text(1) == "]":
            simple += "[]"
            self.at += 2
        return simple

    def _type_arguments(self) -> None:
        depth = 0
        while True:
            text = self._text()
            if text not in ("<", ">", ">>", ">>>", ",", ".", "?", "&", "[", "]", "@") and self._kind() != "name":
                raise NoExpression
            depth += (text == "<") - (text.count(">") if self._kind() == "sign" else 0)
            self.at += 1
            if depth <= 0:
                return

    def _primary(self) -> Expression:
        start, kind, text = self.at, self._kind(), self._text()
        if text == "(":
            self.at += 1
            inner = self.expression()
            self._take(")")
            return replace(inner, start=start, end=self.at)
        if text == "new":
            return self._new()
        if kind in ("number", "text") or text in _WORDS:
            self.at += 1
            return self._made(start, LITERAL, text=text)
        if text == "switch":
            self.at += 1
            self._skip()
            self._skip()
            return self._made(start, OPAQUE)
        if kind != "name" or text in _NO_OPERANDS:
            raise NoExpression
        self.at += 1
        if self._text() == "(":
            return self._made(start, CALL, NOTHING, *self._arguments(), text=text)
        return self._made(start, NAME, text=text)

    def _arguments(self) -> list[Expression]:
        self._take("(")
        parsed: list[Expression] = []
        while self._text() != ")":
            parsed.append(self.expression())
            if self._text() != ")":
                self._take(",")
        self._take(")")
        return parsed

    def _new(self) -> Expression:
        start = self.at
        self.at += 1
        made = self._element_type()
        if self._text() == "(":
            arguments = self._arguments()
            if self._text() == "{":
                self._skip()
            return self._made(start, NEW, *arguments, text=made)
        if made.endswith("[]"):
            self._skip()
            return self._made(start, ARRAY, text=made)
        sizes: list[Expression] = []
        while self._text() == "[":
            self.at += 1
            sizes += [] if self._text() == "]" else [self.expression()]
            self._take("]")
            made += "[]"
        return self._made(start, NEW_ARRAY, *sizes, text=made)

    def _element_type(self) -> str:
        made = self._type()
        if made.endswith("[]") and self._text() != "{":
            raise NoExpression
        return made

    def _postfix(self, start: int, operand: Expression) -> Expression:
        while True:
            text = self._text()
            if text == "." and self._kind(1) == "name":
                operand = self._member(start, operand)
            elif text == "." and self._text(1) == "<":
                self.at += 1
                self._type_arguments()
                self.at -= 1
                operand = self._member(start, operand)
            elif text == "[":
                self.at += 1
                index = self.expression()
                self._take("]")
                operand = self._made(start, INDEX, operand, index)
            elif text in ("++", "--"):
                self.at += 1
                operand = self._made(start, f"post{text}", operand)
            elif text == "::":
                self.at += 2
                operand = self._made(start, LAMBDA)
            else:
                return operand

    def _member(self, start: int, operand: Expression) -> Expression:
        name = self._text(1)
        self.at += 2
        if name == "new":
            self.at -= 1
            return self._new()
        if name == "class":
            return self._made(start, LITERAL, text=f"{operand.text}.class")
        if self._text() == "(":
            return self._made(start, CALL, operand, *self._arguments(), text=name)
        return self._made(start, FIELD, operand, text=name)

    def _lambda(self) -> Expression | None:
        start = self.at
        if self._kind() == "name" and self._text(1) == "->":
            self.at += 2
        elif self._text() == "(":
            self._skip()
            if self._text() != "->":
                self.at = start
                return None
            self.at += 1
        else:
            return None
        if self._text() == "{":
            self._skip()
        else:
            self.expression()
        return self._made(start, LAMBDA)
