"""The first line of a C program."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.memory.errors import MemoryErrorKind
from symheap.separation.proof.verdict import Leak
from symheap_testing.c.corpus import Broken, Right, broken_programs, expected, right_programs


def program(folder: Path, name: str, line: str) -> Path:
    source = folder / name
    source.write_text(f"// {line}\nint main(void) {{ return 0; }}\n", encoding="utf-8")
    return source


def test_right_programs_may_leak(tmp_path: Path) -> None:
    plain = program(tmp_path, "plain.c", "symheap: safe")
    leaky = program(tmp_path, "leaky.c", "symheap: safe, leak lost")
    assert expected(plain) == Right(plain, Leak.NONE)
    assert expected(leaky) == Right(leaky, Leak.LOST)
    assert Right(plain, Leak.NONE).twin == tmp_path / "plain_broken.c"


def test_broken_programs_have_a_kind_and_a_line(tmp_path: Path) -> None:
    source = program(tmp_path, "plain_broken.c", "symheap: unsafe double-free at 2")
    program(tmp_path, "plain.c", "symheap: safe")
    assert broken_programs(tmp_path) == (Broken(source, MemoryErrorKind.DOUBLE_FREE, 2),)
    assert [found.source.name for found in right_programs(tmp_path)] == ["plain.c"]


@pytest.mark.parametrize("line", ["", "symheap: fine", "symheap: unsafe double-free", "symheap: safe, leak some"])
def test_other_lines_are_refused(tmp_path: Path, line: str) -> None:
    with pytest.raises(ValueError, match=r"odd\.c|some"):
        expected(program(tmp_path, "odd.c", line))
