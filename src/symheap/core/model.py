"""Models, and the value of a term under one."""

from __future__ import annotations

from collections.abc import Mapping

from symheap.core.terms import (
    BOOL,
    REF,
    Op,
    Term,
    Value,
    fold_bitvector,
    sort_of,
    wrap,
)
from symheap.core.typeset import TypeSet

Plain = int | bool


class Model:
    """A value for every symbol: integers, booleans, and for references the number of an object (0 is null).

    Total: a symbol that is not mentioned is null, 0 or false, an object whose class is not mentioned has the first
    class of the universe.  Objects allocated by the run have negative numbers, so no input can be one of them.
    """

    __slots__ = ("_memo", "classes", "ranks", "values")

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

    def __getitem__(self, symbol: Term) -> Plain:
        value = self.values.get(symbol)
        return value if value is not None else False if symbol.sort is BOOL else 0

    def class_index(self, object_number: int) -> int:
        return self.classes.get(object_number, 0)

    def is_instance(self, object_number: int, types: TypeSet) -> bool:
        return bool(types.mask >> self.class_index(object_number) & 1)

    def largest_object(self) -> int:
        numbers = [int(v) for s, v in self.values.items() if s.sort is REF]
        return max([0, *numbers, *self.classes])

    def evaluate(self, term: Value) -> Plain:
        """The value of `term`.  Only the branches that matter are visited, and each node once a model."""
        if not isinstance(term, Term):
            return term
        memo = self._memo
        stack = [term]
        while stack:
            top = stack[-1]
            if top in memo:
                stack.pop()
                continue
            waiting = self._step(top, memo)
            if waiting is None:
                stack.pop()
            else:
                stack.append(waiting)
        return memo[term]

    def satisfies(self, condition: Value) -> bool:
        return self.evaluate(condition) is True

    def _step(self, term: Term, memo: dict[Term, Plain]) -> Term | None:
        """Set `memo[term]`, or name the argument whose value is needed first."""
        op = term.op
        if op is Op.SYM:
            memo[term] = self[term]
            return None
        if op is Op.NULL:
            memo[term] = 0
            return None
        if op is Op.LOC:
            memo[term] = object_number(term)
            return None
        if op is Op.ITE:
            return self._step_ite(term, memo)
        if op is Op.AND or op is Op.OR:
            stop = op is Op.OR
            for arg in term.args:
                assert isinstance(arg, Term)
                value = memo.get(arg)
                if value is None:
                    return arg
                if value is stop:
                    memo[term] = stop
                    return None
            memo[term] = not stop
            return None
        plain: list[Plain] = []
        for arg in term.args:
            if isinstance(arg, Term):
                value = memo.get(arg)
                if value is None:
                    return arg
                plain.append(value)
            else:
                plain.append(arg)
        memo[term] = self._apply(term, plain)
        return None

    @staticmethod
    def _step_ite(term: Term, memo: dict[Term, Plain]) -> Term | None:
        condition = term.args[0]
        assert isinstance(condition, Term)
        value = memo.get(condition)
        if value is None:
            return condition
        chosen = term.args[1] if value else term.args[2]
        if isinstance(chosen, Term):
            value = memo.get(chosen)
            if value is None:
                return chosen
            memo[term] = value
        else:
            memo[term] = chosen
        return None

    def _apply(self, term: Term, args: list[Plain]) -> Plain:
        op = term.op
        if op is Op.EQ:
            return args[0] == args[1]
        if op is Op.NOT:
            return not args[0]
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
    if op is Op.ZEROEXT:
        return args[0] & ((1 << sort_of(term.args[0]).width) - 1)
    if op is Op.EXTRACT:
        assert isinstance(term.payload, tuple)
        high, low = term.payload
        return wrap(args[0] >> low, high - low + 1)
    assert isinstance(term.payload, int)
    return fold_bitvector(op, term.payload, args[0], args[1])


def object_number(location: Term) -> int:
    """The number that stands for a known object: negative if the run made it."""
    number = location.location.number
    return number if location.location.initial else -1 - number
