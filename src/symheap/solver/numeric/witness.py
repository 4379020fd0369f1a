"""Witnesses by local search: values for the numbers of a query, found by descending its branch distance.

Deciding floating-point arithmetic means deciding circuits of many thousand gates, while most conditions in programs
hold for simple numbers: zero, one, the other operand, NaN. So these are tried first, and then changes that bring the
failing conditions closer to holding, from several starting points.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from random import Random

from symheap.core.contents import Unreadable
from symheap.core.model import Model, Plain
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import Sort, Term, wrap
from symheap.core.theories import ieee
from symheap.core.walk import symbols
from symheap.solver.api import Query, Solver
from symheap.solver.backends.assertions import assertions_of
from symheap.solver.backends.levels import by_age
from symheap.solver.features import features
from symheap.solver.numeric.refutation import is_refuted
from symheap.solver.numeric.tape import Number, Tape, Unsuitable, at_ordinal, bits_of, number_of, ordinal
from symheap.solver.path import EMPTY_PATH, PathCondition

FIRST = 30_000
SECOND = 1_000_000
"""Search efforts in steps of a tape: some hundredths of a second, and about one second."""

_SPECIAL = (0.0, 1.0, -1.0, 2.0, -2.0, 0.5, 3.0, 10.0, -10.0, math.inf, -math.inf, math.nan, -0.0, 1e-8, 1e8, 5e-324)
_WHOLE = (0, 1, -1, 2, 3, 7, 16, -2, 100)
_ROUNDS = 40
_LOOK = 3
_MOST_VARIABLES = 256
_RANDOM_STARTS = 24


class Witness:
    """Searches briefly before `brief` is asked, and longer before the next layer is. `brief` should give up soon.

    Sound by construction: a model is returned only if the query holds in it by evaluation. If none is found, the
    solvers are asked. The same query with the same model always has the same answer: the random numbers start anew each
    time.
    """

    def __init__(self, next_layer: Solver, brief: Solver | None = None) -> None:
        self._next = next_layer
        self._brief = brief or next_layer

    def check(self, query: Query) -> Answer:
        assertions = assertions_of(query)
        if not any(features(assertion).float_arithmetic for assertion in assertions):
            return self._next.check(query)
        model = _latest_model(query.path)
        broken = [assertion for assertion in assertions if not model.satisfies(assertion)]
        if self._is_refuted(assertions, broken):
            return Unsat()
        witness = _found(assertions, broken, model, FIRST)
        if witness is not None:
            return Sat(witness)
        answer = self._brief.check(query)
        if not isinstance(answer, Unknown):
            return answer
        floating = [assertion for assertion in assertions if features(assertion).floats]
        witness = _found(assertions, (*floating, *broken), model, SECOND)
        return Sat(witness) if witness is not None else self._next.check(query)

    def _is_refuted(self, assertions: tuple[Term, ...], broken: list[Term]) -> bool:
        """Whether enclosures refute the query or, if no broken conjunct has floating-point numbers, the others do."""
        if any(features(assertion).floats for assertion in broken):
            return is_refuted(assertions)
        plain = EMPTY_PATH.with_model(None)
        for assertion in assertions:
            if not features(assertion).floats:
                plain = plain.assume(assertion, None)
        return isinstance(self._brief.check(Query(plain, True)), Unsat) or is_refuted(assertions)


def _found(assertions: tuple[Term, ...], about: Iterable[Term], model: Model, effort: int) -> Model | None:
    """Return a model of all assertions that differs from `model` only in the numbers of the assertions `about`."""
    try:
        return _Search(assertions, about, model).run(effort)
    except (Unsuitable, Unreadable):
        return None


def _latest_model(path: PathCondition) -> Model:
    """Return a model of the longest prefix of the path that has one."""
    at: PathCondition | None = path
    while at is not None:
        if at.model is not None:
            return at.model
        at = at.parent
    return Model({}, {})


class _Search:
    """A search for values of numeric symbols such that all assertions hold."""

    def __init__(self, assertions: tuple[Term, ...], about: Iterable[Term], model: Model) -> None:
        self.assertions = assertions
        self.model = model
        known = {symbol for assertion in about for symbol in symbols(assertion)}
        self.variables = by_age(s for s in known if s.sort.float_width or s.sort.width)
        if not self.variables or len(self.variables) > _MOST_VARIABLES:
            raise Unsuitable
        chosen = frozenset(self.variables)
        conjuncts = [assertion for assertion in assertions if symbols(assertion) & chosen]
        self.tape = Tape(conjuncts, self.variables, model)
        self.about = [
            [at for at, variable in enumerate(self.variables) if variable in symbols(conjunct)][::-1]
            for conjunct in conjuncts
        ]
        self.effort = 0

    def run(self, effort: int) -> Model | None:
        """Return a model if one is found within `effort` steps."""
        self.effort = effort
        random = Random(effort)
        for start in self.starts(random):
            point = self.descend(start, random)
            if point is not None:
                model = self.model_at(point)
                if all(map(model.satisfies, self.assertions)):
                    return model
            if self.effort <= 0:
                break
        return None

    def model_at(self, point: Sequence[Number]) -> Model:
        values: dict[Term, Plain] = dict(self.model.values)
        for variable, number in zip(self.variables, point, strict=True):
            values[variable] = bits_of(number, variable.sort)
        return Model(values, self.model.classes, self.model.ranks)

    # Going downhill ---------------------------------------------------------------------------------------------------

    def descend(self, point: list[Number], random: Random) -> list[Number] | None:
        """Change one number at a time to its best candidate, as long as that helps."""
        self.effort -= self.tape.cost
        slots = self.tape.run(point)
        for _ in range(_ROUNDS):
            distance, broken = self.look(slots)
            if not broken:
                return self.point(slots)
            for at in dict.fromkeys(at for conjunct in broken for at in self.about[conjunct]):
                slots = self.best_move(slots, at, random)
                if self.effort <= 0:
                    break
            if self.effort <= 0 or self.look(slots)[0] >= distance:
                break
        return None if self.look(slots)[1] else self.point(slots)

    def best_move(self, slots: list[Number], at: int, random: Random) -> list[Number]:
        """Return the slots after the change of one variable that leaves the smallest distance."""
        best, least = slots, self.look(slots)[0]
        cost = self.tape.cost_of(at) + _LOOK
        for number in self.candidates(at, self.point(slots), random):
            after = self.tape.moved(slots, at, number)
            there = self.look(after)[0]
            self.effort -= cost
            if there < least:
                best, least = after, there
            if not there or self.effort <= 0:
                break
        return best

    def look(self, slots: list[Number]) -> tuple[float, list[int]]:
        """Return the total distance of the failing conjuncts, and their positions."""
        distance, broken = 0.0, []
        for at, root in enumerate(self.tape.roots):
            if slots[root] > 0:
                distance += slots[root]
                broken.append(at)
        return distance, broken

    def point(self, slots: list[Number]) -> list[Number]:
        return slots[: len(self.variables)]

    # Numbers to try ---------------------------------------------------------------------------------------------------

    def starts(self, random: Random) -> Iterator[list[Number]]:
        yield self.tape.start()
        for number in (0.0, 1.0, math.nan):
            yield [_cast(number, variable.sort) for variable in self.variables]
        yield [_cast(float(at + 1), variable.sort) for at, variable in enumerate(self.variables)]
        for _ in range(_RANDOM_STARTS):
            yield [_cast(float(random.randint(-4, 4)), variable.sort) for variable in self.variables]
            yield [_cast(_random(random), variable.sort) for variable in self.variables]

    def candidates(self, at: int, point: Sequence[Number], random: Random) -> Iterator[Number]:
        sort, here = self.variables[at].sort, point[at]
        if not sort.float_width:
            yield from _whole_candidates(int(here), self.constants, sort)
            return
        others = [number for other, number in enumerate(point) if other != at]
        for number in (*_SPECIAL, *self.constants, *others):
            yield _cast(float(number), sort)
        for number in others:
            yield _cast(-float(number), sort)
        yield from (_cast(number, sort) for number in _near(float(here), random))

    @cached_property
    def constants(self) -> tuple[Number, ...]:
        """The constants of the query and the numbers next to them."""
        numbers: dict[Number, None] = {}
        for number in self.tape.constants:
            steps = (number,) if number != number or isinstance(number, int) else _neighbours(number)
            numbers.update(dict.fromkeys(steps))
        return tuple(numbers)


def _neighbours(number: float) -> tuple[float, ...]:
    return number, at_ordinal(ordinal(number) + 1), at_ordinal(ordinal(number) - 1), -number


def _near(here: float, random: Random) -> Iterator[float]:
    """Yield numbers around `here` at growing distances, both in value and in ordinal position."""
    if math.isnan(here):
        return
    yield from (-here, here * 2, here / 2, here + 1, here - 1)
    place = ordinal(here)
    for exponent in range(0, 62, 3):
        step = (1 << exponent) + random.getrandbits(exponent)
        yield at_ordinal(place + step)
        yield at_ordinal(place - step)


def _whole_candidates(here: int, constants: Sequence[Number], sort: Sort) -> Iterator[int]:
    limit = 1 << (sort.width - 1)
    yield from (*_WHOLE, limit - 1, -limit)
    for number in constants:
        if isinstance(number, int):
            yield from (wrap(number + step, sort.width) for step in (0, 1, -1))
    for exponent in range(0, sort.width, 2):
        yield wrap(here + (1 << exponent), sort.width)
        yield wrap(here - (1 << exponent), sort.width)


def _random(random: Random) -> float:
    return random.choice((1.0, -1.0)) * random.random() * 10.0 ** random.randint(-10, 10)


def _cast(number: float, sort: Sort) -> Number:
    """Return a number as a value of a sort."""
    if sort.float_width:
        return number_of(ieee.writer(sort.float_width)(number), sort)
    return wrap(ieee.truncate(number, 64), sort.width)
