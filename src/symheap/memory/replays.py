"""Which replays of a counterexample have shown its error again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

INTERPRETER: Final = "interpreter"
ASAN: Final = "asan"


@dataclass(frozen=True, slots=True)
class Replays:
    """`confirmed` are the replays that showed the same kind of error at the same line; `reasons` say of each of the
    others, in a sentence, why not; `notes` what is to be known of those that confirmed."""

    confirmed: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether any replay confirms: without one, nothing is claimed."""
        return bool(self.confirmed)
