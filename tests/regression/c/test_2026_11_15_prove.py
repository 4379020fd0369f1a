"""2026-11-15: programs that are not memory safe were proved safe, and one ended the analysis."""

from __future__ import annotations

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.lower.effects import GCC_ORDER
from symheap.lang.c.options import COptions
from symheap.memory.ir import Program
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.verdict import Word, judged
from symheap.solver.chain import default_chain

HEAD = """
typedef unsigned long size_t;
void *malloc(size_t); void free(void *); int nondet(void);
int printf(const char *, ...); int puts(const char *); int scanf(const char *, ...); extern void *stdout;
size_t fwrite(const void *, size_t, size_t, void *); long write(int, const void *, size_t);
int memcmp(const void *, const void *, size_t);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
struct keyed { int key; int *value; };
int place, *at; struct keyed kept;
int forget(void) { at = 0; return 0; }
int keep(void) { kept.value = &place; return 0; }
void pass(struct keyed k, int n) { *k.value = n; }
void put(int *p, int n) { *p = n; }
int same(const void *a, const void *b) { return 0; }
int by_key(const void *a, const void *b) { return ((struct keyed *)a)->key - ((struct keyed *)b)->key; }
"""

UNSAFE = {
    "%s of null": 'printf("%s", (char *)0);',
    "%s of freed memory": 'char *p = malloc(4); p[0] = 0; free(p); printf("%s", p);',
    "%s without an argument": 'printf("%s");',
    "%n stores": 'int n = 0; printf("abc%n", &n); if (n) *(int *)0 = 1;',
    "%n by number": 'int n = 0; printf("abc%1$n", &n); if (n) *(int *)0 = 1;',
    "%n of null": 'printf("%n", (int *)0);',
    "puts of freed memory": "char *p = malloc(4); p[0] = 0; free(p); puts(p);",
    "fwrite beyond the end": "char *p = malloc(4); fwrite(p, 2, 3, 0); free(p);",
    "fwrite of a size that wraps": "char *p = malloc(4); fwrite(p + 2, 1, -1, 0); free(p);",
    "write of freed memory": "char *p = malloc(4); free(p); write(1, p, 1);",
    "memcmp beyond the end, after a difference": 'char a[4] = "abc"; memcmp(a, "abcdefg", 6);',
    "qsort of more than there is": "int a[2] = {1, 2}; qsort(a, 3, 4, same);",
    "qsort exchanges equal elements": (
        "int x; struct keyed a[2] = {{1, &x}, {1, 0}}; qsort(a, 2, sizeof *a, by_key); *a[0].value = 1;"
    ),
    "scanf of more than the target": 'int x; scanf("%ld", &x);',
}

SAFE = {
    "a record is read when the call is made": "pass(kept, keep());",
    "output": """
        int n; char *p = malloc(2); p[0] = 'x'; p[1] = 0;
        printf("%s %*d %.0s %d%%%n", p, 4, 5, (char *)0, 6, &n);
        puts(p); fwrite(p, 1, 2, stdout); write(1, "hello", 5); free(p);""",
    "input": 'int x; long y; double d; scanf("%d %ld %lf %*d", &x, &y, &d);',
    "sorting": 'int a[2] = {2, 1}; qsort(a, 2, 4, same); memcmp("abc", "abd", 4);',
}

ORDERED = ("put(at, forget());", "*at = forget();", "*at += forget();")
UNORDERED = ("put(&place, forget());", "place = forget();", "int i = 1, a[2]; a[i] = forget();")

LISTS_OF_THEMSELVES = """
struct node { struct node *next, *inner; };
int main(void) {
    struct node *list = 0;
    while (nondet()) {
        struct node *x = malloc(sizeof *x);
        x->next = list; x->inner = 0;
        while (nondet()) {
            struct node *y = malloc(sizeof *y);
            y->next = x->inner; y->inner = 0; x->inner = y;
        }
        list = x;
    }
    for (struct node *p = list; p; p = p->next)
        while (p->inner) { struct node *next = p->inner->next; free(p->inner); p->inner = next; }
    while (list) { struct node *next = list->next; if (list->inner) *(int *)0 = 1; free(list); list = next; }
}
"""


def _word(program: Program, limits: AnalysisLimits | None = None) -> Word:
    logic = Logic(default_chain()[0])
    abstraction = Abstraction(logic, program.model.pointer)
    return judged(Analysis(program, logic, abstraction, limits or AnalysisLimits()).run()).word


def _main(body: str) -> Program:
    return load_text(f"{HEAD} int main(void) {{ {body} return 0; }}", "found.c", COptions())


@pytest.mark.parametrize("name", UNSAFE)
def test_what_is_not_safe_is_not_proved(name: str) -> None:
    assert _word(_main(UNSAFE[name])) is Word.UNKNOWN


@pytest.mark.parametrize("name", SAFE)
def test_what_is_safe_still_is(name: str) -> None:
    assert _word(_main(SAFE[name])) is Word.SAFE


@pytest.mark.parametrize("body", ORDERED)
def test_an_order_of_evaluation_that_matters_is_assumed(body: str) -> None:
    assert GCC_ORDER in _main("at = &place; " + body).assumptions


@pytest.mark.parametrize("body", UNORDERED)
def test_an_order_of_evaluation_that_does_not_matter_is_not_assumed(body: str) -> None:
    assert GCC_ORDER not in _main(body).assumptions


def test_lists_whose_nodes_hold_lists_of_such_nodes_do_not_nest_without_end() -> None:
    program = load_text(HEAD + LISTS_OF_THEMSELVES, "deep.c", COptions())
    assert _word(program, AnalysisLimits(seconds=5, most_vertices=600)) is Word.UNKNOWN
