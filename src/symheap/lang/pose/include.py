"""Reads a program: its file and the files that it includes."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable

from symheap.core.source import Position, SourceError
from symheap.lang.pose.lex import Include, Lexer
from symheap.lang.pose.parse import Parser
from symheap.lang.pose.syntax import ClassDeclaration, Source

LARGEST = 4 * 1024 * 1024
DEEPEST_INCLUDE = 50

ReadInclude = Callable[[str], str]


def read_source(text: str, file: str, read_include: ReadInclude | None = None) -> Source:
    """Parse `text` as a program, with the classes of its includes before its own.

    An included file contains classes only, and counts once however often it is included. `read_include` gets the path
    of a file, relative to the folder of the including file.
    """
    reader = _Reader(read_include or _read_file)
    parser = reader.open(text, file, (os.path.normpath(file),), Position(file, 1, 1))
    return Source((*reader.classes, *parser.classes()), parser.main())


class _Reader:
    def __init__(self, read: ReadInclude) -> None:
        self._read = read
        self._size = 0
        self._done: set[str] = set()
        self.classes: list[ClassDeclaration] = []

    def open(self, text: str, file: str, chain: tuple[str, ...], position: Position) -> Parser:
        """Return a parser positioned after the includes of `text`; `chain` are the files being included, this one
        last.
        """
        self._size += len(text)
        if self._size > LARGEST:
            raise SourceError(f"a program of more than {LARGEST} characters", position)
        lexer = Lexer(text, file)
        for include in lexer.includes():
            self._include(include, chain)
        return Parser(lexer.tokens())

    def _include(self, include: Include, chain: tuple[str, ...]) -> None:
        position = include.position
        if os.path.isabs(include.name):
            raise SourceError("an included file is named relative to the file that includes it", position)
        path = os.path.normpath(os.path.join(os.path.dirname(position.file), include.name))
        if path in chain:
            raise SourceError(f"'{include.name}' includes itself", position)
        if len(chain) > DEEPEST_INCLUDE:
            raise SourceError(f"includes are nested deeper than {DEEPEST_INCLUDE}", position)
        if path in self._done:
            return
        self._done.add(path)
        try:
            text = self._read(path)
        except (OSError, ValueError, LookupError) as error:
            raise SourceError(f"cannot include '{include.name}': {_reason(error)}", position) from error
        parser = self.open(text, path, (*chain, path), position)
        self.classes.extend(parser.classes())
        parser.end("of an included file, which holds classes only")


def _read_file(path: str) -> str:
    status = os.stat(path)
    if not stat.S_ISREG(status.st_mode):
        raise ValueError("it is not a regular file")
    if status.st_size > LARGEST:
        raise ValueError(f"it has more than {LARGEST} bytes")
    with open(path, encoding="utf-8") as stream:
        return stream.read()


def _reason(error: Exception) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return "it is not UTF-8 text" if isinstance(error, UnicodeError) else str(error) or type(error).__name__
