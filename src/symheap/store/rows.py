"""Convert records to table rows and back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any, Final

from symheap.store.records import Document, KeptPath, RunStatus, TextPath


def storable(text: str) -> str:
    """Escape halves of surrogate pairs, which names may contain and files may not."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


dumped: Final[Callable[[object], str]] = json.JSONEncoder(separators=(",", ":")).encode
"""Serialize plain data as JSON without spaces."""


def loaded(text: str | None) -> Document | None:
    return None if text is None else json.loads(text)


def put(connection: sqlite3.Connection, name: str, document: Mapping[str, Any]) -> None:
    connection.execute("INSERT OR REPLACE INTO fact VALUES (?, ?)", (name, dumped(document)))


def standing_form(standing: RunStatus) -> dict[str, Any]:
    return {**asdict(standing), "state": standing.state.value}


def row_of(path: KeptPath) -> tuple[Any, ...]:
    optional = (None if each is None else dumped(each) for each in (path.input, path.final, path.test))
    return (
        path.number,
        path.place,
        dumped(path.key),
        dumped(path.end),
        path.confirmed,
        dumped(path.document),
        dumped(path.conditions),
        path.style,
        storable(path.ending),
        storable(path.text),
        *optional,
    )


def path_of(row: tuple[Any, ...]) -> TextPath:
    number, place, key, end, confirmed, document, conditions, style, ending, text, *optional = row
    return TextPath(
        number,
        place,
        tuple(json.loads(key)),
        json.loads(end),
        bool(confirmed),
        json.loads(document),
        tuple(json.loads(conditions)),
        style,
        ending,
        text,
        *map(loaded, optional),
    )
