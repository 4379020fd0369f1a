"""2026-11-18: objects larger than their types, errors that depend on addresses, and texts copied onto themselves."""

from __future__ import annotations

import time

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Decision, Settings
from symheap.separation.proof.verdict import Word

HEAD = """
typedef unsigned long size_t; typedef struct _IO_FILE FILE; void *malloc(size_t); void free(void *);
int sprintf(char *, const char *, ...); int snprintf(char *, size_t, const char *, ...);
int sscanf(const char *, const char *, ...); int strcmp(const char *, const char *);
int memcmp(const void *, const void *, size_t); unsigned long strtoul(const char *, char **, int);
double fabs(double); double ceil(double); long ftell(FILE *); FILE *tmpfile(void); int fclose(FILE *);
struct S { int n; char d[]; };
"""

SAFE = {
    "a flexible member of a global": "struct S s = {1, {1, 2}}; int main(void) { s.d[1] = 1; return 0; }",
    "one that a string fills": 'struct S s = {1, "abc"}; int main(void) { return s.d[3]; }',
    "of a local that is static": "int main(void) { static struct S s = {1, {[4] = 2}}; return s.d[4]; }",
    "sizeof leaves it out": "struct S s = {1, {1, 2}}; int main(void) { char b[4]; b[sizeof s - 1] = 1; return 0; }",
    "a text from elsewhere": 'int main(void) { char a[4] = "abc", b[8]; sprintf(b, "%s", a); return 0; }',
    "a text of the heap": (
        'int main(void) { char *a = malloc(2), b[8]; a[0] = 0; snprintf(b, 8, "%s", a); free(a); return 0; }'
    ),
    "the sign of a comparison": (
        'int main(void) { char a[2] = "b"; if (strcmp(a, "a") <= 0 || memcmp(a, "c", 1) >= 0) abort_now(); return 0; }'
    ),
    "a wide bit-field beside a long": (
        "struct B { unsigned long a : 40; } b;"
        " int main(void) { b.a = -1; if (b.a != 0xffffffffffL || !b.a) abort_now(); return 0; }"
    ),
    "a member beside a constant one": (
        "int main(void) { struct { const int a; int b; } m = {1, 2}; *(int *)&m.b = 4; return *(const int *)&m.a; }"
    ),
    "an offset in a file": (
        "int main(void) { FILE *f = tmpfile(); if (!f) return 0; if (ftell(f) < -1) abort_now(); fclose(f); return 0; }"
    ),
    "a width that fits": 'int main(void) { char b[4]; sscanf("abcdef", "%3s", b); return 0; }',
}
UNSAFE = {
    "behind the flexible member": (
        "out-of-bounds",
        "struct S s = {1, {1, 2}}; int main(void) { char *p = s.d; p[2] = 1; return 0; }",
    ),
    "a text onto itself": ("overlapping-copy", 'int main(void) { char b[9] = "ab"; sprintf(b, "%sx", b); return 0; }'),
    "a text into its middle": (
        "overlapping-copy",
        'int main(void) { char b[9] = "ab"; snprintf(b + 1, 8, "%s", b); return 0; }',
    ),
    "a bit-field of 32 bits": (
        "null-dereference",
        "struct B { unsigned long a : 32; } b; int main(void) { b.a = -1; if (b.a + 1 == 0) abort_now(); return 0; }",
    ),
    "behind any address": (
        "null-dereference",
        "int v; int main(void) { int *p = 0; if ((size_t)&v % 4 == 0) *p = 1; return 0; }",
    ),
}
UNKNOWN = {
    "an alignment that happens": "int v; int main(void) { if ((size_t)&v % 64 < 3) abort_now(); return 0; }",
    "an order that happens": "int v, w; int main(void) { if (&v < &w) abort_now(); return 0; }",
    "memory that is used again": (
        "int main(void) { char *p = malloc(8); free(p); char *q = malloc(8);"
        " if (p == q) abort_now(); free(q); return 0; }"
    ),
    "the size of a comparison's result": (
        'int main(void) { char a[2] = "b"; if (strcmp(a, "a") == 1) abort_now(); return 0; }'
    ),
    "the length of a number": (
        'int main(void) { char b[20]; if (sprintf(b, "%d-%s", 12, "ab") != 5) abort_now(); return 0; }'
    ),
    "arithmetic of 40 bits": (
        "struct B { unsigned long a : 40; } b; int main(void) { b.a = -1; if (b.a + 1 == 0) abort_now(); return 0; }"
    ),
    "a comparison of 40 bits": (
        "struct B { unsigned long a : 40; } b; int main(void) { b.a = -1; if (b.a == -1) abort_now(); return 0; }"
    ),
    "a constant member by a cast": (
        "int main(void) { struct { const int a; int b; } m = {1, 2}; *(int *)&m.a = 4; return 0; }"
    ),
    "a part of a constant member by a cast": (
        "int main(void) { struct { const char n[4]; } m = {{1}}; ((char *)m.n)[1] = 4; return 0; }"
    ),
    "a number that is read from a string": (
        'int main(void) { char s[] = "12x", *e; if (strtoul(s, &e, 10) >= 120) abort_now(); return 0; }'
    ),
    "how far two bytes are apart": (
        'int main(void) { char s[] = " "; if (memcmp(s, "b", 1) >= -7) abort_now(); return 0; }'
    ),
    "a number that is read, and whether it was": (
        'int main(void) { int x = 0; if (sscanf("42", "%d", &x) != 1 || x != 42) abort_now(); return 0; }'
    ),
    "two results of the library": (
        "int main(void) { if (fabs(-2.0) != 2.0 || ceil(1.2) != 2.0) abort_now(); return 0; }"
    ),
    "a width without room": 'int main(void) { char b[2]; sscanf("7", "%3s", b); return 0; }',
}


def _decided(text: str) -> Decision:
    body = HEAD + text.replace("abort_now()", "*(char *)0 = 1")
    return decide(load_text(body, "test.c", COptions()), Settings(seconds=30.0), tools=Tools(clock=time.process_time))


@pytest.mark.parametrize("name", SAFE)
def test_it_is_safe(name: str) -> None:
    decision = _decided(SAFE[name])
    assert decision.word is Word.SAFE, decision.reason


@pytest.mark.parametrize("name", UNSAFE)
def test_it_is_unsafe(name: str) -> None:
    kind, text = UNSAFE[name]
    decision = _decided(text)
    assert (decision.word, decision.reason) == (Word.UNSAFE, kind)


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_the_implementation_decides_is_not_claimed(name: str) -> None:
    assert _decided(UNKNOWN[name]).word is Word.UNKNOWN
