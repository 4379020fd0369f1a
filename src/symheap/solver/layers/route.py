"""The last layer: hands a query to the back end that suits its theories."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
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
    """Asks the back ends that `preference` names, in that order, until one of them knows.

    A back end without the theories is passed over; one that raises has not answered, and nothing else.
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
        start = perf_counter()
        try:
            return backend.check(assertions, self._timeout_ms)
        except Exception as problem:
            return Unknown(f"{backend.name}: {type(problem).__name__}: {problem}")
        finally:
            self._statistics.seconds += perf_counter() - start


@dataclass(frozen=True, slots=True)
class Brief:
    """A back end that has `most_ms` for a query, and no more."""

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
    """The same back ends for every query."""
    return lambda assertions: backends


def by_theory(general: Backend, bitvectors: Backend, linear: Backend | None = None) -> Preference:
    """`bitvectors` for floating-point numbers, and for bit-vectors without references; `general` for the rest.

    Each helps out the other, where it has the theories.  What has integers is for `general` alone.  Either can take a
    hundred times as long as the other on a query that looks like the last one, so they take turns, at first short ones.
    Arithmetic on floating-point numbers, and on their bits, is for `bitvectors` alone, if it has it: the circuits that
    others make of it grow beyond time and memory before anybody looks at the clock.
    `linear`, for bit-vectors without floating-point numbers, has the first turn, and a longer one when all had theirs.
    """
    bits_first = _turns(bitvectors, general)
    general_first = _turns(general, bitvectors)
    linear_first = {turns: _with_linear(linear, turns) for turns in (bits_first, general_first)}

    def preference(assertions: tuple[Term, ...]) -> Sequence[Backend]:
        found = [features(assertion) for assertion in assertions]
        floats = any(each.floats for each in found)
        if any(each.integers for each in found) or not (floats or any(each.bitvectors for each in found)):
            return (general,)
        computed = any(each.float_arithmetic or each.float_bits for each in found)
        if computed and all(map(bitvectors.supports, assertions)):
            return (bitvectors,)
        turns = general_first if not floats and any(each.references for each in found) else bits_first
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
