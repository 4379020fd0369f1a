"""A back end that fails on purpose: the layers above it must never turn a failure into a claim."""

from __future__ import annotations

from enum import Enum

from symheap.core.model import Model
from symheap.core.outcome import Answer, Sat, Unknown
from symheap.core.terms import Term, Value
from symheap.solver.backends.backend import Backend


class Fault(Enum):
    """The ways in which a decision procedure can fail without wrongly claiming unsatisfiability."""

    TIMEOUT = "timeout"
    RAISE = "raise"
    WRONG_MODEL = "wrong-model"
    UNKNOWN = "unknown"


class FaultyBackend:
    """Passes calls on to `real`, but commits `fault` on every `every`-th one. `faults` counts them."""

    def __init__(self, real: Backend, fault: Fault, *, every: int = 1) -> None:
        self._real = real
        self._fault = fault
        self._every = every
        self.calls = 0
        self.faults = 0

    @property
    def name(self) -> str:
        return f"faulty {self._real.name}"

    def supports(self, term: Value) -> bool:
        return self._real.supports(term)

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer:
        self.calls += 1
        if self.calls % self._every:
            return self._real.check(assertions, timeout_ms)
        self.faults += 1
        if self._fault is Fault.RAISE:
            raise RuntimeError("injected")
        if self._fault is Fault.WRONG_MODEL:
            return Sat(Model({}, {}))
        return Unknown("timeout" if self._fault is Fault.TIMEOUT else "injected")
