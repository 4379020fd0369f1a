"""The replays of a counterexample that have reproduced its error."""

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
"""The program that symheap writes, compiled, under AddressSanitizer."""


@dataclass(frozen=True, slots=True)
class Replays:
    """Results of replays: `confirmed` are those that showed the same kind of error at the same line.

    `reasons` say of each other replay, in a sentence, why it did not; `notes` are remarks on those that confirmed.  If
    the user's own program got every input and ended without an error, nothing confirms, and `is_refuted`.
    """

    confirmed: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    is_refuted: bool = False

    def __bool__(self) -> bool:
        """Whether any replay confirms; without one, nothing is claimed."""
        return bool(self.confirmed)
