"""Readable colours: the contrasts of WCAG 2.2, AA, on light and on dark."""

from __future__ import annotations

import re

import pytest

from symheap.page.render import style

_TEXT, _SIGN = 4.5, 3.0
_PAIRS = [
    *((front, back, _TEXT) for front in ("text", "faint", "accent") for back in ("paper", "shade")),
    *((front, "paper", _TEXT) for front in ("good", "bad", "open", "thrown")),
    *((front, "shade", _TEXT) for front in ("good", "bad", "open", "thrown")),
    *(("text", f"{name}-shade", _TEXT) for name in ("good", "bad", "open", "accent")),
    *(("faint", f"{name}-shade", _TEXT) for name in ("open", "accent")),
    ("accent", "bad-shade", _TEXT),
    ("text", "edge", _TEXT),
    ("control", "paper", _SIGN),
    ("line", "paper", _SIGN),
]


def _colours() -> dict[str, tuple[str, str]]:
    result = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", style())
    return {name: (light, dark) for name, light, dark in result}


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(front: str, back: str) -> float:
    low, high = sorted((_luminance(front), _luminance(back)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("front", "back", "least"), _PAIRS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(front: str, back: str, least: float, scheme: str) -> None:
    colours, at = _colours(), ["light", "dark"].index(scheme)
    assert _contrast(colours[front][at], colours[back][at]) >= least
