"""Expressions of C as commands and pure expressions of the IR."""

from __future__ import annotations

import pytest
from c_lowered import ILP32, LP64, function, lines, lowered, statements

from symheap.core.source import SourceError
from symheap.memory.ir import Load, Refuse

NODE = "struct node { int data; struct node *next; };"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = b + 1;", "a = (b + 1)"),
        ("a = a - b * 2;", "a = (a - (b * 2))"),
        ("a = u / 3;", "a = (u /u 3)"),
        ("a = b / 3;", "a = (b /s 3)"),
        ("a = b % 3;", "a = (b %s 3)"),
        ("a = b >> 2;", "a = (b >>s 2)"),
        ("u = u >> 2;", "u = (u >>u 2)"),
        ("a = -b;", "a = (0 - b)"),
        ("a = ~b;", "a = (b ^ -1)"),
        ("a = c;", "a = sext32(c)"),
        ("c = a;", "c = trunc8(a)"),
        ("a = (unsigned char)c;", "a = zext32(c)"),
        ("a = a == b;", "a = (a == b)"),
        ("a = a > b;", "a = (b <s a)"),
        ("a = u >= 7;", "a = (7 <=u u)"),
        ("a = !b;", "a = (b == 0)"),
        ("a = !(a < b);", "a = (b <=s a)"),
        ("a = (3 + 4) * sizeof(int);", "a = 28"),
        ("a = 'x';", "a = 120"),
        ("a += b;", "a = (a + b)"),
        ("a <<= 3;", "a = (a << 3)"),
        ("a++;", "a = (a + 1)"),
        ("--a;", "a = (a - 1)"),
        ("p = p + a;", "p = (p + (sext64(a) * 4))"),
        ("p = p - 1;", "p = (p + -4)"),
        ("p++;", "p = (p + 4)"),
        ("p = &p[3];", "p = (p + 12)"),
        ("p = &*p;", ""),
        ("p = 0;", "p = 0"),
        ("a = p == 0;", "a = (p == 0)"),
        ("a = (a, b);", "a = b"),
        ("a = sizeof(struct node);", "a = 16"),
        ("a = (int)(long)p;", "a = trunc32(p)"),
    ],
)
def test_one_statement_is_one_command(code: str, expected: str) -> None:
    found = [line for line in statements(code, NODE) if line != "return"]
    assert found == ([expected] if expected else [])


def test_members_are_loads_and_stores_at_offsets() -> None:
    listing = lines(f"{NODE} void f(struct node *x) {{ x->next->data = x->data + 1; }}")
    assert listing == [
        "entry:",
        "%1 = load8 (x + 8)",
        "%2 = load4 x",
        "store4 %1 <- (%2 + 1)",
        "return",
    ]


def test_the_old_value_of_a_postfix_operator_is_kept() -> None:
    assert lines("int f(int a) { return a++ + 1; }") == ["entry:", "%1 = a", "a = (a + 1)", "return (%1 + 1)"]
    assert lines("int f(int *p) { return *p++; }") == ["entry:", "%1 = p", "p = (p + 4)", "%2 = load4 %1", "return %2"]


def test_a_left_operand_is_read_before_the_right_one_changes_it() -> None:
    assert lines("int f(int a, int b) { return a - (b = 5); }") == ["entry:", "%1 = a", "b = 5", "return (%1 - b)"]
    assert "refuse" in lines("int f(int a) { return a + (a = 5); }")[1]


@pytest.mark.parametrize(
    "expression",
    [
        "(struct thing *)((char *)q - offsetof(struct thing, link))",
        "(struct thing *)((char *)q - (unsigned long)&((struct thing *)0)->link)",
        "({ const typeof(((struct thing *)0)->link) *m = q; "
        "(struct thing *)((char *)m - __builtin_offsetof(struct thing, link)); })",
    ],
)
def test_container_of_is_one_subtraction(expression: str) -> None:
    source = f"struct thing {{ int a; struct {{ int x; }} link; }}; struct thing *f(void *q) {{ return {expression}; }}"
    listing = lines(source)
    assert listing[-1] in {"return (q + -4)", "return (m + -4)"}


def test_container_of_after_address_of_member_is_the_object() -> None:
    source = """struct thing { int a; int link; };
    struct thing *f(struct thing *t) { return (struct thing *)((char *)&t->link - offsetof(struct thing, link)); }"""
    assert lines(source) == ["entry:", "return t"]


def test_conditional_values_meet_in_a_temporary() -> None:
    assert lines("int f(int a, long b) { return a ? a : b; }") == [
        "entry:",
        "if (a != 0) goto then.1 else else.1",
        "then.1:",
        "%1 = sext64(a)",
        "goto join.1",
        "else.1:",
        "%1 = b",
        "goto join.1",
        "join.1:",
        "return trunc32(%1)",
    ]


