"""The lexer: it rewrites the extensions of GNU C and Microsoft C token by token, before the parser sees them.

Attributes, pragmas, calling conventions and annotations are removed (`Attributes` keeps the relevant ones); other
extensions become the standard C that they stand for.  Every token keeps its place in the source.
"""

from __future__ import annotations

import itertools
import re
from collections import deque
from collections.abc import Callable, Collection
from typing import Final

from pycparser.c_lexer import CLexer, Token

from symheap.core.source import Position, SourceError
from symheap.lang.c.front.attribute_places import AttributePlaces
from symheap.lang.c.front.attribute_table import HARMLESS, name_of_section
from symheap.lang.c.front.attribute_table import RENAMED as RENAMED_ATTRIBUTES
from symheap.lang.c.front.attributes import Attribute, Attributes, Place
from symheap.lang.c.front.marks import unescaped
from symheap.lang.c.front.words import ANNOTATIONS, DROPPED, PLAIN, REFUSED, RENAMED

NOT_THE_SAME: Final = "00"
"""The constant by which a selection is known that stands for ``__builtin_types_compatible_p``."""

DEEPEST: Final = 1500
"""Largest nesting depth of parentheses, brackets and braces."""

_AFTER_STATEMENT: Final = frozenset({"SEMI", "LBRACE", "RBRACE", "COLON", "RPAREN", "ELSE", "DO"})
_BEFORE_OPERAND: Final = frozenset(
    {"EQUALS", "LPAREN", "LBRACE", "LBRACKET", "COMMA", "RETURN", "CONDOP", "COLON", "SEMI"}
)
_ATTRIBUTE: Final = frozenset({"__attribute__", "__attribute"})
_DECLSPEC: Final = frozenset({"__declspec", "_declspec"})
_GLIBC: Final = re.compile(r"__(?:isoc\d\d|xpg|posix|GI|REDIRECT)_\w+|__\w+_(?:r|chk)")
_COLONS: Final = frozenset({"COLON", "COLONCOLON"})


