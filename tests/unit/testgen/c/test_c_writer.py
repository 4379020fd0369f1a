"""C text that compilers accept, from programs that they may reject."""

from __future__ import annotations

import pytest
from c_replay_subject import failing, library, needs_compiler

from symheap.lang.c.options import COptions
from symheap.memory.execution.journal import journal
from symheap.memory.execution.oracle import Script, ScriptedOracle
from symheap.memory.execution.replays import REPRODUCER
from symheap.testgen.c.replay import replay
from symheap.testgen.c.source import source_text

ODD = {
    "a type that is declared twice": "typedef int T; typedef int T; int main(void) { T *p = 0; return *p; }",
    "an assignment to a cast": "int main(void) { char *p = malloc(4); (int *)p = 0; return *p; }",
    "an increment of a cast": "int main(void) { char *p = malloc(4); ((int *)p)++; return *p; }",
    "a function that is defined below": "int main(void) { return f(0); } int f(int *p) { return *p; }",
    "an old-style function": "int f(p, n) int *p; int n; { return p[n]; } int main() { return f((int *)0, 0); }",
    "words of Microsoft C": "__int64 __cdecl f(__in int *p) { return *p; } int main(void) { return f(0); }",
    "attributes": "struct __attribute__((packed)) s { char c; int x; }; int main(void) {"
    " struct s *p = malloc(5); p->x = 1; free(p); return p->x; }",
    "a statement expression": "int main(void) { int *p = 0; return ({ int *q = p; *q; }); }",
    "an omitted operand": "int main(void) { int *p = 0; int *q = p ?: p; return *q; }",
    "typeof": "int main(void) { int *p = 0; typeof(*p) x = *p; return x; }",
    "an inferred type": "int main(void) { int *p = 0; __auto_type q = p; return *q; }",
    "a range of cases": "int main(void) { int *p = 0; switch (3) { case 1 ... 5: return *p; } return 0; }",
    "members with bits": "struct s { int a : 3, b : 5; }; int main(void) { struct s *p = 0; return p->b; }",
    "a jump back": "int main(void) { int n = 0; int *p = 0; again: if (n++ < 3) goto again; return *p; }",
    "names of the C library": "int puts(int *p) { return *p; } int main(void) { return puts(0); }",
    "names of its objects": "int stdin; int main(void) { int *p = 0; return stdin + *p; }",
    "an object that is defined elsewhere": "extern int g; int main(void) { int *p = 0; return g + *p; }",
    "a table of functions": "static int f(int *p) { return *p; } static int (*const t[])(int *) = {f};"
    " int main(void) { return t[0](0); }",
    "a function that does not say what it returns": "int *f(void) { } int main(void) { return *f(); }",
    "records by value": "struct s { int *p; }; struct s f(struct s a) { return a; }"
    " int main(void) { struct s a = {0}; return *f(a).p; }",
    "a type that an object declares": "struct s { int *p; } no; int main(void) { struct s a = {0}; return *a.p; }",
    "a struct that is defined after its name": "typedef struct s s; struct s { int *p; };"
    " int main(void) { s a = {0}; return *a.p; }",
    "what is never called": "int f(void) { return undefined_function(3); } int main(void) { int *p = 0; return *p; }",
}


@pytest.mark.parametrize("name", ODD)
def test_it_is_written_as_the_compiler_accepts_it(name: str) -> None:
    needs_compiler()
    result = library(ODD[name])
    script, failure = failing(result.program, Script())
    assert REPRODUCER in replay(result, result.program, script, failure).confirmed


def test_a_function_without_a_body_returns_what_the_script_says() -> None:
    needs_compiler()
    result = library("int *unknown(int); int main(void) { return *unknown(3); }", COptions(havoc_unknown=True))
    script, failure = failing(result.program, Script())
    assert REPRODUCER in replay(result, result.program, script, failure).confirmed


@pytest.mark.parametrize(
    ("declared", "call"),
    [
        ("int getchar(void);", "getchar() == 65"),
        ("int rand(void);", "rand() == 65"),
        ("int printf(const char *, ...);", 'printf("%d %s\\n", 3, "x") == 65'),
        ("int scanf(const char *, ...);", 'scanf("%d", &n) == 0'),
        (
            "struct f; extern struct f *stdin; char *fgets(char *, int, struct f *);",
            "!fgets(b, 4, stdin) || b[0] == 0",
        ),
        ("int isdigit(int);", "isdigit('7')"),
    ],
)
def test_functions_of_the_library_answer_from_the_script(declared: str, call: str) -> None:
    needs_compiler()
    result = library(
        f"{declared} int main(void) {{ int n; char b[4]; int *p = malloc(4); if ({call}) free(p); return *p; }}"
    )
    for values in ((0, 0), (0, 1), (0, 65), (65,)):
        try:
            script, failure = failing(result.program, Script(values=values))
        except AssertionError:
            continue
        assert REPRODUCER in replay(result, result.program, script, failure).confirmed
        return
    pytest.fail("no script leads to the error")


def test_only_what_the_program_reaches_is_written() -> None:
    result = library("int f(void) { return 1; } int main(void) { int *p = 0; return *p; }")
    book = journal(result.program, ScriptedOracle(Script()))
    text = source_text(result, result.program, book).files["main.c"]
    assert "int f(void)" not in text
    assert "__symheap_main(void)" in text
