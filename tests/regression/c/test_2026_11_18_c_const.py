"""2026-11-18: writes to objects that are defined ``const`` were accepted; only string constants were protected."""

from __future__ import annotations

import time

import pytest

from symheap.core.source import SourceError
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.ir import Lifetime
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.proof.verdict import Word

HEAD = """typedef unsigned long size_t; void *malloc(size_t); void free(void *); void abort(void);
void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t); char *strcpy(char *, const char *);
struct s { int a[4]; }; struct s make(void) { struct s r = {{1}}; return r; } void put(int *p) { *p = 1; }
void take(const int n) { *(int *)&n = 1; } void change(const struct s v) { put((int *)v.a); }
typedef const struct { int n; char name[8]; } fixed; typedef const int number;
static const int one = 1; const int table[3] = {1, 2, 3}; static const char *const names[] = {"a", "b"};
static int *const slots[2]; fixed record = {1, "x"}; const int *const literal = (const int[]){1, 2};
"""

WRITES = {
    "a static": "*(int *)&one = 2;",
    "an element of a table": "int *p = (int *)table; p[2]++;",
    "a table of constant pointers": "*(const char **)&names[1] = 0;",
    "a table of constant pointers to what is not constant": "*(int **)&slots[0] = 0;",
    "a member of a constant typedef, by strcpy": 'strcpy((char *)record.name, "abc");',
    "memcpy": "int x = 5; memcpy((void *)table, &x, sizeof x);",
    "memset": "memset((void *)&one, 0, sizeof one);",
    "a compound literal of the file": "*(int *)literal = 2;",
    "a compound literal of a block": "int *p = (int *)(const int[]){1, 2}; p[0]++;",
    "a static of a block": "static const long x = 1; *(long *)&x = 2;",
    "a local": "const int x = 1; *(int *)&x = 2;",
    "a local of a constant typedef": "number x = 1; put((int *)&x);",
    "a local array": "const char x[] = \"abc\"; *(char *)x = 'b';",
    "a local structure that a call gives": "const struct s v = make(); put((int *)v.a);",
    "a local that typeof makes": "typeof(one) x = 2; put((int *)&x);",
    "a parameter": "take(1);",
    "a structure that is a parameter": "change(make());",
    "one that a loop reaches": "for (int i = 0; i < 3; i++) { const int k[2] = {i}; if (i == 2) put((int *)k); }",
    "a copy of a structure": "const struct s v = {{1}}; struct s w = {{2}}; *(struct s *)&v = w;",
}


@pytest.mark.parametrize("name", WRITES)
def test_a_write_to_a_constant_is_an_error(name: str) -> None:
    program = load_text(f"{HEAD}int main(void) {{ {WRITES[name]} return 0; }}", "program.c", COptions())
    decision = decide(program, Settings(seconds=20.0), tools=Tools(clock=time.process_time))
    assert decision.word is Word.UNSAFE
    assert "write-to-constant" in decision.reason
    assert decision.replays == ("interpreter",)


READS = {
    "an object that is not constant": "int x = 1; const int *p = &x; *(int *)p = 2; put((int *)p);",
    "initialisers": "int x = 2; const int a[3] = {x, 1}; const struct s v = make(), w = v; (void)(a[1] + w.a[x]);",
    "bit-fields": "const struct { int a : 3, b : 5; } v = {1, 2}; (void)(v.a + v.b);",
    "a loop": "int t = 0; for (int i = 0; i < 3; i++) { const int k[2] = {i, t}; t += k[0]; }",
    "a jump back": "int n = 0; again: ; const int k[2] = {n}; if (k[0] + n++ < 2) goto again;",
    "a constant pointer": "int x; int *const p = &x; *p = 1; const char *q = names[0]; q = names[1]; (void)*q;",
    "a structure on the heap with a constant member": (
        "struct c { const int k; } t = {3}, *p = malloc(sizeof *p); if (p) { memcpy(p, &t, sizeof t); free(p); }"
    ),
}


@pytest.mark.parametrize("name", READS)
def test_what_is_right_stays_safe(name: str) -> None:
    program = load_text(f"{HEAD}int main(void) {{ {READS[name]} return 0; }}", "program.c", COptions())
    assert decide(program, Settings(seconds=20.0), tools=Tools(clock=time.process_time)).word is Word.SAFE


def test_an_assignment_to_a_constant_is_not_c() -> None:
    for text in ("const int x = 1; x = 2;", "number x = 1; x++;", "one = 2;"):
        with pytest.raises(SourceError, match="which is const"):
            load_text(f"{HEAD}int main(void) {{ {text} return 0; }}", "program.c", COptions())


def test_read_only_lifetimes_name_themselves() -> None:
    assert {each for each in Lifetime if each.is_read_only} == {
        Lifetime.STRING,
        Lifetime.CONSTANT,
        Lifetime.CONSTANT_LOCAL,
    }
    assert Lifetime.CONSTANT_LOCAL.is_local
