"""Models of the C library."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from c_lowered import ILP32, LP64, lines, lowered
from pycparser import c_ast

from symheap.core.source import SourceError
from symheap.lang.c.entry import COptions
from symheap.lang.c.library import LIBRARY
from symheap.lang.c.library.documentation import markdown, rows
from symheap.lang.c.library.in_c import DOCUMENTATION, models
from symheap.memory.ir import DataModel, Refuse


def test_every_model_has_one_line_of_documentation() -> None:
    lines_ = [function.documentation for function in LIBRARY.values()] + [text for _, text in DOCUMENTATION.values()]
    assert all(line and "\n" not in line for line in lines_)
    assert len(LIBRARY) + len(DOCUMENTATION) > 100


def test_the_table_for_people_has_every_name_once() -> None:
    names = [name for name, _, text in rows() if text]
    assert len(names) == len(set(names)) == len(rows())
    assert "| `free` | `stdlib.h` | ends a heap object's life; null is let pass | 1: a heap object |" in markdown()


def test_the_page_for_people_has_the_table() -> None:
    page = Path(__file__).parents[5] / "docs" / "c-library.md"
    assert page.read_text(encoding="utf-8").endswith("\n\n" + markdown())


def test_the_models_in_c_are_the_documented_ones() -> None:
    tree = models(DataModel.LP64).tree
    defined = {node.decl.name for node in tree.ext if isinstance(node, c_ast.FuncDef)}
    assert defined == set(DOCUMENTATION)
    assert not defined & set(LIBRARY)


REFUSE = {"__symheap_plain", "__symheap_kept", "kill", "raise"}
"""Models that refuse some arguments."""


@pytest.mark.parametrize("options", [LP64, ILP32])
@pytest.mark.parametrize("name", sorted(DOCUMENTATION))
def test_models_in_c_are_lowered_whole(name: str, options: COptions) -> None:
    program = lowered(f"int {name}(); int main(void) {{ return {name} != 0; }} ", options)
    assert not program.functions["main"].blocks["entry"].commands
    program = lowered(f"long {name}(); void *keep; int main(void) {{ keep = {name}; return 0; }}", options)
    commands = [c for block in program.functions[name].blocks.values() for c in block.commands]
    assert any(isinstance(command, Refuse) for command in commands) == (name in REFUSE)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("p = malloc(8);", "p = allocate 8"),
        ("p = calloc(3, 4);", "p = allocate 12 zero"),
        ("p = calloc(n, 4);", "p = call __symheap_cleared(sext64(n), 4:8, 2305843009213693951:8)"),
        ("p = calloc(-1, 4);", "p = call __symheap_cleared(-1:8, 4:8, 2305843009213693951:8)"),
        ("p = realloc(p, 16);", "p = reallocate p to 16"),
        ("p = realloc(p, n);", "p = call __symheap_resized(p, sext64(n))"),
        ("p = alloca(16);", "p = allocate local 16"),
        ("free(p);", "free p"),
        ("memset(p, 0, n);", "fill sext64(n) bytes p <- 0"),
        ("memcpy(p, q, 4);", "copy 4 bytes p <- q apart"),
        ("memmove(p, q, n);", "copy sext64(n) bytes p <- q"),
        ("n = nondet();", "n = anything"),
        ("n = __VERIFIER_nondet_int();", "n = anything"),
        ("n = symheap_nondet_int();", "n = anything"),
        ('printf("%d", n);', "%1 = anything"),
        ('printf("%s", "text");', "%1 = anything"),
        ("p = _SLAyer_malloc(4);", "p = allocate 4"),
    ],
)
def test_models_are_commands(code: str, expected: str) -> None:
    listing = lines(f"int printf(const char *, ...); void f(void *p, void *q, int n) {{ {code} }}")
    assert listing[1:] == [expected, "return"]


def test_what_must_not_be_reached_is_refused() -> None:
    listing = lines("void f(void) { __builtin_unreachable(); }")
    assert listing[1:] == ["refuse 'an execution that comes to __builtin_unreachable'", "halt abort"]


@pytest.mark.parametrize("call", ["exit(1)", "_exit(1)", "abort()", "__builtin_trap()"])
def test_the_program_ends(call: str) -> None:
    listing = lines(f"int f(int n) {{ if (n) {call}; return 1; }}")
    assert any(line.startswith("halt ") for line in listing)


@pytest.mark.parametrize("call", ["reach_error()", "__VERIFIER_error()", "_SLAyer_error()", "symheap_error()"])
def test_points_that_must_not_be_reached(call: str) -> None:
    listing = lines(f"int f(int n) {{ if (n) {call}; return 1; }}")
    assert any(line.startswith("assert 0 ") for line in listing)


def test_intrinsics_mean_what_the_table_says_even_with_a_body() -> None:
    source = "int rand(void); int _SLAyer_nondet() { return rand(); } int f(void) { return _SLAyer_nondet(); }"
    assert lines(source) == ["entry:", "%1 = anything", "return %1"]


def test_allocation_may_fail_if_asked() -> None:
    options = replace(LP64, malloc_may_fail=True)
    assert lines("void *f(void) { return malloc(4); }", options=options)[1] == "%1 = allocate 4 or null"
    program = lowered("int main(void) { return malloc(4) != 0; }", options)
    assert "allocation succeeds" not in program.assumptions
    assert "allocation succeeds" in lowered("int main(void) { return malloc(4) != 0; }").assumptions


def test_the_result_has_the_declared_type() -> None:
    listing = lines("long nondet(void); char *nondet_p(void); long f(void) { return nondet(); }")
    assert listing == ["entry:", "%1 = anything", "return %1"]
    listing = lines("_Bool symheap_nondet_bool(void); int f(void) { return symheap_nondet_bool(); }")
    assert listing[2] == "assume (%1 <=u 1)"


def test_scanf_writes_by_the_type_of_its_pointers() -> None:
    assert "fill 8 bytes n <- anything" in lines('int f(long *n) { return scanf("%ld", n); }')
    assert "call __symheap_scanned(b, 3:8)" in lines('int f(char *b) { return scanf("%3s", b); }')
    commands = lowered('int main(void) { int n; return scanf("%ld", &n); }').functions["main"].blocks["entry"].commands
    assert any(isinstance(command, Refuse) for command in commands)


@pytest.mark.parametrize("call", ["gets(b)", "vsprintf(b, 0, 0)", "atexit(0)"])
def test_what_has_no_bound_is_refused_by_name(call: str) -> None:
    commands = lowered(f"int main(void) {{ char b[4]; {call}; return 0; }}").functions["main"].blocks["entry"].commands
    (refusal,) = [command for command in commands if isinstance(command, Refuse)]
    assert call.split("(", maxsplit=1)[0] in refusal.reason


def test_too_few_arguments() -> None:
    with pytest.raises(SourceError, match="memset has too few arguments"):
        lowered("int main(void) { char b[4]; memset(b, 0); return 0; }")
