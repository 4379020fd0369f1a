"""Find the smallest witness of a path: short arrays and strings, small numbers, letters in texts, null where possible.

The model of the path is minimised one symbol after the other.  Each symbol is given its preferred value, first by a
change of the model alone, then, within a budget, by a solver query; then its value is fixed.

Laws: the witness takes the path.  In the order of `symbols_of`, its costs are lexicographically at most those of the
witness that the exploration found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from symheap.core.contents import contents_with, element_symbol
from symheap.core.model import Model, Plain
from symheap.core.outcome import Sat
from symheap.core.terms import BOOL, BV8, BV16, BV32, NULL, REF, Op, Term, Value, and_, eq, not_, symbol
from symheap.core.theories.bitvectors import bitvector
from symheap.core.types import LENGTH
from symheap.core.walk import symbols
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.lang.java.values.types import STRING
from symheap.objects.concrete import ConcreteHeap
from symheap.solver.api import Query, Solver
from symheap.solver.backends.levels import by_age
from symheap.solver.numeric.bounds import Interval, interval, refutes
from symheap.solver.path import PathCondition
from symheap.testgen.inputs.preferences import LETTERS, Cost, float_cost, letter_cost, number_cost, plain_floats

SHORT = (8, 1_000, 100_000)
"""Limits for the lengths of all arrays, best first.  A longer array is too large for a test."""

IsChar: TypeAlias = Callable[[Term], bool]
"""Whether an input or a field with 16 bits is a char."""

_LETTERS_LOOKED_AT = 64
_STEPS = 16
_CONFLICTS = 32


@dataclass(frozen=True, slots=True)
class MinimalBudget:
    """The budget for one path, in addition to shortening its arrays."""

    queries: int = 40
    seconds: float = 0.25


def smallest(
    exploration: Exploration[Any],
    trace: Trace[Any],
    budget: MinimalBudget | None = None,
    *,
    solver: Solver | None = None,
    is_char: IsChar = lambda at: False,
    given: Sequence[Value] = (),
) -> Minimization | None:
    """Return a finished search, whose model is the smallest one found.

    None if arrays must be too long for a test.  The trace must be confirmed, so that it has a model.  `is_char`
    distinguishes chars from shorts, which have the same sort.  The conditions in `given` hold as well, if they can.
    """
    search = Minimization(exploration, trace, solver or exploration.machine.solver, budget or MinimalBudget(), is_char)
    search.assume(given)
    return search if search.run() else None


def shorter(exploration: Exploration[Any], trace: Trace[Any], solver: Solver) -> ConcreteHeap | None:
    """Return a witness with arrays short enough to be built; None if there is none or the path is unconfirmed."""
    if trace.path.model is None:
        return None
    search = Minimization(exploration, trace, solver, MinimalBudget(0, 0), lambda at: False)
    return search.witness() if search.shorten() else None


def symbols_of(trace: Trace[Any]) -> tuple[Term, ...]:
    """Return the symbols of the path's models: references, lengths, then the rest.

    Each group is sorted from the oldest to the youngest.
    """
    every = {s for term in trace.path.conjuncts() for s in symbols(term)}
    every |= {cell for cell in trace.inputs if isinstance(cell, Term) and cell.op is Op.SYM}
    every |= set(_whole_letters(trace))
    return tuple(sorted(by_age(every), key=_rank))


def _rank(symbol: Term) -> int:
    return 0 if symbol.sort is REF else 1 if is_length(symbol) else 2


def _whole_letters(trace: Trace[Any]) -> Iterable[Term]:
    """Yield the first elements of byte arrays that are read as a whole."""
    model = trace.path.model
    assert model is not None
    for array in trace.path.index.features.contents:
        if array.op is Op.CONTENTS and array.sort.element is BV8:
            owner = array.args[0]
            assert isinstance(owner, Term)
            length = model[symbol(owner.origin.then(LENGTH.name), BV32)]
            yield from (element_symbol(array, at) for at in range(min(int(length), _LETTERS_LOOKED_AT)))


def is_length(symbol: Term) -> bool:
    return symbol.sort is BV32 and symbol.origin.step == LENGTH.name


class Minimization:
    """The minimisation of a model.  `_fixed` are conditions that its path does not contain yet."""

    def __init__(
        self, exploration: Exploration[Any], trace: Trace[Any], solver: Solver, budget: MinimalBudget, is_char: IsChar
    ) -> None:
        assert trace.path.model is not None
        self._exploration = exploration
        self._trace = trace
        self._solver = solver
        self._is_char = is_char
        self._path = trace.path
        self._fixed: list[Value] = []
        self._queries = budget.queries
        self._until = time.perf_counter() + budget.seconds
        self.model: Model = trace.path.model

    def assume(self, conditions: Sequence[Value]) -> None:
        """Restrict the search to models of some conditions, if there is one."""
        if conditions:
            self._ask(and_(*conditions), in_any_case=True)

    def run(self) -> bool:
        every = symbols_of(self._trace)
        if not self.shorten():
            return False
        for each in every:
            self._make_small(each)
        return True

    def witness(self) -> ConcreteHeap:
        """Return the initial heap under the model."""
        heap = self._exploration.witness(self._trace._replace(path=self._trace.path.with_model(self.model)))
        assert heap is not None
        return heap

    def costs(self, model: Model) -> tuple[Cost, ...]:
        """Return the cost of a model by symbol; the lengths of arrays come first."""
        every = symbols_of(self._trace)
        lengths = [int(model[each]) for each in every if is_length(each)]
        worst = sum(any(length > limit for length in lengths) for limit in SHORT)
        return ((worst, 0), *(self._cost(model, each) for each in every))

    def _cost(self, model: Model, at: Term) -> Cost:
        value = model[at]
        if at.sort is REF or at.sort is BOOL:
            return (int(value != 0), 0)
        if at.sort.float_width:
            return float_cost(value, at.sort)
        return letter_cost(value) if self.is_letter(at) else number_cost(value)

    # Kinds of symbols -------------------------------------------------------------------------------------------------

    def shorten(self) -> bool:
        """Shorten all arrays to the best limit that all can satisfy; return False if there is none."""
        lengths = [each for each in symbols_of(self._trace) if is_length(each)]
        for limit in SHORT:
            if all(self.model[each] <= limit for each in lengths):
                return True
            if self._ask(and_(*(_within(each, 0, limit) for each in lengths)), in_any_case=True):
                return True
        return False

    def _make_small(self, at: Term) -> None:
        if at.sort is REF:
            done = self.model[at] == 0 or self.change(at, 0)
        elif at.sort is BOOL:
            done = self.model[at] is False or self.change(at, False) or self._ask(eq(at, False))
        elif at.sort.float_width:
            done = any(self.model[at] == bits or self.change(at, bits) for bits in plain_floats(at.sort))
        elif self.is_letter(at):
            done = self._make_letter(at)
        elif at.sort.width:
            done = self._make_number(at)
        else:
            return
        if done or at.sort is not REF:
            self._fix(at)

    def is_letter(self, at: Term) -> bool:
        """Whether a symbol is a char, or an element of a text: of a string's bytes or of an array of chars."""
        parent = at.origin.parent
        if at.sort not in (BV8, BV16):
            return False
        if parent is None or isinstance(at.origin.step, str):
            return at.sort is BV16 and self._is_char(at)
        if at.sort is BV16:
            return self._class_of(symbol(parent, REF)) == "[C"
        return (
            parent.step == "value"
            and parent.parent is not None
            and self._class_of(symbol(parent.parent, REF)) == STRING
        )

    def _class_of(self, ref: Term) -> str:
        table = self._exploration.program.table
        return table.universe[max(0, self.model.class_index(int(self.model[ref]), len(table.universe)))]

    def _make_letter(self, at: Term) -> bool:
        for low, high in LETTERS:
            if low <= self.model[at] <= high or self.change(at, low) or self._ask(_within(at, low, high)):
                return True
        return False

    def _make_number(self, at: Term) -> bool:
        """Choose the smallest value that the solver allows.  Bounds stated by the path itself are the best guesses."""
        reach = interval(self._path.index.bounds, at, at.sort.width)
        for value in sorted({0, 1, max(0, reach.low), min(-1, reach.high)}, key=number_cost):
            if number_cost(value) >= number_cost(self.model[at]):
                break
            if reach.low <= value <= reach.high and self.change(at, value):
                return value == 0 or self._descend(at, Interval(max(0, reach.low), value - 1))
        if self.model[at] < 0 and not self._ask(_within(at, 0, (1 << (at.sort.width - 1)) - 1)):
            return self._ascend(at, Interval(int(self.model[at]) + 1, min(-1, reach.high)))
        return self._descend(at, Interval(max(0, reach.low), int(self.model[at]) - 1))

    def _descend(self, at: Term, room: Interval) -> bool:
        """Approach zero from above; `room` is where a smaller value may lie."""
        low, high, step = room.low, room.high, 1
        for _ in range(_STEPS):
            if low > high:
                return True
            end = min(high, low + step - 1)
            if self._ask(_within(at, low, end)):
                high, step = int(self.model[at]) - 1, max(1, (int(self.model[at]) - low) // 2)
            else:
                low, step = end + 1, step * 4
        return True

    def _ascend(self, at: Term, room: Interval) -> bool:
        """Approach zero from below."""
        low, high, step = room.low, room.high, 1
        for _ in range(_STEPS):
            if low > high:
                return True
            end = max(low, high - step + 1)
            if self._ask(_within(at, end, high)):
                low, step = int(self.model[at]) + 1, max(1, (high - int(self.model[at])) // 2)
            else:
                high, step = end - 1, step * 4
        return True

    # Changes ----------------------------------------------------------------------------------------------------------

    def change(self, at: Term, value: Plain, class_index: int | None = None) -> bool:
        """Give a symbol another value, if the path and the facts about the heap allow it without any other change.

        A new object has the class with index `class_index`.
        """
        changed = self._changed(at, value, class_index)
        self.model = changed or self.model
        return changed is not None

    def allows(self, at: Term, value: Plain) -> bool:
        """Whether a symbol could have another value while all others stay the same."""
        return self._changed(at, value, None) is not None

    def _changed(self, at: Term, value: Plain, class_index: int | None) -> Model | None:
        index = self._path.index
        if not index.is_within(at, value):
            return None
        classes = self.model.classes if class_index is None else {**self.model.classes, int(value): class_index}
        model = Model({**self.model.values, at: value}, classes, self.model.ranks)
        whole = contents_with(at)
        places = index.about((at,) if whole is None else (at, whole))
        if not all(place.term is None or model.satisfies(place.term) for place in places):
            return None
        return None if self._exploration.model.conflicts(self._trace.heap, model) else model

    def _fix(self, at: Term) -> None:
        value = self.model[at]
        if at.sort is REF:
            self._fixed.append(eq(at, NULL) if value == 0 else not_(eq(at, NULL)))
        else:
            self._fixed.append(eq(at, value))

    def _ask(self, goal: Value, *, in_any_case: bool = False) -> bool:
        """Make the goal true, without changing fixed symbols, if the solver finds a way."""
        if not in_any_case and (self._queries <= 0 or time.perf_counter() > self._until):
            return False
        path = self._told()
        if refutes(path.index.bounds, goal):
            return False
        self._queries -= 1
        settled = self._settled(path, goal)
        if settled is None or settled.model is None:
            return False
        self._path, self.model = settled, settled.model
        return True

    def _told(self) -> PathCondition:
        """Return the path with all fixed values and the current model."""
        self._path = self._path.assume(and_(*self._fixed), self.model).with_model(self.model)
        self._fixed = []
        return self._path

    def _settled(self, path: PathCondition, goal: Value) -> PathCondition | None:
        """Return the path with the goal, and a model that violates no fact about the heap."""
        answer = self._solver.check(Query(path, goal))
        for _ in range(_CONFLICTS):
            if not isinstance(answer, Sat):
                return None
            path = path.assume(goal, answer.model).with_model(answer.model)
            broken = self._exploration.model.conflicts(self._trace.heap, answer.model)
            if not broken:
                return path
            goal = and_(*broken)
            answer = self._solver.check(Query(path, goal))
        return None


def _within(at: Term, low: int, high: int) -> Value:
    if low == high:
        return eq(at, low)
    width = at.sort.width
    return and_(not_(bitvector(Op.BVSLT, width, at, low)), not_(bitvector(Op.BVSLT, width, high, at)))
