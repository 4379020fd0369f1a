"""Statements: loops, jumps, scopes and lifetimes."""

from __future__ import annotations

import pytest
from c_lowered import function, lines, lowered

from symheap.core.source import SourceError
from symheap.memory.ir import Enter, Leave, Refuse


def test_a_scalar_whose_address_is_not_taken_is_a_register() -> None:
    lowered = function("int f(int n) { int x = n; { int x = 2; n = x; } { int x = 3; n += x; } return x + n; }")
    assert lowered.blocks.keys() == {"entry"}
    assert lowered.names == {"n": "n", "x": "x", "x.2": "x", "x.3": "x"}
    assert not any(isinstance(command, (Enter, Leave)) for command in lowered.blocks["entry"].commands)


def test_other_locals_live_in_their_block() -> None:
    assert lines("void g(int *); void f(void) { int x = 1; g(&x); { int a[2]; a[0] = x; } } void g(int *p) { }") == [
        "entry:",
        "enter x:4",
        "store4 &x <- 1",
        "call g(&x)",
        "enter a:8",
        "%1 = load4 &x",
        "store4 &a <- %1",
        "leave a",
        "leave x",
        "return",
    ]


def test_a_parameter_whose_address_is_taken_is_copied() -> None:
    assert lines("int f(int x) { int *p = &x; return *p; }") == [
        "entry:",
        "enter x:4",
        "store4 &x <- x.2",
        "p = &x",
        "%1 = load4 p",
        "leave x",
        "return %1",
    ]


def test_loops_enter_and_leave_their_locals_each_time_round() -> None:
    assert lines("void f(int n) { while (n) { int a[1]; if (n == 2) break; if (n == 3) continue; n--; } }") == [
        "entry:",
        "goto while.1",
        "while.1:",
        "if (n != 0) goto body.1 else done.1",
        "body.1:",
        "enter a:4",
        "if (n == 2) goto then.1 else join.1",
        "then.1:",
        "leave a",
        "goto done.1",
        "join.1:",
        "if (n == 3) goto then.2 else join.2",
        "then.2:",
        "leave a",
        "goto while.1",
        "join.2:",
        "n = (n - 1)",
        "leave a",
        "goto while.1",
        "done.1:",
        "return",
    ]


def test_a_value_is_returned_before_locals_die() -> None:
    assert lines("int f(void) { int a[2] = {1, 2}; return a[1]; }")[-3:] == [
        "%1 = load4 (&a + 4)",
        "leave a",
        "return %1",
    ]


def test_goto_out_of_scopes_leaves_them() -> None:
    listing = lines("void f(int n) { { int a[1]; { int b[1]; if (n) goto out; b[0] = a[0]; } } out: n = 0; }")
    way = listing.index("goto.1:")
    assert listing[way + 1 : way + 4] == ["leave b", "leave a", "goto label.out.1"]


def test_goto_into_a_scope_enters_it() -> None:
    listing = lines("void f(int n) { if (n) goto in; { int a[1]; a[0] = 1; in: a[0] = 2; } }")
    way = listing.index("goto.1:")
    assert listing[way + 1 : way + 3] == ["enter a:4", "goto label.in.1"]


def test_goto_back_in_one_block_makes_what_is_not_initialised_anything() -> None:
    listing = lines("void f(int n) { again: ; int a[1]; a[0] = n; if (n--) goto again; }")
    assert "fill 4 bytes &a <- anything" in listing
    assert "fill 4 bytes &a <- anything" not in lines("void f(int n) { int a[1]; a[0] = n; end: ; }")


def test_uninitialised_registers_hold_anything() -> None:
    assert lines("int f(void) { int x; return x; }") == ["entry:", "x = anything", "return x"]


def test_a_jump_past_a_declaration_leaves_a_register_with_anything() -> None:
    listing = lines("int f(int n) { if (n) goto in; { int x = 1; in: return x; } }")
    assert listing[1] == "x = anything"


