"""Registers, in which instructions find and leave values."""

from __future__ import annotations

Reg = int
DISCARD: Reg = -1
"""The destination of a call whose result is not used."""
