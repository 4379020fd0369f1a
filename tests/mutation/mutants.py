"""All mutants: every printed error of the papers put back, and every rule broken in some other place."""

from __future__ import annotations

from mutant import Mutant
from other_mutants import OTHER
from pose_mutants import POSE
from summary_mutants import SUMMARY

__all__ = ["MUTANTS", "Mutant"]

MUTANTS: tuple[Mutant, ...] = SUMMARY + POSE + OTHER
