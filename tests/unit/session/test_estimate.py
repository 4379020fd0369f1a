"""The remaining work, in words: nothing if nothing is known."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from symheap.session.estimate import Estimator, duration


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def said(steps: Sequence[tuple[float, float]], limit: float | None = None) -> list[str]:
    """Return the words at each of the times, in seconds from the start, with the share done by then."""
    clock, subject = Clock(), object()
    estimate = Estimator(clock)
    words = []
    for seconds, share in steps:
        clock.now = 100 + seconds
        words.append(estimate.words(subject, share, None if limit is None else limit - seconds))
    return words


def test_a_steady_pace_is_foretold() -> None:
    assert said([(0, 0.0), (1, 0.1), (4, 0.4), (5, 0.5)]) == ["", "", "about 40 %, 6 s to go", "about 50 %, 5 s to go"]


def test_what_became_slow_is_foretold_by_the_last_seconds() -> None:
    steps = [(0, 0.0), (1, 0.5), (10, 0.51), (20, 0.52), (25, 0.525)]
    assert said(steps)[-1] == "about 52 %, 8 min to go"


def test_without_progress_no_time_is_told() -> None:
    assert said([(0, 0.3), (5, 0.3)]) == ["", "about 30 %"]
    assert said([(0, 0.0), (5, 0.001)]) == ["", ""]


def test_the_end_is_near_and_nobody_knows_how_near() -> None:
    assert said([(0, 0.0), (3, 0.999)])[-1] == "over 99 %"


def test_a_limit_counts() -> None:
    assert said([(0, 0.0), (4, 0.02)], limit=30)[-1] == "about 2 %, 26 s to go"
    assert said([(0, 0.0), (4, 0.0)], limit=30) == ["", "at most 26 s to go"]


def test_another_subject_begins_anew() -> None:
    clock = Clock()
    estimate = Estimator(clock)
    first, second = object(), object()
    estimate.words(first, 0.0)
    clock.now += 4
    assert estimate.words(first, 0.5) == "about 50 %, 4 s to go"
    assert estimate.words(second, 0.5) == ""


@pytest.mark.parametrize(
    ("seconds", "words"), [(0.1, "1 s"), (99, "99 s"), (120, "2 min"), (5000, "83 min"), (7200, "2 h")]
)
def test_durations(seconds: float, words: str) -> None:
    assert duration(seconds) == words
