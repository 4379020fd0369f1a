"""Initial values of globals and locals."""

from __future__ import annotations

import pytest
from c_lowered import lines, lowered

from symheap.core.source import SourceError
from symheap.memory.text import program_text


def pieces(declaration: str, name: str = "g") -> dict[int, str]:
    program = lowered(f"{declaration}\nint main(void) {{ return *(char *)&{name}; }}")
    return {piece.offset: str(piece.value) for piece in program.globals[name].pieces}


@pytest.mark.parametrize(
    ("declaration", "expected"),
    [
        ("int g = 3 + 4;", {0: "7"}),
        ("int g[] = {1, 2, 3};", {0: "1", 4: "2", 8: "3"}),
        ("int g[5] = {1, [3] = 7, 8};", {0: "1", 12: "7", 16: "8"}),
        ("int g[6] = {[1 ... 3] = 2};", {4: "2", 8: "2", 12: "2"}),
        ("struct p { int x, y; } g = {.y = 2, .x = 1};", {0: "1", 4: "2"}),
        ("struct p { int x, y; } g[2] = {1, 2, 3};", {0: "1", 4: "2", 8: "3"}),
        ("struct p { int x, y; } g[2] = {{1}, {.y = 3}};", {0: "1", 12: "3"}),
        ("struct { struct { int a, b; } in; int c; } g = {1, 2, 3};", {0: "1", 4: "2", 8: "3"}),
        ("struct { struct { int a, b; } in; int c; } g = {.in.b = 4, 5};", {4: "4", 8: "5"}),
        ("union { char c; int i; } g = {5};", {0: "5"}),
        ("union { char c; int i; } g = {.i = 5};", {0: "5"}),
        ('char g[] = "ab";', {0: "97", 1: "98", 2: "0"}),
        ('char g[2] = "ab";', {0: "97", 1: "98"}),
        ('char g[2][3] = {"a", "b"};', {0: "97", 1: "0", 3: "98", 4: "0"}),
        ("int x; int *g = &x;", {0: "&x"}),
        ("int a[4]; int *g = a + 2;", {0: "(&a + 8)"}),
        ("int a[4]; int *g = &a[3] - 1;", {0: "(&a + 8)"}),
        ("struct n { struct n *next; } g = {&g};", {0: "&g"}),
        ("int h(void) { return 1; } int (*g)(void) = h;", {0: "&h"}),
        ("double g = 1;", {0: "4607182418800017408"}),
        ("enum { A, B = 5, C }; int g = C;", {0: "6"}),
        ("int g = sizeof(int[3]) > 4 ? 1 : 2;", {0: "1"}),
        ("int g = 1 && 0 || 1;", {0: "1"}),
        ("int g = (char)300;", {0: "44"}),
        ("int g = {3};", {0: "3"}),
    ],
)
def test_globals(declaration: str, expected: dict[int, str]) -> None:
    assert pieces(declaration) == expected


def test_the_length_of_an_array_is_that_of_its_initialiser() -> None:
    program = lowered('char s[] = "hello"; int a[] = {[9] = 1}; int main(void) { return s[0] + a[0]; }')
    assert (program.globals["s"].size, program.globals["a"].size) == (6, 40)


def test_tentative_definitions_are_one_object() -> None:
    program = lowered("extern int g; int g; int g = 3; extern int g; int main(void) { return g; }")
    assert program_text(program).startswith("global g:4 = {0: 3:4}\n")


def test_objects_of_others_hold_anything() -> None:
    program = lowered("extern int g; int main(void) { return g; }")
    assert program.globals["g"].extern


def test_only_what_is_used_is_part_of_the_program() -> None:
    program = lowered("int used = 1; int other; int *also = &used; int main(void) { return *also; }")
    assert set(program.globals) == {"used", "also"}


def test_what_a_local_initialiser_leaves_out_is_zero() -> None:
    assert lines("struct p { int x, y; }; int f(void) { struct p v = {.y = 3}; return v.x; }")[1:4] == [
        "enter v:8",
        "fill 8 bytes &v <- 0",
        "store4 (&v + 4) <- 3",
    ]
    assert lines("int f(void) { int a[100] = {0}; return a[3]; }")[1:4] == [
        "enter a:400",
        "fill 400 bytes &a <- 0",
        "%1 = load4 (&a + 12)",
    ]


def test_a_later_designator_wins() -> None:
    assert lines("int f(void) { int a[2] = {[0] = 5, [0] = 0}; return a[0]; }")[2:4] == [
        "fill 8 bytes &a <- 0",
        "%1 = load4 &a",
    ]


def test_records_are_copied_as_a_whole() -> None:
    source = "struct p { int x, y; }; int f(struct p *q) { struct p v[2] = {*q, {1, 2}}; return v[1].x; }"
    assert "copy 8 bytes &v <- q" in lines(source)


def test_compound_literals() -> None:
    listing = lines("struct p { int x, y; }; int f(void) { struct p *q = &(struct p){.x = 3}; return q->x; }")
    assert listing[1:5] == ["enter %1:8", "fill 8 bytes &%1 <- 0", "store4 &%1 <- 3", "q = &%1"]
    assert pieces("struct p { int x; } *g = &(struct p){7};") == {0: "&literal.1"}


def test_an_initialiser_that_is_not_constant() -> None:
    with pytest.raises(SourceError) as caught:
        lowered("int f(void); int g = f(); int main(void) { return g; } int f(void) { return 1; }")
    assert caught.value.message == "the initialiser is not constant"
    assert caught.value.position.line == 1
