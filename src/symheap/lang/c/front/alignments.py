"""The alignment that a declaration asks for."""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from symheap.lang.c.front.attribute_values import alignment
from symheap.lang.c.front.attributes import Attribute
from symheap.lang.c.front.declarations import resolve
from symheap.lang.c.front.records import alignas, typedef_alignment
from symheap.lang.c.lower.context import Context


def asked_alignment(context: Context, node: c_ast.Decl, attributes: Iterable[Attribute]) -> int | None:
    """Return the alignment of an object by its declaration; None if its type decides.

    It may be less than that of the type: gcc places the object at any multiple of it.
    """
    asked = [alignas(context, part, resolve) for part in node.align or ()]
    asked += [
        each for each in (typedef_alignment(context, node.type), alignment(context, attributes)) if each is not None
    ]
    return max(asked) if asked else None
