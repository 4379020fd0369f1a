"""Preconditions: a user's description of the inputs of functions.

file      ::= { "function" NAME line* }            "#" begins a comment
line      ::= input { "or" input } | path compare operand
input     ::= FORM "(" path { "," NAME "=" value } ")" | "array" "(" path "," operand ")"
path      ::= NAME { "->" NAME }
operand   ::= path | NUMBER | "null"
compare   ::= "==" | "!=" | "<" | "<=" | ">" | ">="
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Final, Union

from symheap.core.source import Position, SourceError

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<name>[A-Za-z_]\w*)|(?P<number>-?\d+)|(?P<sign>->|==|!=|<=|>=|[<>(),=.]))|(?P<bad>\s*\S)"
)
_COMPARISONS: Final = frozenset({"==", "!=", "<", "<=", ">", ">="})


class Form(Enum):
    """Kind of memory that a pointer leads to."""

    LIST = "list"
    DLIST = "dlist"
    CYCLIC = "cyclic"
    OBJECT = "object"
    NULL = "null"
    ARRAY = "array"
    STRING = "string"
    ANY = "any"


_SETTINGS: Final = {
    Form.LIST: frozenset({"link", "last", "of"}),
    Form.DLIST: frozenset({"link", "back", "last", "of"}),
    Form.CYCLIC: frozenset({"link", "back", "of"}),
}


@dataclass(frozen=True, slots=True)
class Path:
    """A parameter, or a member reached from one."""

    root: str
    members: tuple[str, ...]
    position: Position

    def __str__(self) -> str:
        return "->".join((self.root, *self.members))


Operand = Union[Path, int]


@dataclass(frozen=True, slots=True)
class Input:
    """An input at `path` of the form `form`.

    `link` and `back` name members, `of` a struct and its member; `last` is the path of the pointer to the last node.
    """

    form: Form
    path: Path
    count: Operand | None = None
    link: str | None = None
    back: str | None = None
    of: tuple[str, str] | None = None
    last: Path | None = None


@dataclass(frozen=True, slots=True)
class Relation:
    left: Path
    compare: str
    right: Operand
    position: Position


@dataclass(frozen=True, slots=True)
class Precondition:
    """The precondition of one function: the alternatives for each described input, and relations between inputs."""

    function: str
    position: Position
    inputs: dict[str, tuple[Input, ...]]
    relations: tuple[Relation, ...]


def parse_preconditions(text: str, file: str) -> tuple[Precondition, ...]:
    """Parse all preconditions of a file.  Raises `SourceError` at the place that cannot be parsed."""
    preconditions: list[Precondition] = []
    relations: list[Relation] = []
    for number, line in enumerate(text.splitlines(), start=1):
        reader = _Line(line.split("#")[0], file, number)
        if reader.is_done():
            continue
        if reader.peek() == "function":
            reader.take()
            name, position = reader.name("the name of a function")
            if any(known.function == name for known in preconditions):
                raise SourceError(f"a second precondition of {name}", position)
            reader.done()
            relations = []
            preconditions.append(Precondition(name, position, {}, ()))
            continue
        if not preconditions:
            raise SourceError("a condition before any line `function NAME`", reader.position())
        _condition(reader, preconditions[-1], relations)
        preconditions[-1] = Precondition(
            preconditions[-1].function, preconditions[-1].position, preconditions[-1].inputs, tuple(relations)
        )
    return tuple(preconditions)


def _condition(reader: _Line, precondition: Precondition, relations: list[Relation]) -> None:
    """Parse one line: alternatives for one input, or a relation."""
    position = reader.position()
    if not reader.is_input():
        left = reader.path()
        compare = reader.take()
        if compare not in _COMPARISONS:
            raise SourceError(f"a comparison was expected, not {compare or 'the end of the line'}", position)
        relations.append(Relation(left, compare, reader.operand(), position))
        reader.done()
        return
    choices = [reader.input()]
    while reader.peek() == "or":
        reader.take()
        choices.append(reader.input())
    reader.done()
    path = str(choices[0].path)
    if any(str(choice.path) != path for choice in choices):
        raise SourceError("the alternatives are about different inputs", position)
    if path in precondition.inputs:
        raise SourceError(f"{path} was described before", position)
    precondition.inputs[path] = tuple(choices)


class _Line:
    """Reads the words of one line."""

    def __init__(self, text: str, file: str, number: int) -> None:
        self._file = file
        self._number = number
        self._words = list(self._split(text))
        self._end = len(text) + 1
        self._at = 0

    def _split(self, text: str) -> Iterator[tuple[str, int]]:
        for match in _TOKEN.finditer(text.rstrip()):
            word = match.group().strip()
            column = match.end() - len(word) + 1
            if match.group("bad"):
                raise SourceError(f"{word} is not understood", Position(self._file, self._number, column))
            yield word, column

    def position(self) -> Position:
        column = self._words[self._at][1] if self._at < len(self._words) else self._end
        return Position(self._file, self._number, column)

    def is_done(self) -> bool:
        return self._at >= len(self._words)

    def peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._words[at][0] if at < len(self._words) else ""

    def take(self) -> str:
        word = self.peek()
        self._at += 1
        return word

    def expect(self, sign: str) -> None:
        if self.peek() != sign:
            raise SourceError(f"{sign} was expected", self.position())
        self.take()

    def done(self) -> None:
        if not self.is_done():
            raise SourceError(f"{self.peek()} was not expected", self.position())

    def name(self, what: str) -> tuple[str, Position]:
        position = self.position()
        if not self.peek().isidentifier():
            raise SourceError(f"{what} was expected", position)
        return self.take(), position

    def path(self) -> Path:
        root, position = self.name("a parameter")
        members: list[str] = []
        while self.peek() == "->":
            self.take()
            members.append(self.name("a member")[0])
        return Path(root, tuple(members), position)

    def operand(self) -> Operand:
        word = self.peek()
        if word in {"null", "NULL"}:
            self.take()
            return 0
        if word.lstrip("-").isdigit():
            return int(self.take())
        return self.path()

    def is_input(self) -> bool:
        return self.peek(1) == "("

    def input(self) -> Input:
        word, position = self.name("list, dlist, cyclic, object, array, string, any or null")
        if word not in {form.value for form in Form}:
            raise SourceError(f"{word} is no form of an input: {', '.join(form.value for form in Form)}", position)
        form = Form(word)
        self.expect("(")
        path = self.path()
        count: Operand | None = None
        if form is Form.ARRAY:
            self.expect(",")
            count = self.operand()
        given: dict[str, str] = {}
        of: tuple[str, str] | None = None
        last: Path | None = None
        while self.peek() == ",":
            self.take()
            key, where = self.name("a setting")
            if key not in _SETTINGS.get(form, frozenset()) or key in given:
                raise SourceError(f"{form.value}(…) has no setting {key}, or has it twice", where)
            self.expect("=")
            given[key] = ""
            if key == "last":
                last = self.path()
            elif key == "of":
                of = self._of()
            else:
                given[key] = self.name("a member")[0]
        self.expect(")")
        return Input(form, path, count, given.get("link"), given.get("back"), of, last)

    def _of(self) -> tuple[str, str]:
        tag = self.name("the tag of a struct")[0]
        self.expect(".")
        return tag, self.name("a member")[0]
