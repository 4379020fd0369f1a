"""2026-11-19: errors that the program does not have, because a library function returned what it never returns.

An error was reported if it occurred with each of a sample of results; `floor(40.5)`, which is 40, was not among them.
"""

from __future__ import annotations

import time

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.proof.verdict import Word

HEAD = """
double floor(double); int nondet(void); int printf(const char *, ...); int sprintf(char *, const char *, ...);
int snprintf(char *, unsigned long, const char *, ...); int sscanf(const char *, const char *, ...);
long strtol(const char *, char **, int); double strtod(const char *, char **); void srand(unsigned); int rand(void);
int fileno(void *); extern void *stdin; char *fgets(char *, int, void *);
"""
CORRECT = [
    "int k = (int)floor(2.5), *p = 0; if (k != 2) *p = 1;",
    "int k = (int)floor(40.5), *p = 0; if (k * 2 != 80) *p = 1;",
    'long k = strtol("41", 0, 10); int *p = 0; if (k * 2 != 82) *p = 1;',
    'double k = strtod("41", 0); int *p = 0; if ((int)k < 40) *p = 1;',
    'int x = 0, *p = 0; sscanf("41", "%d", &x); if (x * 2 != 82) *p = 1;',
    "srand(1); int k = rand(), *p = 0; if ((k ^ 1804289383) != 0) *p = 1;",
    "int *p = 0; if (fileno(stdin) * 3 != 0) *p = 1;",
    'char b[10]; sprintf(b, "%5d|%-3d", nondet() & 7, nondet() & 7);',
    'char b[40], s[] = "ab"; int k, *p = 0; sprintf(b, "%s%n", s, &k); if (k * 3 != 6) *p = 1;',
]
BROKEN = [
    'char b[40]; int n = nondet(), *p = 0; int k = snprintf(b, 40, "%d:%d", n, n); if (k < 0) return 0; *p = 1;',
    'int k = (int)strtol("41", 0, 10), n = nondet(), *p = 0; if (n == 5) *p = 1; return k;',
    'char b[40]; int n = nondet(), *p = 0; sprintf(b, "%d", n); if (n == 77) *p = 1;',
    'char b[5]; sprintf(b, "%5d", 1);',
    'char b[40], c[40]; int *p = 0; fgets(c, 40, stdin); snprintf(b, 40, "%s", c); if (c[1] == 5) *p = 1;',
]
"""One fails in one of two places of its model, as the result decides; for the caller of sprintf that is one error."""
COUNTED = {3: Word.UNSAFE, 4: Word.SAFE}


def verdict(body: str) -> Word:
    program = load_text(f"{HEAD}int main(void) {{ {body} return 0; }}", "results.c", COptions())
    return decide(program, Settings(seconds=20.0), tools=Tools(clock=time.process_time)).word


@pytest.mark.parametrize("body", CORRECT)
def test_an_error_by_a_result_that_does_not_occur_is_not_claimed(body: str) -> None:
    assert verdict(body) is not Word.UNSAFE


@pytest.mark.parametrize("body", BROKEN)
def test_an_error_that_all_results_have_is_claimed(body: str) -> None:
    assert verdict(body) is Word.UNSAFE


@pytest.mark.parametrize("size", COUNTED)
def test_the_number_of_bytes_so_far_is_known(size: int) -> None:
    assert verdict(f'char b[9], a[{size}]; int k; sprintf(b, "abc%n", &k); a[k] = 1;') is COUNTED[size]
