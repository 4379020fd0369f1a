"""Paths in compact form: decisions, end, model and condition.  Texts are derived from these on demand.

Paths share most of their contents.  A term is stored once per run; of a condition or a sequence of decisions, only the
part that no earlier path had is stored.  So a path costs as many rows as it has steps of its own.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from symheap.core.terms import Op
from symheap.core.theories.functions import Function
from symheap.store.compact_path import CompactPath, Item, Packed
from symheap.store.compact_reading import RowReader
from symheap.store.compact_writing import COLUMNS, ITEM, Rows, RowWriter
from symheap.store.file import RunFile
from symheap.store.reading import undamaged
from symheap.store.records import Json, StoreError
from symheap.store.rows import dumped, storable


class Packing:
    """Turns a sequence of paths into plain data, which `Unpacking` turns back in the same order.

    So paths go from the process that finds them to the one that writes the run file.
    """

    def __init__(self) -> None:
        self._writer = RowWriter(None)

    def pack(self, path: CompactPath) -> Packed:
        return self._writer.packed(path)


class Unpacking:
    """The inverse of `Packing`."""

    def __init__(self) -> None:
        self._reader = RowReader(None)

    def unpack(self, packed: Packed) -> CompactPath:
        """Return a path.  Raises ValueError for malformed data."""
        self._reader.feed(packed)
        return self._reader.path((*packed.path, None))


class CompactPaths:
    """Reads and writes the compact paths of one run file."""

    def __init__(self, run: RunFile, functions: Mapping[str, Function] | None = None) -> None:
        self._run = run
        self._functions = functions
        self._writer: RowWriter | None = None
        self._reader = RowReader(functions)

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
        writer = self._writer = self._writer or RowWriter(self._run)
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
        rows = [(ITEM, [(subject, kind, storable(key), dumped(document)) for kind, key, document in items])]
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
            f"SELECT {COLUMNS}, test FROM path"
            " WHERE subject = ? AND number >= ? AND decisions IS NOT NULL ORDER BY number"
        )
        with undamaged(self._run.path):
            for row in self._run.select(statement, (subject, since)):
                self._reader.load(self._run)
                yield self._reader.path(row)


def _write(connection: Any, rows: Rows) -> None:
    for statement, values in rows:
        connection.executemany(statement, values)
