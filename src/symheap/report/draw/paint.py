"""Text in colours, for whatever writes it: a function from a text and the name of a style to the painted text."""

from __future__ import annotations

from collections.abc import Callable

Paint = Callable[[str, str], str]
"""Text in a style: ``good``, ``bad``, ``thrown``, ``open`` or ``faint``."""


def plain(text: str, style: str) -> str:
    return text
