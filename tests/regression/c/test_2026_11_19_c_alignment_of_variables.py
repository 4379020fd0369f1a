"""2026-11-19: variables were taken to lie at multiples of 16, also where a declaration asks for less."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap import prove

HEAD = "#include <assert.h>\ntypedef int low __attribute__((aligned(2)));\n"


def verdict_on(declaration: str, condition: str, folder: Path, *, local: bool) -> str:
    inside, outside = (declaration, "") if local else ("", declaration)
    text = f"{HEAD}{outside}\nint main(void)\n{{\n{inside}\nassert({condition});\nreturn 0;\n}}\n"
    (folder / "program.c").write_text(text)
    return prove(folder / "program.c").verdict


@pytest.mark.parametrize("local", [False, True], ids=["file", "block"])
@pytest.mark.parametrize(
    ("declaration", "condition"),
    [
        ("static struct { char a; int b; } v;", "(long)&v % 4 == 0"),
        ("static long v;", "(long)&v % 8 == 0"),
        ("static int v __attribute__((aligned(32)));", "(long)&v % 32 == 0"),
        ("static int v __attribute__((aligned(2)));", "(long)&v % 2 == 0"),
        ("static low v;", "(long)&v % 2 == 0"),
        ("static _Alignas(16) char v;", "(long)&v % 16 == 0"),
    ],
)
def test_what_a_declaration_promises(declaration: str, condition: str, tmp_path: Path, *, local: bool) -> None:
    assert verdict_on(declaration, condition, tmp_path, local=local) == "safe"


@pytest.mark.parametrize("local", [False, True], ids=["file", "block"])
@pytest.mark.parametrize(
    ("declaration", "condition"),
    [
        ("static struct { char a; int b; } v;", "(long)&v % 16 <= 5"),
        ("static long v;", "(long)&v % 16 == 0"),
        ("static int v __attribute__((aligned(2)));", "(long)&v % 4 == 0"),
        ("static low v;", "(long)&v % 4 == 0"),
        ("static char v;", "(long)&v % 2 == 0"),
    ],
)
def test_what_no_declaration_promises(declaration: str, condition: str, tmp_path: Path, *, local: bool) -> None:
    assert verdict_on(declaration, condition, tmp_path, local=local) != "safe"


def test_strings_and_functions_are_anywhere(tmp_path: Path) -> None:
    assert verdict_on("", '(long)"abc" % 2 == 0', tmp_path, local=False) != "safe"
    assert verdict_on("static void f(void) {}", "(long)&f % 4 == 0", tmp_path, local=False) != "safe"
