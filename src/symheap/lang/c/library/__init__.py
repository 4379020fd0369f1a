"""Models of the C library: one table, one line of documentation a function.

A function with a body in the program is that body; the table is for those without, except for `intrinsic` names, which
always mean what the table says.
"""

from __future__ import annotations

from symheap.lang.c.library import allocation, bytes, control, nondeterminism, plain
from symheap.lang.c.library.table import Invocation, LibraryFunction, Table

LIBRARY: dict[str, LibraryFunction] = {}
for _table in (allocation.TABLE, bytes.TABLE, control.TABLE, nondeterminism.TABLE, plain.TABLE):
    LIBRARY.update(_table.functions)

__all__ = ["LIBRARY", "Invocation", "LibraryFunction", "Table"]
