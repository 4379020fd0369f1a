"""Recursion on a list."""

from __future__ import annotations

import pytest

from symheap.lang.pose.trampoline import Task, run


def count(n: int) -> Task[int]:
    return 0 if n == 0 else 1 + (yield count(n - 1))


def fibonacci(n: int) -> Task[int]:
    if n < 2:
        return n
    return (yield fibonacci(n - 1)) + (yield fibonacci(n - 2))


def failing(n: int) -> Task[int]:
    if n == 0:
        raise ValueError("at the bottom")
    return (yield failing(n - 1))


def test_results_come_back_to_their_callers() -> None:
    assert run(fibonacci(15)) == 610


def test_depth_is_not_bounded_by_the_stack() -> None:
    assert run(count(50_000)) == 50_000


def test_an_error_ends_the_whole() -> None:
    with pytest.raises(ValueError, match="bottom"):
        run(failing(10_000))
