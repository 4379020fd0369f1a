"""2026-11-19: ``(unsigned)-1.0`` was what x86 makes of it; gcc converts a constant itself, to 0."""

from __future__ import annotations

from pathlib import Path

import pytest

import symheap


def prove(test: str, folder: Path) -> symheap.Proof:
    file = folder / "program.c"
    file.write_text(f"int main(void) {{ double d = -1.0; int *p = 0; if ({test}) *p = 1; return d < 0; }}\n")
    return symheap.prove(file)


@pytest.mark.parametrize(
    "constant", ["(unsigned)-1.0f", "(unsigned char)300.0", "(signed char)-129.0", "(int)2147483648.0", "(int)1e300L"]
)
def test_a_constant_that_the_type_does_not_have_is_refused(constant: str, tmp_path: Path) -> None:
    proof = prove(f"{constant} == 0", tmp_path)
    assert (proof.verdict, proof.reason) == ("unknown", "refused")
    assert "the conversion of a constant to" in str(proof)


@pytest.mark.parametrize(
    "test",
    [
        "(unsigned)-0.9 != 0",
        "(unsigned)3e9f != 3000000000",
        "(int)-2147483648.9 != -2147483647 - 1",
        "(unsigned char)255.9 != 255",
        "(signed char)-128.5 != -128",
        "(unsigned)d != 0xffffffff",
        "(unsigned long)1.8e19 != 18000000000000000000u",
        "(_Bool)-1e300 != 1",
    ],
)
def test_other_conversions_are_computed(test: str, tmp_path: Path) -> None:
    assert prove(test, tmp_path).verdict == "safe"


@pytest.mark.parametrize("number", ["1.0iF", "2i", "0x1p3dd", "1.5q"])
def test_a_number_with_another_suffix_is_refused_by_name(number: str, tmp_path: Path) -> None:
    with pytest.raises(symheap.SourceError, match=f"the number {number} is not supported"):
        prove(f"{number} == 0", tmp_path)


@pytest.mark.parametrize("name", ["_Float16", "__float80", "_BitInt"])
def test_a_type_that_is_not_known_is_refused_by_name(name: str, tmp_path: Path) -> None:
    with pytest.raises(symheap.SourceError, match=f"{name} is not supported"):
        prove(f"sizeof({name}) == 0", tmp_path)
