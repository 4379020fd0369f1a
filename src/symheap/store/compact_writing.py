"""Turn compact paths into rows of a run file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, Final

from symheap.core.model import Model
from symheap.store.compact_path import Cells, CompactPath, Conjunct, Item, Named, Packed, Slots
from symheap.store.file import RunFile
from symheap.store.records import Document
from symheap.store.rows import dumped, storable
from symheap.store.terms import TermWriter

NONE: Final = 0
"""The end of a chain."""


_REMEMBERED: Final = 10_000


ITEM: Final = "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?)"


COLUMNS: Final = 'number, way, decisions, "end", confirmed, condition, model, result, style, ending, input, final'


Rows = list[tuple[str, list[tuple[Any, ...]]]]
"""SQL statements, each with the rows to write."""


class Chain:
    """Sequences that share their beginnings: each element has a number and the number of its predecessor.

    Elements are compared by identity first, so the part that a sequence shares with the previous one needs no lookup.
    """

    def __init__(self, numbers: dict[tuple[Any, ...], int], row: Callable[[Any], tuple[Any, ...]]) -> None:
        self._numbers = numbers
        self._row = row
        self._last: list[Any] = []
        self._at: list[int] = []
        self.new: list[tuple[Any, ...]] = []

    def number(self, items: Sequence[Any]) -> int:
        """Return the number of the last element; number those that are new."""
        shared = 0
        for mine, last in zip(items, self._last, strict=False):
            if mine is not last and mine != last:
                break
            shared += 1
        del self._at[shared:]
        before = self._at[-1] if self._at else NONE
        for item in items[shared:]:
            row = (before, *self._row(item))
            number = self._numbers.get(row)
            if number is None:
                number = self._numbers[row] = len(self._numbers) + 1
                self.new.append((number, *row))
            self._at.append(number)
            before = number
        self._last = [*items]
        return before


class RowWriter:
    """Turns paths into rows and remembers which rows the file already has."""

    def __init__(self, run: RunFile | None) -> None:
        def stored(columns: str, table: str) -> Iterable[tuple[Any, ...]]:
            return () if run is None else run.select(f"SELECT {columns} FROM {table}")

        terms = stored("number, operator, sort, operands, payload", "term")
        self._terms = TermWriter((number, row) for number, *columns in terms for row in [tuple(columns)])
        self._words = {text: number for number, text in stored("number, text", "word")}
        self._new_words: list[tuple[int, str]] = []
        links = {tuple(row): number for number, *row in stored("number, before, word", "link")}
        conjuncts = stored("number, before, term, fact", "conjunct")
        self._ways, self._decisions = Chain(links, self._words_of), Chain(links, self._words_of)
        self._names = Chain(links, self._name)
        self._objects: dict[int, tuple[Slots, int]] = {}
        self._conjuncts = Chain({tuple(row): number for number, *row in conjuncts}, self._conjunct)

    def rows(self, subject: int, path: CompactPath, items: Sequence[Item]) -> Rows:
        """Return the rows of a path that are not yet in the file."""
        packed = self.packed(path)
        row = (subject, *packed.path)
        insert = "INSERT INTO {} VALUES ({})".format
        rows: Rows = [
            (insert("term", "?, ?, ?, ?, ?"), [(number, *columns) for number, columns in packed.terms]),
            (insert("word", "?, ?"), packed.words),
            (insert("link", "?, ?, ?"), packed.links),
            (insert("conjunct", "?, ?, ?, ?"), packed.conjuncts),
            (f"INSERT INTO path (subject, {COLUMNS}) VALUES ({', '.join('?' * len(row))})", [row]),
            (
                ITEM,
                [(subject, kind, storable(key), dumped(document)) for kind, key, document in items],
            ),
        ]
        return [(statement, values) for statement, values in rows if values]

    def packed(self, path: CompactPath) -> Packed:
        """Return a path as plain data, with the rows that no earlier path had."""
        row = self._path(path)
        links = self._ways.new + self._decisions.new + self._names.new
        packed = Packed([*self._terms.new], [*self._new_words], links, [*self._conjuncts.new], row)
        for each in (self._ways, self._decisions, self._names, self._conjuncts, self._terms):
            each.new.clear()
        self._new_words.clear()
        return packed

    def _path(self, path: CompactPath) -> tuple[Any, ...]:
        return (
            path.number,
            self._ways.number(path.place.split(".") if path.place else ()),
            self._decisions.number(path.key),
            dumped(path.end),
            path.confirmed,
            self._conjuncts.number(path.condition),
            None if path.model is None else dumped(self._model(path.model)),
            None if path.result is None else dumped(self._terms.operand(path.result)),
            path.style,
            None if path.ending is None else storable(path.ending),
            None if path.inputs is None else dumped(path.inputs),
            self._final(path.final),
        )

    def _final(self, final: Cells | Document | None) -> str | None:
        """Return a heap as JSON lists in which names and operands alternate."""
        if not isinstance(final, Cells):
            return None if final is None else dumped(final)
        number, operand = self._terms.number, self._terms.operand
        roots = [[name, operand(value)] for name, value in final.roots]
        objects = [*map(self._object, final.objects)]
        known = None if final.known is None else [number(each) for pair in final.known for each in pair]
        texts = [
            [number(ref), *([each] if isinstance(each, str) else [operand(each[0]), each[1]] for each in parts)]
            for ref, parts in final.texts
        ]
        elements = [
            [number(each.owner), each.age, each.kind, f"{each.mask:x}", *map(operand, chain.from_iterable(each.items))]
            for each in final.elements
        ]
        return dumped([roots, objects, known, texts, self._names.number(final.named), elements])

    def _object(self, slots: Slots) -> int:
        """Return the number of the word that holds the fields of an object.  Paths share most of their objects."""
        entry = self._objects.get(id(slots))
        if entry is None:
            if len(self._objects) >= _REMEMBERED:
                self._objects.clear()
            ref, fields = slots
            row: list[int | str | bool] = [self._terms.number(ref)]
            for name, value in fields:
                row += (self._word(name), self._terms.operand(value))
            entry = self._objects[id(slots)] = slots, self._word(dumped(row))
        return entry[1]

    def _conjunct(self, conjunct: Conjunct) -> tuple[int, int]:
        return self._terms.number(conjunct.term), int(conjunct.is_fact)

    def _name(self, named: Named) -> tuple[int]:
        owner, age, field, value, mask = named
        word = dumped([self._terms.number(owner), age, field, self._terms.operand(value), f"{mask:x}"])
        return (self._word(word),)

    def _words_of(self, word: str) -> tuple[int]:
        return (self._word(word),)

    def _word(self, word: str) -> int:
        number = self._words.get(word)
        if number is None:
            number = self._words[word] = len(self._words) + 1
            self._new_words.append((number, storable(word)))
        return number

    def _model(self, model: Model) -> list[list[Any]]:
        """Return the values of symbols, the classes of objects and the ranks, each as a flat list."""
        values: Iterable[Any] = chain.from_iterable(
            (self._terms.number(symbol), value) for symbol, value in model.values.items()
        )
        ranks: Iterable[Any] = chain.from_iterable((field, at, rank) for (field, at), rank in model.ranks.items())
        return [[*values], [*chain.from_iterable(model.classes.items())], [*ranks]]
