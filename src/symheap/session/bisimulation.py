"""Run the Javalite machine over lazy initialization and over summaries side by side: [Summaries] Theorem 9."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symheap.core.outcome import Answer
from symheap.core.terms import Value
from symheap.heap.lazy.lazy import Lazy
from symheap.heap.summary.model import Summary
from symheap.lang.target import Target, TargetError, is_java, load
from symheap.laws.bisimulation import Related, bisimulation
from symheap.session.settings import Settings
from symheap.solver.api import Query
from symheap.solver.path import PathCondition

ONLY_JAVALITE = "the bisimulation is between two heap models of the Javalite machine: it needs a .jl program"


@dataclass(frozen=True, slots=True)
class Pairs:
    """The pairs of states that the two machines reach together, and the models that draw their heaps."""

    related: Iterator[Related]
    lazy: Lazy
    summary: Summary


def pairs_of(target: str, settings: Settings) -> Pairs:
    """Return the pairs of the program at `target`."""
    parsed = Target.parse(target)
    loaded = None if is_java(parsed) else load(parsed)
    if loaded is None or loaded.checked is None:
        raise TargetError(ONLY_JAVALITE, parsed.path)
    solver, _ = settings.chain()

    def feasible(path: PathCondition, condition: Value) -> Answer:
        return solver.check(Query(path, condition))

    walk = bisimulation(loaded.checked, feasible, settings.max_calls, loaded.class_name, loaded.method)
    return Pairs(walk, Lazy(loaded.program.table), Summary(loaded.program.table))
