"""Invariants of fields of the JDK that hold in all inputs."""

from __future__ import annotations

from symheap.core.terms import NULL
from symheap.core.types import Known

OF_STRINGS = {
    "value": Known(not_null=True, owned=True),
    "coder": Known(value=0),
    "hash": Known(value=0),
    "hashIsZero": Known(value=False),
}
"""Every input string has contents of its own, is Latin-1, and has no cached hash."""


OUTER = Known(not_null=True)


LAST = Known(value=NULL)


CHAINED = frozenset(
    f"java.util.{name}.next" for name in ("HashMap$Node", "Hashtable$Entry", "concurrent.ConcurrentHashMap$Node")
)
"""The fields that chain the entries of a bucket of a hash map."""
