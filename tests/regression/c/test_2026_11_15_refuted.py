"""2026-11-15: programs that are memory safe were called unsafe, and some that are not were called safe."""

from __future__ import annotations

import time

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.proof.verdict import Word

HEAD = """
typedef unsigned long size_t;
int getchar(void); int putchar(int); int rand(void); long random(void); long time(long *);
long write(int, const void *, size_t); long read(int, void *, size_t); long strtol(const char *, char **, int);
"""

SAFE = {
    "a character is a byte or -1": "char seen[257] = {0}; int c; while ((c = getchar()) >= 0) seen[c] = 1;",
    "what was put is a byte or -1": "char seen[256] = {0}; int c = putchar('a'); if (c != -1) seen[c] = 1;",
    "random numbers have 31 bits": "char a[2] = {0}; a[random() >> 31] = 1; a[rand() & 1] = 1;",
    "time is not negative": "char a[60] = {0}; a[time(0) % 60] = 1;",
    "no more is written than there is": "char b[4] = {0}; long n = write(1, b, 4); if (n > 0) b[n - 1] = 1;",
}
UNSAFE = {
    "numbers of strtol are long": "if (strtol(text, 0, 10) > 4000000000) *(int *)0 = 1;",
    "times are long": "if (time(0) > 4000000000) *(int *)0 = 1;",
    "the end of input": "char seen[256] = {0}; seen[getchar()] = 1;",
    "an error of write": "char b[4] = {0}; b[write(1, b, 4)] = 1;",
}


def test_a_machine_may_have_more_room_than_the_interpreter() -> None:
    source = f"{HEAD} void *malloc(size_t); int main(void) {{ if (malloc(1UL << 33)) *(int *)0 = 1; return 0; }}"
    program = load_text(source, "t.c", COptions(malloc_may_fail=True))
    assert decide(program, Settings(seconds=20), tools=Tools(clock=time.process_time)).word is Word.UNKNOWN


def _word(body: str) -> Word:
    source = f'{HEAD} int main(void) {{ char text[] = "5000000000"; {body} return 0; }}'
    return decide(load_text(source, "t.c", COptions()), Settings(seconds=20), tools=Tools(clock=time.process_time)).word


@pytest.mark.parametrize("body", SAFE.values(), ids=SAFE.keys())
def test_results_of_the_library_that_cannot_be(body: str) -> None:
    assert _word(body) is Word.SAFE


@pytest.mark.parametrize("body", UNSAFE.values(), ids=UNSAFE.keys())
def test_results_of_the_library_that_can_be(body: str) -> None:
    assert _word(body) is not Word.SAFE
