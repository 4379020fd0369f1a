"""Find the name that each attribute of a source text belongs to, by the tokens around it.

GNU C allows attributes before a declaration, between its parts and behind each name.  An attribute behind a name
belongs to that name, one before the names to each of them, one beside ``struct``, ``union`` or ``enum`` to the type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from pycparser.c_lexer import Token

from symheap.core.source import Position
from symheap.lang.c.front.attribute_table import is_harmless_pragma
from symheap.lang.c.front.attributes import Attribute, Attributes, Place

TYPES: Final = frozenset({"STRUCT", "UNION", "ENUM"})
NO_PACK: Final = 64
_OPEN: Final = {"LPAREN": "RPAREN", "LBRACE": "RBRACE", "LBRACKET": "RBRACKET"}
_CLOSE: Final = frozenset(_OPEN.values())
_BEHIND: Final = frozenset({"COMMA", "SEMI", "EQUALS", "RPAREN", "LBRACE", "COLON"})
_NO_NAME: Final = frozenset({"PERIOD", "ARROW", "GOTO", *TYPES})
_VALUES: Final = frozenset({"EQUALS", "COMMA", "LBRACE", "LPAREN"})


@dataclass(eq=False)
class Level:
    """State inside a pair of brackets: the name that is being declared, and the attributes before the names."""

    kind: str
    record: Token | None = None
    is_value: bool = False
    is_declarator: bool = False
    place: Place | None = None
    name: Token | None = None
    before: list[Attribute] = field(default_factory=list)
    is_used: bool = False


@dataclass(eq=False)
class AttributePlaces:
    attributes: Attributes
    levels: list[Level] = field(default_factory=lambda: [Level("")])
    closed: Token | None = None
    _previous: Token | None = None
    _before: Token | None = None
    _tag: list[Attribute] = field(default_factory=list)
    _pack: int = NO_PACK
    _packs: list[tuple[str, int]] = field(default_factory=list)

    @property
    def depth(self) -> int:
        return len(self.levels) - 1

    def body(self) -> Place | None:
        """Return the place of the function body around the current token, or None."""
        return next((each.place for each in self.levels if each.kind == "LBRACE" and each.record is None), None)

    def in_function(self) -> bool:
        return self.body() is not None

    def in_record(self) -> bool:
        braces = [each for each in self.levels if each.kind == "LBRACE"]
        return bool(braces) and braces[-1].record is not None

    def declared(self) -> Token | None:
        return self.levels[-1].name

    def watch(self, token: Token) -> None:
        """Take note of `token`, which is part of the text that the parser sees."""
        self.closed = None
        if token.type == "ID" and not self._follows(_NO_NAME):
            self._name(token)
        elif token.type == "ID" and self._follows(TYPES):
            self._attach_tag(token)
        elif token.type in _OPEN:
            self._open(token)
        elif token.type in _CLOSE and self.depth:
            self._close(token)
        elif token.type in {"SEMI", "COMMA"}:
            level = self.levels[-1]
            level.name = None
            if token.type == "SEMI" or level.kind == "LPAREN":
                self._finish(level)
        self._before, self._previous = self._previous, token

    def add(self, found: Sequence[Attribute], following: Token | None) -> None:
        """Attach attributes that stand between the last token and `following`."""
        level = self.levels[-1]
        if self.closed is not None:
            self._attach(self.closed, found)
        elif self._follows(TYPES):
            self._tag += found
        elif level.name is not None and following is not None and _is_behind(following):
            self._attach(level.name, found)
        else:
            level.before += found

    def pragma(self, text: str, position: Position) -> None:
        """Apply ``#pragma pack`` to the records that are closed while it is in force; refuse unknown pragmas."""
        if text.replace(" ", "").startswith("pack("):
            self._set_pack(text[text.index("(") + 1 :].rstrip(") "), position)
        elif not is_harmless_pragma(text):
            words = text.replace("(", " ").split()[:2]
            self.attributes.refuse(f"#pragma {' '.join(words)}", position, self.body())

    def _set_pack(self, arguments: str, position: Position) -> None:
        words = [word.strip() for word in arguments.split(",")]
        names = [word for word in words if word not in {"push", "pop", "show"} and not word.isdigit()]
        if "push" in words:
            self._packs.append((names[0] if names else "", self._pack))
        if "pop" in words:
            name = names[0] if names else ""
            while self._packs:
                label, self._pack = self._packs.pop()
                if not name or label == name:
                    break
            else:
                self._pack = NO_PACK
        numbers = [int(word) for word in words if word.isdigit()]
        if numbers:
            self._pack = numbers[0] if numbers[0] in {1, 2, 4, 8, 16} else NO_PACK
        elif words == [""]:
            self._pack = NO_PACK

    # Tokens -----------------------------------------------------------------------------------------------------------

    def _follows(self, kinds: frozenset[str]) -> bool:
        return self._previous is not None and self._previous.type in kinds

    def _name(self, token: Token) -> None:
        """Attach the attributes before a name to it.

        The name may be that of a type, whose attributes are never asked for.
        """
        self.levels[-1].name = token
        for index in range(len(self.levels) - 1, -1, -1):
            self._attach(token, self.levels[index].before)
            self.levels[index].is_used = True
            if not self.levels[index].is_declarator:
                break

    def _attach(self, token: Token, found: Sequence[Attribute]) -> None:
        if found:
            self.attributes.note(place(token), found)

    def _attach_tag(self, token: Token) -> None:
        """Attach attributes beside ``struct`` or ``union`` to the tag or brace, those beside ``enum`` to that word."""
        keyword = self._previous
        if keyword is not None:
            self._attach(keyword if keyword.type == "ENUM" else token, self._tag)
        self._tag.clear()

    def _finish(self, level: Level) -> None:
        """End a declaration.  Attributes that no name followed, as in a cast, are refused."""
        if not level.is_used:
            for each in level.before:
                self.attributes.refuse(str(each), each.position, each.body)
        level.before.clear()
        level.is_used = False

    def _open(self, token: Token) -> None:
        record: Token | None = None
        if token.type == "LBRACE":
            record = self._record(token)
            self._attach_tag(token)
        is_declarator = token.type == "LPAREN" and not self._follows(frozenset({"ID", "RPAREN", "RBRACKET"}))
        self.levels.append(Level(token.type, record, self._follows(_VALUES), is_declarator, place(token)))

    def _close(self, token: Token) -> None:
        level = self.levels.pop()
        self._finish(level)
        outer = self.levels[-1]
        if token.type == "RPAREN" and outer.name is None:
            outer.name = level.name
        if token.type != "RBRACE":
            return
        self.closed = level.record
        if level.record is not None and self._pack != NO_PACK:
            self.attributes.packs[place(level.record)] = self._pack
        outer.name = None
        if level.record is None and not level.is_value:
            self._finish(outer)

    def _record(self, brace: Token) -> Token | None:
        """Return the token whose place identifies the struct, union or enum that `brace` opens."""
        if self._previous is not None and self._previous.type in TYPES:
            return self._previous if self._previous.type == "ENUM" else brace
        if self._before is not None and self._before.type in TYPES:
            return self._before if self._before.type == "ENUM" else self._previous
        return None


def _is_behind(following: Token) -> bool:
    """Whether an attribute before this token stands behind the name of its declaration."""
    return following.type in _BEHIND or following.value in {"asm", "__asm__", "__asm"}


def place(token: Token) -> Place:
    return (token.filename, token.lineno, token.column)
