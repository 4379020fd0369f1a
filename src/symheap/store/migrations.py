"""Formats of run files, and the steps between them.

Law: a new file is the first format with every step applied.  So a file that was migrated has the tables of a new one,
and the tables of each format are known without being written down twice.

A step takes a file from one format to the next, inside a transaction of its caller.  A step that has been released is
never changed; a change of the tables is a further step.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from symheap.store.schema import COMPACT, FIRST

Tables = frozenset[tuple[str, str, str]]

_log: Final = logging.getLogger(__name__)


class WrongTables(ValueError):
    """The tables are not those of a run."""


@dataclass(frozen=True, slots=True)
class Step:
    """`apply` leads a file to the next format.

    `shadow`, if there is one, are statements that make temporary views and tables over a file of the format before.
    They stand before its own tables and show what `apply` would have made of them, without a copy.
    """

    apply: Callable[[sqlite3.Connection], None]
    shadow: str | None = None


def keep_paths_compactly(connection: sqlite3.Connection) -> None:
    """From format 1 to 2: texts of a path become optional, and terms, conditions and decisions get tables."""
    names = """subject, number, place, key, "end", confirmed, document, conditions, style, ending, text, input, final,
        test"""
    connection.execute("ALTER TABLE path RENAME TO path_1")
    _execute(connection, COMPACT)
    connection.execute(f"INSERT INTO path ({names}) SELECT {names} FROM path_1")
    connection.execute("DROP TABLE path_1")


_PATHS_OF_FORMAT_1: Final = """
CREATE TEMP VIEW path AS
  SELECT *, NULL AS way, NULL AS decisions, NULL AS condition, NULL AS result, NULL AS model FROM main.path;
CREATE TEMP VIEW term AS SELECT 0 AS number, '' AS operator, '' AS sort, '' AS operands, '' AS payload WHERE false;
CREATE TEMP VIEW conjunct AS SELECT 0 AS number, 0 AS before, 0 AS term, 0 AS fact WHERE false;
CREATE TEMP VIEW word AS SELECT 0 AS number, '' AS text WHERE false;
CREATE TEMP VIEW link AS SELECT 0 AS number, 0 AS before, 0 AS word WHERE false;
"""

STEPS: tuple[Step, ...] = (Step(keep_paths_compactly, _PATHS_OF_FORMAT_1),)
"""The step at index i leads from format i + 1 to format i + 2."""


def newest() -> int:
    """The format that is written."""
    return 1 + len(STEPS)


def create(connection: sqlite3.Connection) -> None:
    """Make the tables of the newest format in an empty file."""
    _execute(connection, FIRST)
    connection.execute("PRAGMA user_version=1")
    migrate(connection)


def migrate(connection: sqlite3.Connection) -> None:
    """Lead a file to the newest format.  The caller has begun a transaction, or nobody else sees the file."""
    version = version_of(connection)
    for number, step in enumerate(STEPS[version - 1 :], version + 1):
        _log.info("migrating a run file to format %d", number)
        step.apply(connection)
        connection.execute(f"PRAGMA user_version={number}")


def shadow(connection: sqlite3.Connection) -> bool:
    """Show a file of the format before the newest one as if it had been migrated, if its step can.

    What is made is temporary: the file is not written.
    """
    missing = STEPS[version_of(connection) - 1 :]
    if len(missing) != 1 or missing[0].shadow is None:
        return False
    connection.execute("PRAGMA temp_store=MEMORY")
    _execute(connection, missing[0].shadow)
    return True


def version_of(connection: sqlite3.Connection) -> int:
    [[version]] = connection.execute("PRAGMA user_version")
    return int(version)


def check_tables(connection: sqlite3.Connection) -> None:
    """Raise `WrongTables` unless the tables are those of the file's format, without triggers.

    Tables that were added beside them are never read.
    """
    found = _tables(connection)
    if not tables_of(version_of(connection), STEPS) <= found or any(kind == "trigger" for kind, _, _ in found):
        raise WrongTables("its tables are not those of a run")


@cache
def tables_of(version: int, steps: tuple[Step, ...]) -> Tables:
    """The tables of a format that `steps` lead to."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        _execute(connection, FIRST)
        for step in steps[: version - 1]:
            step.apply(connection)
        return _tables(connection)
    finally:
        connection.close()


def _tables(connection: sqlite3.Connection) -> Tables:
    return frozenset(connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def _execute(connection: sqlite3.Connection, statements: str) -> None:
    """Execute statements one by one: `executescript` would commit the caller's transaction."""
    for statement in statements.split(";\n"):
        connection.execute(statement)
