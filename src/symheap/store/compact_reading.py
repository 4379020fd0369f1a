"""Turn rows of a run file into compact paths."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from symheap.core.model import Model
from symheap.core.theories.functions import Function
from symheap.store.compact_path import Cells, CompactPath, Conjunct, Elements, Named, Packed, Slots
from symheap.store.compact_writing import NONE
from symheap.store.file import RunFile
from symheap.store.records import Document
from symheap.store.rows import loaded
from symheap.store.terms import TermReader


class RowReader:
    """Turns rows into paths.  Keeps all rows that it has read, since a file only grows."""

    def __init__(self, functions: Mapping[str, Function] | None) -> None:
        self._terms = TermReader(functions)
        self._words: dict[int, str] = {}
        self._links: dict[int, tuple[int, int]] = {}
        self._conjuncts: dict[int, tuple[int, int, int]] = {}

    def load(self, run: RunFile) -> None:
        """Read the rows added since the last call."""

        def since(columns: str, table: str, last: int) -> Iterator[tuple[Any, ...]]:
            return run.select(f"SELECT number, {columns} FROM {table} WHERE number > ? ORDER BY number", (last,))

        terms = since("operator, sort, operands, payload", "term", self._terms.last)
        self._terms.load((number, row) for number, *columns in terms for row in [tuple(columns)])
        self._words.update((number, text) for number, text in since("text", "word", len(self._words)))
        self._links.update((number, (a, b)) for number, a, b in since("before, word", "link", len(self._links)))
        new = since("before, term, fact", "conjunct", len(self._conjuncts))
        self._conjuncts.update((number, (a, b, c)) for number, a, b, c in new)

    def feed(self, packed: Packed) -> None:
        """Read the rows that came with a path."""
        self._terms.load(packed.terms)
        self._words.update(packed.words)
        self._links.update((number, (a, b)) for number, a, b in packed.links)
        self._conjuncts.update((number, (a, b, c)) for number, a, b, c in packed.conjuncts)

    def path(self, row: tuple[Any, ...]) -> CompactPath:
        number, way, decisions, end, confirmed, condition, model, result, style, ending, inputs, final, test = row
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
            ending,
            loaded(inputs),
            self._final(loaded(final)),
            loaded(test),
        )

    def _final(self, form: Any) -> Cells | Document | None:
        if form is None or isinstance(form, dict):
            return form
        term, value = self._terms.term, self._terms.value
        roots, objects, known, texts, named, elements = form
        return Cells(
            tuple((name, value(operand)) for name, operand in roots),
            tuple(map(self._object, objects)),
            None if known is None else tuple((term(ref), term(what)) for ref, what in _grouped(known, 2)),
            tuple(
                (term(ref), tuple(each[0] if len(each) == 1 else (value(each[0]), each[1]) for each in parts))
                for ref, *parts in texts
            ),
            tuple(self._named(self._words[word]) for (word,) in _unchained(self._links, named)),
            tuple(
                Elements(term(owner), age, kind, int(mask, 16), tuple(_grouped([value(each) for each in items], 2)))
                for owner, age, kind, mask, *items in elements
            ),
        )

    def _object(self, word: int) -> Slots:
        ref, *slots = json.loads(self._words[word])
        fields = ((self._words[name], self._terms.value(operand)) for name, operand in _grouped(slots, 2))
        return self._terms.term(ref), tuple(fields)

    def _named(self, word: str) -> Named:
        owner, age, field, operand, mask = json.loads(word)
        return Named(self._terms.term(owner), age, field, self._terms.value(operand), int(mask, 16))

    def _model(self, values: list[Any], classes: list[int], ranks: list[Any]) -> Model:
        return Model(
            {self._terms.term(symbol): value for symbol, value in _grouped(values, 2)},
            dict(_grouped(classes, 2)),
            {(field, at): rank for field, at, rank in _grouped(ranks, 3)},
        )


def _unchained(rows: Mapping[int, tuple[int, ...]], number: int) -> list[tuple[int, ...]]:
    """Return the elements of a chain, first to last.  Raises ValueError for a chain with a cycle."""
    elements: list[tuple[int, ...]] = []
    while number != NONE:
        before, *item = rows[number]
        if before >= number:
            raise ValueError("a chain goes round")
        elements.append(tuple(item))
        number = before
    elements.reverse()
    return elements


def _grouped(flat: list[Any], size: int) -> Iterator[tuple[Any, ...]]:
    return zip(*[iter(flat)] * size, strict=True)
