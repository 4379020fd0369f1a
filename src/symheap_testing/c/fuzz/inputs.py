"""Inputs for runs: boundary values, constants of the program, and random mixtures of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

BOUNDARIES: Final = (
    0, 1, -1, 2, 3, 5, 7, 8, 10, 100, 127, 128, 129, 200, 255, 256, 257, 300, 301, 302, 400, -128, -129, -255,
    -256, -300, 1000, 32767, 32768, 65535, 65536, 65537, -32768, -32769, 70000, 2147483647, -2147483648,
    2147483646, 4294967295, 4294967296, 1073741824, 4611686018427387904, 9223372036854775807,
    -9223372036854775808, 0x7FF8000000000000, 0x7FF0000000000000, -4503599627370496, 0x7FC00000, 0x7F800000,
    0x41F0000000000000, 0x43F0000000000000, 0x3FE0000000000000, 0x4F000000,
)  # fmt: skip
"""The last ones are floating-point numbers: NaN, infinities, 2 to the 32 and to the 64, one half."""
_LONG: Final = ("1*3", "1*10", "1*130 0", "1*260 0", "1*310 0", "2*310 0", "3*70 1*300", "5*2 0*2 7*3")


def inputs_for(random: Random, numbers: Sequence[int], count: int) -> list[str]:
    """Return `count` inputs, or a few more."""
    near = [each + step for each in numbers if abs(each) < 1 << 63 for step in (-1, 0, 1)]
    pool = list(dict.fromkeys((*near, *BOUNDARIES)))
    few = [0, 1, 2, 3, *near[:12], -1]
    same = [str(value) + f"*{random.choice((1, 2, 4, 8))}" for value in pool]
    random.shuffle(same)
    mixed = [" ".join(str(random.choice(pool)) for _ in range(6)) for _ in range(count // 6)]
    small = [" ".join(str(random.choice(few)) for _ in range(random.choice((4, 10, 30)))) for _ in range(count // 6)]
    first = [f"{random.choice(pool)} {random.choice(few)} {random.choice(few)} 1 0" for _ in range(count // 5)]
    later = [f"{random.choice(('0', '0', '1 0', '0 0'))} {random.choice(pool)} 0" for _ in range(count // 5)]
    return [*_LONG[: max(3, count // 6)], *later, *mixed, *small, *first, *same][: count + 8]
