"""Reads printed conditions back: from text to a tree.

It is written from the description of the notation in `docs/commands/explore.md`, independently of the code that prints.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_SPACE: Final = re.compile(r"\s*")
_NUMBER: Final = re.compile(r"0x[0-9a-f]+L?|-?(?:\d+\.\d+(?:e[-+]?\d+)?|\d+e[-+]?\d+|\d+|NaN\b|Infinity\b)")
_OPERATOR: Final = re.compile(r"<:|===|!==|==|!=|<=|<<|<u|>>>|>>|<|[-+*/%&|^]")
_CAST: Final = re.compile(r"\((byte|short|int|long|float|double)\) ")
_WORD: Final = re.compile(r"[^\W\d][\w$]*")
_CALL: Final = re.compile(r"(ite|hash|abs|sqrt|isNaN|bits|float|floor|ceil|rint)\(")
_UNSIGNED: Final = re.compile(r"(?:Integer|Long)\.compareUnsigned\(")
_OTHER_CALL: Final = re.compile(r"[\w$.<>/-]+\(")
_OWNED: Final = re.compile(r"[\w$.]+/[\w$]+")
_CLASS: Final = re.compile(r"[^\s(){},!]+")
_TEXT: Final = re.compile(r'"(?:[^"\\]|\\.)*"(?: \(\d+ characters\))?')
_OBJECT: Final = re.compile(
    r"[\w$.]+(?:\[\])*#\d+|[\w$.]+\.valueOf\((?:[^()\"']|'(?:[^'\\]|\\.[^']*)')*\)|[\w$.]+(?:\[\])*\.class\b"
)
_PLACE: Final = re.compile(r"(?:\.[\w$]+|\[\d+\])")
CUT: Final = "…"


class Unreadable(Exception):
    """Raised for text that is not in the notation, or has no value: the message names it."""


@dataclass(frozen=True, slots=True)
class Number:
    text: str


@dataclass(frozen=True, slots=True)
class Root:
    name: str


@dataclass(frozen=True, slots=True)
class Known:
    """An object that exists before the call, or that the path has allocated, by its name."""

    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """A field of an object, or an element of an array."""

    of: Tree
    field: str = ""
    index: Tree | None = None


@dataclass(frozen=True, slots=True)
class Apply:
    """An operator or a function with its arguments; casts are called ``(int)`` and so on, negations ``!`` and ``-``."""

    name: str
    args: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class TypeTest:
    """Whether an object is of one of `classes`, or with `below` of a subclass of one."""

    of: Tree
    classes: tuple[str, ...]
    below: bool


Tree = Number | Root | Known | Step | Apply | TypeTest


def read(text: str, roots: Sequence[str], known: Sequence[str]) -> Tree:
    """Return the tree of a condition, given the names of the inputs and of the objects in its example."""
    if CUT in text:
        raise Unreadable("a text that was cut")
    reader = _Reader(text, sorted(roots, key=len, reverse=True), sorted(known, key=len, reverse=True))
    tree = reader.formula()
    reader.skip()
    if reader.at != len(text):
        raise Unreadable(f"the rest {text[reader.at : reader.at + 30]!r}")
    return tree


class _Reader:
    def __init__(self, text: str, roots: Sequence[str], known: Sequence[str]) -> None:
        self.text = text
        self.at = 0
        self._roots = roots
        self._known = known

    # Tokens

    def skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        assert match is not None
        self.at = match.end()

    def _take(self, pattern: re.Pattern[str]) -> str | None:
        self.skip()
        match = pattern.match(self.text, self.at)
        if match is None:
            return None
        self.at = match.end()
        return match.group()

    def _has(self, word: str) -> bool:
        self.skip()
        if not self.text.startswith(word, self.at):
            return False
        self.at += len(word)
        return True

    def _need(self, word: str) -> None:
        if not self._has(word):
            raise Unreadable(f"{self.text[self.at : self.at + 20]!r} where {word!r} should be")

    # Formulas

    def formula(self) -> Tree:
        """With the choice between two others that may follow it."""
        left = self._junction()
        if not self._has("?"):
            return left
        then = self.formula()
        self._need(":")
        return Apply("ite", (left, then, self.formula()))

    def _junction(self) -> Tree:
        parts = [self._comparison()]
        for joint in ("&&", "||"):
            while self._has(joint):
                parts.append(self._comparison())
            if len(parts) > 1:
                return Apply(joint, tuple(parts))
        return parts[0]

    def _comparison(self) -> Tree:
        left = self._operand()
        self.skip()
        if self.text.startswith(("&&", "||"), self.at):
            return left
        operator = self._take(_OPERATOR)
        if operator is None:
            return left
        if operator == "<:":
            return TypeTest(left, (self._class(),), below=True)
        args = [left, self._operand()]
        while not self.text.startswith(f" {operator}{operator}", self.at) and self._has(f"{operator} "):
            args.append(self._operand())
        return Apply(operator, tuple(args))

    def _class(self) -> str:
        name = self._take(_CLASS)
        if name is None:
            raise Unreadable("a type test without a class")
        return name

    def _class_test(self) -> Tree:
        of = self.formula()
        self._need(")")
        if self._has("=="):
            return TypeTest(of, (self._class(),), below=False)
        self._need("in {")
        classes = [self._class()]
        while self._has(","):
            classes.append(self._class())
        self._need("}")
        return TypeTest(of, tuple(classes), below=False)

    def _operand(self) -> Tree:
        cast = self._take(_CAST)
        if cast is not None:
            return Apply(cast.strip(), (self._operand(),))
        if self._has("("):
            inner = self.formula()
            self._need(")")
            return inner
        if self._has("!"):
            return Apply("!", (self._operand(),))
        if self._has("class("):
            return self._class_test()
        number = self._take(_NUMBER)
        if number is not None:
            return Number(number)
        if self._has("-"):
            return Apply("-", (self._operand(),))
        return self._steps(self._start())

    def _start(self) -> Tree:
        root = self._named(self._roots)
        if root is not None:
            return Root(root)
        known = self._named(self._known) or self._take(_TEXT) or self._take(_OBJECT)
        if known is not None:
            return Known(known)
        unsigned = self._take(_UNSIGNED)
        if unsigned is not None:
            return self._call("compareUnsigned")
        call = self._take(_CALL)
        if call is not None:
            return self._call(call[:-1])
        other = self._take(_OTHER_CALL)
        if other is not None:
            raise Unreadable(f"the function {other[:-1].rpartition('.')[2]}")
        word = self._take(_WORD)
        if word is None:
            raise Unreadable(f"{self.text[self.at : self.at + 20]!r} where a value should be")
        return Number(word) if word in ("true", "false", "null") else Known(word + self._place())

    def _place(self) -> str:
        """Return the rest of the path from a class to an object that exists before the call."""
        path = ""
        while (step := _PLACE.match(self.text, self.at)) is not None:
            path += step.group()
            self.at = step.end()
        return path

    def _named(self, names: Sequence[str]) -> str | None:
        self.skip()
        for name in names:
            end = self.at + len(name)
            if self.text.startswith(name, self.at) and not re.match(r"[\w$]", self.text[end : end + 1]):
                self.at = end
                return name
        return None

    def _call(self, name: str) -> Tree:
        args = [self.formula()]
        while self._has(","):
            args.append(self.formula())
        self._need(")")
        return Apply(name, tuple(args))

    def _steps(self, tree: Tree) -> Tree:
        while self.at < len(self.text):
            if self.text.startswith("[]", self.at):
                self.at += 2
                return Apply("[]", (tree,))
            if self.text[self.at] == "[":
                self.at += 1
                index = self.formula()
                self._need("]")
                tree = Step(tree, index=index)
            elif self.text[self.at] == ".":
                self.at += 1
                field = self._take(_OWNED) or self._take(_WORD)
                if field is None:
                    raise Unreadable("a dot without a field")
                tree = Step(tree, field=field)
            else:
                break
        return tree
