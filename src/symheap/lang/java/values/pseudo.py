"""Pseudo-classes: strings whose contents are not plain."""

from __future__ import annotations

from symheap.core.terms import BV32
from symheap.core.types import Field, Type
from symheap.lang.java.values.types import (
    STRING,
)

DEFERRED = f"{STRING}+deferred"
"""Strings whose contents cannot be computed: Strings for type tests and calls, without any field."""


JOINED = f"{STRING}+joined"
"""Strings joined from symbolic parts, and the texts of builders: Strings whose contents are materialised when read."""


COUNT = Field(JOINED, "count", Type(BV32))
"""The number of characters: a builder's array has room for more."""


PSEUDO = frozenset((DEFERRED, JOINED))
