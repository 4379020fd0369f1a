"""The flags of a compilation database, read as a compiler reads them."""

from __future__ import annotations

import json
from contextlib import chdir
from pathlib import Path

from symheap.lang.c.compile_commands import read_compile_commands
from symheap.lang.c.units import Unit, Units


def read(folder: Path, *words: str) -> Units:
    (folder / "a.c").write_text("int main(void) { return 0; }")
    entry = {"directory": ".", "file": "a.c", "arguments": ["cc", *words, "-c", "a.c", "-o", "a.o"]}
    (folder / "compile_commands.json").write_text(json.dumps([entry]))
    with chdir(folder):
        return read_compile_commands(Path("compile_commands.json"))


def test_flags_of_the_preprocessor_are_kept_joined_or_apart(tmp_path: Path) -> None:
    words = ("-Iinc", "-I", "more", "-iquote", "own", "-isystem", "sys", "-DA", "-D", "B=2", "-include", "first.h")
    [unit] = read(tmp_path, *words, "-std=c99", "-m32").units
    assert unit == Unit(
        Path("a.c"), ("inc", "more", "own"), ("sys",), ("A=1", "B=2"), (), ("first.h",), standard="c99", narrow=True
    )


def test_of_defining_and_undefining_the_last_one_counts(tmp_path: Path) -> None:
    [unit] = read(tmp_path, "-DA=1", "-UA", "-UB", "-DB", "-DC=", "-UD").units
    assert (unit.define, unit.undefine) == (("B=1", "C="), ("A", "D"))


def test_flags_without_a_say_are_named_and_their_values_are_no_files(tmp_path: Path) -> None:
    result = read(tmp_path, "-O2", "-Wall", "-fPIC", "-march=native", "-MF", "a.d", "-L", "lib", "-lm", "-g3")
    assert result.ignored == ("-fPIC", "-march=native", "-L", "-lm")
    assert len(result.units) == 1


def test_an_entry_that_is_repeated_is_one_unit(tmp_path: Path) -> None:
    read(tmp_path, "-DA")
    file = tmp_path / "compile_commands.json"
    file.write_text(json.dumps(json.loads(file.read_text()) * 2))
    with chdir(tmp_path):
        result = read_compile_commands(Path("compile_commands.json"))
    assert (len(result.units), result.skipped) == (1, ())
