"""Samples of long lists of cases: some are quick, evenly chosen and always the same, and the others are marked slow."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import pytest
from _pytest.mark.structures import ParameterSet

T = TypeVar("T")


def sample(cases: Iterable[T], every: int, first: int = 0) -> list[T | ParameterSet]:
    """All cases, to parametrise a test with.  Only number `first` and each `every`-th from there on are not slow.

    A case that is a tuple has a value for each of several parameters.
    """
    return [case if number % every == first else _slow(case) for number, case in enumerate(cases)]


def _slow(case: object) -> ParameterSet:
    return pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.slow)
