"""Elementary functions, and doubles as texts.

They run in the JDK's own bytecode, which is that of StrictMath. Before Java 21 some of these functions are native. Then
the platform's functions replace those of Math; their results may differ from a JVM's in the last place, as the
specification allows. StrictMath does not allow this, so it is refused unless the function is exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import product

from symheap.core.model import Plain
from symheap.core.terms import Value, and_, implies, or_
from symheap.core.theories import floats, ieee
from symheap.core.theories.functions import Guess
from symheap.lang.java.natives.concretely import Hints, concretely
from symheap.lang.java.natives.model import Models

MODELS = Models()


def _guarded(function: Callable[..., float]) -> Callable[..., float]:
    """Return Java's result where Python raises an exception."""

    def total(*args: float) -> float:
        try:
            return function(*args)
        except ValueError:
            return math.nan
        except OverflowError:
            return math.copysign(math.inf, args[0]) if args else math.inf

    return total


def _logarithm(function: Callable[[float], float], pole: float) -> Callable[..., float]:
    return _guarded(lambda a: -math.inf if a == pole else function(a))


def _log1p(a: float) -> float:
    return -math.inf if a == -1.0 else math.log1p(a)


def _cosh(a: float) -> float:
    return _guarded(math.cosh)(abs(a))


_NATIVE_ONCE: dict[str, Callable[..., float] | None] = {
    "sin(D)D": _guarded(math.sin),
    "cos(D)D": _guarded(math.cos),
    "tan(D)D": _guarded(math.tan),
    "asin(D)D": _guarded(math.asin),
    "acos(D)D": _guarded(math.acos),
    "atan(D)D": _guarded(math.atan),
    "atan2(DD)D": _guarded(math.atan2),
    "log(D)D": _logarithm(math.log, 0.0),
    "log10(D)D": _logarithm(math.log10, 0.0),
    "log1p(D)D": _guarded(_log1p),
    "sinh(D)D": _guarded(math.sinh),
    "cosh(D)D": _cosh,
    "tanh(D)D": _guarded(math.tanh),
    "expm1(D)D": _guarded(math.expm1),
    "IEEEremainder(DD)D": _guarded(math.remainder),
    "exp(D)D": None,
    "pow(DD)D": None,
    "cbrt(D)D": None,
    "hypot(DD)D": None,
}
"""The functions of StrictMath, with the replacements for those that are native in some JDKs."""

_EXACT = ("IEEEremainder(DD)D",)


# Hints for symbolic arguments -----------------------------------------------------------------------------------------

_SAMPLES = (0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 10.0, -10.0, 1000.0, -1000.0, math.nan)
_INVERSES: dict[str, Callable[..., float]] = {
    "sin(D)D": _guarded(math.asin),
    "cos(D)D": _guarded(math.acos),
    "tan(D)D": _guarded(math.atan),
    "asin(D)D": _guarded(math.sin),
    "acos(D)D": _guarded(math.cos),
    "atan(D)D": _guarded(math.tan),
    "log(D)D": _guarded(math.exp),
    "log10(D)D": _guarded(lambda a: 10.0**a),
    "log1p(D)D": _guarded(math.expm1),
    "sinh(D)D": _guarded(math.asinh),
    "cosh(D)D": _guarded(math.acosh),
    "tanh(D)D": _guarded(math.atanh),
    "expm1(D)D": _guarded(_log1p),
    "exp(D)D": _logarithm(math.log, 0.0),
    "cbrt(D)D": _guarded(lambda a: a**3),
}
_RANGES: dict[str, tuple[float, float]] = {
    "sin(D)D": (-1.0, 1.0),
    "cos(D)D": (-1.0, 1.0),
    "asin(D)D": (-2.0, 2.0),
    "acos(D)D": (0.0, 4.0),
    "atan(D)D": (-2.0, 2.0),
    "atan2(DD)D": (-4.0, 4.0),
    "tanh(D)D": (-1.0, 1.0),
    "exp(D)D": (0.0, math.inf),
    "cosh(D)D": (1.0, math.inf),
    "expm1(D)D": (-1.0, math.inf),
    "hypot(DD)D": (0.0, math.inf),
}
"""Bounds of results that are numbers, wide enough for every rounding in the last place."""


