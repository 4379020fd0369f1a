"""Which replays of a counterexample have shown its error again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

INTERPRETER: Final = "interpreter"
ASAN: Final = "asan"
"""The user's own files, compiled as they are, under AddressSanitizer."""
LSAN: Final = "lsan"
"""The user's own files under LeakSanitizer, of a leak."""
REPRODUCER: Final = "reproducer"
"""The program as symheap writes it, compiled, under AddressSanitizer."""


@dataclass(frozen=True, slots=True)
class Replays:
    """`confirmed` are the replays that showed the same kind of error at the same line; `reasons` say of each of the
    others, in a sentence, why not; `notes` what is to be known of those that confirmed.

    If the user's own program got every input and ended without an error, nothing confirms, and `is_refuted`.
    """

    confirmed: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    is_refuted: bool = False

    def __bool__(self) -> bool:
        """Whether any replay confirms: without one, nothing is claimed."""
        return bool(self.confirmed)