class GnuLexer(CLexer):
    """Tokens of C.

    `attributes` collects the attributes that the parser does not see; `declared` are words that this text uses as
    names.
    """

    def __init__(
        self,
        error_func: Callable[[str, int, int], None],
        attributes: Attributes | None = None,
        declared: Collection[str] = (),
    ) -> None:
        self._named = ""
        self._declared = declared
        super().__init__(error_func, dialect="c23")
        self.attributes = Attributes() if attributes is None else attributes
        self._places = AttributePlaces(self.attributes)
        self._ahead: deque[Token] = deque()
        self._previous: Token | None = None

    @property
    def _filename(self) -> str:
        """Current file of the lexer.  A mark spells the name with escapes, which pycparser's lexer does not decode."""
        return self._named

    @_filename.setter
    def _filename(self, name: str) -> None:
        self._named = unescaped(name)

    # The stream -------------------------------------------------------------------------------------------------------

    def token(self) -> Token | None:
        while True:
            token = self._next()
            if token is None:
                return None
            if token.value in REFUSED:
                raise SourceError(f"{token.value} is not supported", _position(token))
            if token.type == "ID" and self._previous is not None and _is_suffix(token, self._previous):
                raise SourceError(f"the number {self._previous.value}{token.value} is not supported", _position(token))
            if token.type in {"ID", "TYPEID"} or token.value in PLAIN or token.value in RENAMED:
                if self._rewritten(token):
                    continue
            elif token.type == "ATTRIBUTE_BEGIN":
                self._add_attributes(self._standard_attributes(token))
                continue
            elif token.type in {"PPPRAGMA", "_PRAGMA"}:
                self._pragma(token)
                if self._places.depth or not self._ahead or self._ahead[0].type != "PPPRAGMASTR":
                    continue
                return token
            elif token.type == "PPPRAGMASTR":
                return token
            elif token.type == "ELLIPSIS" and self._previous is not None and self._is_range():
                token.type = "LOR"
            self._watch(token)
            return token

    def _next(self) -> Token | None:
        return self._ahead.popleft() if self._ahead else super().token()

    def _peek(self) -> Token | None:
        if not self._ahead:
            token = super().token()
            if token is None:
                return None
            self._ahead.append(token)
        return self._ahead[0]

    def _push(self, place: Token, *parts: tuple[str, str]) -> None:
        """Insert tokens at the place of another one, to be read next."""
        made = [Token(kind, text, place.lineno, place.column, place.filename) for kind, text in parts]
        self._ahead.extendleft(reversed(made))

    def _is_range(self) -> bool:
        """Whether ``...`` is that of ``case 1 ... 3`` or ``[1 ... 3]``, rather than of a parameter list."""
        return self._previous is not None and self._previous.type not in {"COMMA", "LPAREN"}

    def _watch(self, token: Token) -> None:
        """Record a token that is handed to the parser."""
        self._places.watch(token)
        if self._places.depth > DEEPEST:
            raise SourceError(f"nested deeper than {DEEPEST} levels", _position(token))
        if token.type == "CONDOP" and (following := self._peek()) is not None and following.type == "COLON":
            self._push(token, ("ID", "__symheap_same"))
        if token.type == "GOTO" and (following := self._peek()) is not None and following.type == "TIMES":
            raise SourceError("computed goto is not supported", _position(token))
        if token.type == "LAND" and self._previous is not None and self._previous.type in _BEFORE_OPERAND:
            raise SourceError("the address of a label is not supported", _position(token))
        self._previous = token

    def in_function(self) -> bool:
        return self._places.in_function()

    def last(self, file: str) -> Position:
        """Return the place of the last token that was handed to the parser."""
        return Position(file, 1, 1) if self._previous is None else _position(self._previous)

    # Rewriting --------------------------------------------------------------------------------------------------------

    def _rewritten(self, token: Token) -> bool:
        """Replace or drop `token` and return True; else return False, possibly after changing its type."""
        word = token.value
        if word in _ATTRIBUTE:
            self._add_attributes(self._gnu_attributes(token))
        elif word in _DECLSPEC:
            self._add_attributes(_listed(token, self._balanced(token), self._places.body()))
        elif word == "__pragma":
            text = " ".join(part.value for part in self._balanced(token))
            self._places.pragma(text, _position(token))
        elif word in {"asm", "__asm__", "__asm"}:
            self._assembler(token)
        elif word == "__builtin_types_compatible_p":
            self._same_types(token)
        elif word in self._declared:
            return False
        elif word in DROPPED:
            pass
        elif ANNOTATIONS.fullmatch(word) and not self._may_be_called(token):
            following = self._peek()
            if following is not None and following.type == "LPAREN":
                self._balanced(token)
        else:
            return self._renamed(token)
        return True

    def _renamed(self, token: Token) -> bool:
        if token.value in PLAIN:
            token.type = "ID"
            return False
        names = RENAMED.get(token.value)
        if names is None:
            return False
        if len(names) == 1:
            token.type, token.value = names[0]
            return False
        first, *rest = names
        self._push(token, *rest)
        token.type, token.value = first
        return False

    def _balanced(self, token: Token) -> list[Token]:
        """Return the tokens of a parenthesis that follows `token`, without the outermost pair."""
        opening = self._next()
        if opening is None or opening.type != "LPAREN":
            raise SourceError(f"( was expected after {token.value}", _position(token))
        depth = 1
        inside: list[Token] = []
        while True:
            part = self._next()
            if part is None:
                raise SourceError(f"the parenthesis after {token.value} is not closed", _position(token))
            depth += {"LPAREN": 1, "RPAREN": -1}.get(part.type, 0)
            if depth == 0:
                return inside
            inside.append(part)

    def _may_be_called(self, token: Token) -> bool:
        """Whether a word begins a statement: there it is the name of a function, no annotation."""
        after = self._previous is not None and self._previous.type in _AFTER_STATEMENT
        return after and self._places.in_function() and not self._places.in_record()

    # Attributes and pragmas -------------------------------------------------------------------------------------------

    def _gnu_attributes(self, token: Token) -> list[Attribute]:
        """Return the attributes of ``__attribute__((a, b(1)))`` and of those that follow directly."""
        inside = self._balanced(token)
        if len(inside) < 2 or inside[0].type != "LPAREN" or inside[-1].type != "RPAREN":
            raise SourceError(f"(( and )) were expected after {token.value}", _position(token))
        attributes = _listed(token, inside[1:-1], self._places.body())
        while (following := self._peek()) is not None and following.value in _ATTRIBUTE:
            self._next()
            attributes += self._gnu_attributes(following)
        return attributes

    def _standard_attributes(self, token: Token) -> list[Attribute]:
        """Return the attributes between the brackets of ``[[gnu::packed]]``."""
        inside: list[Token] = []
        while (part := self._next()) is not None and part.type != "ATTRIBUTE_END":
            inside.append(part)
        return _listed(token, inside, self._places.body())

    def _add_attributes(self, found: list[Attribute]) -> None:
        for each in found:
            if each.name.startswith("section("):
                self.attributes.refuse(str(each), each.position, None)
        kept = [each for each in found if each.name and each.name not in HARMLESS]
        if kept:
            self._places.add(kept, self._peek())

    def _pragma(self, token: Token) -> None:
        """Read ``#pragma`` or ``_Pragma``.  The parser sees only ``#pragma pack`` outside of all brackets."""
        text = ""
        if token.type == "_PRAGMA":
            text = "".join(_unquoted(part.value) for part in self._balanced(token))
        elif (following := self._peek()) is not None and following.type == "PPPRAGMASTR":
            text = following.value
            if self._places.depth or not text.strip().startswith("pack"):
                self._next()
        self._places.pragma(text.strip(), _position(token))

    def _assembler(self, token: Token) -> None:
        """Turn an assembler statement into a call that is refused.

        A label behind a declaration becomes an attribute of its name instead.
        """
        following = self._peek()
        if token.value == "__asm" and following is not None and following.type != "LPAREN":
            raise SourceError("assembler is not supported", _position(token))
        is_qualified = False
        while following is not None and following.value.strip("_") in {"volatile", "goto", "inline"}:
            is_qualified = True
            self._next()
            following = self._peek()
        inside = self._balanced(token)
        template = list(itertools.takewhile(lambda part: part.type not in _COLONS, inside))
        after = self._previous is None or self._previous.type in _AFTER_STATEMENT
        declared = self._places.declared()
        if declared is not None and not is_qualified and (not after or not self._places.in_function()):
            self._label(token, declared, "".join(_unquoted(part.value) for part in template))
        elif all(part.value == '""' for part in template) and not any("=" in part.value for part in inside):
            return
        elif self._places.in_function():
            self._push(token, ("ID", "__symheap_asm"), ("LPAREN", "("), ("RPAREN", ")"))
        else:
            self._places.attributes.refuse("assembler", _position(token), None)

    def _label(self, token: Token, declared: Token, label: str) -> None:
        """Record the label of ``int f(void) __asm__("g")``.

        Labels in the headers of glibc name another version of the same function, and are ignored.
        """
        if label not in {declared.value, f"{declared.value}64"} and not _GLIBC.fullmatch(label):
            attribute = Attribute("asm", label, _position(token), self._places.body())
            self._places.add([attribute], self._peek())

    def _same_types(self, token: Token) -> None:
        """``__builtin_types_compatible_p(A, B)`` is ``_Generic((typeof(A) *)0, typeof(B) *: 1, default: 00)``."""
        inside = self._balanced(token)
        depth, comma = 0, -1
        for index, part in enumerate(inside):
            depth += {"LPAREN": 1, "RPAREN": -1, "LBRACE": 1, "RBRACE": -1}.get(part.type, 0)
            if part.type == "COMMA" and depth == 0:
                comma = index
        if comma < 0:
            raise SourceError(f"{token.value} needs two types", _position(token))
        first, second = inside[:comma], inside[comma + 1 :]
        end = [("TIMES", "*"), ("COLON", ":"), ("INT_CONST_DEC", "1"), ("COMMA", ","), ("DEFAULT", "default")]
        end += [("COLON", ":"), ("INT_CONST_OCT", NOT_THE_SAME), ("RPAREN", ")")]
        self._push(token, *end)
        self._ahead.extendleft(reversed(_typeof(token, second)))
        self._push(token, ("TIMES", "*"), ("RPAREN", ")"), ("INT_CONST_DEC", "0"), ("COMMA", ","))
        self._ahead.extendleft(reversed(_typeof(token, first)))
        self._push(token, ("_GENERIC", "_Generic"), ("LPAREN", "("), ("LPAREN", "("))


