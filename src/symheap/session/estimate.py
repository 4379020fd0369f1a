"""Estimate the progress and the remaining time of long work, in words.

The completed share is a guess wherever the total is unknown: see `symheap.engine.places.TreePlace`.  So there is no
estimate in the first seconds, and no remaining time while the share is tiny.  The remaining time is guessed from the
overall speed and from the speed in the last seconds; the slower one counts.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

SILENT = 2.0
"""Seconds before the first estimate, since most work ends sooner."""
_WINDOW = 15.0
_LEAST, _MOST = 0.01, 0.99
_LONGEST = 24 * 3600.0


class Estimator:
    """Estimates one subject at a time; `words` restarts when its `subject` changes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._subject: object = None
        self._seen: deque[tuple[float, float]] = deque()
        self._first = (0.0, 0.0)

    def words(self, subject: object, share: float, limit: float | None = None) -> str:
        """Return an estimate such as ``about 40 %, 12 s to go``, or an empty text.

        `limit` is the number of seconds after which the work is stopped, if known.
        """
        now = self._clock()
        if subject is not self._subject:
            self._subject, self._first = subject, (now, share)
            self._seen.clear()
        self._note(now, share)
        if now - self._first[0] < SILENT or not share >= _LEAST:
            return _bounded(now - self._first[0], limit)
        if share > _MOST:
            return f"over {100 * _MOST:.0f} %"
        left = self._left(now, share)
        if left is None or (limit is not None and left > limit):
            left = limit
        return f"about {100 * share:.0f} %" + (f", {duration(left)} to go" if left is not None else "")

    def _note(self, now: float, share: float) -> None:
        self._seen.append((now, share))
        while now - self._seen[0][0] > _WINDOW:
            self._seen.popleft()

    def _left(self, now: float, share: float) -> float | None:
        """Return the remaining seconds; None if there was no progress or the guess is unreasonably large."""
        guesses = []
        for then, done in (self._first, self._seen[0]):
            if share <= done or now <= then:
                return None
            guesses.append((1 - share) * (now - then) / (share - done))
        longest = max(guesses)
        return longest if longest < _LONGEST else None


def _bounded(spent: float, limit: float | None) -> str:
    return f"at most {duration(limit)} to go" if limit is not None and spent >= SILENT else ""


def duration(seconds: float) -> str:
    """Format a duration in seconds, minutes or hours."""
    if seconds < 100:
        return f"{max(seconds, 1):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.0f} h"
