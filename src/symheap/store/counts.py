"""Counts of the results of a run, from its file."""

from __future__ import annotations

from symheap.store.file import RunFile
from symheap.store.reading import undamaged


def crash_count(run: RunFile, subject: int) -> int:
    """Return the number of different crashes on the paths of a subject."""
    named = """coalesce(ending, json_extract("end", '$.error'))"""
    at = f"""{named} || coalesce(json_extract(document, '$.outcome.position'), json_extract("end", '$.position'))"""
    statement = f"SELECT count(DISTINCT {at}) FROM path WHERE subject = ? AND style = 'bad' AND confirmed"
    with undamaged(run.path):
        [[count]] = run.select(statement, (subject,))
    return int(count)


def item_count(run: RunFile, subject: int) -> int:
    """Return the number of results that are not paths: rows of studies and rounds of proofs."""
    [[count]] = run.select("SELECT count(*) FROM item WHERE subject = ? AND kind IN ('row', 'round')", (subject,))
    return int(count)
