"""Functions that colour text: from a text and the name of a style to the coloured text."""

from __future__ import annotations

from collections.abc import Callable

Paint = Callable[[str, str], str]
"""Text with a style: ``good``, ``bad``, ``thrown``, ``open`` or ``faint``."""


def plain(text: str, style: str) -> str:
    return text
