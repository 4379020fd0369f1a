"""The last layer: passes a query to the back end that suits its theories."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Final

from symheap.core.outcome import Answer, Unknown
from symheap.core.terms import Term, Value
from symheap.solver.api import Query, Statistics
from symheap.solver.backends.assertions import assertions_of
from symheap.solver.backends.backend import Backend
from symheap.solver.features import features, tokens, tree_tokens

_log: Final = logging.getLogger(__name__)

TURNS_MS = (100, 400, 2_000, 2_000)

Preference = Callable[[tuple[Term, ...]], Sequence[Backend]]


class Route:
    """Asks the back ends that `preference` selects, in that order, until one of them answers.

    A back end without the needed theories is skipped. If a back end raises, that is an unknown answer and has no other
    effect.
    """

    def __init__(self, preference: Preference, statistics: Statistics, timeout_ms: int) -> None:
        self._preference = preference
        self._statistics = statistics
        self._timeout_ms = timeout_ms

    def check(self, query: Query) -> Answer:
        assertions = assertions_of(query)
        answer: Answer = Unknown("no back end has the theories of this query")
        for backend in self._preference(assertions):
            if isinstance(backend, Brief) and backend.most_ms >= self._timeout_ms:
                continue
            if all(map(backend.supports, assertions)):
                answer = self._ask(backend, assertions)
                _log.debug("%s: %s to %d assertions", backend.name, type(answer).__name__, len(assertions))
                if not isinstance(answer, Unknown):
                    break
        return answer

    def _ask(self, backend: Backend, assertions: tuple[Term, ...]) -> Answer:
        self._statistics.queries += 1
        self._statistics.tokens += sum(map(tokens, assertions))
        self._statistics.tree_tokens += sum(map(tree_tokens, assertions))
        start, cpu_start = perf_counter(), process_time()
        try:
            return backend.check(assertions, self._timeout_ms)
        except Exception as problem:
            return Unknown(f"{backend.name}: {type(problem).__name__}: {problem}")
        finally:
            self._statistics.seconds += perf_counter() - start
            self._statistics.cpu_seconds += process_time() - cpu_start


@dataclass(frozen=True, slots=True)
class Brief:
    """A back end with at most `most_ms` for a query."""

    backend: Backend
    most_ms: int

    @property
    def name(self) -> str:
        return self.backend.name

    def supports(self, term: Value) -> bool:
        return self.backend.supports(term)

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer:
        return self.backend.check(assertions, min(timeout_ms, self.most_ms))


def always(*backends: Backend) -> Preference:
    """Prefer the same back ends for every query."""
    return lambda assertions: backends


def by_theory(general: Backend, bitvectors: Backend, linear: Backend | None = None) -> Preference:
    """Prefer `bitvectors` for floats and for bit-vectors without references, and `general` for the rest.

    Each back end also helps out the other where it has the theories; integers go to `general` alone. Either can take a
    hundred times as long as the other, even on similar queries, so they take turns, at first short ones.

    Arithmetic on floating-point numbers and on their bits goes to `bitvectors` alone if it supports the query: the
    circuits that other solvers build for it exhaust time and memory before they check the clock.

    `linear`, for bit-vectors without floating-point numbers, has the first turn, and a longer one after all others.
    """
    bits_first = _turns(bitvectors, general)
    general_first = _turns(general, bitvectors)
    linear_first = {turns: _with_linear(linear, turns) for turns in (bits_first, general_first)}

    def preference(assertions: tuple[Term, ...]) -> Sequence[Backend]:
        used = [features(assertion) for assertion in assertions]
        floats = any(each.floats for each in used)
        if any(each.integers for each in used) or not (floats or any(each.bitvectors for each in used)):
            return (general,)
        computed = any(each.float_arithmetic or each.float_bits for each in used)
        if computed and all(map(bitvectors.supports, assertions)):
            return (bitvectors,)
        turns = general_first if not floats and any(each.references for each in used) else bits_first
        return turns if floats else linear_first[turns]

    return preference


def _turns(first: Backend, second: Backend) -> tuple[Backend, ...]:
    return (
        *(Brief((first, second)[turn % 2], most_ms) for turn, most_ms in enumerate(TURNS_MS)),
        first,
        second,
    )


def _with_linear(linear: Backend | None, turns: tuple[Backend, ...]) -> tuple[Backend, ...]:
    if linear is None:
        return turns
    return (Brief(linear, TURNS_MS[0]), *turns[:2], Brief(linear, TURNS_MS[2]), *turns[2:])
