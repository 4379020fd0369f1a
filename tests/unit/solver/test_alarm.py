"""An alarm ends what does not look at the clock, and nothing else."""

from __future__ import annotations

import gc
import signal
import sys
import threading
import weakref
from collections.abc import Iterator
from math import inf
from threading import Event, Timer
from time import perf_counter, sleep

import pytest
from solver_formulas import FLAG, X, Y, a_symbol

from symheap.core.bitvectors import bitvector
from symheap.core.outcome import Unknown, Unsat
from symheap.core.terms import Op, Sort, Term, eq, not_
from symheap.solver.alarm import Alarm, OutOfTime, current, looking_at_the_clock, stoppable
from symheap.solver.backend import Backend
from symheap.solver.bitwuzla_backend import BitwuzlaBackend
from symheap.solver.z3_backend import Z3Backend

SOON = 0.2
MOST_LATE = 2.0


def alarm_in(seconds: float) -> Alarm:
    return Alarm(perf_counter() + seconds)


@pytest.fixture
def soon() -> Iterator[Alarm]:
    alarm = alarm_in(SOON)
    yield alarm
    alarm.close()


def busy(seconds: float) -> int:
    rounds, end = 0, perf_counter() + seconds
    while perf_counter() < end:
        rounds += 1
    return rounds


def factoring() -> tuple[Term, ...]:
    """The prime factors of a product of sixty bits: no solver finds them in the time of a test."""
    p, q = (a_symbol(name, Sort.bitvector(64)) for name in ("factor", "cofactor"))
    bounds = [bitvector(Op.BVULT, 64, 1, factor) for factor in (p, q)]
    bounds += [bitvector(Op.BVULT, 64, factor, 1 << 31) for factor in (p, q)]
    conditions = (*bounds, eq(bitvector(Op.BVMUL, 64, p, q), 1_000_000_007 * 998_244_353))
    return tuple(each for each in conditions if isinstance(each, Term))


def test_who_is_done_in_time_hears_nothing(soon: Alarm) -> None:
    assert soon.during(lambda: 3) == 3
    assert current() is None
    assert busy(2 * SOON) > 0


def test_a_loop_is_left(soon: Alarm) -> None:
    start = perf_counter()
    with pytest.raises(OutOfTime):
        soon.during(lambda: busy(30))
    assert SOON <= perf_counter() - start < SOON + MOST_LATE
    assert current() is None


def test_nobody_who_takes_exceptions_takes_this_one(soon: Alarm) -> None:
    def stubborn() -> str:
        try:
            busy(30)
        except Exception as problem:
            return str(problem)
        return ""

    with pytest.raises(OutOfTime):
        soon.during(stubborn)


def test_what_is_lost_once_comes_again(soon: Alarm) -> None:
    def deaf() -> int:
        try:
            return busy(30)
        except OutOfTime:
            return busy(30)

    start = perf_counter()
    with pytest.raises(OutOfTime):
        soon.during(deaf)
    assert perf_counter() - start < SOON + MOST_LATE


@pytest.mark.parametrize("block", range(5))
def test_none_is_on_its_way_afterwards(block: int) -> None:
    """Work that ends at about the moment at which the alarm rings, a little earlier or later."""
    ends = set()
    for i in range(20):
        alarm = alarm_in(0.01)
        try:
            alarm.during(lambda: busy(0.0098 + 0.00004 * i))  # noqa: B023
            ends.add("done")
        except OutOfTime:
            ends.add("out of time")
        assert busy(0.003) > 0
        alarm.close()
    assert ends <= {"done", "out of time"}


def test_a_second_run_under_an_alarm_that_has_rung_does_not_start(soon: Alarm) -> None:
    with pytest.raises(OutOfTime):
        soon.during(lambda: busy(30))
    begun: list[int] = []
    with pytest.raises(OutOfTime):
        soon.during(lambda: begun.append(1))
    assert not begun


