"""Concrete heaps, and whether one satisfies a formula: the definitions, read literally.

This code knows nothing of symbolic heaps or of entailment, so its answers check those.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.lang.entailments.formula import NIL, Call, Clause, Definition, PointsTo, Problem

_FRAMES_PER_CELL = 12
_FRAMES = 2_000
Locations = frozenset[int]
Environment = dict[str, int]


@dataclass(frozen=True, slots=True)
class Model:
    """Values of the variables, and the allocated locations with their constructors and fields; 0 is nil.

    A location of one sort is none of another sort.
    """

    variables: Mapping[str, int]
    cells: Mapping[int, tuple[str, tuple[int, ...]]]


def satisfies(model: Model, clause: Clause, definitions: Mapping[str, Definition]) -> bool:
    """Whether a clause over the variables of a model holds of its whole heap."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES_PER_CELL * len(model.cells) + _FRAMES))
    try:
        found = _Evaluation(model, definitions).rests(clause, dict(model.variables), frozenset(model.cells))
        return any(not rest for rest in found)
    finally:
        sys.setrecursionlimit(before)


def refutes(model: Model, problem: Problem) -> bool:
    """Whether a model satisfies the left side and not the right side."""
    if not satisfies(model, problem.left, problem.definitions):
        return False
    return problem.right is None or not satisfies(model, problem.right, problem.definitions)


class _Evaluation:
    """Finds the parts of one heap that satisfy formulas.

    Predicates are least fixed points: a call that depends on itself, with the same part of the heap, does not hold.
    """

    def __init__(self, model: Model, definitions: Mapping[str, Definition]) -> None:
        self._cells = model.cells
        self._definitions = definitions
        values = {0, *model.variables.values(), *model.cells}
        values |= {value for _, fields in model.cells.values() for value in fields}
        self._values = sorted(values)
        self._active: set[tuple[str, tuple[int, ...], Locations]] = set()

    def rests(self, clause: Clause, environment: Environment, free: Locations) -> Iterator[Locations]:
        """Yield the parts of `free` that remain when a clause has taken its own."""
        equal: list[_Part] = [("=", one, other) for one, other in clause.equal]
        distinct: list[_Part] = [("≠", one, other) for one, other in clause.distinct]
        todo = (*clause.cells, *clause.calls, *equal, *distinct)
        yield from self._taken(todo, {**environment, NIL: 0}, free)

    def _taken(self, todo: tuple[_Part, ...], known: Environment, free: Locations) -> Iterator[Locations]:
        tick()
        if not todo:
            yield free
            return
        part = min(todo, key=lambda each: _readiness(each, known))
        rest = tuple(each for each in todo if each is not part)
        missing = [name for name in _needed(part) if name not in known]
        if isinstance(part, tuple):
            yield from self._compared(part, missing, rest, known, free)
        elif missing:
            for value in (*self._values, self._values[-1] + len(known) + 1):
                yield from self._taken(todo, {**known, missing[0]: value}, free)
        elif isinstance(part, PointsTo):
            yield from self._cell(part, rest, known, free)
        else:
            for left in self._call(part, tuple(known[name] for name in part.arguments), free):
                yield from self._taken(rest, known, left)

    def _compared(
        self,
        part: tuple[str, str, str],
        missing: list[str],
        rest: tuple[_Part, ...],
        known: Environment,
        free: Locations,
    ) -> Iterator[Locations]:
        """Continue behind a comparison; an equation with one unknown side defines it."""
        sign, one, other = part
        if not missing:
            if (known[one] == known[other]) == (sign == "="):
                yield from self._taken(rest, known, free)
        elif sign == "=" and len(missing) == 1:
            value = known[other if missing[0] == one else one]
            yield from self._taken(rest, {**known, missing[0]: value}, free)
        else:
            for value in (*self._values, self._values[-1] + len(known) + 1):
                yield from self._taken((part, *rest), {**known, missing[0]: value}, free)

    def _cell(
        self, part: PointsTo, rest: tuple[_Part, ...], known: Environment, free: Locations
    ) -> Iterator[Locations]:
        address = known[part.address]
        if address not in free:
            return
        constructor, fields = self._cells[address]
        if constructor != part.record.constructor:
            return
        new = dict(known)
        if all(new.setdefault(name, value) == value for name, value in zip(part.fields, fields, strict=True)):
            yield from self._taken(rest, new, free - {address})

    def _call(self, part: Call, arguments: tuple[int, ...], free: Locations) -> Iterator[Locations]:
        state = (part.name, arguments, free)
        if state in self._active:
            return
        self._active.add(state)
        definition = self._definitions[part.name]
        environment = dict(zip(definition.parameters, arguments, strict=True))
        found = {rest for clause in definition.clauses for rest in self.rests(clause, environment, free)}
        self._active.discard(state)
        yield from found


_Part = PointsTo | Call | tuple[str, str, str]


def _needed(part: _Part) -> tuple[str, ...]:
    """Return the variables whose values a part is evaluated with."""
    if isinstance(part, PointsTo):
        return (part.address,)
    return part.arguments if isinstance(part, Call) else part[1:]


def _readiness(part: _Part, known: Environment) -> tuple[int, int]:
    """Return how early to evaluate a part: what is determined comes first, predicates after cells."""
    missing = sum(name not in known for name in _needed(part))
    if isinstance(part, tuple) and part[0] == "=" and missing == 1:
        return 0, 0
    return missing, 2 if isinstance(part, Call) else 0
