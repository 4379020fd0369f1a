"""The lexer: what GNU C and Microsoft C add to C is rewritten here, token by token, before the parser sees it.

Attributes, calling conventions and annotations are taken out (what matters of them goes to `Attributes`); other words
become the C they stand for.  Every token keeps its place in the source.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable
from typing import Final

from pycparser.c_lexer import CLexer, Token

from symheap.core.source import Position, SourceError
from symheap.lang.c.attributes import Attributes
from symheap.lang.c.marks import unescaped
from symheap.lang.c.words import ANNOTATIONS, DROPPED, PLAIN, RENAMED, WITH_ARGUMENTS

DEEPEST: Final = 1500
"""Parentheses, brackets and braces may nest this deep."""

_OPEN: Final = {"LPAREN": "RPAREN", "LBRACE": "RBRACE", "LBRACKET": "RBRACKET"}
_CLOSE: Final = frozenset(_OPEN.values())
_AFTER_STATEMENT: Final = frozenset({"SEMI", "LBRACE", "RBRACE", "COLON", "RPAREN", "ELSE", "DO"})
_COLONS: Final = frozenset({"COLON", "COLONCOLON"})


class GnuLexer(CLexer):
    """Tokens of C; `attributes` collects what the parser is not shown."""

    def __init__(self, error_func: Callable[[str, int, int], None], attributes: Attributes | None = None) -> None:
        self._named = ""
        super().__init__(error_func, dialect="c23")
        self.attributes = Attributes() if attributes is None else attributes
        self._ahead: deque[Token] = deque()
        self._previous: Token | None = None
        self._before: Token | None = None
        self._open: list[tuple[str, Token | None]] = []
        self._closed_record: Token | None = None
        self._waiting: list[str] = []

    @property
    def _filename(self) -> str:
        """Where the lexer is.  A mark has the name with escapes, which the lexer of C leaves as they are."""
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
            if token.type in {"ID", "TYPEID"} or token.value in PLAIN or token.value in RENAMED:
                if self._rewritten(token):
                    continue
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
        """Tokens at the place of another, to be read next."""
        made = [Token(kind, text, place.lineno, place.column, place.filename) for kind, text in parts]
        self._ahead.extendleft(reversed(made))

    def _is_range(self) -> bool:
        """``case 1 ... 3`` and ``[1 ... 3]``, rather than the ellipsis of a parameter list."""
        return self._previous is not None and self._previous.type not in {"COMMA", "LPAREN"}

    def _watch(self, token: Token) -> None:
        """What is remembered of the tokens that are given out."""
        if token.type in _OPEN:
            self._open.append((token.type, self._record_name(token) if token.type == "LBRACE" else None))
            if len(self._open) > DEEPEST:
                where = Position(token.filename, token.lineno, token.column)
                raise SourceError(f"nested deeper than {DEEPEST} levels", where)
        closed: Token | None = None
        if token.type in _CLOSE and self._open:
            closed = self._open.pop()[1]
        self._closed_record = closed if token.type == "RBRACE" else None
        if token.type == "CONDOP" and (following := self._peek()) is not None and following.type == "COLON":
            self._push(token, ("ID", "__symheap_same"))
        if token.type == "GOTO" and (following := self._peek()) is not None and following.type == "TIMES":
            raise SourceError("computed goto is not supported", _position(token))
        if self._waiting and (token.type == "ID" or (token.type == "LBRACE" and self._record_name(token) is token)):
            for text in self._waiting:
                self.attributes.note(_place(token), text)
            self._waiting.clear()
        self._before, self._previous = self._previous, token

    def _record_name(self, brace: Token) -> Token | None:
        """The token whose place is that of the struct or union that `brace` opens."""
        if self._previous is not None and self._previous.type in {"STRUCT", "UNION"}:
            return brace
        if self._before is not None and self._before.type in {"STRUCT", "UNION"}:
            return self._previous
        return None

    def last(self, file: str) -> Position:
        """The place of the last token that was given out."""
        return Position(file, 1, 1) if self._previous is None else _position(self._previous)

    # Rewriting --------------------------------------------------------------------------------------------------------

    def _rewritten(self, token: Token) -> bool:
        """Whether `token` is gone, with others in its place or none; if not, it may have got another type."""
        word = token.value
        if word in {"__attribute__", "__attribute"}:
            self._attribute(token)
        elif word in {"asm", "__asm__", "__asm"}:
            self._assembler(token)
        elif word == "__builtin_types_compatible_p":
            self._same_types(token)
        elif word in WITH_ARGUMENTS:
            self._balanced(token)
        elif word in DROPPED:
            pass
        elif ANNOTATIONS.fullmatch(word):
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
        """The tokens of a parenthesis that follows `token`, without the outermost pair."""
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

    def _attribute(self, token: Token) -> None:
        """``packed`` and ``aligned`` belong to the record just closed, to the name before, or to the name to come."""
        text = " ".join(part.value for part in self._balanced(token))
        if "packed" not in text and "aligned" not in text:
            return
        previous = self._previous
        if self._closed_record is not None:
            self.attributes.note(_place(self._closed_record), text)
        elif previous is not None and previous.type == "ID":
            self.attributes.note(_place(previous), text)
        else:
            self._waiting.append(text)

    def _assembler(self, token: Token) -> None:
        """A statement becomes a call that is refused; an empty one, and the label behind a declaration, is dropped."""
        following = self._peek()
        if token.value == "__asm" and following is not None and following.type != "LPAREN":
            raise SourceError("assembler is not supported", _position(token))
        is_qualified = False
        while following is not None and following.value.strip("_") in {"volatile", "goto", "inline"}:
            is_qualified = True
            self._next()
            following = self._peek()
        template = list(itertools.takewhile(lambda part: part.type not in _COLONS, self._balanced(token)))
        if all(part.value == '""' for part in template):
            return
        in_function = any(kind == "LBRACE" for kind, _ in self._open)
        after = self._previous is None or self._previous.type in _AFTER_STATEMENT
        if is_qualified or (in_function and after):
            self._push(token, ("ID", "__symheap_asm"), ("LPAREN", "("), ("RPAREN", ")"))

    def _same_types(self, token: Token) -> None:
        """``__builtin_types_compatible_p(A, B)`` is ``_Generic((typeof(A) *)0, typeof(B) *: 1, default: 0)``."""
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
        end += [("COLON", ":"), ("INT_CONST_DEC", "0"), ("RPAREN", ")")]
        self._push(token, *end)
        self._ahead.extendleft(reversed(_typeof(token, second)))
        self._push(token, ("TIMES", "*"), ("RPAREN", ")"), ("INT_CONST_DEC", "0"), ("COMMA", ","))
        self._ahead.extendleft(reversed(_typeof(token, first)))
        self._push(token, ("_GENERIC", "_Generic"), ("LPAREN", "("), ("LPAREN", "("))


def _typeof(place: Token, inside: list[Token]) -> list[Token]:
    def at(kind: str, text: str) -> Token:
        return Token(kind, text, place.lineno, place.column, place.filename)

    return [at("TYPEOF", "typeof"), at("LPAREN", "("), *inside, at("RPAREN", ")")]


def _place(token: Token) -> tuple[str, int, int]:
    return (token.filename, token.lineno, token.column)


def _position(token: Token) -> Position:
    return Position(token.filename, token.lineno, token.column)
