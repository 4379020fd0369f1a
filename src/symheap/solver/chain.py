"""The chain of solvers, composed in one place. Each layer answers what it can and asks the next one otherwise."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from typing import Final

from symheap.core.terms import Term
from symheap.solver.api import Solver, Statistics
from symheap.solver.backends.backend import Backend
from symheap.solver.layers.applied import Applied
from symheap.solver.layers.bounded import Bounded
from symheap.solver.layers.cache import Cache
from symheap.solver.layers.checked import Checked
from symheap.solver.layers.counting import Counting
from symheap.solver.layers.oversight import NO_OVERSIGHT, Oversight
from symheap.solver.layers.repair import Repair
from symheap.solver.layers.reuse import Reuse
from symheap.solver.layers.route import Preference, Route, always, by_theory
from symheap.solver.layers.slicing import Slicing
from symheap.solver.layers.syntactic import Syntactic
from symheap.solver.numeric.witness import Witness

_log: Final = logging.getLogger(__name__)

BACKENDS = ("auto", "z3", "bitwuzla")
BRIEF_MS = 1_000
HASTY_MS = 200


LAYERS: Final = ("syntactic", "reuse", "bounded", "repair", "slicing", "cache", "witness")
"""Layers that may be left out, outermost first: they save work, and change an answer only from or to unknown."""
NEEDED: Final = ("counting", "applied", "checked", "route")
"""Layers that cannot be left out: statistics, trust in models, and the translation to back ends rest on them."""


class UnknownLayer(ValueError):
    """Raised for a name that is not an optional layer; the message lists the optional ones."""


def default_chain(
    *,
    timeout_ms: int = 10_000,
    backend: str = "auto",
    oversight: Oversight = NO_OVERSIGHT,
    without: Collection[str] = (),
) -> tuple[Solver, Statistics]:
    """Return the chain that the commands use, and its statistics.

    `backend` is one of `BACKENDS`; `without` names layers to leave out.
    """
    solver, statistics = chain(_preference(backend), timeout_ms=timeout_ms, without=without)
    return oversight.over(solver, statistics, timeout_ms), statistics


def chain(
    preference: Preference, *, timeout_ms: int = 10_000, without: Collection[str] = ()
) -> tuple[Solver, Statistics]:
    """Return all layers, except those in `without`, over the back ends that `preference` selects."""
    check_layers(without)
    statistics = Statistics()
    bottom, brief, hasty = (
        Checked(Route(preference, statistics, min(timeout_ms, limit))) for limit in (timeout_ms, BRIEF_MS, HASTY_MS)
    )
    solver: Solver = Applied(bottom, brief)
    layers: dict[str, Callable[[Solver], Solver]] = {
        "witness": lambda below: Witness(below, Applied(hasty)),
        "cache": Cache,
        "slicing": Slicing,
        "repair": Repair,
        "bounded": Bounded,
        "reuse": Reuse,
        "syntactic": Syntactic,
    }
    assert tuple(reversed(layers)) == LAYERS
    for name, layer in layers.items():
        if name not in without:
            solver = layer(solver)
    if without:
        _log.info("solver layers left out: %s", ", ".join(name for name in LAYERS if name in without))
    return Counting(solver, statistics), statistics


def check_layers(names: Iterable[str]) -> None:
    """Raise `UnknownLayer` for a layer that does not exist or cannot be left out."""
    for name in names:
        if name in NEEDED:
            raise UnknownLayer(f"the layer {name!r} cannot be left out; those that can are {', '.join(LAYERS)}")
        if name not in LAYERS:
            raise UnknownLayer(f"unknown layer {name!r}: choose among {', '.join(LAYERS)}")


def _preference(backend: str) -> Preference:
    """Return the back ends of a name. They are imported on their first query: many runs need none."""
    if backend not in BACKENDS:
        raise ValueError(f"unknown back end {backend!r}: choose one of {', '.join(BACKENDS)}")

    @cache
    def made() -> Preference:
        if backend == "z3":
            return always(_z3())
        if backend == "bitwuzla":
            return always(_bitwuzla())
        from symheap.solver.backends.by_integers import IntegerBackend

        return by_theory(_z3(), _bitwuzla(), IntegerBackend(_z3()))

    def preference(assertions: tuple[Term, ...]) -> Sequence[Backend]:
        return made()(assertions)

    return preference


def _z3() -> Backend:
    from symheap.solver.backends.z3 import Z3Backend

    return Z3Backend()


def _bitwuzla() -> Backend:
    from symheap.solver.backends.bitwuzla import BitwuzlaBackend

    return BitwuzlaBackend()