def test_switch_compares_in_order_and_falls_through() -> None:
    assert lines("int f(int a) { switch (a) { case 1: a = 5; case 2: a++; break; default: a = 0; } return a; }") == [
        "entry:",
        "if (a == 1) goto case.1 else test.1",
        "test.1:",
        "if (a == 2) goto case.2 else default.1",
        "case.1:",
        "a = 5",
        "goto case.2",
        "case.2:",
        "a = (a + 1)",
        "goto done.1",
        "default.1:",
        "a = 0",
        "goto done.1",
        "done.1:",
        "return a",
    ]


def test_cases_inside_blocks_and_ranges() -> None:
    source = "int f(int a) { switch (a) { case 1 ... 3: { int b[1]; case 9: b[0] = a; return b[0]; } } return 0; }"
    listing = lines(source)
    assert "if ((a - 1) <=u 2) goto case.1 else test.1" in listing
    assert listing.count("enter b:4") == 2


def test_a_do_loop_tests_at_its_end() -> None:
    assert lines("int f(int a, int b) { do { a--; if (a == 7) continue; b++; } while (a > 0); return b; }") == [
        "entry:",
        "goto do.1",
        "do.1:",
        "a = (a - 1)",
        "if (a == 7) goto test.1 else join.1",
        "join.1:",
        "b = (b + 1)",
        "goto test.1",
        "test.1:",
        "if (0 <s a) goto do.1 else done.1",
        "done.1:",
        "return b",
    ]


def test_static_locals_are_globals_with_a_constant_value() -> None:
    program = lowered("int next(void) { static int n = 3; return n++; } int main(void) { return next(); }")
    (found,) = program.globals.values()
    assert found.name == "next.n"
    assert str(found.pieces[0].value) == "3"


def test_arrays_of_variable_length_are_allocated() -> None:
    """They end with their block; one that a jump back passes again ends before it begins anew."""
    listing = lines("long f(unsigned char n) { int a[n + 1]; a[0] = 1; return sizeof a; }")
    allocated = listing.index("a = allocate local %1")
    assert listing[1] == "a = 0"
    assert listing[allocated - 1] == "leave *a"
    assert listing[allocated + 1 :][:3] == ["store4 a <- 1", "leave *a", "return %1"]


def test_falling_off_the_end() -> None:
    assert lines("int main(void) { }", "main") == ["entry:", "return 0"]
    assert lines("int f(void) { }") == ["entry:", "%1 = anything", "return %1"]
    assert lines("void f(void) { }") == ["entry:", "return"]


def test_what_is_refused_is_a_command_and_the_rest_is_lowered() -> None:
    lowered = function("void f(int n) { n = 1; __symheap_asm(); n = 2; }")
    commands = lowered.blocks["entry"].commands
    assert [type(command).__name__ for command in commands] == ["Assign", "Refuse", "Assign"]


def test_a_refused_condition_refuses_both_ways() -> None:
    source = "void f(int n, __builtin_va_list v) { if (n && __builtin_va_arg(v, int)) n = 1; n = 2; }"
    lowered = function(source)
    refusals = [c for block in lowered.blocks.values() for c in block.commands if isinstance(c, Refuse)]
    assert any(refusal.reason == "va_arg" for refusal in refusals)
    assert all(refusal.position.line == 2 or refusal.position.line == 1 for refusal in refusals)


def test_positions_are_those_of_the_statements() -> None:
    lowered = function("void f(int *p)\n{\n    *p = 1;\n  p[1] = 2;\n}")
    first, second = lowered.blocks["entry"].commands
    assert (first.position.line, first.position.column) == (3, 6)
    assert (second.position.line, second.position.column) == (4, 3)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("void f(void) { break; }", "break outside of a loop"),
        ("void f(void) { goto x; }", "there is no label x"),
        ("void f(void) { x: ; x: ; }", "the label x is there twice"),
        ("void f(void) { case 1: ; }", "a case outside of a switch"),
        ("void f(int *p) { switch (p) { } }", "a switch on what is not an integer"),
        ("void f(void) { struct s x; }", "x has type struct s, which is not complete"),
        ("void f(int a) { switch (a) { case a: ; } }", "the expression is not an integer constant"),
        ('void f(void) { _Static_assert(sizeof(int) == 8, ""); }', "a static assertion fails"),
    ],
)
def test_wrong_statements(source: str, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        function(source)
    assert caught.value.message == message
