"""2026-11-18: a file that asks for `__OPTIMIZE__` was proved safe as it is without optimisation only."""

from __future__ import annotations

from pathlib import Path

import pytest

import symheap

ASKS = """#include <stddef.h>
#if %s
#define BAD 1
#else
#define BAD 0
#endif
int main(void) { int x = 0; int *p = BAD ? NULL : &x; return *p; }
"""


@pytest.mark.parametrize("name", ["__OPTIMIZE__", "defined(__NO_INLINE__) && 0", "0 /* */ && __FAST_MATH__"])
def test_macros_of_the_build_are_refused_by_name(name: str, tmp_path: Path) -> None:
    file = tmp_path / "asks.c"
    file.write_text(ASKS % name)
    proof = symheap.prove(file)
    assert (proof.verdict, proof.reason) == ("unknown", "refused")


def test_a_header_of_the_user_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("#ifdef __OPTIMIZE__\n#define BAD 1\n#else\n#define BAD 0\n#endif\n")
    file = tmp_path / "main.c"
    file.write_text('#include "own.h"\nint main(void) { int x = 0; return *(BAD ? (int *)0 : &x); }\n')
    assert symheap.prove(file).reason == "refused"


@pytest.mark.parametrize("name", ["/* __OPTIMIZE__ */ 0", "0 // __OPTIMIZE__", "__STDC_VERSION__ < 0"])
def test_comments_and_other_macros_are_harmless(name: str, tmp_path: Path) -> None:
    file = tmp_path / "asks.c"
    file.write_text(ASKS % name)
    assert symheap.prove(file).verdict == "safe"


def test_a_macro_that_the_command_line_defines_is_known(tmp_path: Path) -> None:
    file = tmp_path / "asks.c"
    file.write_text(ASKS % "__OPTIMIZE__")
    assert symheap.prove(file, define=("__OPTIMIZE__=1",)).verdict == "unsafe"
