"""Elementary functions, and doubles as texts.

They run in the JDK's own bytecode, which is that of StrictMath.  Before Java 21 some of that is native.  Then the
functions of the platform that runs the analysis stand for those of Math, whose results may differ from those of a JVM
in the last place, as the specification allows.  That of StrictMath does not: it is refused unless it is exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from symheap.lang.java.natives.concretely import concretely
from symheap.lang.java.natives.model import Models

MODELS = Models()


def _guarded(function: Callable[..., float]) -> Callable[..., float]:
    """Java's answer where Python raises an exception."""

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
"""The functions of StrictMath, with what stands for those that are native in some JDKs."""

_EXACT = ("IEEEremainder(DD)D",)

for _name, _function in _NATIVE_ONCE.items():
    _target = f"java.lang.StrictMath.{_name}"
    MODELS.built(f"java.lang.Math.{_name}")(concretely(_target, _function))
    MODELS.built(_target)(concretely(_target, _function if _name in _EXACT else None))

for _name in (
    "java.lang.Double.toString(D)Ljava/lang/String;",
    "java.lang.Float.toString(F)Ljava/lang/String;",
    "java.lang.Double.parseDouble(Ljava/lang/String;)D",
    "java.lang.Float.parseFloat(Ljava/lang/String;)F",
):
    MODELS.built(_name)(concretely(_name))
