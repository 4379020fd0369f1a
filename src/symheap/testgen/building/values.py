"""Strings and boxes: literals, unless the path distinguishes equal objects."""

from __future__ import annotations

from symheap.lang.java.values.types import STRING, descriptor_of
from symheap.objects.interpreter import Pointer
from symheap.testgen.building.context import Context
from symheap.testgen.building.known import BOXES
from symheap.testgen.building.literals import text_literal, units
from symheap.testgen.building.members import Member
from symheap.testgen.building.steps import Operand, Step

_VALUE_OF = "valueOf"


def value_of(context: Context, number: int) -> Operand | Step:
    """Return an expression that needs no step, or the step that creates the object."""
    class_name = context.target.class_of(number)
    if class_name == STRING:
        text = units(context.target.text(number))
        literal = Operand(Pointer(context.target.table.literal(text).location.number), text_literal(text), STRING)
        return (
            literal
            if not context.mode.exact
            else context.members.make(_constructor(context, STRING, "(Ljava/lang/String;)V"), [literal])
        )
    kind = BOXES[class_name]
    value = context.members.scalar(kind, context.target.find(number).fields.get("value", 0))
    if context.mode.exact:
        return context.members.make(_constructor(context, class_name, f"({kind})V"), [value])
    method = context.target.table.world.find(class_name).methods[f"{_VALUE_OF}({kind}){descriptor_of(class_name)}"]
    return context.members.make(Member(method, class_name, (kind,), ("value",), descriptor_of(class_name)), [value])


def _constructor(context: Context, class_name: str, descriptor: str) -> Member:
    method = context.target.table.world.find(class_name).methods[f"<init>{descriptor}"]
    parameter = descriptor[1:-2]
    return Member(method, class_name, (parameter,), ("value",), "V")
