"""Formats of run files, and the steps between them.

Law: a new file is the first format with every step applied.  So a migrated file has the same tables as a new one, and
the tables of each format need no second definition.

A step takes a file from one format to the next, inside a transaction of its caller.  A released step never changes; a
change of the tables is a further step.
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
    """The tables of the file are not those of a run."""


@dataclass(frozen=True, slots=True)
class MigrationStep:
    """Migration to the next format, done by `apply`.

    `shadow`, if given, creates temporary views and tables over a file of the previous format.  They hide its own tables
    and show the result of `apply` without copying the file.
    """

    apply: Callable[[sqlite3.Connection], None]
    shadow: str | None = None


def keep_paths_compactly(connection: sqlite3.Connection) -> None:
    """Migrate format 1 to 2: texts of a path become optional, and terms, conditions and decisions get tables."""
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

STEPS: tuple[MigrationStep, ...] = (MigrationStep(keep_paths_compactly, _PATHS_OF_FORMAT_1),)
"""The step at index i leads from format i + 1 to format i + 2."""


def newest() -> int:
    """Return the number of the newest format, in which files are written."""
    return 1 + len(STEPS)


def create(connection: sqlite3.Connection) -> None:
    """Make the tables of the newest format in an empty file."""
    _execute(connection, FIRST)
    connection.execute("PRAGMA user_version=1")
    migrate(connection)


def migrate(connection: sqlite3.Connection) -> None:
    """Migrate a file to the newest format.  The caller has begun a transaction, or no other process sees the file."""
    version = version_of(connection)
    for number, step in enumerate(STEPS[version - 1 :], version + 1):
        _log.info("migrating a run file to format %d", number)
        step.apply(connection)
        connection.execute(f"PRAGMA user_version={number}")


def shadow(connection: sqlite3.Connection) -> bool:
    """Show a file of the second newest format as if migrated, if its step has a shadow; return whether it has.

    The views are temporary: the file is not written.
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
    """Raise `WrongTables` unless the file has the tables of its format and no triggers.

    Additional tables are allowed and never read.
    """
    tables = _tables(connection)
    if not tables_of(version_of(connection), STEPS) <= tables or any(kind == "trigger" for kind, _, _ in tables):
        raise WrongTables("its tables are not those of a run")


@cache
def tables_of(version: int, steps: tuple[MigrationStep, ...]) -> Tables:
    """Return the tables of a format that `steps` lead to."""
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
    """Execute statements one by one, because `executescript` would commit the caller's transaction."""
    for statement in statements.split(";\n"):
        connection.execute(statement)
