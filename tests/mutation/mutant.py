"""Mutants of the source code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["printed error", "broken rule"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of `file` (below src/symheap): `old`, which occurs there once, becomes `new`.

    A printed error restores what a paper says; a broken rule is a mistake that is easy to make.  `first` is the program
    to try first, `also` holds further changes (file, old, new) if one place is not enough.
    """

    id: str
    file: str
    old: str
    new: str
    rule: str
    kind: Kind
    note: str
    first: str = ""
    also: tuple[tuple[str, str, str], ...] = ()

    @property
    def edits(self) -> tuple[tuple[str, str, str], ...]:
        return ((self.file, self.old, self.new), *self.also)
