"""Values of the checker: terms without simplification, except that numbers and sums with constants are folded.

Whether two values are equal is left to the prover.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from symheap.certify.rejection import Rejected, require
from symheap.certify.sorts import ARITHMETIC, ORDERS, fits
from symheap.core.nodes import Term, Value, equation, make
from symheap.core.operators import Op
from symheap.core.sorts import BOOL, Sort

_EMPTY: Final[frozenset[Term]] = frozenset()


def signed(value: int, width: int) -> int:
    """Return the low `width` bits, read as two's complement."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def unsigned(value: int, width: int) -> int:
    return value & ((1 << width) - 1)


# Building -------------------------------------------------------------------------------------------------------------


def binary(op: Op, width: int, a: Value, b: Value) -> Value:
    """Return ``a op b`` on bit-vectors of `width` bits."""
    fits(a, width)
    fits(b, width)
    if not isinstance(a, Term) and not isinstance(b, Term):
        return _folded(op, width, signed(a, width), signed(b, width))
    a = a if isinstance(a, Term) else signed(a, width)
    b = b if isinstance(b, Term) else signed(b, width)
    if op is Op.BVADD:
        return _sum(a, b, width)
    if op is Op.BVSUB and not isinstance(b, Term):
        return _sum(a, signed(-b, width), width)
    if (
        op is Op.BVSUB
        and isinstance(b, Term)
        and (a is b or (isinstance(a, Term) and a.op is Op.BVADD and b in a.args))
    ):
        return difference(a, b, width)
    if op in ORDERS:
        return False if a is b else make(op, BOOL, (a, b), width)
    if op in (Op.BVMUL, Op.BVAND, Op.BVOR, Op.BVXOR) and not isinstance(a, Term):
        a, b = b, a
    return make(op, Sort.bitvector(width), (a, b), width)


def _sum(a: Value, b: Value, width: int) -> Value:
    (x, c), (y, d) = split(a), split(b)
    number = signed(c + d, width)
    if x is None or y is None:
        rest = x if y is None else y
        assert rest is not None
    else:
        rest = make(Op.BVADD, Sort.bitvector(width), (x, y), width)
    return rest if number == 0 else make(Op.BVADD, Sort.bitvector(width), (rest, number), width)


def plus(a: Value, number: int, width: int) -> Value:
    return binary(Op.BVADD, width, a, number)


def split(value: Value) -> tuple[Term | None, int]:
    """Split `value` into a term and a number."""
    if not isinstance(value, Term):
        return None, value
    if value.op is Op.BVADD and not isinstance(value.args[1], Term):
        rest, number = value.args
        require(isinstance(rest, Term), "a sum of two numbers")
        assert isinstance(rest, Term)
        assert not isinstance(number, Term)
        return rest, number
    return value, 0


def difference(a: Value, b: Value, width: int) -> Value:
    """Return ``a - b`` with common summands cancelled."""
    summands: dict[Term, int] = {}
    total = _summed(a, 1, summands) + _summed(b, -1, summands)
    result: Value = 0
    for term, count in summands.items():
        count = signed(count, width)
        if count:
            part = term if count == 1 else binary(Op.BVMUL, width, term, count)
            result = binary(Op.BVADD, width, result, part)
    return plus(result, signed(total, width), width)


def _summed(value: Value, sign: int, summands: dict[Term, int]) -> int:
    """Add the summands of a value to `summands`; return the sum of its plain numbers."""
    total, waiting = 0, [(value, sign)]
    while waiting:
        at, factor = waiting.pop()
        if not isinstance(at, Term):
            total += factor * at
        elif at.op is Op.BVADD:
            waiting += [(arg, factor) for arg in reversed(at.args)]
        elif at.op is Op.BVSUB:
            waiting += [(at.args[1], -factor), (at.args[0], factor)]
        elif at.op is Op.BVMUL and not isinstance(at.args[1], Term):
            waiting.append((at.args[0], factor * at.args[1]))
        else:
            summands[at] = summands.get(at, 0) + factor
    return total


def _folded(op: Op, width: int, a: int, b: int) -> int | bool:
    shift = unsigned(b, width)
    match op:
        case Op.BVADD:
            return signed(a + b, width)
        case Op.BVSUB:
            return signed(a - b, width)
        case Op.BVMUL:
            return signed(a * b, width)
        case Op.BVSDIV:
            return _quotient(a, b, width)
        case Op.BVSREM:
            return a if b == 0 else signed(abs(a) % abs(b) * (-1 if a < 0 else 1), width)
        case Op.BVAND:
            return a & b
        case Op.BVOR:
            return a | b
        case Op.BVXOR:
            return a ^ b
        case Op.BVSHL:
            return signed(a << shift, width) if shift < width else 0
        case Op.BVLSHR:
            return signed(unsigned(a, width) >> shift, width) if shift < width else 0
        case Op.BVASHR:
            return a >> min(shift, width - 1)
        case Op.BVSLT:
            return a < b
        case Op.BVULT:
            return unsigned(a, width) < unsigned(b, width)
        case _:
            raise Rejected(f"an operator that the checker does not know: {op.value}")


def _quotient(a: int, b: int, width: int) -> int:
    if b == 0:
        return 1 if a < 0 else -1
    return signed(abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1), width)


