"""Paths in compact form: decisions, end, model and condition; texts are derived from these when they are asked for.

Paths share most of what they are: a term is written once a run, and of a condition or a sequence of decisions only the
part that no path before had.  So a path costs as many rows as it has steps of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple

from symheap.core.functions import Function
from symheap.core.model import Model
from symheap.core.terms import Term, Value
from symheap.store.file import RunFile
from symheap.store.reading import undamaged
from symheap.store.records import Document, Json
from symheap.store.rows import dumped, storable
from symheap.store.terms import TermReader, TermWriter

_NONE: Final = 0
"""The end of a chain."""


class Conjunct(NamedTuple):
    """Part of a path condition: decided on the path, or a fact that declarations say of inputs in any case."""

    term: Term
    is_fact: bool = False


@dataclass(frozen=True, slots=True)
class CompactPath:
    """A path: its place in the tree of computations, its decisions, its end, its condition and a model of that.

    `result` is the value that is returned, None if none is; `style` is "bad" for a crash.
    """

    number: int
    place: str
    key: tuple[str, ...]
    end: Document
    confirmed: bool
    condition: tuple[Conjunct, ...]
    model: Model | None = None
    result: Value | None = None
    style: str = ""


class CompactPaths:
    """The compact paths of a run file that this process writes or reads."""

    def __init__(self, run: RunFile, functions: Mapping[str, Function] | None = None) -> None:
        self._run = run
        self._functions = functions
        self._writer: _Writer | None = None
        self._reader = _Reader(functions)

    def add(self, subject: int, path: CompactPath, progress: Mapping[str, Json] | None = None) -> None:
        """Add a path, and how far its subject has come with it: both, or neither."""
        writer = self._writer or _Writer(self._run)
        self._writer = None  # what a failed transaction has numbered is not in the file
        row = (subject, *writer.row(path))
        self._run.write(lambda connection: writer.write(connection, row, progress))
        self._writer = writer

    def read(self, subject: int, since: int = 0) -> Iterator[CompactPath]:
        """The paths from number `since` on that are kept in compact form, in the order of finding."""
        statement = (
            'SELECT number, way, decisions, "end", confirmed, condition, model, result, style FROM path'
            " WHERE subject = ? AND number >= ? AND decisions IS NOT NULL ORDER BY number"
        )
        with undamaged(self._run.path):
            for row in self._run.select(statement, (subject, since)):
                self._reader.load(self._run)
                yield self._reader.path(row)


class _Chain:
    """Sequences that share their beginnings: each element has a number and the number of the one before."""

    def __init__(self, rows: Iterable[tuple[Any, ...]]) -> None:
        self._numbers = {tuple(row): number for number, *row in rows}
        self._last: list[tuple[Any, int]] = []
        self.new: list[tuple[Any, ...]] = []

    def number(self, items: Sequence[tuple[Any, ...]]) -> int:
        """The number of the last element.  The beginning that the sequence before had is not looked up."""
        shared = 0
        for (known, _), item in zip(self._last, items, strict=False):
            if known != item:
                break
            shared += 1
        del self._last[shared:]
        before = self._last[-1][1] if self._last else _NONE
        for item in items[shared:]:
            row = (before, *item)
            number = self._numbers.get(row)
            if number is None:
                number = self._numbers[row] = len(self._numbers) + 1
                self.new.append((number, *row))
            self._last.append((item, number))
            before = number
        return before


class _Writer:
    """Remembers which rows the file has."""

    def __init__(self, run: RunFile) -> None:
        terms = run.select("SELECT number, operator, sort, operands, payload FROM term")
        self._terms = TermWriter((number, row) for number, *columns in terms for row in [tuple(columns)])
        self._words = {text: number for number, text in run.select("SELECT number, text FROM word")}
        self._new_words: list[tuple[int, str]] = []
        links = [*run.select("SELECT number, before, word FROM link")]
        self._ways, self._decisions = _Chain(links), _Chain(())
        self._decisions._numbers = self._ways._numbers
        self._conjuncts = _Chain(run.select("SELECT number, before, term, fact FROM conjunct"))

    def row(self, path: CompactPath) -> tuple[Any, ...]:
        number = self._terms.number
        condition = [(number(each.term), int(each.is_fact)) for each in path.condition]
        return (
            path.number,
            self._ways.number(self._numbered(path.place.split(".") if path.place else ())),
            self._decisions.number(self._numbered(path.key)),
            dumped(path.end),
            path.confirmed,
            self._conjuncts.number(condition),
            None if path.model is None else dumped(self._model(path.model)),
            None if path.result is None else dumped(self._terms.operand(path.result)),
            path.style,
        )

    def _numbered(self, words: Iterable[str]) -> list[tuple[int]]:
        found: list[tuple[int]] = []
        for word in words:
            number = self._words.get(word)
            if number is None:
                number = self._words[word] = len(self._words) + 1
                self._new_words.append((number, storable(word)))
            found.append((number,))
        return found

    def _model(self, model: Model) -> list[list[Any]]:
        """Values of symbols, classes of objects, ranks: each flat."""
        values: Iterable[Any] = chain.from_iterable(
            (self._terms.number(symbol), value) for symbol, value in model.values.items()
        )
        ranks: Iterable[Any] = chain.from_iterable((field, at, rank) for (field, at), rank in model.ranks.items())
        return [[*values], [*chain.from_iterable(model.classes.items())], [*ranks]]

    def write(self, connection: Any, row: tuple[Any, ...], progress: Mapping[str, Json] | None) -> None:
        terms = [(number, *columns) for number, columns in self._terms.new]
        connection.executemany("INSERT INTO term VALUES (?, ?, ?, ?, ?)", terms)
        connection.executemany("INSERT INTO word VALUES (?, ?)", self._new_words)
        connection.executemany("INSERT INTO link VALUES (?, ?, ?)", self._ways.new + self._decisions.new)
        connection.executemany("INSERT INTO conjunct VALUES (?, ?, ?, ?)", self._conjuncts.new)
        columns = 'subject, number, way, decisions, "end", confirmed, condition, model, result, style'
        connection.execute(f"INSERT INTO path ({columns}) VALUES ({', '.join('?' * len(row))})", row)
        if progress is not None:
            connection.execute("UPDATE subject SET progress = ? WHERE number = ?", (dumped(progress), row[0]))
        for new in (self._terms.new, self._new_words, self._ways.new, self._decisions.new, self._conjuncts.new):
            new.clear()


class _Reader:
    """Remembers what it has read: a file only grows."""

    def __init__(self, functions: Mapping[str, Function] | None) -> None:
        self._terms = TermReader(functions)
        self._words: dict[int, str] = {}
        self._links: dict[int, tuple[int, int]] = {}
        self._conjuncts: dict[int, tuple[int, int, int]] = {}

    def load(self, run: RunFile) -> None:
        """Read rows that are new."""

        def since(columns: str, table: str, last: int) -> Iterator[tuple[Any, ...]]:
            return run.select(f"SELECT number, {columns} FROM {table} WHERE number > ? ORDER BY number", (last,))

        found = since("operator, sort, operands, payload", "term", self._terms.last)
        self._terms.load((number, row) for number, *columns in found for row in [tuple(columns)])
        self._words.update((number, text) for number, text in since("text", "word", len(self._words)))
        self._links.update((number, (a, b)) for number, a, b in since("before, word", "link", len(self._links)))
        new = since("before, term, fact", "conjunct", len(self._conjuncts))
        self._conjuncts.update((number, (a, b, c)) for number, a, b, c in new)

    def path(self, row: tuple[Any, ...]) -> CompactPath:
        number, way, decisions, end, confirmed, condition, model, result, style = row
        conjuncts = _unchained(self._conjuncts, condition)
        return CompactPath(
            number,
            ".".join(self._words[word] for (word,) in _unchained(self._links, way)),
            tuple(self._words[word] for (word,) in _unchained(self._links, decisions)),
            json.loads(end),
            bool(confirmed),
            tuple(Conjunct(self._terms.term(term), bool(fact)) for term, fact in conjuncts),
            None if model is None else self._model(*json.loads(model)),
            None if result is None else self._terms.value(json.loads(result)),
            style,
        )

    def _model(self, values: list[Any], classes: list[int], ranks: list[Any]) -> Model:
        return Model(
            {self._terms.term(symbol): value for symbol, value in _grouped(values, 2)},
            dict(_grouped(classes, 2)),
            {(field, at): rank for field, at, rank in _grouped(ranks, 3)},
        )


def _unchained(rows: Mapping[int, tuple[int, ...]], number: int) -> list[tuple[int, ...]]:
    """The elements of a chain, the first one first.  Raises ValueError for one that does not end."""
    found: list[tuple[int, ...]] = []
    while number != _NONE:
        before, *item = rows[number]
        if before >= number:
            raise ValueError("a chain goes round")
        found.append(tuple(item))
        number = before
    found.reverse()
    return found


def _grouped(flat: list[Any], size: int) -> Iterator[tuple[Any, ...]]:
    return zip(*[iter(flat)] * size, strict=True)
