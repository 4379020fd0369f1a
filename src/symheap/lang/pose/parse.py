"""Parses tokens.  Rule: [POSE] Fig. 7, "Language syntax", in the concrete form that jPOSE reads

Extensions: ``//`` comments, any number of parameters, negative numbers, optional brackets, fields and methods in any
order.
"""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.source import Position, SourceError
from symheap.lang.pose.lex import Kind, Token
from symheap.lang.pose.syntax import (
    BinaryOperation,
    ClassDeclaration,
    Declaration,
    Expression,
    GetField,
    If,
    InstanceOf,
    Invoke,
    Let,
    Literal,
    Marker,
    MethodDeclaration,
    New,
    Not,
    PutField,
    Symbol,
    TypeName,
    Variable,
)
from symheap.lang.pose.trampoline import Task, run
from symheap.objects.ir import Operator

DEEPEST = 2000

_BINARY = {
    op.value: op for op in (Operator.ADD, Operator.SUB, Operator.LESS, Operator.EQUAL, Operator.AND, Operator.OR)
}


class Parser:
    """A recursive-descent parser with one token of lookahead; `DEEPEST` caps the nesting of brackets."""

    def __init__(self, tokens: Iterator[Token]) -> None:
        self._tokens = tokens
        self._token = next(tokens)
        self._depth = 0

    # Declarations -----------------------------------------------------------------------------------------------------

    def classes(self) -> tuple[ClassDeclaration, ...]:
        declarations: list[ClassDeclaration] = []
        while self._accept("class"):
            declarations.append(self._class())
        return tuple(declarations)

    def main(self) -> Expression:
        expression = run(self._expression())
        self.end("after the program's expression")
        return expression

    def end(self, where: str) -> None:
        if self._token.kind is not Kind.END:
            raise self._unexpected(f"the end of the file {where}")

    def _class(self) -> ClassDeclaration:
        name = self._name("the name of a class")
        parent = None
        if self._accept("extends"):
            superclass = self._name("the name of the superclass")
            parent = TypeName(superclass.text, superclass.position)
        self._expect("{")
        fields: list[Declaration] = []
        methods: list[MethodDeclaration] = []
        while not self._accept("}"):
            declared = self._declaration("the name of a field or method")
            if self._token.text == "(":
                methods.append(self._method(declared))
            else:
                fields.append(declared)
            self._expect(";")
        return ClassDeclaration(name.text, parent, tuple(fields), tuple(methods), name.position)

    def _method(self, declared: Declaration) -> MethodDeclaration:
        self._expect("(")
        parameters: list[Declaration] = []
        if not self._accept(")"):
            parameters.append(self._declaration("the name of a parameter"))
            while self._accept(","):
                parameters.append(self._declaration("the name of a parameter"))
            self._expect(")")
        self._expect(":=")
        body = run(self._expression())
        return MethodDeclaration(declared.type, declared.name, tuple(parameters), body, declared.position)

    def _declaration(self, what: str) -> Declaration:
        primitive = self._token.text in ("bool", "int")
        type_name = self._advance() if primitive else self._name("a type")
        name = self._name(what)
        return Declaration(TypeName(type_name.text, type_name.position), name.text, name.position)

    # Expressions ------------------------------------------------------------------------------------------------------

    def _expression(self) -> Task[Expression]:
        token = self._token
        position = token.position
        if token.kind is Kind.NAME:
            return Variable(self._advance().text, position)
        if token.kind is Kind.INPUT:
            return Symbol(self._advance().text, position)
        if token.kind is Kind.NUMBER:
            return Literal(int(self._advance().text), position)
        if self._accept("("):
            return (yield self._bracketed(position))
        if self._accept("let"):
            return (yield self._let(position))
        if self._accept("if"):
            return (yield self._if(position))
        if self._accept("new"):
            return New(self._name("the name of a class").text, position)
        if self._accept("-"):
            return Literal(-int(self._of_kind(Kind.NUMBER, "a number").text), position)
        if token.text in _CONSTANTS:
            return Literal(_CONSTANTS[self._advance().text], position)
        raise self._unexpected("an expression")

    def _let(self, position: Position) -> Task[Expression]:
        name = self._name("the name of a variable")
        self._expect(":=")
        value = yield self._expression()
        self._expect("in")
        body = yield self._expression()
        return Let(name.text, value, body, position)

    def _if(self, position: Position) -> Task[Expression]:
        condition = yield self._expression()
        self._expect("then")
        then = yield self._expression()
        self._expect("else")
        other = yield self._expression()
        return If(condition, then, other, position)

    def _bracketed(self, position: Position) -> Task[Expression]:
        """Parse from after an opening bracket up to the closing one."""
        self._depth += 1
        if self._depth > DEEPEST:
            raise SourceError(f"brackets are nested deeper than {DEEPEST}", position)
        expression = yield self._prefixed()
        self._expect(")")
        self._depth -= 1
        return expression

    def _prefixed(self) -> Task[Expression]:
        position = self._token.position
        if self._accept("~"):
            return Not((yield self._expression()), position)
        if self._accept("@"):
            return Marker(self._name("the name of a variable").text, position)
        left = yield self._expression()
        position = self._token.position
        if self._accept("."):
            return (yield self._member(left))
        if self._accept("instanceof"):
            return InstanceOf(left, self._name("the name of a class").text, position)
        if self._token.text == ")":
            return left
        operator = _BINARY.get(self._token.text)
        if operator is None:
            raise self._unexpected("an operator")
        self._advance()
        right = yield self._expression()
        return BinaryOperation(operator, left, right, position)

    def _member(self, receiver: Expression) -> Task[Expression]:
        name = self._name("the name of a field or method")
        if self._accept(":="):
            value = yield self._expression()
            return PutField(receiver, name.text, value, name.position)
        if not self._accept("["):
            return GetField(receiver, name.text, name.position)
        arguments: list[Expression] = []
        if not self._accept("]"):
            arguments.append((yield self._expression()))
            while self._accept(","):
                arguments.append((yield self._expression()))
            self._expect("]")
        return Invoke(receiver, name.text, tuple(arguments), name.position)

    # Tokens -----------------------------------------------------------------------------------------------------------

    def _advance(self) -> Token:
        token = self._token
        self._token = next(self._tokens)
        return token

    def _accept(self, text: str) -> bool:
        if self._token.text != text:
            return False
        self._advance()
        return True

    def _expect(self, text: str) -> None:
        if not self._accept(text):
            raise self._unexpected(f"'{text}'")

    def _name(self, what: str) -> Token:
        return self._of_kind(Kind.NAME, what)

    def _of_kind(self, kind: Kind, what: str) -> Token:
        if self._token.kind is not kind:
            raise self._unexpected(what)
        return self._advance()

    def _unexpected(self, wanted: str) -> SourceError:
        return SourceError(f"expected {wanted}, found {self._token}", self._token.position)


_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
