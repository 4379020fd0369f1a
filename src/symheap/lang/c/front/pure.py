"""Preprocess without a compiler, with pcpp and a set of small headers of this package."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pcpp

from symheap.core.source import Position, SourceError
from symheap.lang.c.options import COptions
from symheap.memory.ir import DataModel


class _Preprocessor(pcpp.Preprocessor):  # type: ignore[misc]
    """Raises errors instead of printing them; an include that is not found is an error."""

    def on_error(self, file: str, line: int, msg: str) -> None:
        raise SourceError(msg, Position(file, line, 1))

    def on_include_not_found(self, is_malformed: bool, is_system: bool, curdir: str, includepath: str) -> Any:
        line = getattr(self.lastdirective, "lineno", 1)
        raise SourceError(f"{includepath}: No such file or directory", Position(self.source or "", line, 1))

    def on_comment(self, token: Any) -> bool:
        return False


def preprocess_with_pcpp(path: Path, options: COptions, folders: Sequence[Path]) -> str:
    preprocessor = _Preprocessor()
    preprocessor.line_directive = "#line"
    for folder in (*options.include, *folders, *options.include_system):
        preprocessor.add_path(str(folder))
    model = ("__LP64__=1",) if options.model is DataModel.LP64 else ()
    for definition in (*options.define, *model, "SYMHEAP=1", "__STDC__=1"):
        name, _, value = definition.partition("=")
        preprocessor.define(f"{name} {value or 1}")
    for name in options.undefine:
        preprocessor.undef(name)
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    first = "".join(f'#include "{header}"\n' for header in options.include_first)
    mark = f'#line 1 "{path}"\n' if first else ""
    preprocessor.parse(first + mark + text, str(path))
    output = io.StringIO()
    preprocessor.write(output)
    return output.getvalue()