def test_a_library_is_stopped_in_its_own_way(soon: Alarm) -> None:
    stopped = Event()
    threads: list[int] = []

    def stop() -> None:
        threads.append(threading.get_ident())
        stopped.set()

    with pytest.raises(OutOfTime):
        soon.during(lambda: stoppable(lambda: stopped.wait(30), stop))
    assert threads
    assert threading.get_ident() not in threads


def test_nothing_is_stopped_without_an_alarm() -> None:
    assert stoppable(lambda: 5, lambda: pytest.fail("stopped")) == 5


def test_an_answer_that_comes_too_late_is_none(soon: Alarm) -> None:
    """A library that looks at the clock itself gives up: that is no answer of the solver."""
    with pytest.raises(OutOfTime):
        soon.during(lambda: stoppable(lambda: sleep(SOON + 0.01), lambda: None))


def test_the_clock_is_looked_at_without_an_instruction(soon: Alarm) -> None:
    is_over = looking_at_the_clock(soon)
    assert not is_over()
    sleep(SOON)
    assert is_over()
    assert not looking_at_the_clock(None)()


@pytest.mark.parametrize("seconds", [inf, 1e12])
def test_an_alarm_that_is_far_away(seconds: float) -> None:
    alarm = alarm_in(seconds)
    assert alarm.during(lambda: 1) == 1
    alarm.close()


def test_a_closed_alarm_leaves_no_thread() -> None:
    before = set(threading.enumerate())
    alarm = alarm_in(60)
    (thread,) = set(threading.enumerate()) - before
    alarm.close()
    thread.join(5)
    assert not thread.is_alive()


@pytest.mark.parametrize("make", [Z3Backend, BitwuzlaBackend])
def test_a_solver_is_stopped_long_before_its_own_limit(make: type[Backend], soon: Alarm) -> None:
    """Afterwards the back end is as good as before, and keeps its own limit."""
    backend = make()
    start = perf_counter()
    with pytest.raises(OutOfTime):
        soon.during(lambda: backend.check(factoring(), 60_000))
    assert perf_counter() - start < SOON + MOST_LATE
    contradiction = tuple(each for each in (eq(X, Y), not_(eq(Y, X))) if isinstance(each, Term))
    assert isinstance(backend.check(contradiction, 5_000), Unsat)
    assert isinstance(backend.check(factoring(), 30), Unknown)


def test_what_z3_held_is_given_back_aside(soon: Alarm) -> None:
    backend, freed = Z3Backend(), Event()
    backend.check((FLAG,), 1_000)
    session = backend._session
    assert session is not None
    weakref.finalize(session, freed.set)
    del session
    with pytest.raises(OutOfTime):
        soon.during(lambda: backend.check(factoring(), 60_000))
    assert backend._session is None
    gc.collect()
    assert freed.wait(10)


def test_an_interrupt_from_the_keyboard_is_not_lost_under_an_alarm() -> None:
    backend, alarm = BitwuzlaBackend(), alarm_in(20)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = Timer(0.1, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            alarm.during(lambda: backend.check(factoring(), 1_000))
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
        alarm.close()


def test_nobody_is_told_of_an_exception_that_got_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """2026-11-16: it was raised in a callback of the collector, and Python complained about that."""
    told: list[type[BaseException]] = []

    def tell(problem: sys.UnraisableHookArgs) -> None:
        told.append(problem.exc_type)

    class Slow:
        def __del__(self) -> None:
            busy(3 * SOON)

    class Bad:
        def __del__(self) -> None:
            raise ValueError

    def work() -> None:
        slow = Slow()
        del slow
        bad = Bad()
        del bad
        busy(MOST_LATE)

    monkeypatch.setattr(sys, "unraisablehook", tell)
    alarm = alarm_in(SOON)
    with pytest.raises(OutOfTime):
        alarm.during(work)
    alarm.close()
    assert told in ([], [ValueError])
    assert sys.unraisablehook is tell