def equal(a: Value, b: Value, width: int) -> Value:
    """Return ``a = b`` for two bit-vectors of `width` bits.  Another width is rejected, not adapted."""
    fits(a, width)
    fits(b, width)
    if a is b:
        return True
    (x, c), (y, d) = split(a), split(b)
    if x is y:
        return signed(c, width) == signed(d, width)
    if not isinstance(a, Term):
        a, b = b, a
    assert isinstance(a, Term)
    if a.op is Op.ITE and not isinstance(b, Term) and not any(isinstance(each, Term) for each in a.args[1:]):
        return _chosen(a, signed(b, width), width)
    return equation(a, b if isinstance(b, Term) else signed(b, width))


def _chosen(a: Term, number: int, width: int) -> Value:
    """Return the condition under which a choice between two numbers is one of them."""
    condition, then, other = a.args
    assert not isinstance(then, Term)
    assert not isinstance(other, Term)
    is_then, is_other = signed(then, width) == number, signed(other, width) == number
    if is_then == is_other:
        return is_then
    return condition if is_then else negation(condition)


def negation(a: Value) -> Value:
    if not isinstance(a, Term):
        return not a
    return a.args[0] if a.op is Op.NOT else make(Op.NOT, BOOL, (a,))


def every(parts: Iterable[Value]) -> Value:
    kept: list[Value] = []
    for part in parts:
        if isinstance(part, Term):
            kept.append(part)
        elif not part:
            return False
    return True if not kept else kept[0] if len(kept) == 1 else make(Op.AND, BOOL, tuple(kept))


def some(parts: Iterable[Value]) -> Value:
    return negation(every(negation(part) for part in parts))


def choice(condition: Value, then: Value, other: Value, width: int) -> Value:
    fits(then, width)
    fits(other, width)
    if not isinstance(condition, Term):
        return then if condition else other
    return make(Op.ITE, Sort.bitvector(width), (condition, then, other))


def extended(a: Value, width: int, to: int, is_signed: bool) -> Value:
    fits(a, width)
    require(width <= to, "an extension to fewer bits")
    if not isinstance(a, Term):
        return signed(signed(a, width) if is_signed else unsigned(a, width), to)
    return a if width == to else _extension(a, width, to, is_signed)


def _extension(a: Term, width: int, to: int, is_signed: bool) -> Term:
    return make(Op.SIGNEXT if is_signed else Op.ZEROEXT, Sort.bitvector(to), (a,), to - width)


def extracted(a: Value, width: int, high: int, low: int) -> Value:
    """Return the bits from `low` to `high` of a value of `width` bits."""
    fits(a, width)
    require(0 <= low <= high < width, "bits outside of a value")
    size = high - low + 1
    if not isinstance(a, Term):
        return signed(unsigned(a, width) >> low, size)
    return a if size == width else make(Op.EXTRACT, Sort.bitvector(size), (a,), (high, low))


# Symbols --------------------------------------------------------------------------------------------------------------

_SYMBOLS: dict[Term, frozenset[Term]] = {}


def symbols(value: Value) -> frozenset[Term]:
    if not isinstance(value, Term):
        return _EMPTY
    known = _SYMBOLS.get(value)
    if known is not None:
        return known
    stack = [value]
    while stack:
        at = stack[-1]
        missing = [arg for arg in at.args if isinstance(arg, Term) and arg not in _SYMBOLS]
        if missing:
            stack += missing
            continue
        stack.pop()
        below = (_SYMBOLS[arg] for arg in at.args if isinstance(arg, Term))
        _SYMBOLS[at] = frozenset((at,)) if at.op is Op.SYM else _EMPTY.union(*below)
    return _SYMBOLS[value]


def substituted(value: Value, mapping: Mapping[Term, Value]) -> Value:
    """Return `value` with the symbols of `mapping` replaced, all at once."""
    if not isinstance(value, Term) or symbols(value).isdisjoint(mapping):
        return value
    done: dict[Term, Value] = {}
    stack = [value]
    while stack:
        at = stack[-1]
        if at.op is Op.SYM or symbols(at).isdisjoint(mapping):
            done[at] = mapping.get(at, at)
            stack.pop()
            continue
        missing = [arg for arg in at.args if isinstance(arg, Term) and arg not in done]
        if missing:
            stack += missing
            continue
        stack.pop()
        done[at] = _rebuilt(at, tuple(done[arg] if isinstance(arg, Term) else arg for arg in at.args))
    return done[value]


def _rebuilt(term: Term, args: tuple[Value, ...]) -> Value:
    op = term.op
    if op in ARITHMETIC or op in ORDERS:
        return binary(op, term.width, *args)
    if op is Op.EQ:
        known = next(arg for arg in term.args if isinstance(arg, Term))
        if known.sort is BOOL:
            return args[0] == args[1] if not any(isinstance(a, Term) for a in args) else make(Op.EQ, BOOL, args)
        return equal(args[0], args[1], known.sort.width)
    if op is Op.NOT:
        return negation(args[0])
    if op is Op.AND:
        return every(args)
    if op is Op.OR:
        return some(args)
    if op is Op.ITE:
        return choice(args[0], args[1], args[2], term.sort.width)
    inner = term.args[0]
    assert isinstance(inner, Term)
    if op in (Op.SIGNEXT, Op.ZEROEXT):
        return extended(args[0], inner.sort.width, term.sort.width, op is Op.SIGNEXT)
    require(op is Op.EXTRACT and isinstance(term.payload, tuple), f"an operator unknown to the checker: {op.value}")
    assert isinstance(term.payload, tuple)
    return extracted(args[0], inner.sort.width, *term.payload)
