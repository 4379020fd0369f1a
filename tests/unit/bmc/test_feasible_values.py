"""Evaluation on terms, against the interpreter's."""

from __future__ import annotations

from functools import cache

import immutables
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symheap.bmc.execution.contents import Word
from symheap.bmc.execution.state import PendingCall, SearchState
from symheap.bmc.execution.values import Evaluation
from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.source import Position
from symheap.core.terms import Sort, conjunction, symbol, wrap
from symheap.memory.bytes import MemoryObject
from symheap.memory.check_expressions import registers as registers_of
from symheap.memory.execution import closures
from symheap.memory.execution.closures import evaluator
from symheap.memory.execution.interpreter import DEFAULT_LIMITS
from symheap.memory.execution.oracle import ZeroOracle
from symheap.memory.execution.store import Memory
from symheap.memory.expressions import (
    AddressOf,
    Binary,
    Conversion,
    Convert,
    Expression,
    Number,
    Operator,
    Register,
)
from symheap.memory.floating import encoded
from symheap.memory.ir import Function, Lifetime
from symheap.memory.outcome import NoExecution, Refusal
from symheap.memory.values import Pointer, bits_of, origin_of

SIZES = (1, 4, 8)
INTEGER = [operator for operator in Operator if not operator.name.startswith("F")]
SHIFTS = (Operator.SHL, Operator.LSHR, Operator.ASHR)
BASE = 0x12340


@cache
def expressions(size: int, depth: int) -> st.SearchStrategy[Expression]:
    leaves: list[st.SearchStrategy[Expression]] = [
        st.sampled_from([Register(f"{name}{size}", size) for name in "xyp"]),
        st.sampled_from((0, 1, 2, 5, -1, 1 << (8 * size - 2))).map(lambda value: Number(wrap(value, 8 * size), size)),
    ]
    if depth == 0:
        return st.one_of(leaves)
    below = expressions(size, depth - 1)
    arithmetic = [operator for operator in INTEGER if operator not in SHIFTS]
    if size == 4:
        leaves.append(st.builds(Binary, st.sampled_from(arithmetic), below, below))
    else:
        plain = [operator for operator in arithmetic if "=" not in operator.value and "<" not in operator.value]
        leaves.append(st.builds(Binary, st.sampled_from(plain), below, below))
    leaves.append(st.builds(Binary, st.sampled_from(SHIFTS), below, expressions(4, 0)))
    for other in SIZES:
        inner = expressions(other, depth - 1)
        if other < size:
            wider = st.sampled_from((Conversion.SIGN_EXTEND, Conversion.ZERO_EXTEND))
            leaves.append(st.builds(Convert, wider, inner, st.just(size)))
        elif other > size:
            leaves.append(st.builds(Convert, st.just(Conversion.TRUNCATE), inner, st.just(size)))
    return st.one_of(leaves)


values = st.sampled_from((0, 1, 2, 3, 31, 255, -1, -128, 1 << 31, (1 << 63) - 1, 0x12345))


@pytest.mark.parametrize("size", SIZES)
@given(data=st.data())
def test_bits_and_provenance_are_those_of_the_interpreter(size: int, data: st.DataObject) -> None:
    expression = data.draw(expressions(size, 2))
    given_values = {f"{name}{width}": data.draw(values) for name in "xy" for width in SIZES}
    target = MemoryObject(0, BASE, 16, Lifetime.HEAP)
    concrete = _frame(
        {name: value & ((1 << 8 * int(name[1:])) - 1) for name, value in given_values.items()}
        | {f"p{width}": Pointer(BASE & ((1 << 8 * width) - 1), target) for width in SIZES}
    )
    state, model = _symbolic(given_values)
    evaluation = Evaluation(state)
    word = evaluation.word(expression)
    meaningful = model.evaluate(conjunction(evaluation.conditions))
    try:
        expected = evaluator(expression)(concrete)
    except NoExecution:
        assert meaningful is False
        return
    assert meaningful is True
    assert model.evaluate(word.bits) & ((1 << 8 * size) - 1) == bits_of(expected)
    assert (word.origin is None) == (origin_of(expected) is None)
    holds = Evaluation(state).condition(expression)
    assert model.evaluate(holds) is bool(bits_of(expected))


def _frame(registers: dict[str, int | Pointer]) -> closures.InterpreterFrame:
    function = Function("f", (), None, "entry", {}, Position("", 1, 1))
    return closures.InterpreterFrame(function, Memory(ZeroOracle(), 8, DEFAULT_LIMITS.bytes), "entry", registers)


def _symbolic(given_values: dict[str, int]) -> tuple[SearchState, Model]:
    """Return the same registers as symbols, and a model with their values; addresses keep their provenance."""
    state = SearchState(8, (PendingCall("f", "entry", 0, immutables.Map()),))
    registers: dict[str, Word] = {}
    numbers = {}
    for name, value in given_values.items():
        width = 8 * int(name[1:])
        registers[name] = Word(symbol(Origin.root(name), Sort.bitvector(width)))
        numbers[registers[name].bits] = wrap(value, width)
    for size in SIZES:
        registers[f"p{size}"] = Word(symbol(Origin.root(f"p{size}"), Sort.bitvector(8 * size)), 0)
        numbers[registers[f"p{size}"].bits] = wrap(BASE, 8 * size)
    frame = PendingCall("f", "entry", 0, immutables.Map(registers))
    return state.with_frame(frame), Model(numbers, {})  # type: ignore[arg-type]


