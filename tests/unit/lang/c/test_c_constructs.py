"""Programs with many features: they are well-formed in the IR, nothing is refused, and gcc agrees with them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from symheap.lang.c.entry import COptions, load
from symheap.memory.check import check
from symheap.memory.ir import DataModel, Refuse

PROGRAMS = sorted((Path(__file__).parent / "constructs").glob("*.c"))
GCC = shutil.which("gcc")


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_every_construct_is_lowered(path: Path, model: DataModel) -> None:
    program = load([path], COptions(model=model))
    assert check(program) == []
    blocks = [block for function in program.functions.values() for block in function.blocks.values()]
    refused = {command.reason for block in blocks for command in block.commands if isinstance(command, Refuse)}
    assert refused <= {"an array whose length is not positive"}
    assert program.entry == "main"


@pytest.mark.skipif(GCC is None, reason="no gcc")
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_the_programs_are_right(path: Path, tmp_path: Path) -> None:
    assert GCC is not None
    compiled = tmp_path / "compiled"
    subprocess.run([GCC, "-std=gnu11", "-w", "-fwrapv", "-o", str(compiled), str(path)], check=True)
    assert subprocess.run([str(compiled)], check=False).returncode == 0
