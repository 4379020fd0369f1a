from __future__ import annotations

import pytest
from javalite_concrete import method

from symheap.core.source import Position, SourceError
from symheap.lang.javalite.check import check_text
from symheap.lang.javalite.classes import MAX_CLASSES, type_name

CLASSES = """(class A ([int i] [A a]) ((int one ([A x]) 1) (A self () this)))
(class B extends A ([bool b]) ())
(class D extends A () ())
"""


@pytest.mark.parametrize(
    ("body", "result"),
    [
        ("1", "int"),
        ("(begin)", "unit"),
        ("(begin 1 unit)", "unit"),
        ("(i < (i + 1))", "bool"),
        ("((b and (not b)) or (i = i))", "bool"),
        ("null", "A"),
        ("(new B)", "A"),
        ("(a $ a)", "A"),
        ("(if b (new B) else (new D))", "A"),
        ("(if b null else (new D))", "D"),
        ("(if b this else a)", "Object"),
        ("((new B) @ self ())", "A"),
        ("(a @ one ((new B)))", "int"),
        ("(var A x := null in (begin (x := (new B)) x))", "A"),
        ("(begin (var int x := 1 in x) (var bool x := b in x))", "bool"),
        ("(B a)", "B"),
        ("(A this)", "A"),
        ("(a instanceof Object)", "bool"),
        ("(a = this)", "bool"),
        ("(null = null)", "bool"),
        ("(begin (if b 1 else unit) 2)", "int"),
        ("(begin (if b (begin 1 (var int x := 1 in (if b x else b))) else a) 2)", "int"),
        ("(a $ i := 3)", "int"),
    ],
)
def test_well_typed(body: str, result: str) -> None:
    checked = check_text(method(body, result, "[A a] [bool b] [int i]", more=CLASSES), "f")
    assert checked.syntax.classes[-1].methods[0].body in checked.types


@pytest.mark.parametrize(
    ("body", "column", "message"),
    [
        ("x", 1, "unknown variable x"),
        ("(x := 1)", 2, "unknown variable x"),
        ("(x $ i := 1)", 2, "unknown variable x"),
        ("(begin (var int x := 1 in x) x)", 30, "unknown variable x"),
        ("(var int a := 1 in a)", 10, "variable a is already declared"),
        ("(var int x := 1 in (var int x := 2 in x))", 29, "variable x is already declared"),
        ("(var E x := null in 1)", 6, "unknown class E"),
        ("(var int x := b in 1)", 15, "the value has type bool, not int"),
        ("(new E)", 6, "unknown class E"),
        ("(E a)", 2, "unknown class E"),
        ("(A i)", 4, "the object has type int, not a class"),
        ("(a instanceof E)", 15, "unknown class E"),
        ("(a $ b)", 6, "class A has no field b"),
        ("(null $ b)", 9, "null has no field b"),
        ("(i $ b)", 2, "the object has type int, not a class"),
        ("(i $ b := 1)", 2, "variable i has type int, not a class"),
        ("(a $ i := b)", 11, "the value has type bool, not int"),
        ("(a $ a := this)", 11, "the value has type C, not A"),
        ("(a := (new C))", 7, "the value has type C, not A"),
        ("(a = i)", 1, "A and int are never equal"),
        ("(unit = unit)", 1, "unit has one value"),
        ("(if i 1 else 2)", 5, "the condition has type int, not bool"),
        ("(if b 1 else a)", 1, "the branches have types int and A"),
        ("(begin (if b 1 else 2) (if b 1 else unit))", 24, "the branches have types int and unit"),
        ("(a @ two ())", 6, "class A has no method two"),
        ("(null @ two ())", 9, "null has no method two"),
        ("(i @ two ())", 2, "the object has type int"),
        ("(a @ one ())", 6, "method one of class A takes 1 arguments, not 0"),
        ("(a @ one (1))", 11, "argument x has type int, not A"),
        ("(i + b)", 6, "the right operand has type bool, not int"),
        ("(i and b)", 2, "the left operand has type int, not bool"),
        ("(not i)", 6, "the operand has type int, not bool"),
        ("true", 1, "the body has type bool, not int"),
        ("((B a) $ b)", 1, "the body has type bool, not int"),
    ],
)
def test_ill_typed(body: str, column: int, message: str) -> None:
    text = method(body, "int", "[A a] [bool b] [int i]", more=CLASSES)
    line = text[: text.index("\n" + body) + 1].count("\n") + 1
    with pytest.raises(SourceError) as caught:
        check_text(text, "f")
    assert message in caught.value.message
    assert caught.value.position == Position("f", line, column)


@pytest.mark.parametrize(
    ("classes", "column", "message"),
    [
        ("(class C () ()) (class C () ())", 24, "class C is declared twice"),
        ("(class Object () ())", 8, "class Object is predefined"),
        ("(class C extends D () ())", 18, "unknown class D"),
        ("(class C extends C () ())", 18, "class C inherits from itself"),
        ("(class C extends D () ()) (class D extends C () ())", 44, "class D inherits from itself"),
        ("(class C ([int x] [bool x]) ())", 25, "field x is declared twice in class C"),
        ("(class C ([E x]) ())", 12, "unknown class E"),
        ("(class C ([int x]) ()) (class D extends C ([int x]) ())", 49, "field x is already declared in class C"),
        ("(class C () ((E m () null)))", 15, "unknown class E"),
        ("(class C () ((int m ([E x]) 1)))", 23, "unknown class E"),
        ("(class C () ((int m () 1) (int m () 2)))", 32, "method m/0 is declared twice in class C"),
        ("(class C () ((int m ([int x] [int x]) 1)))", 35, "parameter x is declared twice"),
        ("(class C () ((int m () 1))) (class D extends C () ((bool m () true)))", 53, "another result type than int"),
        (
            "(class C () ((int m ([int x]) 1))) (class D extends C () ((int m ([bool y]) 1)))",
            68,
            "whose parameter is int",
        ),
    ],
)
def test_declarations(classes: str, column: int, message: str) -> None:
    with pytest.raises(SourceError) as caught:
        check_text(f"((\n{classes}) (C m))", "f")
    assert message in caught.value.message
    assert caught.value.position == Position("f", 2, column)


def test_too_many_classes_are_refused() -> None:
    classes = "".join(f"(class C{i} () ())" for i in range(MAX_CLASSES + 1))
    with pytest.raises(SourceError, match=f"more than {MAX_CLASSES} classes"):
        check_text(f"(({classes}) (C0 m))", "f")


def test_methods_may_differ_in_the_number_of_parameters() -> None:
    text = method("(this @ n ((this @ n ())))", more="(class P () ((int n () 1) (int n ([int x]) x)))").replace(
        "(class C (", "(class C extends P ("
    )
    checked = check_text(text, "f")
    assert [m.key for m in checked.classes.named("C", "n")] == ["n/0", "n/1"]


def test_a_method_does_not_see_the_variables_of_its_caller() -> None:
    with pytest.raises(SourceError, match="unknown variable x"):
        check_text("(((class C () ((int m ([int x]) (this @ n ())) (int n () x)))) (C m))", "f")


def test_the_common_type_is_the_least_common_superclass() -> None:
    checked = check_text(method("(begin (if true (new B) else (new D)) 1)", more=CLASSES), "f")
    body = checked.classes.methods["C", "m/0"].syntax.body
    assert type_name(checked.types[body]) == "int"
    one = checked.classes.resolve(checked.syntax.classes[1].name)
    other = checked.classes.resolve(checked.syntax.classes[2].name)
    common = checked.classes.common(one, other)
    assert common is not None
    assert type_name(common) == "A"
