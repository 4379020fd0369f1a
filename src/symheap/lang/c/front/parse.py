"""Parse preprocessed text into pycparser's syntax tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from pycparser import c_ast
from pycparser.c_lexer import CLexer, Dialect
from pycparser.c_parser import CParser, ParseError

from symheap.core.source import Position, SourceError
from symheap.lang.c.front.attributes import Attributes
from symheap.lang.c.front.marks import escaped
from symheap.lang.c.front.tokens import GnuLexer
from symheap.lang.c.front.words import declared_words

_PLACE: Final = re.compile(r"^(?P<file>.*?):(?P<line>\d+):(?P<column>\d+): (?P<message>.*)$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Parsed:
    tree: c_ast.FileAST
    attributes: Attributes


def parse(text: str, file: str) -> Parsed:
    """Parse a preprocessed file, or raise `SourceError` at the place where it stops being C."""
    attributes = Attributes()
    lexers: list[GnuLexer] = []
    declared = declared_words(text)

    class Lexer(GnuLexer):
        def __init__(self, error_func: Callable[[str, int, int], None], *, dialect: Dialect = "legacy") -> None:
            super().__init__(error_func, attributes, declared)
            lexers.append(self)

    lexer: type[CLexer] = Lexer
    parser = CParser(lexer=lexer, dialect="c23")
    try:
        return Parsed(parser.parse(text, file), attributes)
    except ParseError as error:
        raise _source_error(str(error), lexers[-1], file) from None
    except (AssertionError, ValueError, AttributeError) as error:
        raise SourceError(f"syntax error ({error or type(error).__name__})", lexers[-1].last(file)) from None


def parse_expression(text: str, typedefs: Iterable[str], position: Position) -> c_ast.Node:
    """Parse an expression in which the names `typedefs` are types."""
    names = "".join(f"typedef int {name};" for name in typedefs)
    mark = f'# {position.line} "{escaped(position.file)}"\n'
    tree = parse(f"{names}\n{mark}int x = ({text});", position.file).tree
    last = tree.ext[-1]
    assert isinstance(last, c_ast.Decl)
    expression: c_ast.Node | None = last.init
    assert expression is not None
    return expression


def _source_error(message: str, lexer: GnuLexer, file: str) -> SourceError:
    match = _PLACE.match(message)
    if match is None:
        text = message.rsplit(": ", 1)[-1]
        return SourceError(f"syntax error: {_sentence(text)}", lexer.last(file))
    position = Position(match["file"], int(match["line"]), int(match["column"]))
    if match["message"] == "before: {" and lexer.in_function():
        return SourceError("syntax error: unexpected {; functions inside functions are not supported", position)
    return SourceError(f"syntax error: {_sentence(match['message'])}", position)


def _sentence(message: str) -> str:
    if message.startswith("before: "):
        return f"unexpected {message[8:][:40]}"
    if message == "Invalid function definition":
        return "a declaration was expected; is the name of its type declared?"
    return message[:1].lower() + message[1:]