def test_the_form_of_addresses_decides() -> None:
    state = SearchState(8, (PendingCall("f", "entry", 0, immutables.Map()),))
    state, one = state.created(16, Lifetime.HEAP)
    state, two = state.created(8, Lifetime.HEAP)
    registers = immutables.Map({"p": Word(one.base, 0), "q": Word(two.base, 1)})
    state = state.with_frame(PendingCall("f", "entry", 0, registers))
    p, q = Register("p", 8), Register("q", 8)

    def holds(operator: Operator, left: Expression, right: Expression) -> object:
        return Evaluation(state).condition(Binary(operator, left, right))

    def plus(left: Expression, number: int) -> Expression:
        return Binary(Operator.ADD, left, Number(number, 8))

    assert holds(Operator.EQ, p, q) is False
    assert holds(Operator.NE, plus(p, 12), q) is True
    assert holds(Operator.EQ, p, Number(0, 8)) is False
    assert holds(Operator.ULT, plus(p, 4), plus(p, 16)) is True
    assert holds(Operator.ULT, p, Number(0, 8)) is False
    # What is right behind one object may be the start of another.
    assert not isinstance(holds(Operator.EQ, plus(p, 16), q), bool)
    assert not isinstance(holds(Operator.ULT, p, q), bool)


def test_where_an_object_died_another_may_be() -> None:
    state = SearchState(8, (PendingCall("f", "entry", 0, immutables.Map()),))
    state, one = state.created(16, Lifetime.HEAP)
    state, two = state.ended(0).created(8, Lifetime.HEAP)
    registers = immutables.Map({"p": Word(one.base, 0), "q": Word(two.base, 1)})
    state = state.with_frame(PendingCall("f", "entry", 0, registers))
    same = Evaluation(state).condition(Binary(Operator.EQ, Register("p", 8), Register("q", 8)))
    assert not isinstance(same, bool)


def test_the_address_of_a_local_that_was_not_entered_is_refused() -> None:
    state = SearchState(8, (PendingCall("f", "entry", 0, immutables.Map()),))
    with pytest.raises(Refusal, match="whose scope was not entered"):
        Evaluation(state).word(AddressOf("x", 8, local=True))


FLOATS = (0.0, 1.5, -2.25, 1e10, 3.0, -0.0, 1e-3)


@pytest.mark.parametrize("size", [4, 8])
@pytest.mark.parametrize("operator", [operator for operator in Operator if operator.name.startswith("F")])
def test_operators_of_numbers_with_fractions(operator: Operator, size: int) -> None:
    expression = Binary(operator, Register("a", size), Register("b", size))
    for a in FLOATS:
        for b in FLOATS:
            bits = {"a": encoded(a, size), "b": encoded(b, size)}
            assert _agree(expression, bits)


@pytest.mark.parametrize("number", [*FLOATS, 127.9, -0.9, 255.5, -128.5, 128.0, 2147483647.0, -2147483649.0, 9.3e18])
@pytest.mark.parametrize("to", [1, 4, 8])
def test_conversions_between_integers_and_numbers_with_fractions(number: float, to: int) -> None:
    for conversion in (Conversion.FLOAT_TO_SIGNED, Conversion.FLOAT_TO_UNSIGNED):
        if conversion is Conversion.FLOAT_TO_SIGNED or to < 8:
            assert _agree(Convert(conversion, Register("a", 8), to), {"a": encoded(number, 8)})
    assert _agree(Convert(Conversion.FLOAT_TO_FLOAT, Register("a", 8), 4), {"a": encoded(number, 8)})
    for integer in (0, 1, 200, (1 << 8 * to - 1) + 1, (1 << 8 * to) - 1):
        bits = integer & ((1 << 8 * to) - 1)
        assert _agree(Convert(Conversion.SIGNED_TO_FLOAT, Register("a", to), 8), {"a": bits})
        if to < 8:
            assert _agree(Convert(Conversion.UNSIGNED_TO_FLOAT, Register("a", to), 4), {"a": bits})


def _agree(expression: Expression, bits: dict[str, int]) -> bool:
    """Whether terms and interpreter compute the same from registers with these bits."""
    registers = {register.name: register.size for register in registers_of(expression)}
    symbols = {
        name: symbol(Origin.root(f"{name}{size}f"), Sort.bitvector(8 * size)) for name, size in registers.items()
    }
    model = Model({symbols[name]: wrap(bits[name], 8 * size) for name, size in registers.items()}, {})
    words = immutables.Map({name: Word(each) for name, each in symbols.items()})
    evaluation = Evaluation(SearchState(8, (PendingCall("f", "entry", 0, words),)))
    word = evaluation.word(expression)
    meaningful = model.evaluate(conjunction(evaluation.conditions))
    try:
        expected = bits_of(evaluator(expression)(_frame(dict(bits))))
    except NoExecution:
        return meaningful is False
    return meaningful is True and model.evaluate(word.bits) & ((1 << 8 * expression.size) - 1) == expected


@pytest.mark.parametrize("conversion", [Conversion.UNSIGNED_TO_FLOAT, Conversion.FLOAT_TO_UNSIGNED])
def test_unsigned_numbers_of_eight_bytes_with_fractions_are_refused(conversion: Conversion) -> None:
    state, _ = _symbolic({"x8": 1})
    with pytest.raises(Refusal, match="unsigned number of 8 bytes"):
        Evaluation(state).word(Convert(conversion, Register("x8", 8), 8))