def test_a_constant_condition_chooses_without_a_branch() -> None:
    assert lines("int f(int a) { return sizeof(long) == 8 ? a : 0; }") == ["entry:", "return a"]


def test_short_circuits_as_values_make_a_temporary() -> None:
    listing = lines("int f(int a, int b) { int c = a && b; return c; }")
    assert "if (a != 0) goto and.1 else false.1" in listing
    assert "if (b != 0) goto true.1 else false.1" in listing
    assert listing[-2:] == ["c = %1", "return c"]


def test_signed_and_unsigned_meet_as_in_c() -> None:
    assert lines("int f(int a, unsigned b) { return a < b; }") == ["entry:", "return (a <u b)"]
    assert lines("int f(int a, long b) { return a < b; }") == ["entry:", "return (sext64(a) <s b)"]
    assert lines("int f(unsigned a, long b) { return a < b; }", options=LP64)[1] == "return (zext64(a) <s b)"
    assert lines("int f(unsigned a, long b) { return a < b; }", options=ILP32)[1] == "return (a <u b)"


def test_bit_fields_are_read_and_written_in_their_unit() -> None:
    listing = lines("struct b { unsigned x : 3; int y : 5; }; int f(struct b *s) { s->x = 9; return s->y; }")
    assert listing == [
        "entry:",
        "%1 = load4 s",
        "store4 s <- ((%1 & -8) | 1)",
        "%2 = load4 s",
        "return ((%2 << 24) >>s 27)",
    ]


def test_floats_are_bit_patterns() -> None:
    listing = lines("int f(double d, float e) { return d * 2.0 > e; }")
    assert listing == ["entry:", "return (fpcast64(e) <f (d *f 4611686018427387904))"]


def test_records_are_copied() -> None:
    listing = lines("struct p { int x, y; }; void f(struct p *a, struct p *b) { *a = *b; }")
    assert listing == ["entry:", "copy 8 bytes a <- b apart", "return"]


def test_a_union_is_one_piece_of_memory() -> None:
    listing = lines("union u { int i; char c[4]; }; int f(union u *x) { x->i = 1; return x->c[2]; }")
    assert listing == ["entry:", "store4 x <- 1", "%1 = load1 (x + 2)", "return sext32(%1)"]


def test_string_constants_are_read_only_objects() -> None:
    program = lowered('const char *f(void) { return "ab" "c"; } int main(void) { return *f(); }')
    (found,) = program.globals.values()
    assert found.lifetime.value == "string"
    assert found.size == 4
    assert [piece.value.value for piece in found.pieces] == [97, 98, 99]  # type: ignore[union-attr]


def test_deep_expressions_are_cut_by_temporaries() -> None:
    lowered = function("int f(int a) { return " + " ^ a * ".join("a" for _ in range(200)) + "; }")
    assert max(str(command).count("Binary(") for command in lowered.blocks["entry"].commands) < 40


def test_size_of_an_expression_does_not_evaluate_it() -> None:
    lowered = function("long f(int *p) { return sizeof(*p++); }")
    assert not any(isinstance(command, Load) for command in lowered.blocks["entry"].commands)
    assert lines("long f(int *p) { return sizeof(*p++); }") == ["entry:", "return 4"]


def test_a_cast_as_target_writes_the_object() -> None:
    assert lines("void f(char *p, long v) { *(long *)p = v; (long)p = v; }")[1:] == [
        "enter p:8",
        "store8 &p <- p.2",
        "%1 = load8 &p",
        "store8 %1 <- v",
        "store8 &p <- v",
        "leave p",
        "return",
    ]


def test_complex_arithmetic_is_refused_where_it_stands() -> None:
    lowered = function("void f(double _Complex z, int a) { z = z + 1; a = 1; }")
    (refusal,) = [command for command in lowered.blocks["entry"].commands if isinstance(command, Refuse)]
    assert "complex" in refusal.reason


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("int f(void) { return x; }", "x is not declared"),
        ("struct s; int f(struct s *p) { return p->x; }", "struct s is not defined"),
        ("struct s { int a; }; int f(struct s *p) { return p->x; }", "struct s has no member x"),
        ("int f(int a) { return *a; }", "* on a value of type int"),
        ("int f(int a) { return a.x; }", "a member of a value of type int"),
        ("int f(int a) { return a(); }", "a call of a value of type int"),
        ("struct s { int a; }; void f(struct s x) { int y = x; }", "a value of type struct s where int is needed"),
        ("struct b { int x : 3; }; int *f(struct b *p) { return &p->x; }", "the address of a bit-field"),
        ("struct b { int x : 40; } b; int f(void) { return b.x; }", "a bit-field of type int cannot have 40 bits"),
        ("int a[-1]; int f(void) { return a[0]; }", "the length of an array is negative"),
    ],
)
def test_what_is_not_c_is_said_with_its_place(source: str, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        function(source)
    assert caught.value.message == message
    assert caught.value.position.file == "test.c"
