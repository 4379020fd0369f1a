"""A conjunction as a straight-line program on numbers, for fast evaluation of many values of a few symbols.

Every term that depends on the chosen symbols has a slot; all others have their value in a model. A floating-point
number is a Python float, a bit-vector an int. A condition is a non-zero number: negative where it holds, positive where
it does not, and further from zero the further it is from changing (*branch distance*).

Laws: a slot holds the value of its term in the model with the symbols changed; the sign of a condition is its value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import log2
from operator import add, mul, neg, sub

from symheap.core.model import Model
from symheap.core.terms import BOOL, REF, Op, Sort, Term, Value, wrap
from symheap.core.theories import ieee
from symheap.core.theories.bitvectors import fold_bitvector
from symheap.core.theories.functions import function_of
from symheap.core.walk import symbols
from symheap.solver.backends.backend import only_argument, operand_sort
from symheap.solver.fold import fold

Number = float | int
Step = Callable[[list[Number]], Number]

UNORDERED = 128.0
"""The distance of a comparison that fails because one side is NaN: larger than for any two numbers."""


class Unsuitable(Exception):
    """Raised when a term that is not purely numeric depends on the chosen symbols."""


class Tape:
    """A program over the values of `variables`. `roots` are the slots of the conjuncts.

    `run` computes all slots for a point. `moved` does so after a change of one variable and repeats only dependent
    steps.
    """

    def __init__(self, conjuncts: Iterable[Term], variables: Sequence[Term], model: Model) -> None:
        self._model = model
        self._chosen = frozenset(variables)
        self._slots: dict[Term, int] = {variable: slot for slot, variable in enumerate(variables)}
        self._start: list[Number] = [number_of(model[variable], variable.sort) for variable in variables]
        self._steps: list[tuple[int, Step, Term]] = []
        self._arity = len(variables)
        self.weight = 0
        self.constants: dict[Number, None] = {}
        self.roots = tuple(fold(conjunct, self._slots, self._slot) for conjunct in conjuncts)
        self.cost = len(self._steps) + self.weight
        self._dependent = [self._depending_on(variable) for variable in variables]

    def start(self) -> list[Number]:
        """Return the point that corresponds to the model."""
        return self._start[: self._arity]

    def run(self, point: Sequence[Number]) -> list[Number]:
        slots = self._start.copy()
        slots[: self._arity] = point
        for slot, step, _ in self._steps:
            slots[slot] = step(slots)
        return slots

    def moved(self, slots: list[Number], variable: int, number: Number) -> list[Number]:
        after = slots.copy()
        after[variable] = number
        for slot, step in self._dependent[variable]:
            after[slot] = step(after)
        return after

    def cost_of(self, variable: int) -> int:
        return len(self._dependent[variable]) + self.weight

    def _depending_on(self, variable: Term) -> list[tuple[int, Step]]:
        return [(slot, step) for slot, step, term in self._steps if variable in symbols(term)]

    def _slot(self, term: Term) -> int:
        """Return a slot for a term. A term without chosen symbols is evaluated as a whole; an array gets an empty
        slot.
        """
        if not (symbols(term) & self._chosen):
            if term.sort.element is not None:
                return self._plain(0)
            return self._plain(number_of(self._model.evaluate(term), term.sort))
        step = self._step(term)
        slot = self._plain(0)
        self._steps.append((slot, step, term))
        return slot

    def _plain(self, number: Number) -> int:
        self._start.append(number)
        return len(self._start) - 1

    def _argument(self, value: Value, sort: Sort) -> int:
        if isinstance(value, Term):
            return self._slots[value]
        number = number_of(value, sort)
        if sort.float_width or sort.width:
            self.constants[number] = None
        return self._plain(number)

    # One step for each operator ---------------------------------------------------------------------------------------

    def _step(self, term: Term) -> Step:
        op = term.op
        if op is Op.AND or op is Op.OR:
            parts = [self._argument(arg, BOOL) for arg in term.args]
            return _all(parts) if op is Op.AND else _any(parts)
        if op is Op.ITE:
            condition, then, other = (
                self._argument(arg, sort) for arg, sort in zip(term.args, (BOOL, term.sort, term.sort), strict=True)
            )
            return lambda v: v[then] if v[condition] < 0 else v[other]
        if op is Op.APPLY:
            return self._application(term)
        sort = operand_sort(term)
        if sort is REF or not all(
            isinstance(arg, Term) and arg.sort is sort for arg in term.args if isinstance(arg, Term)
        ):
            raise Unsuitable
        args = [self._argument(arg, sort) for arg in term.args]
        if len(args) == 2:
            a, b = args
            binary = _binary(term, sort)
            return lambda v: binary(v[a], v[b])
        (only,) = args
        unary = _unary(term)
        return lambda v: unary(v[only])

    def _application(self, term: Term) -> Step:
        """Call the function itself, which may take as long as thousands of other steps."""
        args: list[tuple[int, Sort]] = []
        for arg in term.args:
            if not isinstance(arg, Term) or arg.sort.element is not None or arg.sort in (BOOL, REF):
                raise Unsuitable
            args.append((self._slots[arg], arg.sort))
        function, result = function_of(term), term.sort
        self.weight += _APPLICATION
        return lambda v: number_of(function.evaluate(*(bits_of(v[slot], sort) for slot, sort in args)), result)


_APPLICATION = 2_000


def number_of(value: int | bool, sort: Sort) -> Number:
    if sort is BOOL:
        return -1.0 if value else 1.0
    return ieee.reader(sort.float_width)(value) if sort.float_width else int(value)


def bits_of(number: Number, sort: Sort) -> int:
    return ieee.writer(sort.float_width)(number) if sort.float_width else int(number)


def ordinal(number: float) -> int:
    """Return the position of a number among all doubles: neighbours differ by one, the two zeros share one."""
    bits = ieee.double_bits(number)
    return bits if bits >= 0 else -(bits & ((1 << 63) - 1))


def at_ordinal(place: int) -> float:
    """Return the number at a position, infinite beyond the largest one."""
    size = min(abs(place), 0x7FF << 52)
    return ieee.double(size) if place >= 0 else -ieee.double(size)


# Conditions -----------------------------------------------------------------------------------------------------------


def _all(parts: list[int]) -> Step:
    def step(v: list[Number]) -> Number:
        wrong = sum(v[part] for part in parts if v[part] > 0)
        return wrong if wrong > 0 else max(v[part] for part in parts)

    return step


def _any(parts: list[int]) -> Step:
    def step(v: list[Number]) -> Number:
        right = sum(v[part] for part in parts if v[part] < 0)
        return right if right < 0 else min(v[part] for part in parts)

    return step


def _apart(a: Number, b: Number) -> float:
    """Return the distance of two numbers, from 1 to 66, on a logarithmic scale of the numbers between them."""
    if isinstance(a, float):
        return 1.0 + log2(1 + abs(ordinal(a) - ordinal(b)))
    return 1.0 + log2(1 + abs(a - b))


def _unordered(a: Number, b: Number) -> bool:
    return a != a or b != b


def _less(a: Number, b: Number) -> Number:
    return UNORDERED if _unordered(a, b) else -_apart(a, b) if a < b else _apart(a, b)


def _at_most(a: Number, b: Number) -> Number:
    return UNORDERED if _unordered(a, b) else -_apart(a, b) if a <= b else _apart(a, b)


def _equal(a: Number, b: Number) -> Number:
    return UNORDERED if _unordered(a, b) else -1.0 if a == b else _apart(a, b)


def _unsigned_less(width: int) -> Callable[[Number, Number], Number]:
    mask = (1 << width) - 1
    return lambda a, b: _less(int(a) & mask, int(b) & mask)


def _same(sort: Sort) -> Callable[[Number, Number], Number]:
    """Return the equality of values: of conditions, of integers, or of floating-point numbers by their bits."""
    if sort is BOOL:
        return lambda a, b: -min(abs(a), abs(b)) if (a < 0) == (b < 0) else min(abs(a), abs(b))
    if not sort.float_width:
        return _equal

    def same_bits(a: Number, b: Number) -> Number:
        if _unordered(a, b):
            return -1.0 if a != a and b != b else UNORDERED
        return -1.0 if ieee.double_bits(a) == ieee.double_bits(b) else _apart(a, b)

    return same_bits


# Numbers --------------------------------------------------------------------------------------------------------------

_ARITHMETIC: dict[Op, Callable[[float, float], float]] = {
    Op.FPADD: add,
    Op.FPSUB: sub,
    Op.FPMUL: mul,
    Op.FPDIV: ieee.divide,
    Op.FPREM: ieee.remainder,
}
_ORDERS: dict[Op, Callable[[Number, Number], Number]] = {
    Op.FPLT: _less,
    Op.FPLE: _at_most,
    Op.FPEQ: _equal,
    Op.BVSLT: _less,
}


def _single(number: float) -> float:
    return ieee.single(ieee.single_bits(number))


def _binary(term: Term, sort: Sort) -> Callable[[Number, Number], Number]:
    op = term.op
    if op is Op.EQ:
        return _same(sort)
    if op in _ORDERS:
        return _ORDERS[op]
    if op is Op.BVULT:
        return _unsigned_less(sort.width)
    if op in _ARITHMETIC:
        function = _ARITHMETIC[op]
        return function if sort.float_width == 64 else lambda a, b: _single(function(a, b))
    if not sort.width or not isinstance(term.payload, int):
        raise Unsuitable
    width = term.payload
    return lambda a, b: fold_bitvector(op, width, int(a), int(b))


def _unary(term: Term) -> Callable[[Number], Number]:
    op, argument = term.op, only_argument(term)
    width, to = argument.sort.float_width or argument.sort.width, term.sort.float_width or term.sort.width
    if op is Op.NOT or op is Op.FPNEG:
        return neg
    if op is Op.FPABS:
        return abs
    if op is Op.FPNAN:
        return lambda a: -1.0 if a != a else 1.0
    if op is Op.FPSQRT:
        return ieee.square_root if width == 64 else lambda a: _single(ieee.square_root(a))
    if op is Op.FPROUND:
        mode = str(term.payload)
        return lambda a: ieee.round_integral(a, mode)
    if op is Op.FPTOINT:
        return lambda a: ieee.truncate(a, to)
    if op is Op.FPFROMINT:
        return float if to == 64 else lambda a: ieee.single(ieee.integer_to_single(int(a)))
    if op is Op.FPCONVERT:
        return float if to == 64 else _single
    if op is Op.FPTOBITS:
        return ieee.writer(width)
    if op is Op.FPFROMBITS:
        read = ieee.reader(width)
        return lambda a: read(int(a))
    return _resized(term, width)


def _resized(term: Term, width: int) -> Callable[[Number], Number]:
    if term.op is Op.SIGNEXT:
        return int
    if term.op is Op.ZEROEXT:
        mask = (1 << width) - 1
        return lambda a: int(a) & mask
    if term.op is not Op.EXTRACT or not isinstance(term.payload, tuple):
        raise Unsuitable
    high, low = term.payload
    return lambda a: wrap(int(a) >> low, high - low + 1)
