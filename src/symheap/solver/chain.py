"""The chain of solvers, composed in one place.  Each layer answers what it can and asks the next one otherwise."""

from __future__ import annotations

from symheap.solver.api import Solver, Statistics
from symheap.solver.applied import Applied
from symheap.solver.bitwuzla_backend import BitwuzlaBackend
from symheap.solver.bounded import Bounded
from symheap.solver.cache import Cache
from symheap.solver.checked import Checked
from symheap.solver.counting import Counting
from symheap.solver.integer_backend import IntegerBackend
from symheap.solver.oversight import NO_OVERSIGHT, Oversight
from symheap.solver.repair import Repair
from symheap.solver.reuse import Reuse
from symheap.solver.route import Preference, Route, always, by_theory
from symheap.solver.slicing import Slicing
from symheap.solver.syntactic import Syntactic
from symheap.solver.witness import Witness
from symheap.solver.z3_backend import Z3Backend

BACKENDS = ("auto", "z3", "bitwuzla")
BRIEF_MS = 1_000
HASTY_MS = 200


def default_chain(
    *, timeout_ms: int = 10_000, backend: str = "auto", oversight: Oversight = NO_OVERSIGHT
) -> tuple[Solver, Statistics]:
    """The chain that the commands use.  `backend` is one of `BACKENDS`."""
    solver, statistics = chain(_preference(backend), timeout_ms=timeout_ms)
    return oversight.over(solver, statistics, timeout_ms), statistics


def chain(preference: Preference, *, timeout_ms: int = 10_000) -> tuple[Solver, Statistics]:
    """All layers over the back ends that `preference` names."""
    statistics = Statistics()
    bottom, brief, hasty = (
        Checked(Route(preference, statistics, min(timeout_ms, limit))) for limit in (timeout_ms, BRIEF_MS, HASTY_MS)
    )
    applied = Witness(Applied(bottom, brief), Applied(hasty))
    return Counting(Syntactic(Reuse(Bounded(Repair(Slicing(Cache(applied)))))), statistics), statistics


def _preference(backend: str) -> Preference:
    if backend == "auto":
        return by_theory(Z3Backend(), BitwuzlaBackend(), IntegerBackend(Z3Backend()))
    if backend == "z3":
        return always(Z3Backend())
    if backend == "bitwuzla":
        return always(BitwuzlaBackend())
    raise ValueError(f"unknown back end {backend!r}: choose one of {', '.join(BACKENDS)}")
