"""Random cases for the laws of symbolic heaps, with all their small concrete models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Final

from symheap.refinement.concrete import ConcreteHeap
from symheap.separation.entailment.logic import Logic
from symheap.separation.heaps.formula import SymbolicHeap
from symheap.separation.heaps.show import as_text
from symheap_testing.c.formulas import DLL, KINDS, Kind
from symheap_testing.c.heaps import chains, heaps
from symheap_testing.c.satisfies import satisfies

MOST_MODELS: Final = 1500
"""Largest number of small heaps that a law checks; from more, a fixed sample is taken."""


@dataclass(slots=True)
class Oracle:
    """The small concrete heaps of each kind, computed once."""

    known: dict[tuple[str, str], list[ConcreteHeap]] = field(default_factory=dict)

    def heaps(self, kind: Kind, names: str) -> list[ConcreteHeap]:
        models = self.known.get((kind.name, names))
        if models is None:
            models = list(heaps(kind.layout, kind.roots(names), kind.size))
            if len(models) > MOST_MODELS:
                models = Random(0).sample(models, MOST_MODELS)
            if kind is DLL:
                models += islice(chains(names, Random(0)), MOST_MODELS)
            self.known[kind.name, names] = models
        return models


@dataclass(frozen=True, slots=True)
class RandomCase:
    """A random case, determined by its `seed`."""

    seed: int
    logic: Logic
    oracle: Oracle

    @property
    def kind(self) -> Kind:
        return KINDS[self.seed % len(KINDS)]

    @property
    def names(self) -> str:
        return ("x", "xy", "xyz", "xy")[self.seed // len(KINDS) % 4]

    def random(self) -> Random:
        return Random(self.seed)

    def models(self, heap: SymbolicHeap) -> list[ConcreteHeap]:
        return [concrete for concrete in self.oracle.heaps(self.kind, self.names) if satisfies(concrete, heap)]

    def broken(self, what: str, model: ConcreteHeap | None, *shown: SymbolicHeap) -> str:
        texts = "\n--\n".join(as_text(heap) for heap in shown)
        return f"seed {self.seed}, {self.kind.name}: {what}\n{texts}\n--\n{model or ''}"


Law = Callable[[RandomCase], str | None]


def unmatched(models: Iterable[ConcreteHeap], heaps: Iterable[SymbolicHeap]) -> ConcreteHeap | None:
    """Return one of `models` that satisfies none of `heaps`, or None."""
    known = list(heaps)
    return next((model for model in models if not any(satisfies(model, heap) for heap in known)), None)


def settled(case: RandomCase, heap: SymbolicHeap, random: Random) -> SymbolicHeap:
    """Return the heap in normal form, as in the analysis, if it has a model at all."""
    heaps = case.logic.settle(heap)
    return random.choice(heaps) if heaps else replace(heap, atoms=(), pure=frozenset())
