"""An interrupt ends the work of `Interrupt.call`, wherever in it the signal arrives."""

from __future__ import annotations

import os
import signal

import pytest

from symheap.core.deadline import look, tick
from symheap.jobs.interrupt import Interrupt

MANY = 10_000


def interrupt() -> None:
    """Send the signal and execute enough instructions for Python to run its handler."""
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(MANY):
        pass


class Finalised:
    """An object whose finaliser is interrupted: Python drops the exception."""

    def __del__(self) -> None:
        interrupt()


def ticks(steps: list[int]) -> str:
    Finalised()
    for step in range(MANY):
        steps.append(step)
        tick()
    return "done"


def test_work_ends_at_the_signal() -> None:
    with Interrupt() as interrupts:
        assert interrupts.call(interrupt) is None
        assert interrupts.seen


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_interrupt_inside_a_finaliser_ends_the_work_at_the_next_look() -> None:
    """2026-11-19: the exception was dropped, and the work ran on to its end."""
    steps: list[int] = []
    with Interrupt() as interrupts:
        assert interrupts.call(lambda: ticks(steps)) is None
        assert interrupts.seen
    assert len(steps) < 1000
    look()


def test_outside_of_work_an_interrupt_is_only_seen() -> None:
    with Interrupt() as interrupts:
        interrupt()
        look()
        assert interrupts.seen
        assert interrupts.call(lambda: 1) is None
