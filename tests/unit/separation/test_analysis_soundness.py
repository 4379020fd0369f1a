"""Programs with errors that an analysis easily overlooks: none of them is safe."""

from __future__ import annotations

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.errors import MemoryErrorKind
from symheap.separation.abstraction.fold import Abstraction
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.analysis import Analysis, AnalysisLimits
from symheap.separation.proof.verdict import Leak, Verdict, Word, judged
from symheap.solver.chain import default_chain

PRELUDE = """
typedef unsigned long size_t;
void *malloc(size_t); void free(void *); void *alloca(size_t); void *calloc(size_t, size_t);
void *realloc(void *, size_t);
int nondet(void);
struct node { struct node *next; int value; };
"""


def verdict(text: str) -> Verdict:
    program = load_text(PRELUDE + text, "test.c", COptions())
    logic = Logic(default_chain(timeout_ms=2_000)[0])
    return judged(Analysis(program, logic, Abstraction(logic, program.model.pointer), AnalysisLimits(seconds=20)).run())


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        pytest.param(
            MemoryErrorKind.SCOPE,
            """
            int *make(void) { int *p = alloca(sizeof(int)); *p = 1; return p; }
            int main(void) { int *p = make(); return *p; }
            """,
            id="alloca ends with its function",
        ),
        pytest.param(
            MemoryErrorKind.INVALID,
            """
            void f(void) {}
            int main(void) { char *p = (char *)&f; *p = 1; return 0; }
            """,
            id="a function has no bytes",
        ),
        pytest.param(
            MemoryErrorKind.NULL,
            """
            int g(int n);
            void f(int n) {
                int i = 0;
                while (nondet()) { int r = g(i); i = nondet(); if (r == 7) { int *z = 0; *z = 1; } }
            }
            int g(int n) {
                int a = 0;
                if (nondet()) {
                    f(n);
                    a = nondet();
                    if (a == 1) a = 2; else a = 3;
                    if (nondet()) { a = g(a); a = a + 1; if (a == 3) return 7; return 5; }
                    return a;
                }
                return 2;
            }
            int main(void) { f(0); return 0; }
            """,
            id="a callee lives on when its first caller is covered",
        ),
    ],
)
def test_is_not_safe(kind: MemoryErrorKind, text: str) -> None:
    answer = verdict(text)
    assert answer.word is Word.UNKNOWN
    assert answer.findings[0].kind == kind.value


def test_a_call_as_a_function_of_another_type_is_refused() -> None:
    answer = verdict("""
        long f(long a) { return a; }
        int main(void) { int (*g)(int) = (int (*)(int))f; return g(3); }
    """)
    assert answer.word is Word.UNKNOWN
    assert answer.reason == "refused"


@pytest.mark.parametrize(("held", "leak"), [("malloc(4)", Leak.UNRELEASED), ("0", Leak.NONE)])
def test_what_callers_hold_when_a_summary_exits_is_not_released(held: str, leak: Leak) -> None:
    answer = verdict(f"""
        void exit(int);
        void f(int n) {{ if (n > 3) exit(0); if (nondet()) f(n + 1); }}
        int main(void) {{ int *p = {held}; f(0); free(p); return 0; }}
    """)
    assert answer.word is Word.SAFE
    assert answer.leak is leak


def test_alloca_is_usable_while_its_function_runs() -> None:
    answer = verdict("int main(void) { int *p = alloca(sizeof(int)); *p = 1; return *p; }")
    assert answer.word is Word.SAFE
