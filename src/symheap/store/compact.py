"""Paths in compact form: decisions, end, model and condition.  Texts are derived from these on demand.

Paths share most of their contents.  A term is stored once per run; of a condition or a sequence of decisions, only the
part that no earlier path had is stored.  So a path costs as many rows as it has steps of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final, NamedTuple

from symheap.core.model import Model
from symheap.core.terms import Op, Term, Value
from symheap.core.theories.functions import Function
from symheap.store.file import RunFile
from symheap.store.reading import undamaged
from symheap.store.records import Document, Json, StoreError
from symheap.store.rows import dumped, loaded, storable
from symheap.store.terms import Row as TermRow
from symheap.store.terms import TermReader, TermWriter

_NONE: Final = 0
"""The end of a chain."""
_REMEMBERED: Final = 10_000
_ITEM: Final = "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?)"
_COLUMNS: Final = 'number, way, decisions, "end", confirmed, condition, model, result, style, ending, input, final'


class Conjunct(NamedTuple):
    """One conjunct of a path condition: a decision of the path, or a fact that declarations imply for all inputs."""

    term: Term
    is_fact: bool = False


Slots = tuple[Term, tuple[tuple[str, Value], ...]]
"""An object and the values of its fields by name."""


class Named(NamedTuple):
    """Named slot of the initial heap: `owner.field` is `value`.

    `age` orders the owners.  `mask` is the set of classes that an owner may have; two owners may be one object if their
    masks overlap.
    """

    owner: Term
    age: int
    field: str
    value: Value
    mask: int


class Elements(NamedTuple):
    """The named elements of an input array, by index."""

    owner: Term
    age: int
    kind: str
    mask: int
    items: tuple[tuple[Value, Value], ...]


@dataclass(frozen=True, slots=True)
class Cells:
    """Symbolic heap: the values of its roots, its objects, and the object chosen for each reference.

    `texts` are strings that are not written out, each with its parts: a text, or a value and how to show it.  `named`
    and `elements` are the names of the initial heap, in models where equal slots imply equal names without a stored
    conjunct.
    """

    roots: tuple[tuple[str, Value], ...]
    objects: tuple[Slots, ...]
    known: tuple[tuple[Term, Term], ...] | None = None
    texts: tuple[tuple[Term, tuple[str | tuple[Value, str], ...]], ...] = ()
    named: Sequence[Named] = ()
    elements: tuple[Elements, ...] = ()


@dataclass(frozen=True, slots=True)
class CompactPath:
    """One path: its place in the computation tree, its decisions, its end, its condition and a model of the condition.

    `result` is the returned value, or None.  `style` is "bad" for a crash.  `ending` describes the end of a path that
    does not return.  `inputs` is an initial heap that takes the path.  `final` is the heap at its end, or a picture of
    that heap.  `test` is the test generated from the path.
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
    ending: str | None = None
    inputs: Json = None
    final: Cells | Document | None = None
    test: Document | None = None


Item = tuple[str, str, Mapping[str, Json]]
"""A fact about the subject of a path: kind, key and content."""


class Packed(NamedTuple):
    """A path as plain data: its row, and the rows that it refers to and that no earlier path of its sequence had."""

    terms: list[tuple[int, TermRow]]
    words: list[tuple[int, str]]
    links: list[tuple[int, ...]]
    conjuncts: list[tuple[int, ...]]
    path: tuple[Any, ...]


class Packing:
    """Turns a sequence of paths into plain data, which `Unpacking` turns back in the same order.

    So paths go from the process that finds them to the one that writes the run file.
    """

    def __init__(self) -> None:
        self._writer = _Writer(None)

    def pack(self, path: CompactPath) -> Packed:
        return self._writer.packed(path)


