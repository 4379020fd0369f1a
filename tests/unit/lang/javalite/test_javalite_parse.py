from __future__ import annotations

import pytest
from javalite_concrete import method

from symheap.core.source import Position, SourceError
from symheap.lang.javalite import syntax as s
from symheap.lang.javalite.parse import parse
from symheap.lang.javalite.show import show, show_program


def body(text: str) -> s.Expression:
    return parse(method(text), "f").classes[0].methods[0].body


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x", s.Variable),
        ("this", s.Variable),
        ("null", s.Null),
        ("true", s.Constant),
        ("false", s.Constant),
        ("-12", s.Constant),
        ("unit", s.Unit),
        ("(new C)", s.New),
        ("(x $ f)", s.FieldAccess),
        ("((x $ f) $ g)", s.FieldAccess),
        ("(x $ f := y)", s.FieldWrite),
        ("(this $ f := (x $ g))", s.FieldWrite),
        ("(x = y)", s.Equals),
        ("(if b x else y)", s.If),
        ("(var C x := null in x)", s.VariableDeclaration),
        ("(x @ m ())", s.MethodInvocation),
        ("(x @ m (y z))", s.MethodInvocation),
        ("(x := y)", s.VariableAssignment),
        ("(begin)", s.Begin),
        ("(begin x y z)", s.Begin),
        ("(C x)", s.Typecast),
        ("(x instanceof C)", s.InstanceOf),
        ("(x + 1)", s.Binary),
        ("(x - -1)", s.Binary),
        ("(x < y)", s.Binary),
        ("(x and y)", s.Binary),
        ("(x or y)", s.Binary),
        ("(not x)", s.Not),
    ],
)
def test_every_construct_comes_back_as_it_was_written(text: str, kind: type) -> None:
    parsed = body(text)
    assert isinstance(parsed, kind)
    assert show(parsed) == text
    assert parsed.position == Position("f", 2, 1)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [("(x $f)", "(x $ f)"), ("(x $f := y)", "(x $ f := y)"), ("(x == y)", "(x = y)"), ("[begin x]", "(begin x)")],
)
def test_other_spellings(text: str, meaning: str) -> None:
    assert show(body(text)) == meaning


PAPERS = """
((
  (class D () ())
  (class C ([D d] [bool b])
    ((D m [D x] (this @ m (new D))))))
 (C m))
"""

FULL = """
((
  (class D () ())
  (class C extends D ([D d] [bool b])
    ((D m ([D x]) (this @ m ((new D))))
     (D n () (this @ m x))
     (D two ([D x] [D y]) (this @ two ((new D) x))))))
 (C m))
"""


def test_an_argument_in_the_papers_form_may_begin_with_a_bracket() -> None:
    call = parse(PAPERS, "f").classes[1].methods[0].body
    assert isinstance(call, s.MethodInvocation)
    assert [show(a) for a in call.arguments] == ["(new D)"]


def test_a_bracket_is_an_argument_list_in_the_full_form() -> None:
    methods = parse(FULL, "f").classes[1].methods
    assert [show(m.body) for m in methods] == ["(this @ m ((new D)))", "(this @ m (x))", "(this @ two ((new D) x))"]


@pytest.mark.parametrize("text", [PAPERS, FULL])
def test_a_shown_program_is_the_same_program(text: str) -> None:
    shown = show_program(parse(text, "f"))
    assert show_program(parse(shown, "f")) == shown


def test_what_is_nested_too_deep_to_show_is_an_ellipsis() -> None:
    assert show(body("(begin (begin (begin x)))"), 2) == "(begin (begin …))"


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("()", 1, "expected an expression"),
        ("(x)", 1, "not an expression"),
        ("(x y z)", 1, "not an expression"),
        ("(x $)", 1, "(e $ f)"),
        ("(x $ 7)", 6, "expected a field, not '7'"),
        ("(x $ f := )", 1, "(x $ f := e)"),
        ("(x $ if)", 6, "'if' is a reserved word"),
        ("((x $ f) $ g := y)", 2, "a field is written through a variable"),
        ("(null $ g := y)", 2, "a field is written through a variable"),
        ("(this := x)", 2, "'this' is a reserved word"),
        ("(if x y z)", 1, "expected (if e e else e)"),
        ("(if x y else)", 1, "expected (if e e else e)"),
        ("(var C x = y in z)", 1, "expected (var T x := e in e)"),
        ("(var C 3 := y in z)", 8, "expected a variable, not '3'"),
        ("(new)", 1, "expected (new C)"),
        ("(new int)", 6, "'int' is a reserved word"),
        ("(x @ m)", 1, "(e @ m (e ...))"),
        ("(x @ m y z)", 1, "(e @ m (e ...))"),
        ("(x = y = z)", 1, "expected (e = e)"),
        ("(x + )", 1, "expected (e + e)"),
        ("(not)", 1, "expected (not e)"),
        ("(x instanceof (C))", 15, "expected a class"),
        ("(begin x else)", 10, "expected an expression, not 'else'"),
        ("x.y", 1, "expected an expression, not 'x.y'"),
        ("1" * 1001, 1, "more than 1000 digits"),
    ],
)
def test_what_is_not_an_expression_is_refused_at_its_place(text: str, column: int, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        body(text)
    assert message in caught.value.message
    assert caught.value.position == Position("f", 2, column)


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("", 1, 1, "expected a program"),
        ("; nothing", 1, 1, "expected a program"),
        ("x", 1, 1, "expected a program"),
        ("(() (C m)) x", 1, 12, "end of the file"),
        ("(())", 1, 1, "expected a program"),
        ("(()\n (C))", 2, 2, "expected the main method"),
        ("((x) (C m))", 1, 3, "expected a class"),
        ("(((klass C () ())) (C m))", 1, 3, "expected a class"),
        ("(((class C ())) (C m))", 1, 3, "expected a class"),
        ("(((class C extends ()\n ())) (C m))", 1, 3, "expected a class"),
        ("(((class C ([int]) ())) (C m))", 1, 13, "a field: [T f]"),
        ("(((class C (x) ())) (C m))", 1, 13, "a field: [T f]"),
        ("(((class C () ((int m x)))) (C m))", 1, 16, "expected a method"),
        ("(((class C () ((int m x 0)))) (C m))", 1, 23, "the parameters"),
        ("(((class C () ((int m [int] 0)))) (C m))", 1, 23, "a parameter: [T x]"),
        ("(((class C () ((7 m () 0)))) (C m))", 1, 17, "expected a type"),
        ("(((class C ()\n ((int m [int x] 0)\n (int m () 0)))) (C m))", 3, 9, "declared both with [T x] and with"),
    ],
)
def test_what_is_not_a_program_is_refused_at_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse(text, "f")
    assert message in caught.value.message
    assert caught.value.position == Position("f", line, column)
