"""Small programs and their whole IR.

To see changes, or to accept them: ``python tests/unit/lang/c/test_c_golden.py`` writes the files again.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.lang.c.entry import COptions, load_text
from symheap.memory.check import check
from symheap.memory.text import program_text

PROGRAMS = sorted((Path(__file__).parent / "golden").glob("*.c"))


def text(path: Path) -> str:
    source = path.read_text()
    comment, rest = source.split("*/", 1)
    program = load_text("\n" * comment.count("\n") + rest.replace("/* fall through */", ""), path.name, COptions())
    assert check(program) == []
    return program_text(program)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_ir_is_as_written_down(path: Path) -> None:
    assert text(path) == path.with_suffix(".ir").read_text()


if __name__ == "__main__":
    for program_path in PROGRAMS:
        program_path.with_suffix(".ir").write_text(text(program_path))
