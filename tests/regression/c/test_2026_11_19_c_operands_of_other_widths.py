"""2026-11-19: a variable left of a call was read behind it; gcc reads it first if it converts it to another size.

``char g = 1; … g + set(10)`` is 11 in gcc, and was 20. The conversion may also stand around the operation: in
``(char)(i + set(10))`` gcc computes with bytes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import symheap

PROGRAM = """#include <string.h>
static {left} g = 1;
static {right} set(void) {{ g = {new}; return 1; }}
int main(void) {{ int *p = 0, x = 0; p = {test} ? 0 : &x; return *p; }}
"""
NAMED = "gcc may read it before or after"


def prove(folder: Path, left: str, right: str, test: str, new: int = 10) -> symheap.Proof:
    file = folder / "program.c"
    file.write_text(PROGRAM.format(left=left, right=right, test=test, new=new))
    return symheap.prove(file)


OPEN = {
    "char and int": ("char", "int", "g + set() == 2"),
    "short and long": ("short", "long", "g * set() == 1"),
    "int and long": ("int", "long", "(g | set()) == 1"),
    "int and double": ("int", "double", "g + set() == 2"),
    "a comparison": ("short", "int", "g == set()"),
    "a cast of the variable": ("int", "int", "(long)g + set() == 2"),
    "a cast of the sum": ("int", "int", "(char)(g + set()) == 2"),
    "a cast of a larger sum": ("long", "long", "(int)(3 + g * set()) == 4"),
}


@pytest.mark.parametrize(("left", "right", "test"), OPEN.values(), ids=OPEN)
def test_an_operand_that_is_converted_and_changed_is_refused(left: str, right: str, test: str, tmp_path: Path) -> None:
    proof = prove(tmp_path, left, right, test)
    assert (proof.verdict, proof.reason) == ("unknown", "refused")
    assert NAMED in str(proof)


@pytest.mark.parametrize(("left", "right", "test"), OPEN.values(), ids=OPEN)
def test_an_operand_that_is_not_changed_has_one_value(left: str, right: str, test: str, tmp_path: Path) -> None:
    assert prove(tmp_path, left, right, test, new=1).verdict == "unsafe"


KNOWN = {
    "int and int": ("int", "int", "g + set() == 2", "safe"),
    "int and int, read last": ("int", "int", "g + set() == 11", "unsafe"),
    "a result that is widened": ("int", "int", "(long)(g + set()) == 11", "unsafe"),
    "unsigned and int": ("unsigned", "int", "g * set() == 10", "unsafe"),
    "long and int": ("long", "int", "g == set()", "safe"),
    "no operator that gcc swaps": ("char", "int", "g - set() == 0", "unsafe"),
    "a call that changes nothing": ("unsigned", "int", 'g + strlen("abc") == 4', "unsafe"),
}


@pytest.mark.parametrize(("left", "right", "test", "verdict"), KNOWN.values(), ids=KNOWN)
def test_the_order_of_other_operands_is_known(left: str, right: str, test: str, verdict: str, tmp_path: Path) -> None:
    assert prove(tmp_path, left, right, test).verdict == verdict
