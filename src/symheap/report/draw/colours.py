"""The colours of pages, drawings and plots, each for the light and the dark theme."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final, NamedTuple


class Colour(NamedTuple):
    """One colour in the two themes, as CSS writes it."""

    light: str
    dark: str


COLOURS: Final[Mapping[str, Colour]] = {
    "text": Colour("#1f2328", "#e6edf3"),
    "faint": Colour("#57606a", "#9da7b3"),
    "paper": Colour("#ffffff", "#0d1117"),
    "shade": Colour("#f6f8fa", "#161b22"),
    "edge": Colour("#d0d7de", "#30363d"),
    "line": Colour("#57606a", "#9da7b3"),
    "control": Colour("#868f99", "#6e7681"),
    "good": Colour("#1a7f37", "#3fb950"),
    "bad": Colour("#cf222e", "#ff7b72"),
    "bad-text": Colour("#a40e26", "#ffa198"),
    "open": Colour("#9a6700", "#d29922"),
    "thrown": Colour("#8250df", "#bc8cff"),
    "accent": Colour("#0969da", "#58a6ff"),
    "good-shade": Colour("#e6f7ea", "#10261a"),
    "bad-shade": Colour("#ffebe9", "#3c0f14"),
    "open-shade": Colour("#fff8c5", "#3b2300"),
    "thrown-shade": Colour("#f7f0ff", "#271a3d"),
    "accent-shade": Colour("#ddf4ff", "#0c2d6b"),
}
"""The colours that a page knows as variables of CSS: ``var(--text)``."""

PLOT_COLOURS: Final[Mapping[str, Colour]] = {
    "second": Colour("#bc4c00", "#f0883e"),
    "cut": Colour("#54aeff", "#1f6feb"),
    "unknown": Colour("#bf8700", "#e3b341"),
    "unsupported": Colour("#e16f24", "#f0883e"),
    "failed": Colour("#24292f", "#f0f6fc"),
    "missing": Colour("#8c959f", "#6e7681"),
}
"""Further colours, which only plots use."""

_RULE: Final = re.compile(r"([^{}]+)\{([^{}]*)\}")
_NAME: Final = re.compile(r"\$([\w-]+)")


def variables() -> str:
    """Return the declarations of the variables, for the ``:root`` of a page that lets its reader choose the theme."""
    return "\n".join(f"  --{name}: light-dark({colour.light}, {colour.dark});" for name, colour in COLOURS.items())


def themed(rules: str) -> str:
    """Return a style sheet that follows the reader's theme. In `rules`, ``$name`` stands for a colour.

    The dark theme repeats only the declarations with a colour.
    """
    dark: list[str] = []
    for selector, declarations in _RULE.findall(rules):
        coloured = [each.strip() for each in declarations.split(";") if "$" in each]
        if coloured:
            dark.append(f"{selector.strip()} {{ {'; '.join(coloured)}; }}\n")
    repeated = "@media (prefers-color-scheme: dark) {\n" + "".join(dark) + "}\n"
    return _coloured(rules, dark=False) + _coloured(repeated, dark=True)


def _coloured(rules: str, *, dark: bool) -> str:
    return _NAME.sub(lambda match: {**COLOURS, **PLOT_COLOURS}[match[1]][dark], rules)
