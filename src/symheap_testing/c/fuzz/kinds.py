"""Classify wrong answers by the features of a reduced program."""

from __future__ import annotations

import re
from typing import Final

from symheap_testing.c.fuzz.judge import Judgement
from symheap_testing.c.fuzz.program import FuzzProgram

_ATTRIBUTES: Final = (
    "cleanup", "constructor", "destructor", "vector_size", "mode", "scalar_storage_order", "ms_struct", "alias",
    "weak", "packed", "aligned", "_Alignas", "asm",
)  # fmt: skip
_BY_TAG: Final = {
    "two-files": "conflicting declarations",
    "memcpy-overlap": "overlapping copies",
    "struct-overlap": "overlapping copies",
    "argument-order": "order of evaluation",
    "literal": "addresses of literals",
    "vla": "variable-length arrays",
    "temporary-lifetime": "lifetime of returned structs",
    "float-to-int": "floating point to integer",
    "lib-calloc": "calloc that wraps",
    "lib-file": "files",
    "realloc": "realloc",
    "lib-realloc": "realloc",
    "widths": "widths",
    "const": "writes to constants",
}


def kinds_of(program: FuzzProgram, judgement: Judgement) -> tuple[str, ...]:
    """Return the kinds of a wrong answer: one for each feature that remains in the program."""
    text = "\n".join(program.files())
    kinds: dict[str, None] = {}
    for tag in program.tags:
        if tag.startswith(("lib-read:", "lib-write:")):
            kinds.setdefault(f"library: {tag.split(':', 1)[1]}")
        elif tag.startswith(("attribute", "alignas", "enum", "bit-field-layout", "pragma")):
            kinds.setdefault(_attribute(tag, text))
        elif tag.startswith("float-to-int") and judgement.run is not None and judgement.run.plain:
            kinds.setdefault("floating point to integer")
        elif tag not in ("carried", "lib-read", "lib-write") and ":" not in tag:
            kinds.setdefault(next((kind for start, kind in _BY_TAG.items() if tag.startswith(start)), tag))
    return tuple(kinds) or (program.origin or "nothing",)


def _attribute(tag: str, text: str) -> str:
    inside = " ".join(re.findall(r"__attribute__\(\((.*?)\)\)", text)) + (" _Alignas" if "_Alignas" in text else "")
    names = [name for name in _ATTRIBUTES if re.search(rf"\b{name}\b", inside)]
    return f"{tag}: {' '.join(names)}" if names else tag
