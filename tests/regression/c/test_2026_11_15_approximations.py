"""2026-11-15: programs were called unsafe because of results that library functions never return.

A model that returns anything is enough for a proof, but not for an error.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.proof.verdict import Word

HEAD = "#include <stdio.h>\n#include <stdlib.h>\n#include <math.h>\n#include <errno.h>\n#include <string.h>\n"

RIGHT = {
    "floor": "int main(void) { int a[3] = {0}; return a[(int)floor(2.5)]; }",
    "strtol": 'int main(void) { int a[3] = {0}; return a[strtol("2", 0, 10)]; }',
    "sscanf": 'int main(void) { int a[13] = {0}, n = 0; sscanf("12", "%d", &n); return a[n]; }',
    "result of printf": 'int main(void) { int a[4] = {0}; return a[printf("abc")]; }',
    "result of snprintf": 'int main(void) { char b[8]; int a[4] = {0}; return a[snprintf(b, 8, "abc")]; }',
    "text of snprintf": 'int main(void) { char b[8]; snprintf(b, 8, "a"); if (!b[0]) *(int *)0 = 1; return 0; }',
    "errno": "int main(void) { errno = 0; if (errno) *(int *)0 = 1; return 0; }",
    "the command line": "int main(int argc, char **argv) { return argc > 1 ? argv[1][0] : 0; }",
    "getenv": 'int main(void) { char *e = getenv("HOME"); return e ? e[0] : 0; }',
}
WRONG = {
    "printf before it": 'int main(void) { int *p = malloc(4); printf("%d", 3); free(p); return *p; }',
    "snprintf before it": 'int main(void) { char b[8]; int *p = malloc(4); snprintf(b, 8, "x"); free(p); free(p); }',
    "strtol before it": 'int main(void) { int n = strtol("7", 0, 10); int *p = 0; *p = n; return 0; }',
    "what is typed": "int main(void) { int a[3] = {0}, c = getchar(); return c >= 0 ? a[c] : 0; }",
    "a random number": "int main(void) { int a[3] = {0}; return a[rand() % 4]; }",
    "a line that is read": "int main(void) { char b[4]; if (fgets(b, 4, stdin) && *b == 'x') *(int *)0 = 1; }",
}


def _decided(folder: Path, text: str) -> Word:
    (folder / "x.c").write_text(HEAD + text)
    program = load((folder / "x.c",), COptions())
    return decide(program, Settings(seconds=20.0), tools=Tools(clock=time.process_time)).word


@pytest.mark.parametrize("name", RIGHT)
def test_what_rests_on_an_unknown_result_is_not_claimed(tmp_path: Path, name: str) -> None:
    assert _decided(tmp_path, RIGHT[name]) is not Word.UNSAFE


@pytest.mark.parametrize("name", WRONG)
def test_what_happens_anyway_or_by_real_input_is(tmp_path: Path, name: str) -> None:
    assert _decided(tmp_path, WRONG[name]) is Word.UNSAFE