class Unpacking:
    """The inverse of `Packing`."""

    def __init__(self) -> None:
        self._reader = _Reader(None)

    def unpack(self, packed: Packed) -> CompactPath:
        """Return a path.  Raises ValueError for malformed data."""
        self._reader.feed(packed)
        return self._reader.path((*packed.path, None))


class CompactPaths:
    """Reads and writes the compact paths of one run file."""

    def __init__(self, run: RunFile, functions: Mapping[str, Function] | None = None) -> None:
        self._run = run
        self._functions = functions
        self._writer: _Writer | None = None
        self._reader = _Reader(functions)

    def add(
        self,
        subject: int,
        path: CompactPath,
        progress: Mapping[str, Json] | None = None,
        items: Sequence[Item] = (),
    ) -> None:
        """Add a path, the progress of its subject and facts about the subject, in one transaction."""
        self.defer(subject, path, items)
        self.flush(subject, progress)

    def defer(self, subject: int, path: CompactPath, items: Sequence[Item] = ()) -> None:
        """Queue a path for the next transaction."""
        writer = self._writer = self._writer or _Writer(self._run)
        rows = writer.rows(subject, path, items)
        self._run.defer(lambda connection: _write(connection, rows))

    def flush(self, subject: int, progress: Mapping[str, Json] | None = None) -> None:
        """Write all queued paths, and the progress of their subject, to the file."""

        def write(connection: Any) -> None:
            if progress is not None:
                row = (dumped(progress), subject)
                connection.execute("UPDATE subject SET progress = ? WHERE number = ?", row)

        try:
            self._run.write(write)
        except StoreError:
            self._run.give_up_deferred()
            self._writer = None  # the numbers that it has given are not in the file
            raise

    def tell(self, subject: int, items: Sequence[Item]) -> None:
        """Add facts about a subject."""
        rows = [(_ITEM, [(subject, kind, storable(key), dumped(document)) for kind, key, document in items])]
        if items:
            self._run.write(lambda connection: _write(connection, rows))

    def objects(self) -> set[int]:
        """Return the numbers of the objects that exist before the call and occur in some term."""
        rows = self._run.select("SELECT payload FROM term WHERE operator = ?", (Op.LOC.value,))
        locations = (json.loads(payload) for (payload,) in rows)
        return {number for number, _, is_initial in locations if is_initial}

    def read(self, subject: int, since: int = 0) -> Iterator[CompactPath]:
        """Yield the paths stored in compact form, from number `since` on, in the order in which they were found."""
        statement = (
            f"SELECT {_COLUMNS}, test FROM path"
            " WHERE subject = ? AND number >= ? AND decisions IS NOT NULL ORDER BY number"
        )
        with undamaged(self._run.path):
            for row in self._run.select(statement, (subject, since)):
                self._reader.load(self._run)
                yield self._reader.path(row)


Rows = list[tuple[str, list[tuple[Any, ...]]]]
"""SQL statements, each with the rows to write."""


def _write(connection: Any, rows: Rows) -> None:
    for statement, values in rows:
        connection.executemany(statement, values)


class _Chain:
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
        before = self._at[-1] if self._at else _NONE
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


class _Writer:
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
        self._ways, self._decisions = _Chain(links, self._words_of), _Chain(links, self._words_of)
        self._names = _Chain(links, self._name)
        self._objects: dict[int, tuple[Slots, int]] = {}
        self._conjuncts = _Chain({tuple(row): number for number, *row in conjuncts}, self._conjunct)

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
            (f"INSERT INTO path (subject, {_COLUMNS}) VALUES ({', '.join('?' * len(row))})", [row]),
            (
                _ITEM,
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


class _Reader:
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
    while number != _NONE:
        before, *item = rows[number]
        if before >= number:
            raise ValueError("a chain goes round")
        elements.append(tuple(item))
        number = before
    elements.reverse()
    return elements


def _grouped(flat: list[Any], size: int) -> Iterator[tuple[Any, ...]]:
    return zip(*[iter(flat)] * size, strict=True)
