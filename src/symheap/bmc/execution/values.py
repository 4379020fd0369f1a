"""Evaluate expressions of the memory IR to words of a state.

Law: under a model of the state, a word's bits are what the interpreter computes, and it has the same provenance.  An
operator without a meaning on its operands is no execution: the condition for its meaning is in `conditions`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from symheap.bmc.execution.addresses import are_equal, is_below
from symheap.bmc.execution.contents import Word
from symheap.bmc.execution.floats import float_arithmetic, float_conversion, float_order
from symheap.bmc.execution.layout import mentioned
from symheap.bmc.execution.state import SearchState
from symheap.core.terms import BV32, Op, Sort, Term, Value, and_, eq, ite, not_, or_, wrap
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.memory.expressions import (
    ARITHMETIC,
    COMPARISONS,
    KEEP_PROVENANCE,
    SHIFTS,
    UNSIGNED,
    AddressOf,
    Binary,
    Conversion,
    Convert,
    Expression,
    Number,
    Operator,
    Register,
)
from symheap.memory.floating import FLOATING
from symheap.memory.ir import Lifetime
from symheap.memory.outcome import Refusal
from symheap.memory.terms import ORDERS, TERM_OPERATORS, unsigned_by_constant, zero_extended

_CONNECTIVES: Final = {Operator.AND: and_, Operator.OR: or_}


class Evaluation:
    """Evaluates in the innermost frame of `state`; `conditions` grow with each operator.

    `is_open`: a computed value is one of several that C allows, so that other executions exist.
    """

    __slots__ = ("_registers", "conditions", "is_open", "state")

    def __init__(self, state: SearchState) -> None:
        self.state = state
        self.conditions: list[Value] = []
        self.is_open = False
        self._registers: Mapping[str, Word] = state.frames[-1].registers

    def word(self, expression: Expression) -> Word:
        if isinstance(expression, Register):
            return self._registers[expression.name]
        if isinstance(expression, Number):
            return Word(wrap(expression.value, 8 * expression.size))
        if isinstance(expression, Binary):
            return self._binary(expression)
        if isinstance(expression, AddressOf):
            return self._address(expression)
        return self._converted(expression)

    def condition(self, expression: Expression) -> Value:
        """Return whether an expression is not zero, as a boolean."""
        if isinstance(expression, Binary) and expression.operator in COMPARISONS:
            return self._comparison(expression)
        return self._differs_from_zero(self.word(expression).bits)

    def _differs_from_zero(self, bits: Value) -> Value:
        known = are_equal(self.state, bits, 0)
        return not_(eq(bits, 0)) if known is None else not known

    def _address(self, expression: AddressOf) -> Word:
        names = self.state.frames[-1].locals if expression.local else self.state.globals
        number = names.get(expression.symbol)
        if number is None:
            raise Refusal(f"the address of {expression.symbol}, whose scope was not entered")
        return Word(self.state.objects[number].base, number)

    def _binary(self, expression: Binary) -> Word:
        operator = expression.operator
        if operator in COMPARISONS:
            holds = self._comparison(expression)
            return Word(ite(holds, 1, 0, BV32) if isinstance(holds, Term) else int(holds))
        left, right = self.word(expression.left), self.word(expression.right)
        width = 8 * expression.left.size
        self.is_open |= self._may_be_merged(left, right)
        if operator in _CONNECTIVES and (both := _switches(left.bits, right.bits)) is not None:
            return Word(ite(_CONNECTIVES[operator](*both), 1, 0, Sort.bitvector(width)))
        if operator in ARITHMETIC:
            bits = bitvector(TERM_OPERATORS[operator], width, left.bits, right.bits)
            return Word(bits, _merged(operator, left, right) if operator in KEEP_PROVENANCE else None)
        if operator in SHIFTS:
            return Word(self._shifted(TERM_OPERATORS[operator], width, left.bits, right.bits, expression.right.size))
        if operator in FLOATING:
            return Word(float_arithmetic(operator, expression.left.size, left.bits, right.bits))
        return Word(self._divided(operator, width, left.bits, right.bits))

    def _shifted(self, op: Op, width: int, value: Value, distance: Value, size: int) -> Value:
        """Shift a value.  A shift by the width or more has no meaning.  The distance may have a size of its own."""
        self.conditions.append(bitvector(Op.BVULT, 8 * size, distance, width))
        if 8 * size > width:
            distance = extract(distance, width - 1, 0)
        elif 8 * size < width:
            distance = extend(distance, 8 * size, width, signed=False)
        return bitvector(op, width, value, distance)

    def _divided(self, operator: Operator, width: int, a: Value, b: Value) -> Value:
        """Divide; unsigned numbers are divided as signed ones of a greater width."""
        self.conditions.append(not_(eq(b, 0)))
        if not isinstance(b, Term) and b == 0:
            return 0
        if operator not in UNSIGNED:
            return bitvector(TERM_OPERATORS[operator], width, a, b)
        simple = unsigned_by_constant(operator, width // 8, a, b)
        if simple is not None:
            return simple
        wide = width + 8
        parts = (extend(part, width, wide, signed=False) for part in (a, b))
        signed = Op.BVSDIV if operator is Operator.UDIV else Op.BVSREM
        return extract(bitvector(signed, wide, *parts), width - 1, 0)

    def _comparison(self, expression: Binary) -> Value:
        operator, width = expression.operator, 8 * expression.left.size
        left, right = self.word(expression.left), self.word(expression.right)
        a, b = left.bits, right.bits
        self.is_open |= self._may_be_merged(left, right)
        match operator:
            case Operator.EQ | Operator.NE:
                known = are_equal(self.state, a, b)
                equal = eq(a, b) if known is None else known
                return equal if operator is Operator.EQ else not_(equal)
            case Operator.ULT:
                return self._below(width, a, b)
            case Operator.ULE:
                return not_(self._below(width, b, a))
            case Operator.SLT | Operator.SLE:
                return ORDERS[operator](width, a, b)
            case _:
                return float_order(operator, expression.left.size, a, b)

    def _may_be_merged(self, left: Word, right: Word) -> bool:
        """Whether two values depend on addresses of different string constants.

        A compiler may store one string inside the other, so the layout of objects says nothing about the result.
        """
        strings = self._strings(left)
        return bool(strings) and any(one != other for other in self._strings(right) for one in strings)

    def _strings(self, word: Word) -> set[int]:
        """Return the string constants whose addresses a value depends on."""
        numbers = {*mentioned(self.state, word.bits)} | ({word.origin} if word.origin is not None else set())
        known = ((number, self.state.objects.get(number)) for number in numbers)
        return {number for number, thing in known if thing is not None and thing.lifetime is Lifetime.STRING}

    def _below(self, width: int, a: Value, b: Value) -> Value:
        known = is_below(self.state, a, b)
        return bitvector(Op.BVULT, width, a, b) if known is None else known

    def _converted(self, expression: Convert) -> Word:
        word, size, to = self.word(expression.operand), expression.operand.size, expression.size
        match expression.conversion:
            case Conversion.SIGN_EXTEND:
                return word._replace(bits=extend(word.bits, 8 * size, 8 * to, signed=True))
            case Conversion.ZERO_EXTEND:
                return word._replace(bits=zero_extended(word.bits, size, to))
            case Conversion.TRUNCATE:
                return word._replace(bits=extract(word.bits, 8 * to - 1, 0))
            case _:
                return Word(float_conversion(expression.conversion, size, to, word.bits))


def _switches(a: Value, b: Value) -> tuple[Value, Value] | None:
    """Return the conditions of two values of the form "1 if condition else 0", or None."""
    if not isinstance(a, Term) or not isinstance(b, Term) or a.op is not Op.ITE or b.op is not Op.ITE:
        return None
    return (a.args[0], b.args[0]) if a.args[1:] == (1, 0) and b.args[1:] == (1, 0) else None


def _merged(operator: Operator, a: Word, b: Word) -> int | None:
    """Return the provenance of an operation; a value computed from two addresses has none."""
    if b.origin is None:
        return a.origin
    return b.origin if a.origin is None and operator is not Operator.SUB else None
