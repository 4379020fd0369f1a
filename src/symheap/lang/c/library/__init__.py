"""Models of the C library: one table, with one line of documentation for each function.

If the program defines a function, that definition is used and the table is not, except for `intrinsic` names, which
always have the meaning of the table.
"""

from __future__ import annotations

from symheap.lang.c.library import allocation, bytes, control, nondeterminism, plain
from symheap.lang.c.library.table import Invocation, LibraryFunction, Table

LIBRARY: dict[str, LibraryFunction] = {}
for _table in (allocation.TABLE, bytes.TABLE, control.TABLE, nondeterminism.TABLE, plain.TABLE):
    LIBRARY.update(_table.functions)

__all__ = ["LIBRARY", "Invocation", "LibraryFunction", "Table"]
