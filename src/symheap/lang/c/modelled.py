"""Library functions that are written in C: where their text is, and which of them do not say what they return."""

from __future__ import annotations

from typing import Final

FILE: Final = "<library>"

APPROXIMATE: Final = frozenset({"__errno_location", "snprintf", "vsnprintf", "strtol", "strtoul"})
"""Those that have a certain result, which their model does not work out."""
