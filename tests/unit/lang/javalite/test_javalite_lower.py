from __future__ import annotations

from pathlib import Path

import pytest
from javalite_concrete import method

from symheap.core.source import Position, SourceError
from symheap.core.terms import NULL
from symheap.lang.javalite.lower import load
from symheap.objects import ir

EXAMPLES = sorted((Path(__file__).parents[4] / "examples" / "javalite").glob("*.jl"))


def code(body: str, result: str = "int", parameters: str = "", fields: str = "") -> list[ir.Instruction]:
    blocks = load(method(body, result, parameters, fields), "f").entry.blocks
    return [instruction for block in blocks for instruction in block]


def kinds(instructions: list[ir.Instruction]) -> list[str]:
    return [type(i).__name__ for i in instructions]


def test_equality_of_references_is_a_decision() -> None:
    result = code("(a = this)", "bool", "[C a]")
    assert kinds(result) == ["Binary", "Branch", "Const", "Jump", "Const", "Jump", "Return"]
    assert [i.value for i in result if isinstance(i, ir.Const)] == [True, False]


@pytest.mark.parametrize(("body", "parameters"), [("(x = 1)", "[int x]"), ("(x = true)", "[bool x]")])
def test_equality_of_other_values_is_a_value(body: str, parameters: str) -> None:
    assert kinds(code(body, "bool", parameters)) == ["Const", "Binary", "Return"]


def test_a_type_test_is_a_decision() -> None:
    assert kinds(code("(a instanceof C)", "bool", "[Object a]"))[:2] == ["IsA", "Branch"]


def test_a_cast_is_not_a_branch() -> None:
    assert kinds(code("(C a)", "C", "[Object a]")) == ["Cast", "Return"]


def test_instructions_stand_at_their_expressions() -> None:
    result = code("(begin (this $ c := (this $ c)) ((C (this @ m ())) $ c))", "C", fields="[C c]")
    places = [
        (type(i).__name__, i.position.column) for i in result if isinstance(i, ir.Get | ir.Put | ir.Call | ir.Cast)
    ]
    assert places == [("Get", 21), ("Put", 8), ("Call", 37), ("Cast", 34), ("Get", 33)]


def test_unit_and_null_are_constants() -> None:
    result = code("(begin null unit (begin))", "unit")
    assert [i.value for i in result if isinstance(i, ir.Const)] == [NULL, 0, 0]


def test_an_operand_is_read_before_a_later_one_assigns_to_it() -> None:
    result = code("(x - (x := 1))", "int", "[int x]")
    assert kinds(result) == ["Move", "Const", "Move", "Binary", "Return"]
    move, binary = result[0], result[3]
    assert isinstance(move, ir.Move)
    assert isinstance(binary, ir.Binary)
    assert (move.src, binary.a) == (1, move.dst)


def test_the_written_object_is_looked_up_after_the_value() -> None:
    result = code("(x $ c := (x := (new C)))", "C", "[C x]", "[C c]")
    assert kinds(result) == ["New", "Move", "Put", "Return"]
    put = result[2]
    assert isinstance(put, ir.Put)
    assert put.obj == 1


HIERARCHY = """
((
  (class A () ((int m ([A x] [int i]) 1) (int n () 1)))
  (class B extends A () ())
  (class D extends B () ((int m ([A x] [int i]) 2))))
 (A m))
"""


def test_the_receiver_has_a_class_that_runs_the_body() -> None:
    program = load(HIERARCHY, "f")
    this, x, i = program.inputs
    assert (this.name, this.types.names(), this.nullable) == ("this", ("A", "B"), False)
    assert (x.name, x.types.names(), x.nullable) == ("x", ("A", "B", "D"), True)
    assert (i.name, str(i.type)) == ("i", "int")
    assert program.entry is program.methods["A", "m/2"]
    assert program.target == "A::m"


def test_an_inherited_method_may_be_named() -> None:
    program = load(HIERARCHY, "f", "B")
    assert program.entry.owner == "A"
    assert program.inputs[0].types.names() == ("B",)
    assert load(HIERARCHY, "f", "D", "m").entry.owner == "D"
    assert load(HIERARCHY, "f", method="n/0").target == "A::n"


@pytest.mark.parametrize(
    ("class_name", "method_name", "position", "message"),
    [
        ("E", None, Position("f", 2, 1), "unknown class E"),
        ("B", "p", Position("f", 4, 3), "class B has no method p"),
        (None, "p", Position("f", 3, 3), "class A has no method p"),
    ],
)
def test_a_target_that_is_not_there(
    class_name: str | None, method_name: str | None, position: Position, message: str
) -> None:
    with pytest.raises(SourceError) as caught:
        load(HIERARCHY, "f", class_name, method_name)
    assert (caught.value.message, caught.value.position) == (message, position)


def test_a_main_pair_that_is_not_there() -> None:
    with pytest.raises(SourceError) as caught:
        load("(((class A () ()))\n (A m))", "f")
    assert (caught.value.message, caught.value.position) == ("class A has no method m", Position("f", 2, 5))
    with pytest.raises(SourceError) as caught:
        load("(((class A () ()))\n (B m))", "f")
    assert (caught.value.message, caught.value.position) == ("unknown class B", Position("f", 2, 3))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_programs(path: Path) -> None:
    text = path.read_text()
    program = load(text, path.name)
    assert "; expect:" in text
    for lowered in program.methods.values():
        for block in lowered.blocks:
            assert isinstance(block[-1], ir.Jump | ir.Branch | ir.Return)
            assert not any(isinstance(i, ir.Jump | ir.Branch | ir.Return) for i in block[:-1])


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 12
