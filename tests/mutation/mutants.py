"""All mutants: every printed error of the papers restored, and every rule broken in another place."""

from __future__ import annotations

from mutant import Mutant
from other_mutants import OTHER
from pose_broken import POSE_BROKEN
from pose_printed import POSE_PRINTED
from summary_broken import SUMMARY_BROKEN
from summary_printed import SUMMARY_PRINTED

__all__ = ["MUTANTS", "Mutant"]

MUTANTS: tuple[Mutant, ...] = SUMMARY_PRINTED + SUMMARY_BROKEN + POSE_PRINTED + POSE_BROKEN + OTHER
