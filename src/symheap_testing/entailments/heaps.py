"""Concrete heaps for problems: all small ones, and random ones that follow the definitions of the left side.

None of this is code of the prover: heaps are built from the text of the definitions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from random import Random

from symheap.lang.entailments.formula import NIL, Call, Clause, Problem
from symheap.lang.entailments.models import Model

_MOST_CELLS = 8
_DEEPEST = 7


def all_heaps(problem: Problem, locations: int) -> Iterator[Model]:
    """Yield every heap with this number of locations of one kind of cell; one more location is not allocated."""
    (record,) = problem.records.values()
    names, values = list(problem.variables), range(locations + 2)
    for stack in product(values, repeat=len(names)):
        for fields in product(product(values, repeat=len(record.fields)), repeat=locations):
            cells = {number + 1: (record.constructor, each) for number, each in enumerate(fields)}
            yield Model(dict(zip(names, stack, strict=True)), cells)


def grown_heaps(problem: Problem, random: Random, attempts: int) -> Iterator[Model]:
    """Yield heaps that were built by unfolding the left side at random; most of them satisfy it."""
    for _ in range(attempts):
        try:
            yield _Growth(problem, random).model()
        except _Clash:
            continue


class _Clash(Exception):
    """A location is allocated twice, or the heap is too large."""


class _Growth:
    """One heap, as it is built."""

    def __init__(self, problem: Problem, random: Random) -> None:
        self._problem = problem
        self._random = random
        self._values = range(len(problem.variables) + 2)
        self._fresh = count(len(problem.variables) + 2)
        self._cells: dict[int, tuple[str, tuple[int, ...]]] = {}

    def model(self) -> Model:
        stack = {name: self._random.choice(self._values) for name in self._problem.variables} | {NIL: 0}
        for one, other in self._problem.left.equal:
            kept, changed = (one, other) if other != NIL else (other, one)
            stack[changed] = stack[kept]
        self._build(self._problem.left, stack, 0)
        del stack[NIL]
        return Model(stack, self._cells)

    def _build(self, clause: Clause, known: dict[str, int], depth: int) -> None:
        for cell in clause.cells:
            address = known[cell.address]
            if address == 0 or address in self._cells or len(self._cells) >= _MOST_CELLS:
                raise _Clash
            self._cells[address] = (cell.record.constructor, tuple(known[name] for name in cell.fields))
        for call in clause.calls:
            self._call(call, tuple(known[name] for name in call.arguments), depth)

    def _call(self, call: Call, arguments: tuple[int, ...], depth: int) -> None:
        definition = self._problem.definitions[call.name]
        known = dict(zip(definition.parameters, arguments, strict=True)) | {NIL: 0}
        empty, step = sorted(definition.clauses, key=lambda clause: len(clause.cells))
        fits = all(known[one] == known[other] for one, other in empty.equal)
        if fits and self._random.random() < 0.8:
            return
        if depth > _DEEPEST:
            raise _Clash
        for name in step.bound:
            known[name] = next(self._fresh) if self._random.random() < 0.7 else self._random.choice(self._values)
        again = next(each for each in step.calls if each.name == call.name)
        link = next(name for name in again.arguments if name in step.bound)
        if self._random.random() < 0.45:
            front = definition.parameters[again.arguments.index(link)]
            known[link] = next(known[b if a == front else a] for a, b in empty.equal if front in (a, b))
        self._build(step, known, depth + 1)
