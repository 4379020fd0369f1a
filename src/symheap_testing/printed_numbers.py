"""Functions and operators of printed conditions on numbers."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass
from typing import Final

from symheap_testing.printed_reader import Unreadable

WIDTHS: Final = {"Z": 0, "B": 8, "S": 16, "C": 16, "I": 32, "J": 64}


FLOATS: Final = {"F": 32, "D": 64}


INTEGERS: Final = {"(byte)": 8, "(short)": 16, "(int)": 32, "(long)": 64}


@dataclass(frozen=True, slots=True)
class Int:
    """An integer of a width; None if only the other operand determines it."""

    value: int
    width: int | None = None


@dataclass(frozen=True, slots=True)
class Float:
    value: float
    width: int


@dataclass(frozen=True, slots=True)
class Ref:
    """An object by its key, or by the name that it has before the call; null has neither."""

    key: str = ""


Value = bool | Int | Float | Ref | None
"""None means that there is no value."""


def signed(value: int, width: int) -> int:
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def _unsigned(value: Int) -> int:
    return value.value & ((1 << (value.width or 64)) - 1)


def of_width(value: int, width: int | None) -> Int:
    return Int(value if width is None else signed(value, width), width)


def rounded(value: float, width: int) -> float:
    if width == 64 or not math.isfinite(value):
        return value
    try:
        return float(struct.unpack("<f", struct.pack("<f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def _bits(value: Float) -> int:
    form, whole = ("<f", "<i") if value.width == 32 else ("<d", "<q")
    number = math.nan if value.value != value.value else value.value
    return int(struct.unpack(whole, struct.pack(form, number))[0])


def function(name: str, values: list[Value]) -> Value:
    first = values[0]
    rest = [value.value for value in values[1:] if isinstance(value, Int)]
    if name == "!" and isinstance(first, bool):
        return not first
    if isinstance(first, Int):
        return _of_integer(name, first, rest)
    if isinstance(first, Float):
        return _of_float(name, first)
    raise Unreadable(f"{name} of {type(first).__name__}")


def _of_integer(name: str, value: Int, rest: list[int]) -> Value:
    width = value.width or 32
    match name, rest:
        case "-", []:
            return of_width(-value.value, value.width)
        case "(byte)" | "(short)" | "(int)" | "(long)", []:
            return of_width(signed(value.value, width), INTEGERS[name])
        case "(float)" | "(double)", []:
            to = 32 if name == "(float)" else 64
            return Float(_nearest(signed(value.value, width), to), to)
        case "float", []:
            form, whole = ("<f", "<i") if width == 32 else ("<d", "<q")
            return Float(float(struct.unpack(form, struct.pack(whole, signed(value.value, width)))[0]), width)
    raise Unreadable(f"{name} of an integer")


def _nearest(value: int, width: int) -> float:
    """Return the nearest number of a width: through a double, a large integer would be rounded twice."""
    if width == 64 or abs(value) < 1 << 53:
        return rounded(float(value), width)
    shift = abs(value).bit_length() - 24
    kept, lost = divmod(abs(value), 1 << shift)
    half = 1 << (shift - 1)
    kept += lost > half or (lost == half and kept % 2 == 1)
    return math.copysign(float(kept << shift), value)


def _of_float(name: str, value: Float) -> Value:
    number, width = value.value, value.width
    match name:
        case "-":
            return Float(-number, width)
        case "abs":
            return Float(abs(number), width)
        case "sqrt":
            return Float(
                rounded(math.sqrt(number), width) if number >= 0 else number if number == 0 else math.nan, width
            )
        case "isNaN":
            return number != number
        case "bits":
            return Int(_bits(value), width)
        case "floor" | "ceil" | "rint":
            if not math.isfinite(number):
                return value
            whole = math.floor(number) if name == "floor" else math.ceil(number) if name == "ceil" else round(number)
            return Float(math.copysign(float(whole), number), width)
        case "(float)" | "(double)":
            to = 32 if name == "(float)" else 64
            return Float(rounded(number, to), to)
        case "(int)" | "(long)":
            to = 32 if name == "(int)" else 64
            low, high = -(1 << (to - 1)), (1 << (to - 1)) - 1
            return Int(0 if number != number else low if number <= low else high if number >= high else int(number), to)
    raise Unreadable(f"{name} of a floating-point number")


def binary(name: str, a: Value, b: Value) -> Value:
    if isinstance(a, Float) or isinstance(b, Float):
        return _floats(name, a, b)
    if isinstance(a, Int) and isinstance(b, Int):
        return _integers(name, a, b)
    if type(a) is type(b) and name in ("==", "!="):
        return (a == b) is (name == "==")
    raise Unreadable(f"{name} between values of different kinds")


def _integers(name: str, left: Int, right: Int) -> Value:
    width = max(left.width or 0, right.width or 0) or None
    a, b = (each.value if width is None else signed(each.value, each.width or width) for each in (left, right))
    compared = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b}
    if name in compared:
        return compared[name]
    if name in ("<u", "compareUnsigned"):
        one, two = _unsigned(Int(a, width)), _unsigned(Int(b, width))
        return one < two if name == "<u" else Int((one > two) - (one < two), 32)
    if name in ("/", "%"):
        if b == 0:
            return None
        quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        return of_width(quotient if name == "/" else a - quotient * b, width)
    if name in ("<<", ">>", ">>>"):
        return _shifted(name, a, _unsigned(Int(b, width)), width or 64)
    computed = {"+": a + b, "-": a - b, "*": a * b, "&": a & b, "|": a | b, "^": a ^ b}
    return of_width(computed[name], width)


def _shifted(name: str, a: int, by: int, width: int) -> Int:
    by = min(by, width)
    if name == "<<":
        return of_width(a << by, width)
    return of_width(a >> by if name == ">>" else (a & ((1 << width) - 1)) >> by, width)


def _floats(name: str, left: Value, right: Value) -> Value:
    width = min(each.width for each in (left, right) if isinstance(each, Float))
    if not all(isinstance(each, Int | Float) for each in (left, right)):
        raise Unreadable(f"{name} between values of different kinds")
    a, b = (rounded(float(each.value), width) for each in (left, right))  # type: ignore[union-attr]
    if name in ("===", "!=="):
        return (_bits(Float(a, width)) == _bits(Float(b, width))) is (name == "===")
    compared = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b}
    if name in compared:
        return compared[name]
    if name == "/":
        return Float(rounded(_quotient(a, b), width), width)
    if name == "%":
        return Float(math.nan if b == 0 or math.isinf(a) or a != a or b != b else math.fmod(a, b), width)
    if name not in ("+", "-", "*"):
        raise Unreadable(f"{name} of floating-point numbers")
    return Float(rounded({"+": a + b, "-": a - b, "*": a * b}[name], width), width)


def _quotient(a: float, b: float) -> float:
    if b != 0 or a != a or b != b:
        return a / b
    return math.nan if a == 0 else math.copysign(math.inf, a) * math.copysign(1.0, b)
