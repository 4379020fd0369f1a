"""Functions of StrictMath that are native before Java 21, to the bit: its specification prescribes the algorithms.

They are those of the "Freely Distributable Math Library", whose order of operations decides the last place.
"""

from __future__ import annotations

import math

from symheap.core import ieee

_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_EVEN = (3.999999999940941908e-01, 2.222219843214978396e-01, 1.531383769920937332e-01)
_ODD = (6.666666666666735130e-01, 2.857142874366239149e-01, 1.818357216161805012e-01, 1.479819860511658591e-01)


def log(x: float) -> float:
    """With x = 2^k (1 + f), 1 + f between half the root of 2 and the root: k ln 2 + log(1 + f)."""
    if math.isnan(x) or x < 0:
        return math.nan
    if x == 0:
        return -math.inf
    if math.isinf(x):
        return x
    k, high, f = _reduced(x)
    if (0xFFFFF & (2 + high)) < 3:
        return _log_near_one(k, f)
    s = f / (2.0 + f)
    z = s * s
    w = z * z
    even = w * (_EVEN[0] + w * (_EVEN[1] + w * _EVEN[2]))
    odd = z * (_ODD[0] + w * (_ODD[1] + w * (_ODD[2] + w * _ODD[3])))
    rest = odd + even
    if (high - 0x6147A) | (0x6B851 - high) > 0:
        half = 0.5 * f * f
        if k == 0:
            return f - (half - s * (half + rest))
        return k * _LN2_HIGH - ((half - (s * (half + rest) + k * _LN2_LOW)) - f)
    if k == 0:
        return f - s * (f - rest)
    return k * _LN2_HIGH - ((s * (f - rest) - k * _LN2_LOW) - f)


def _reduced(x: float) -> tuple[int, int, float]:
    """k, the upper bits of x's fraction, and f."""
    k = 0
    bits = ieee.double_bits(x)
    if bits >> 52 == 0:
        k, bits = -54, ieee.double_bits(x * 2.0**54)
    k += (bits >> 52) - 1023
    high = bits >> 32 & 0xFFFFF
    up = high + 0x95F64 & 0x100000
    k += up >> 20
    mantissa = (high | (up ^ 0x3FF00000)) << 32 | bits & 0xFFFFFFFF
    return k, high, ieee.double(mantissa) - 1.0


def _log_near_one(k: int, f: float) -> float:
    """For f below 2^-20."""
    if f == 0:
        return 0.0 if k == 0 else k * _LN2_HIGH + k * _LN2_LOW
    rest = f * f * (0.5 - 0.33333333333333333 * f)
    return f - rest if k == 0 else k * _LN2_HIGH - ((rest - k * _LN2_LOW) - f)
