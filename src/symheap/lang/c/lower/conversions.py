"""The conversions of C: between arithmetic types, and of operands to a common type."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

from symheap.lang.c.front.floats import encode, float_constant
from symheap.lang.c.front.types import CType, Floating, Integer, Pointer, Record, Types, Void, is_boolean
from symheap.lang.c.lower import fold
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.values import Value, registers
from symheap.memory.expressions import Binary, Conversion, Expression, Number, Operator

_OF_BITS: Final = " : "


def convert(context: Context, value: Value, target: CType) -> Value:
    """Convert `value` to type `target`, as by assignment or by a cast."""
    source = value.type
    if source == target or isinstance(target, (Void, Record)):
        if isinstance(target, Record) and source != target:
            raise context.wrong(f"a value of type {source} where {target} is needed")
        return Value(value.expression, target)
    if isinstance(source, (Void, Record)):
        raise context.wrong(f"a value of type {source} where {target} is needed")
    if is_boolean(target):
        return Value(fold.convert(Conversion.TRUNCATE, condition(value), 1), target)
    if isinstance(source, Floating):
        return Value(_from_float(context, value.expression, source, target), target)
    if isinstance(target, Floating):
        return Value(_to_float(context, value.expression, source, target), target)
    if not isinstance(target, (Integer, Pointer)):
        raise context.wrong(f"a conversion to {target}")
    if context.read_last and value.expression.size > target.size:
        context.check_read_last(registers(value.expression))
    return Value(resize(value.expression, is_signed(source), target.size), target)


def resize(expression: Expression, signed: bool, size: int) -> Expression:
    if expression.size == size:
        return expression
    if expression.size > size:
        return fold.convert(Conversion.TRUNCATE, expression, size)
    return fold.convert(Conversion.SIGN_EXTEND if signed else Conversion.ZERO_EXTEND, expression, size)


def is_signed(ctype: CType) -> bool:
    return isinstance(ctype, Integer) and ctype.signed


def _from_float(context: Context, expression: Expression, source: Floating, target: CType) -> Expression:
    _refuse_complex(context, source, target)
    if isinstance(target, Floating):
        number = float_constant(expression, source)
        if number is not None:
            return encode(number, target)
        return fold.convert(Conversion.FLOAT_TO_FLOAT, expression, target.size)
    if not isinstance(target, Integer):
        raise context.wrong(f"a conversion of {source} to {target}")
    conversion = Conversion.FLOAT_TO_SIGNED if target.signed else Conversion.FLOAT_TO_UNSIGNED
    number = float_constant(expression, source)
    if number is not None:
        least = -(1 << (8 * target.size - 1)) if target.signed else 0
        if not math.isfinite(number) or not 0 <= int(number) - least < 1 << (8 * target.size):
            raise context.unsupported(f"the conversion of a constant to {target}, which does not have it")
        return fold.number(int(number), target.size)
    context.unit.program.assume("a floating value that an integer type does not have is converted as x86 does")
    return fold.convert(conversion, expression, target.size)


def _to_float(context: Context, expression: Expression, source: CType, target: Floating) -> Expression:
    _refuse_complex(context, source, target)
    if not isinstance(source, Integer):
        raise context.wrong(f"a conversion of {source} to {target}")
    if isinstance(expression, Number):
        return encode(expression.value if source.signed else fold.unsigned(expression), target)
    conversion = Conversion.SIGNED_TO_FLOAT if source.signed else Conversion.UNSIGNED_TO_FLOAT
    return fold.convert(conversion, expression, target.size)


def _refuse_complex(context: Context, *types: CType) -> None:
    if any(isinstance(ctype, Floating) and "_Complex" in ctype.name for ctype in types):
        raise context.unsupported("arithmetic of complex numbers")


def condition(value: Value) -> Expression:
    """Return a comparison that holds if and only if `value` is not zero."""
    if isinstance(value.type, Floating):
        zero = Number(0, value.expression.size)
        return fold.negate(Binary(Operator.FEQ, value.expression, zero))
    return fold.truth(value.expression)


def of_width(types: Types, ctype: CType, width: int) -> CType:
    """Return the type of a bit-field wider than an int: gcc computes with `width` bits."""
    if not isinstance(ctype, Integer) or width == 8 * ctype.size:
        return ctype
    if width == 8 * types.int.size:
        return types.integers["unsigned int"]
    return Integer(f"{ctype.name}{_OF_BITS}{width}", ctype.size, ctype.signed, ctype.rank, ctype.alignment)


def widened(value: Value, other: Value) -> Value:
    """Return a wide bit-field with its declared type if the other operand has a type with more bits."""
    ctype, beside = value.type, other.type
    if not isinstance(ctype, Integer) or _OF_BITS not in ctype.name:
        return value
    is_wider = isinstance(beside, Integer) and _OF_BITS not in beside.name and beside.size >= ctype.size
    if not is_wider and not isinstance(beside, Floating):
        return value
    return Value(value.expression, replace(ctype, name=ctype.name.partition(_OF_BITS)[0]))


def promote(context: Context, value: Value) -> Value:
    """Apply the integer promotions."""
    ctype = value.type
    if isinstance(ctype, Integer) and _OF_BITS in ctype.name:
        raise context.unsupported(f"arithmetic with a bit-field of type {ctype}, which gcc does with as many bits")
    if isinstance(ctype, Integer) and ctype.rank < context.types.int.rank:
        return convert(context, value, context.types.int)
    return value


def default_promote(context: Context, value: Value) -> Value:
    """Apply the default promotions, those of an argument without a prototype."""
    if value.type == context.types.floats["float"]:
        return convert(context, value, context.types.double)
    return promote(context, value)


def promoted_type(types: Types, ctype: CType) -> CType:
    """The type that an argument of type `ctype` has after these promotions."""
    if ctype == types.floats["float"]:
        return types.double
    return types.int if isinstance(ctype, Integer) and ctype.rank < types.int.rank else ctype


def common(types: Types, left: CType, right: CType) -> CType:
    """Return the common type of the usual arithmetic conversions, for types that are already promoted."""
    if isinstance(left, Floating) or isinstance(right, Floating):
        floats = [ctype for ctype in (left, right) if isinstance(ctype, Floating)]
        return max(floats, key=lambda ctype: ctype.size)
    assert isinstance(left, Integer)
    assert isinstance(right, Integer)
    if left.signed == right.signed:
        return left if left.rank >= right.rank else right
    signed, other = (left, right) if left.signed else (right, left)
    if other.rank >= signed.rank:
        return other
    if signed.size > other.size:
        return signed
    return types.integers[f"unsigned {signed.name}"]
