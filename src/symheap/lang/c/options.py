"""Options for reading C."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from symheap.memory.ir import DataModel


@dataclass(frozen=True, slots=True)
class COptions:
    """The user's options for reading C.

    `entry` None: ``main`` if it exists, else the program has no entry and every exported function is lowered.
    `include_first` are headers that are included before the first line of every file.  Folders of `include_system` are
    searched after those of `include`; `standard` is as in ``-std=``, empty for gnu17, the default of gcc.

    With `havoc_unknown`, a call of a function that has neither a body nor a model returns anything and changes nothing;
    the program's assumptions say so.  `compiler` None: the first of gcc, cc and clang on the path, or pcpp if there is
    none.
    """

    model: DataModel = DataModel.LP64
    include: tuple[Path, ...] = ()
    define: tuple[str, ...] = ()
    include_first: tuple[str, ...] = ()
    include_system: tuple[Path, ...] = ()
    undefine: tuple[str, ...] = ()
    standard: str = ""
    entry: str | None = None
    malloc_may_fail: bool = False
    havoc_unknown: bool = False
    compiler: str | None = None
    use_compiler: bool = True
