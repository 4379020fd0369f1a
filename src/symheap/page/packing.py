"""The paths of a page in packed form: shared parts are stored once.

All values are rows of one table, and a value is the number of its row.  A row is

| row | value |
|---|---|
| a text, a number, true, false, null | itself |
| ``[0]`` | the empty list |
| ``[0, list, value]`` | a list, and one value more |
| ``[1, keys, value, …]`` | an object: its keys are a list |
| ``[2, list, …]`` | a text of several lines: blocks, each a list of lines |

Lists share their beginnings, since the paths of one tree do: conditions, decisions, and the lines of their texts.
`unpack.js` reads the table; a path is unpacked when it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from symheap.store.records import Document

_LIST: Final = 0
_OBJECT: Final = 1
_TEXT: Final = 2
_HEAD: Final = re.compile(r"^ {0,2}[^\s(]")
"""A line that begins a block: further lines of it stand further to the right, or are expressions."""


def packed(model: Mapping[str, Any]) -> Document:
    """Return the model with its paths replaced by row numbers of a table, which is added."""
    table = _Table()
    subjects = [_subject(each, table) for each in model["subjects"]]
    return {**model, "subjects": subjects, "packed": table.rows} if table.rows else {**model}


def _subject(subject: Mapping[str, Any], table: _Table) -> Document:
    if subject["kind"] != "exploration":
        return {**subject}
    return {**subject, "paths": [table.value(path) for path in subject["paths"]]}


class _Table:
    """The table: equal rows are stored once."""

    def __init__(self) -> None:
        self.rows: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def value(self, value: Any) -> int:
        if isinstance(value, str) and "\n" in value:
            return self._row((_TEXT, *map(self._list, _blocks(value))))
        if isinstance(value, Mapping):
            return self._row((_OBJECT, self._list([*value]), *map(self.value, value.values())))
        return self._list(value) if isinstance(value, list | tuple) else self._row(value)

    def _list(self, values: Sequence[Any]) -> int:
        at = self._row((_LIST,))
        for value in values:
            at = self._row((_LIST, at, self.value(value)))
        return at

    def _row(self, row: Any) -> int:
        """Return the number of a row, and add the row if it is new.  1 and True are different rows."""
        key = row if isinstance(row, str | tuple) else (type(row), row)
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.rows)
            self.rows.append(row)
        return number


def _blocks(text: str) -> Iterator[list[str]]:
    block: list[str] = []
    for line in text.split("\n"):
        if block and _HEAD.match(line):
            yield block
            block = []
        block.append(line)
    yield block
