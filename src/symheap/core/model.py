"""Models, and the value of a term under one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from symheap.core.contents import Plain, TableRow, Unreadable, place_of, row
from symheap.core.deadline import tick
from symheap.core.origin import Origin
from symheap.core.terms import BOOL, REF, Op, Term, Value, sort_of, wrap
from symheap.core.theories.bitvectors import fold_bitvector
from symheap.core.theories.floats import apply_float
from symheap.core.theories.functions import function_of
from symheap.core.typeset import TypeSet

__all__ = ["INITIAL", "OUTSIDE", "Model", "Plain", "object_number"]

_DEPTH = 150
_FLOATING: Final = frozenset(op for op in Op if op.name.startswith("FP"))

INITIAL: Final = 1_000_000
"""Objects that exist before a run may have numbers from this one on; objects invented by a model have smaller ones."""

OUTSIDE: Final = -1
"""The class index of a known object whose class no input can have."""


class Model:
    """A value for every symbol: an integer, a boolean, bits, or for a reference the number of an object (0 is null).

    A model is total: an unmentioned symbol is null, 0 or false, and an invented object of unmentioned class has the
    first class of the universe. Objects that the run allocates have negative numbers, so no input can be one of them.
    `agrees_with` records the object that the model has already been checked against, so that the check is not repeated.
    """

    __slots__ = ("_elements", "_memo", "_together", "agrees_with", "classes", "ranks", "values")

    def __init__(
        self,
        values: Mapping[Term, Plain],
        classes: Mapping[int, int],
        ranks: Mapping[tuple[str, int], int] | None = None,
    ) -> None:
        self.values = values
        self.classes = classes
        self.ranks: Mapping[tuple[str, int], int] = ranks or {}
        self._memo: dict[Term, Plain] = {}
        self._elements: dict[Origin, dict[int, Plain]] | None = None
        self._together: dict[Term, Plain] | None = None
        self.agrees_with: object | None = None

    def __getitem__(self, symbol: Term) -> Plain:
        value = self.values.get(symbol)
        return value if value is not None else False if symbol.sort is BOOL else 0

    def class_index(self, object_number: int, classes: int) -> int:
        """Return the index of an object's class among the `classes` of the universe, or OUTSIDE.

        A cached model from a larger universe may name a class that is not in this one; the object then has the first
        class.
        """
        index = self.classes.get(object_number, 0)
        return index if index < classes else 0

    def is_instance(self, object_number: int, types: TypeSet) -> bool:
        """Whether an object has one of `types`.

        The class of an object that exists before the run is not chosen by a model: one that was made without regard to
        classes cannot say. Raises `Unreadable` then.
        """
        if object_number >= INITIAL and object_number not in self.classes:
            raise Unreadable
        index = self.class_index(object_number, len(types.universe))
        return index != OUTSIDE and bool(types.mask >> index & 1)

    def largest_object(self) -> int:
        """Return the largest object number in use below INITIAL; a new object may get the next one."""
        numbers = [int(v) for s, v in self.values.items() if s.sort is REF]
        return max([0, *(number for number in (*numbers, *self.classes) if number < INITIAL)])

    @property
    def together(self) -> Mapping[Term, Plain]:
        """References that share their object with another reference, each with the object's number."""
        if self._together is None:
            self._together = {}
            first: dict[Plain, Term] = {}
            for symbol, number in self.values.items():
                if number and symbol.sort is REF:
                    other = first.setdefault(number, symbol)
                    if other is not symbol:
                        self._together[other] = self._together[symbol] = number
        return self._together

    def evaluate(self, term: Value) -> Plain:
        """Return the value of `term`. Only the branches that matter are visited, and each node once per model."""
        if not isinstance(term, Term):
            return term
        value = self._memo.get(term)
        return self._value(term, 0) if value is None else value

    def satisfies(self, condition: Value) -> bool:
        """Whether a condition holds. One that is unreadable, such as one on very long contents, is not satisfied."""
        try:
            return self.evaluate(condition) is True
        except Unreadable:
            return False

    def elements(self, owner: Term) -> Mapping[int, Plain]:
        """Return the elements of an input array that the model mentions, by index (see `symheap.core.contents`)."""
        if self._elements is None:
            self._elements = {}
            for symbol, value in self.values.items():
                place = place_of(symbol)
                if place is not None:
                    self._elements.setdefault(place[0], {})[place[1]] = value
        return self._elements.get(owner.origin, {})

    def row(self, array: Term) -> TableRow:
        """Return contents of an array under this model, written out."""
        return row(array, self.evaluate, self.elements)

    def _value(self, term: Term, depth: int) -> Plain:
        """Evaluate recursively, for speed, up to `_DEPTH`; deeper terms are evaluated with a stack."""
        memo = self._memo
        op = term.op
        value: Plain | None
        if depth > _DEPTH:
            return self._deep_value(term)
        if op is Op.SYM:
            value = self[term]
        elif op is Op.AND or op is Op.OR:
            stop = op is Op.OR
            value = not stop
            for arg in term.args:
                if self._argument(arg, depth) is stop:
                    value = stop
                    break
        elif op is Op.EQ:
            value = self._argument(term.args[0], depth) == self._argument(term.args[1], depth)
        elif op is Op.NOT:
            value = not self._argument(term.args[0], depth)
        elif op is Op.BVSLT:
            value = self._argument(term.args[0], depth) < self._argument(term.args[1], depth)
        elif op is Op.ITE:
            value = self._argument(term.args[1 if self._argument(term.args[0], depth) else 2], depth)
        elif op is Op.NULL:
            value = 0
        elif op is Op.LOC:
            value = object_number(term)
        elif op is Op.APPLY:
            value = function_of(term).evaluate(*self._arguments(term, depth))
        else:
            value = self._apply(term, [self._argument(arg, depth) for arg in term.args])
        memo[term] = value
        return value

    def _deep_value(self, term: Term) -> Plain:
        """Evaluate with a stack, on which every node waits for the next argument that matters to it."""
        memo = self._memo
        stack = [term]
        while stack:
            tick()
            node = stack[-1]
            missing = None if node in memo else self._wanted(node)
            if missing is not None:
                stack.append(missing)
                continue
            if node not in memo:
                self._value(node, 0)
            stack.pop()
        return memo[term]

    def _wanted(self, node: Term) -> Term | None:
        """Return an argument whose value is needed before that of `node`, or None if all are known."""
        memo, args = self._memo, node.args
        if node.op is Op.ITE:
            condition = args[0]
            chosen = memo.get(condition) if isinstance(condition, Term) else condition
            if chosen is not None:
                args = (args[1 if chosen else 2],)
        if node.op is Op.APPLY:
            args = tuple(arg for arg in args if not isinstance(arg, Term) or arg.sort.element is None)
        stop = node.op is Op.OR if node.op is Op.AND or node.op is Op.OR else None
        for arg in args:
            value = memo.get(arg) if isinstance(arg, Term) else arg
            if value is None:
                assert isinstance(arg, Term)
                return arg
            if value is stop:
                break
        return None

    def _argument(self, arg: Value, depth: int) -> Plain:
        if not isinstance(arg, Term):
            return arg
        value = self._memo.get(arg)
        return self._value(arg, depth + 1) if value is None else value

    def _arguments(self, term: Term, depth: int) -> list[Plain | TableRow]:
        return [
            self.row(arg) if isinstance(arg, Term) and arg.sort.element is not None else self._argument(arg, depth)
            for arg in term.args
        ]

    def _apply(self, term: Term, args: list[Plain]) -> Plain:
        op = term.op
        if op is Op.LT:
            return args[0] < args[1]
        if op is Op.ISA:
            return args[0] != 0 and self.is_instance(int(args[0]), term.types)
        if op is Op.ADD:
            return args[0] + args[1]
        if op is Op.SUB:
            return args[0] - args[1]
        if op is Op.MUL:
            return args[0] * args[1]
        if op is Op.RANK:
            assert isinstance(term.payload, str)
            return self.ranks.get((term.payload, int(args[0])), 0)
        return _apply_bitvector(term, args)


def _apply_bitvector(term: Term, args: list[Plain]) -> Plain:
    op = term.op
    if op is Op.SIGNEXT:
        return args[0]
    if op in _FLOATING:
        return apply_float(term, args)
    if op is Op.ZEROEXT:
        return args[0] & ((1 << sort_of(term.args[0]).width) - 1)
    if op is Op.EXTRACT:
        assert isinstance(term.payload, tuple)
        high, low = term.payload
        return wrap(args[0] >> low, high - low + 1)
    assert isinstance(term.payload, int)
    return fold_bitvector(op, term.payload, args[0], args[1])


def object_number(location: Term) -> int:
    """Return the number of a known object: negative if the run allocated it."""
    number = location.location.number
    return number if location.location.initial else -1 - number
