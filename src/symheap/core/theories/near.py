"""Suggestions for misspelled names, for error messages."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice

_LONGEST = 200
_MOST = 5000
_LIKE = 0.6
_TIE = 0.05


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return text to append to a message, such as ``; did you mean push or pop?``; empty if no known name is near."""
    import difflib

    if len(name) > _LONGEST:
        return ""
    spelled: dict[str, str] = {}
    for each in islice(known, _MOST):
        if len(each) <= _LONGEST:
            spelled.setdefault(each.lower(), each)
    close = difflib.get_close_matches(name.lower(), spelled, n=2, cutoff=_LIKE)
    likes = [difflib.SequenceMatcher(None, each, name.lower()).ratio() for each in close]
    if len(close) > 1 and likes[0] - likes[1] > _TIE:
        close.pop()
    return f"; did you mean {' or '.join(spelled[each] for each in close)}?" if close else ""


def file_near(path: str) -> str:
    """Return the suggestion for a missing file, chosen from the files of its folder."""
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or ".") as entries:
            return did_you_mean(name, sorted(entry.name for entry in islice(entries, _MOST)))
    except (OSError, ValueError):
        return ""