def _unary(name: str, target: float) -> Iterator[tuple[float, ...]]:
    if name in _INVERSES and not math.isnan(target):
        near = _INVERSES[name](target)
        yield from ((near,), (math.nextafter(near, 0.0),))
    yield from ((a,) for a in _SAMPLES)


def _powers(target: float) -> Iterator[tuple[float, float]]:
    """Yield roots of both signs for common exponents, then logarithms for common bases."""
    size = abs(target)
    yield (target, 1.0)
    for exponent in (2.0, 3.0, 4.0):
        root = _root(size, exponent)
        yield from ((root, exponent), (-root, exponent))
    yield from ((target * target, 0.5), (1.0 / target if target else math.inf, -1.0))
    yield from ((2.0, _guarded(math.log2)(target)), (10.0, _guarded(math.log10)(target)))


def _root(a: float, degree: float) -> float:
    """Return the exact integral root, if there is one, else an approximation."""
    near = a ** (1.0 / degree)
    whole = float(round(near)) if math.isfinite(near) else near
    return whole if _guarded(math.pow)(whole, degree) == a else near


def _sides(target: float) -> Iterator[tuple[float, float]]:
    """Yield the legs of right-angled triangles."""
    yield from ((target, 0.0), (0.0, target), (0.6 * target, 0.8 * target))
    for leg in (1.0, 2.0, 3.0, 4.0):
        other = _guarded(math.sqrt)(target * target - leg * leg)
        yield from ((other, leg), (leg, other))


def _dividends(target: float) -> Iterator[tuple[float, float]]:
    """Yield the remainder itself, with common divisors and one that is always large enough."""
    divisors = (math.inf, 2.0, 1.0, 3.0, 4.0, 5.0, 10.0, 100.0, 360.0, math.tau, math.pi)
    yield from ((target, divisor) for divisor in divisors)


def _directions(target: float) -> Iterator[tuple[float, float]]:
    yield from ((_guarded(math.sin)(target), _guarded(math.cos)(target)), (_guarded(math.tan)(target), 1.0))
    yield from product(_SAMPLES[:3], repeat=2)


_PAIRS: dict[str, Callable[[float], Iterator[tuple[float, float]]]] = {
    "pow(DD)D": _powers,
    "hypot(DD)D": _sides,
    "IEEEremainder(DD)D": _dividends,
    "atan2(DD)D": _directions,
}


def _guesses(name: str) -> Callable[[Plain], Iterable[Guess]]:
    def guesses(wanted: Plain) -> Iterator[Guess]:
        target = ieee.double(wanted)
        arguments = _PAIRS[name](target) if name in _PAIRS else _unary(name, target)
        return (tuple(map(ieee.double_bits, each)) for each in arguments)

    return guesses


def _law(name: str) -> Callable[..., Value] | None:
    """Return the law that a result is within its range or NaN, and that NaN yields NaN, with exceptions.

    NaN to the power of 0 is a number, and so is the hypotenuse for an infinite leg and NaN.
    """
    least, most = (ieee.double_bits(bound) for bound in _RANGES.get(name, (-math.inf, math.inf)))

    def law(result: Value, *args: Value) -> Value:
        within = and_(floats.le(64, least, result), floats.le(64, result, most))
        none = False if name == "hypot(DD)D" else or_(*(floats.is_nan(64, arg) for arg in args))
        return and_(or_(floats.is_nan(64, result), within), implies(none, floats.is_nan(64, result)))

    return None if name == "pow(DD)D" else law


for _name, _function in _NATIVE_ONCE.items():
    _target = f"java.lang.StrictMath.{_name}"
    _hints = Hints(_law(_name), _guesses(_name))
    MODELS.built(f"java.lang.Math.{_name}")(concretely(_target, _function, _hints))
    MODELS.built(_target)(concretely(_target, _function if _name in _EXACT else None, _hints))

for _name in (
    "java.lang.Double.toString(D)Ljava/lang/String;",
    "java.lang.Float.toString(F)Ljava/lang/String;",
    "java.lang.Double.parseDouble(Ljava/lang/String;)D",
    "java.lang.Float.parseFloat(Ljava/lang/String;)F",
):
    MODELS.built(_name)(concretely(_name))
