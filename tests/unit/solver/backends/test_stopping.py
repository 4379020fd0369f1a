"""A call of a solver's library is stopped at the deadline by the library itself; nothing is raised from outside."""

from __future__ import annotations

import signal
import threading
from threading import Event
from time import perf_counter, sleep

import pytest
from solver_formulas import FLAG, X, Y, a_symbol

from symheap.core.deadline import NEVER, Deadline, OutOfTime, within
from symheap.core.outcome import Unknown, Unsat
from symheap.core.terms import Op, Sort, Term, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.solver.backends import z3 as z3_backend
from symheap.solver.backends.backend import Backend
from symheap.solver.backends.bitwuzla import BitwuzlaBackend
from symheap.solver.backends.stopping import Watchdog, looking_at_the_clock, polled, stoppable
from symheap.solver.backends.z3 import Z3Backend

SOON = 0.2
LATE = 60.0
"""Far more than any machine needs, and far less than an unstopped query would take."""


def factoring() -> tuple[Term, ...]:
    """Return a query for the prime factors of a product of sixty bits: no solver finds them in the time of a test."""
    p, q = (a_symbol(name, Sort.bitvector(64)) for name in ("factor", "cofactor"))
    bounds = [bitvector(Op.BVULT, 64, 1, factor) for factor in (p, q)]
    bounds += [bitvector(Op.BVULT, 64, factor, 1 << 31) for factor in (p, q)]
    conditions = (*bounds, eq(bitvector(Op.BVMUL, 64, p, q), 1_000_000_007 * 998_244_353))
    return tuple(each for each in conditions if isinstance(each, Term))


def test_a_library_is_stopped_in_its_own_way() -> None:
    stopped = Event()
    threads: list[int] = []

    def stop() -> None:
        threads.append(threading.get_ident())
        stopped.set()

    with pytest.raises(OutOfTime):
        within(Deadline.after(SOON), lambda: stoppable(lambda: stopped.wait(LATE), stop))
    assert stopped.is_set()
    assert threading.get_ident() not in threads


def test_a_stop_that_gets_lost_comes_again() -> None:
    stops: list[int] = []
    enough = Event()

    def stop() -> None:
        stops.append(1)
        if len(stops) == 3:
            enough.set()

    with pytest.raises(OutOfTime):
        within(Deadline.after(SOON), lambda: stoppable(lambda: enough.wait(LATE), stop))
    assert len(stops) == 3


def test_nothing_is_stopped_without_a_deadline_or_after_the_call() -> None:
    def fail() -> None:
        pytest.fail("stopped")

    assert stoppable(lambda: 5, fail) == 5
    assert within(Deadline.after(SOON), lambda: stoppable(lambda: 5, fail)) == 5
    sleep(2 * SOON)


def test_an_answer_that_comes_too_late_is_none() -> None:
    """A library that was stopped may return anything, or raise."""

    def failing() -> None:
        sleep(2 * SOON)
        raise ValueError

    for call in (lambda: stoppable(failing, int), lambda: polled(failing)):
        with pytest.raises(OutOfTime):
            within(Deadline.after(SOON), call)


def test_the_earliest_of_several_calls_is_stopped_first() -> None:
    watchdog = Watchdog()
    order: list[str] = []
    events = {"late": Event(), "early": Event()}

    def call(name: str, seconds: float) -> None:
        def stop() -> None:
            order.append(name)
            events[name].set()

        watchdog.call(Deadline.after(seconds), lambda: events[name].wait(LATE), stop)

    threads = [threading.Thread(target=call, args=each) for each in (("late", 4 * SOON), ("early", SOON))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert order.index("early") < order.index("late")


def test_the_thread_ends_when_nothing_is_asked_any_more() -> None:
    watchdog = Watchdog()
    assert watchdog.is_idle()
    assert not watchdog.call(Deadline.after(60), watchdog.is_idle, int)
    until = perf_counter() + LATE
    while not watchdog.is_idle() and perf_counter() < until:
        sleep(0.05)
    assert watchdog.is_idle()
    assert watchdog.call(Deadline.after(60), lambda: 7, int) == 7


def test_the_clock_is_looked_at_without_an_instruction() -> None:
    is_over = looking_at_the_clock(Deadline.after(SOON))
    sleep(2 * SOON)
    assert is_over()
    assert not looking_at_the_clock(Deadline.after(60))()
    assert not looking_at_the_clock(NEVER)()


@pytest.mark.parametrize("make", [Z3Backend, BitwuzlaBackend])
def test_a_solver_is_stopped_long_before_its_own_limit(make: type[Backend]) -> None:
    """Afterwards the back end works as before, and keeps its own limit."""
    backend = make()
    start = perf_counter()
    with pytest.raises(OutOfTime):
        within(Deadline.after(SOON), lambda: backend.check(factoring(), 600_000))
    assert perf_counter() - start < LATE
    contradiction = tuple(each for each in (eq(X, Y), not_(eq(Y, X))) if isinstance(each, Term))
    assert isinstance(backend.check(contradiction, 5_000), Unsat)
    assert isinstance(backend.check(factoring(), 30), Unknown)


def test_the_memory_of_a_stopped_session_is_freed_by_the_next_one() -> None:
    """2026-11-18: a thread that was started to free it was itself stopped, again and again."""
    backend = Z3Backend()
    before = set(threading.enumerate())
    with pytest.raises(OutOfTime):
        within(Deadline.after(SOON), lambda: backend.check(factoring(), 600_000))
    (session,) = z3_backend._GIVEN_UP

    def is_alive() -> bool:
        return session.close.alive

    assert is_alive()
    assert not {each.name for each in set(threading.enumerate()) - before} - {"symheap-watchdog"}
    backend.check((FLAG,), 1_000)
    assert not is_alive()
    assert not z3_backend._GIVEN_UP


def test_an_interrupt_from_the_keyboard_is_not_lost_under_a_deadline() -> None:
    """The signal comes from the system: another thread would have to wait for the solver before it could send one."""
    backend = BitwuzlaBackend()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, SOON)
    try:
        with pytest.raises(KeyboardInterrupt):
            within(Deadline.after(LATE), lambda: backend.check(factoring(), 2_000))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
