"""GNU C and Microsoft C, rewritten to standard C."""

from __future__ import annotations

import pytest
from c_lowered import lines, lowered

from symheap.core.source import SourceError
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import RandomOracle, ZeroOracle
from symheap.memory.outcome import Finished, Refused


@pytest.mark.parametrize(
    "source",
    [
        "__extension__ typedef __signed__ long long big; int f(void) { return sizeof(big); }",
        "static __inline__ __attribute__((__always_inline__, nonnull(1))) int f(int *__restrict p) { return *p; }",
        'int f(void) __attribute__((noreturn)) __asm__("g"); int f(void) { return 1; }',
        "int __attribute__((cdecl)) f(int n __attribute__((unused))) { return n; }",
        "unsigned __int64 f(__int32 a, __int16 b, __int8 c) { return a + b + c; }",
        "__declspec(dllexport) int __cdecl f(__in int *p, __out_opt char *q, __inout_bcount(4) void *r) { return *p; }",
        "_Check_return_ int __stdcall f(_In_ int *p, _Out_writes_(n) char *q, int n) { return *p; }",
        "int f(int n) { __typeof__(n) m = n; __auto_type k = m; return k; }",
        "int f(int n) { return __alignof__(long) + sizeof(__typeof(n)); }",
        "int f(int n) { return __builtin_types_compatible_p(typeof(n), int); }",
        "typedef enum { false, true } bool; bool f(bool b) { return b ? false : true; }",
        "int f(int n) { int bool = n, nullptr = 1; return bool + nullptr; }",
        "_Noreturn void g(void); int f(void) { return 1; }",
        "_Thread_local int t; int f(void) { return t; }",
        "void main() { } int f(void) { return 0; }",
        "struct s { int a; ; }; ; int f(struct s *p) { return p->a; }",
        "int f(int n) { switch (n) { case 1: ; default: { } } return n; }",
        "int f(char c) { return c == '\\'' || c == '\\\\' || c == '\\x41' || c == L'x'; }",
        "int f(void) { return 0b101 + 0x1F + 017 + 1'000 + 1u + 2ul + 3ull; }",
        "int f(double d) { return d > 1e3 && d < 0x1p4 && d != 1.5f && d != 2.L; }",
        "int f(int a[static 3], int b[const], int n, int c[n]) { return a[0] + b[1] + c[2]; }",
        "int f(int (*g)(int, ...), void (*h)(void)) { h(); return g(1); }",
        "int (*f(int n))(void) { return 0; }",
        "typedef int T; int f(void) { T T = 3; return T; }",
        "struct list { struct list *next; }; int f(struct list *list) { return list->next == list; }",
        "union u { struct { short lo, hi; }; int whole; }; int f(union u v) { return v.lo; }",
        "int f(void) { return ({ int x = 3; if (x) x++; x; }) + ({ struct { int a; } s = {4}; s; }).a; }",
        "int f(int n) { return n ?: 5; }",
        "int f(void) { return (int){3} + sizeof(struct { int a; }) + _Generic('x', int: 1, default: 2); }",
    ],
)
def test_dialects_are_read(source: str) -> None:
    assert lines(source)[-1].startswith("return")


def test_attributes_of_layout_are_kept() -> None:
    source = """struct a { char c; int i; } __attribute__((packed));
    struct __attribute__((packed)) b { char c; int i; };
    struct c { char c; int i __attribute__((packed)); };
    struct d { char c; int i __attribute__((aligned(16))); };
    struct e { char c; } __attribute__((aligned(8)));
    typedef struct { char c; int i; } __attribute__((packed)) f;
    int sizes[] = {
        sizeof(struct a), sizeof(struct b), sizeof(struct c), sizeof(struct d), sizeof(struct e), sizeof(f)
    };
    int main(void) { return sizes[0]; }"""
    sizes = [int(str(piece.value)) for piece in lowered(source).globals["sizes"].pieces]
    assert sizes == [5, 5, 5, 32, 8, 5]


def test_empty_assembler_is_nothing_and_other_assembler_is_refused() -> None:
    assert lines('int f(int n) { asm volatile("" ::: "memory"); return n; }') == ["entry:", "return n"]
    listing = lines('int f(int n) { __asm__ __volatile__("nop" : "=r"(n) : "r"(n)); return n; }')
    assert listing == ["entry:", "refuse 'assembler'", "return n"]


def test_an_attribute_that_is_not_closed() -> None:
    with pytest.raises(SourceError, match="parenthesis after __attribute__ is not closed"):
        lowered("int x __attribute__((packed")


def test_a_word_that_a_file_declares_is_a_name() -> None:
    text = "int main(void) { int __user = 3; int UNALIGNED[2] = {__user, 1}; return UNALIGNED[1] + __user; }"
    assert isinstance(run(load_text(text, "x.c", COptions()), ZeroOracle()), Finished)
    dropped = "int f(int __user *p) { return *p; } int main(void) { int a = 4; return f(&a); }"
    assert isinstance(run(load_text(dropped, "x.c", COptions()), ZeroOracle()), Finished)


@pytest.mark.parametrize("kind", ["u8", "uint128_like", "sector_t", "anything"])
def test_nondet_functions_have_the_declared_type(kind: str) -> None:
    text = (
        f"typedef unsigned char t; extern t __VERIFIER_nondet_{kind}(void); void __VERIFIER_error(void);"
        f"int main(void) {{ int v = __VERIFIER_nondet_{kind}(); if (v < 0 || v > 255) __VERIFIER_error(); return 0; }}"
    )
    program = load_text(text, "x.c", COptions())
    assert all(isinstance(run(program, RandomOracle(seed)), Finished) for seed in range(20))
    void = f"void __VERIFIER_nondet_{kind}(void); int main(void) {{ __VERIFIER_nondet_{kind}(); return 0; }}"
    result = run(load_text(void, "x.c", COptions()), ZeroOracle())
    assert isinstance(result, Refused)
    assert kind in result.reason
