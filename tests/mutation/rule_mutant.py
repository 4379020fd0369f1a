"""A mutant of one rule of a paper, and the test that must notice it."""

from __future__ import annotations

from dataclasses import dataclass

Edit = tuple[str, str, str]
"""A file below src/symheap, text that occurs there once, and what replaces it."""


@dataclass(frozen=True, slots=True)
class RuleMutant:
    """A mutant of a `rule`, as `docs/rules.md` names it, and the `test` (below tests) that fails under it."""

    id: str
    rule: str
    note: str
    edits: tuple[Edit, ...]
    test: str
