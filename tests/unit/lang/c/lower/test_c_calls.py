"""Calls: arguments, results, pointers to functions, and functions without a definition."""

from __future__ import annotations

from dataclasses import replace

import pytest
from c_lowered import LP64, lines, lowered

from symheap.core.source import SourceError
from symheap.memory.ir import Refuse

P = "struct p { int x, y; };"


def test_arguments_are_converted_to_the_parameters() -> None:
    listing = lines("int g(char a, long b, double c) { return a; } int f(int n) { return g(n, n, n); }")
    assert listing[1] == "%1 = call g(trunc8(n), sext64(n), sitofp64(n))"


def test_records_go_by_the_address_of_a_copy_and_come_back_through_one() -> None:
    source = f"{P} struct p g(struct p a) {{ a.x = 1; return a; }} int f(struct p *q) {{ return g(*q).y; }}"
    assert lines(source) == [
        "entry:",
        "enter %1:8, %2:8",
        "copy 8 bytes &%1 <- q",
        "call g(&%2, &%1)",
        "%3 = load4 (&%2 + 4)",
        "leave %1, %2",
        "return %3",
    ]
    assert lines(source, "g") == ["entry:", "store4 a <- 1", "copy 8 bytes %1 <- a", "return"]


def test_a_record_whose_address_is_taken_dies_with_its_function() -> None:
    source = f"{P} int *keep; void f(struct p a) {{ keep = &a.y; }}"
    assert lines(source)[1:] == [
        "enter a.2:8",
        "copy 8 bytes &a.2 <- a",
        "store8 &keep <- (&a.2 + 4)",
        "leave a.2",
        "return",
    ]
    source = "struct s { int v[2]; }; int f(struct s a) { return a.v[1]; }"
    assert "copy 8 bytes &a.2 <- a" in lines(source)


def test_recursion_and_later_definitions() -> None:
    program = lowered("int main(void) { return g(3); } int g(int n) { return n ? g(n - 1) : 0; }")
    assert set(program.functions) == {"main", "g"}


def test_old_style_definitions_and_implicit_declarations() -> None:
    source = "f(n) { return g(n, 1); } int g(a, b) int a; char b; { return a + b; }"
    assert lines(source) == ["entry:", "%1 = call g(n, 1:1)", "return %1"]


def test_an_old_style_call_may_not_leave_arguments_out() -> None:
    source = "int g(); int f(void) { return g(1); } int g(a, b) int a, b; { return b; }"
    assert "refuse 'call of g with 1 arguments instead of 2'" in lines(source)
    with pytest.raises(SourceError, match="too few arguments"):
        lowered("int g(int a, int b) { return a; } int main(void) { return g(1); }")


def test_calls_through_pointers() -> None:
    source = "int g(int a) { return a; } int f(int (*h)(int)) { h = g; return h(1) + (*h)(2) + (&g)(3); }"
    assert lines(source)[1:5] == [
        "h = &g",
        "%1 = call *h(1:4)",
        "%2 = call *h(2:4)",
        "%3 = call g(3:4)",
    ]


def test_a_table_of_functions() -> None:
    source = """static int a(void) { return 1; } static int b(void) { return 2; }
    int (*table[])(void) = { a, b };
    int main(void) { return table[1](); }"""
    program = lowered(source)
    assert set(program.functions) == {"a", "b", "main"}
    assert program.functions["a"].is_static


def test_a_function_without_body_is_refused_by_name() -> None:
    program = lowered("int unknown(int);\nint main(void)\n{\n  return unknown(1);\n}")
    (refusal,) = [c for c in program.functions["main"].blocks["entry"].commands if isinstance(c, Refuse)]
    assert refusal.reason == "call of unknown, which has neither a body nor a model"
    assert str(refusal.position) == "test.c:4:10"


def test_a_function_without_body_is_havocked_on_request() -> None:
    program = lowered("int unknown(int); int main(void) { return unknown(1); }", replace(LP64, havoc_unknown=True))
    assert program.assumptions == ("unknown, which has no body, returns anything and changes nothing",)
    assert not any(isinstance(c, Refuse) for c in program.functions["main"].blocks["entry"].commands)


def test_a_library_function_has_an_address() -> None:
    program = lowered("void free(void *); int main(void) { void (*f)(void *) = free; f(0); return 0; }")
    assert [type(c).__name__ for c in program.functions["free"].blocks["entry"].commands] == ["Free"]


def test_a_function_of_the_program_is_no_library_function() -> None:
    source = "void *malloc(unsigned long n) { return 0; } void *f(void) { return malloc(3); }"
    assert lines(source)[1] == "%1 = call malloc(3:8)"


def test_main_with_parameters_is_called_with_anything() -> None:
    program = lowered("int main(int argc, char **argv) { return argc; }")
    assert program.entry == "_start"
    assert program.functions["_start"].parameters == ()
    assert lines("int main(int argc, char **argv) { return argc; }", "main") == ["entry:", "return argc"]


def test_variadic_functions_of_the_program() -> None:
    source = """int printf(const char *, ...);
    void note(const char *format, ...) { __builtin_va_list list; __builtin_va_start(list, format); }
    void f(int n) { note("x", n, n + 1); }"""
    assert lines(source)[-2:] == ["call note(&string.1)", "return"]
