"""Numbers: bits of floats, arithmetic without decisions, and texts of numbers.

The decimal text of a symbolic integer is materialised when it is read. Any other text of a symbolic number is a
deferred string, whose contents cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable

from symheap.core.terms import BV32, BV64, Op, Value, ite, wrap
from symheap.core.theories import floats, ieee
from symheap.core.theories.bitvectors import bitvector
from symheap.lang.java.lower.concat import joined
from symheap.lang.java.natives.model import Models
from symheap.lang.java.values.pseudo import DEFERRED
from symheap.objects.host import Cell, Host, Shown, Symbolic
from symheap.objects.ir import Operation

MODELS = Models()
Cells = tuple[Cell, ...]
_STRING = "Ljava/lang/String;"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def compute(operation: Operation, *names: str) -> None:
    """Register methods that are one operation on their arguments."""
    MODELS.built(*names)(lambda e, args: e.compute(operation, *args, dst=e.register()))


# Bits


def _canonical_bits(width: int) -> Callable[[Value], Value]:
    """As `floatToIntBits`: one bit pattern for all NaNs."""

    def bits(a: Value) -> Value:
        if isinstance(a, int):
            return ieee.nan(width) if ieee.is_nan_bits(a, width) else a
        return floats.to_bits(a, width)

    return bits


compute(Operation("float-bits", lambda a: floats.to_bits(a, 32)), "java.lang.Float.floatToRawIntBits(F)I")
compute(Operation("double-bits", lambda a: floats.to_bits(a, 64)), "java.lang.Double.doubleToRawLongBits(D)J")
compute(Operation("canonical-float-bits", _canonical_bits(32)), "java.lang.Float.floatToIntBits(F)I")
compute(Operation("canonical-double-bits", _canonical_bits(64)), "java.lang.Double.doubleToLongBits(D)J")
compute(Operation("float-of-bits", lambda a: floats.from_bits(a, 32)), "java.lang.Float.intBitsToFloat(I)F")
compute(Operation("double-of-bits", lambda a: floats.from_bits(a, 64)), "java.lang.Double.longBitsToDouble(J)D")


# Math: minimum, maximum and the like as one value instead of a decision


def _both(name: str) -> tuple[str, str]:
    return f"java.lang.Math.{name}", f"java.lang.StrictMath.{name}"


def _less(width: int, a: Value, b: Value) -> Value:
    return a < b if isinstance(a, int) and isinstance(b, int) else bitvector(Op.BVSLT, width, a, b)


def _integers(letter: str, width: int) -> None:
    sort = BV32 if width == 32 else BV64
    minimum = Operation(f"{letter}min", lambda a, b: ite(_less(width, a, b), a, b, sort))
    maximum = Operation(f"{letter}max", lambda a, b: ite(_less(width, a, b), b, a, sort))
    absolute = Operation(f"{letter}abs", lambda a: ite(_less(width, a, 0), _negated(width, a), a, sort))
    compute(minimum, *_both(f"min({letter}{letter}){letter}"))
    compute(maximum, *_both(f"max({letter}{letter}){letter}"))
    compute(absolute, *_both(f"abs({letter}){letter}"))


def _negated(width: int, a: Value) -> Value:
    return wrap(-a, width) if isinstance(a, int) else bitvector(Op.BVSUB, width, 0, a)


def _reals(letter: str, width: int) -> None:
    compute(Operation(f"{letter}min", lambda a, b: floats.minimum(width, a, b)), *_both(f"min({letter * 2}){letter}"))
    compute(Operation(f"{letter}max", lambda a, b: floats.maximum(width, a, b)), *_both(f"max({letter * 2}){letter}"))
    compute(Operation(f"{letter}abs", lambda a: floats.abs_(width, a)), *_both(f"abs({letter}){letter}"))


_integers("I", 32)
_integers("J", 64)
_reals("F", 32)
_reals("D", 64)
compute(Operation("dsqrt", lambda a: floats.sqrt(64, a)), *_both("sqrt(D)D"))
compute(Operation("dfloor", lambda a: floats.floor(64, a)), *_both("floor(D)D"))
compute(Operation("dceil", lambda a: floats.ceil(64, a)), *_both("ceil(D)D"))
compute(Operation("drint", lambda a: floats.rint(64, a)), *_both("rint(D)D"))


# Texts


def _text(name: str, text: Callable[[int], str], shown: str = "") -> None:
    """Register a text of a number. `shown` is the kind of number for which it is the decimal text."""

    @MODELS.python(name)
    def to_string(host: Host, args: Cells) -> Cell:
        try:
            return host.string(text(host.plain(args[0])))
        except Symbolic:
            return joined(host, (Shown(args[0], shown),)) if shown else host.new(DEFERRED)


def in_radix(number: int, radix: int) -> str:
    """As `Integer.toString(i, radix)`: an invalid radix means ten."""
    if not 2 <= radix <= 36:
        radix = 10
    digits, rest = "", abs(number)
    while rest or not digits:
        digits, rest = _DIGITS[rest % radix] + digits, rest // radix
    return "-" + digits if number < 0 else digits


def _unsigned(width: int, format_spec: str) -> Callable[[int], str]:
    return lambda number: format(number & ((1 << width) - 1), format_spec)


for _owner, _letter, _width in (("java.lang.Integer", "I", 32), ("java.lang.Long", "J", 64)):
    _text(f"{_owner}.toString({_letter}){_STRING}", str, _letter)
    for _name, _format in (("Hex", "x"), ("Octal", "o"), ("Binary", "b")):
        _text(f"{_owner}.to{_name}String({_letter}){_STRING}", _unsigned(_width, _format))
    _text(f"{_owner}.toUnsignedString({_letter}){_STRING}", _unsigned(_width, "d"))


@MODELS.python(f"java.lang.Integer.toString(II){_STRING}", f"java.lang.Long.toString(JI){_STRING}")
def to_string_in_radix(host: Host, args: Cells) -> Cell:
    try:
        return host.string(in_radix(host.plain(args[0]), host.plain(args[1])))
    except Symbolic:
        return host.new(DEFERRED)
