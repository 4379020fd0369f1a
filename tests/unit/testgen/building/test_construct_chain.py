"""Long chains of objects are built without variables."""

from __future__ import annotations

from dataclasses import replace

from symheap.objects import ir
from symheap.testgen.building.emit import lay_out
from symheap.testgen.building.members import AT, straight
from symheap.testgen.building.steps import Slot, Step
from symheap.testgen.code import Declare, Do

BODY = straight(1, ir.Return(0, AT))


def _made(number: int) -> Step:
    return Step(("new Node()",), BODY, (), makes="Node", made=number)


def _linked(owner: int, value: int) -> Step:
    return Step((Slot(owner), ".next = ", Slot(value)), BODY, (), changes=owner, field_type="Node")


def _chain(length: int) -> list[Step]:
    """Return the steps with children first, as objects are made."""
    steps = [_made(-length)]
    for number in range(-length + 1, 0):
        steps += [_made(number), _linked(number, number - 1)]
    return steps


def _lines(steps: list[Step]) -> list[str]:
    layout = lay_out(steps, [-1], lambda number, _: f"n{-number}")
    assert sorted(map(id, layout.order)) == sorted(map(id, steps))
    return [
        f"{s.variable} = {s.value}" if isinstance(s, Declare) else "".join(map(str, s.code)) for s in layout.statements
    ]


def test_a_short_chain_has_variables() -> None:
    assert _lines(_chain(3)) == ["n2 = ('new Node()',)", "n2.next = new Node()", "n1 = ('new Node()',)", "n1.next = n2"]


def test_a_long_chain_is_built_from_the_outside_in() -> None:
    lines = _lines(_chain(12))
    assert len(lines) == 12
    assert lines[:3] == ["n1 = ('new Node()',)", "n1.next = new Node()", "n1.next.next = new Node()"]


def test_where_methods_are_called_all_have_variables() -> None:
    called = Step((Slot(-1), ".clear()"), BODY, (), changes=-1)
    assert len(_lines([*_chain(12), called])) == 23


def test_what_a_field_of_another_class_holds_has_a_variable() -> None:
    steps = [replace(step, field_type="Object") for step in _chain(12)]
    assert len(_lines(steps)) == 22
    assert all(isinstance(each, Declare | Do) for each in lay_out(steps, [-1], lambda n, _: f"n{-n}").statements)
