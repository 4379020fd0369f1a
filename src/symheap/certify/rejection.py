"""Rejection of a step by the checker."""

from __future__ import annotations


class Rejected(Exception):
    """A step does not follow.  The message says which condition failed."""


def require(condition: bool, why: str) -> None:
    if not condition:
        raise Rejected(why)
