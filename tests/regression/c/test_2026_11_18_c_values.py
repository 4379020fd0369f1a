"""2026-11-18: wrong values in C programs.

Classes of characters, and an address that outlives its scope.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import symheap
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.proof.verdict import Word

MERGED = {
    'const char *b = "xlo", *a = "o"; int *p = 0; if (a == b + 2) *p = 1;': Word.UNKNOWN,
    'const char *b = "xlo", *a = "o"; int *p = 0; if (a != b + 2) *p = 1;': Word.UNSAFE,
    'const char *b = "xlo", *a = "o"; int *p = 0; if (a == 0 || b == a + 0 && b == 0) *p = 1;': Word.SAFE,
    'const char *b = "xlo", *a = b + 1; int *p = 0; if (a == b) *p = 1;': Word.SAFE,
    'char c[2] = "o"; const char *b = "xlo"; int *p = 0; if (c == b + 2) *p = 1;': Word.SAFE,
}
HEAD = "int isalnum(int); int isdigit(int); int isspace(int); int nondet(void);\n"
BODIES = {
    "char t[2] = {0, 0}; t[isalnum('7')] = 1;": Word.UNSAFE,
    "char t[2] = {0, 0}; t[isdigit('7') != 0] = 1;": Word.SAFE,
    "char t[2] = {0, 0}; t[!!isspace(' ')] = 1;": Word.SAFE,
    "int *p = 0; p = ({ int q = 1; &q; });": Word.SAFE,
    "int *p = ({ int q = 1; &q; }); *p = 2;": Word.UNSAFE,
    "int x = 3; int *p = ({ int q = x; &x; }); *p = 2;": Word.SAFE,
    "int n = ({ int q = nondet(); q > 3 ? 1 : 0; }), a[2]; a[n] = 1;": Word.SAFE,
}


@pytest.mark.parametrize("body", BODIES)
def test_the_verdict_is_right(body: str) -> None:
    program = load_text(f"{HEAD}int main(void) {{ {body} return 0; }}", "values.c", COptions())
    assert decide(program, Settings(seconds=20.0), tools=Tools(clock=time.process_time)).word is BODIES[body]


@pytest.mark.parametrize("body", MERGED)
def test_string_constants_may_be_parts_of_each_other(body: str) -> None:
    program = load_text(f"int main(void) {{ {body} return 0; }}", "merged.c", COptions())
    assert decide(program, Settings(seconds=5.0), tools=Tools(clock=time.process_time)).word is MERGED[body]


def test_a_struct_that_is_refused_and_not_used_does_not_matter(tmp_path: Path) -> None:
    file = tmp_path / "unused.c"
    file.write_text(
        "typedef int V __attribute__((vector_size(16))); struct h { char a; V v; };\n"
        "int main(void) { int *p = 0; return *p; }"
    )
    proof = symheap.prove(file)
    assert proof.document()["verdict"] == "unsafe"
