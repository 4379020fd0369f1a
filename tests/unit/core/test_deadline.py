"""Work stops where it checks the clock after its deadline, and nowhere else."""

from __future__ import annotations

import threading
from math import inf
from time import perf_counter, sleep

import pytest

from symheap.core import deadline as module
from symheap.core.deadline import NEVER, Deadline, OutOfTime, current, look, tick, within
from symheap.core.origin import Origin
from symheap.core.terms import BV32, Op, Value, make, symbol

SOON = 0.05
PAST = Deadline(perf_counter() - 1)


def busy() -> None:
    """Check the clock forever."""
    while True:
        tick()


def test_who_is_done_in_time_hears_nothing() -> None:
    assert within(Deadline.after(60), lambda: 3) == 3
    assert current() is NEVER
    tick()
    look()


def test_a_loop_is_left() -> None:
    start = perf_counter()
    with pytest.raises(OutOfTime):
        within(Deadline.after(SOON), busy)
    assert perf_counter() - start >= SOON
    assert current() is NEVER


def test_nothing_starts_after_the_deadline() -> None:
    begun: list[int] = []
    with pytest.raises(OutOfTime):
        within(PAST, lambda: begun.append(1))
    assert not begun


def test_work_that_does_not_look_is_not_left() -> None:
    def deaf() -> int:
        sleep(2 * SOON)
        return 5

    assert within(Deadline.after(SOON), deaf) == 5


def test_code_that_takes_any_exception_does_not_take_this_one() -> None:
    def stubborn() -> str:
        try:
            busy()
        except Exception as problem:
            return str(problem)
        return ""

    with pytest.raises(OutOfTime):
        within(Deadline.after(SOON), stubborn)


def test_code_that_goes_on_is_stopped_again() -> None:
    def deaf() -> None:
        try:
            busy()
        except OutOfTime:
            busy()

    with pytest.raises(OutOfTime):
        within(Deadline.after(SOON), deaf)


def test_the_earlier_deadline_holds() -> None:
    early, late = Deadline.after(SOON), Deadline.after(60)
    for outer, inner in ((early, late), (late, early)):
        with pytest.raises(OutOfTime):
            within(outer, lambda inner=inner: within(inner, busy))  # type: ignore[misc]


def test_a_deadline_is_that_of_one_thread() -> None:
    found: list[Deadline] = []
    other = threading.Thread(target=lambda: found.append(current()))

    def work() -> None:
        other.start()
        other.join()

    within(Deadline.after(60), work)
    assert found == [NEVER]


def test_building_terms_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """So does every simplifier, substitution and translation that builds a term."""
    monkeypatch.setattr(module, "_ticks", 0)

    def built() -> Value:
        at: Value = symbol(Origin.root("deadline"), BV32)
        while True:
            at = make(Op.BVADD, BV32, (at, 1), 32)

    with pytest.raises(OutOfTime):
        within(Deadline.after(SOON), built)


def test_shares() -> None:
    assert NEVER.share(3) is NEVER
    whole = Deadline.after(60)
    assert whole.share(1) is whole
    assert 19 < whole.share(3).left <= 20
    assert PAST.left == 0
    assert PAST.share(2).left == 0
    assert PAST.has_passed
    assert not Deadline(inf).has_passed
    assert Deadline.after(None) is NEVER
    assert (whole & NEVER) is whole
    assert (NEVER & whole) is whole
    assert whole.later(2).at == whole.at + 2