def _typeof(place: Token, inside: list[Token]) -> list[Token]:
    def at(kind: str, text: str) -> Token:
        return Token(kind, text, place.lineno, place.column, place.filename)

    return [at("TYPEOF", "typeof"), at("LPAREN", "("), *inside, at("RPAREN", ")")]


def _is_suffix(token: Token, previous: Token) -> bool:
    """Whether a word ends the number before it, as that of an imaginary or a decimal constant: ``1.0iF``, ``2dd``."""
    follows = (token.filename, token.lineno, token.column) == (
        previous.filename,
        previous.lineno,
        previous.column + len(previous.value),
    )
    return follows and ("_CONST_" in previous.type or previous.type in {"FLOAT_CONST", "HEX_FLOAT_CONST"})


def _listed(token: Token, inside: list[Token], body: Place | None) -> list[Attribute]:
    """Return the attributes of a list that is separated by commas or, in ``__declspec``, by spaces."""
    attributes: list[Attribute] = []
    index = 0
    while index < len(inside):
        part = inside[index]
        index += 1
        if part.type == "COMMA":
            continue
        if index < len(inside) and inside[index].type == "COLONCOLON":
            index += 1
            continue
        arguments: list[str] = []
        if index < len(inside) and inside[index].type == "ATTRIBUTE_ARGUMENTS":
            arguments = [_without_parentheses(inside[index].value)]
            index += 1
        elif index < len(inside) and inside[index].type == "LPAREN":
            end = _closing(inside, index)
            arguments = [each.value for each in inside[index + 1 : end]]
            index = end + 1
        name = str(part.value).strip("_") or str(part.value)
        name = RENAMED_ATTRIBUTES.get(name, name)
        if name == "section":
            name = name_of_section(" ".join(arguments))
        attributes.append(Attribute(name, " ".join(arguments), _position(token), body))
    return attributes


def _closing(tokens: list[Token], opening: int) -> int:
    depth = 0
    for index in range(opening, len(tokens)):
        depth += {"LPAREN": 1, "RPAREN": -1}.get(tokens[index].type, 0)
        if depth == 0:
            return index
    return len(tokens)


def _without_parentheses(text: str) -> str:
    stripped = text.strip()
    return stripped[1:-1] if stripped.startswith("(") and stripped.endswith(")") else stripped


def _unquoted(text: str) -> str:
    return text[text.index('"') + 1 : -1].replace('\\"', '"') if text.endswith('"') and '"' in text[:-1] else text


def _position(token: Token) -> Position:
    return Position(token.filename, token.lineno, token.column)
