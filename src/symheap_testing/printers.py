"""Prints sketches as programs: the same program in each language, with the same inputs, ends and heaps.

The paths are the same too, except for additional decisions in Javalite: there ``=`` on references and ``instanceof``
are decisions, in POSE's language they are values.
"""

from __future__ import annotations

from symheap.objects.ir import Operator
from symheap_testing.sketch import (
    Apply,
    Bind,
    Body,
    ClassSketch,
    Compare,
    Constant,
    Do,
    Expr,
    Fresh,
    InstanceOf,
    MethodBody,
    MethodSketch,
    Negate,
    Null,
    Read,
    Rebind,
    Send,
    Sketch,
    Statement,
    Var,
    When,
    Write,
)


def input_names(sketch: Sketch) -> tuple[tuple[str, str, str], ...]:
    """Return the inputs: their name in Javalite, their name in POSE's language, and their type."""
    inputs: list[tuple[str, str, str]] = []
    references = primitives = 0
    for type_name, name in ((sketch.classes[0].name, "this"), *sketch.main.parameters):
        if type_name in ("int", "bool"):
            inputs.append((name, f"X{primitives}", type_name))
            primitives += 1
        else:
            inputs.append((name, f"Y{references}", type_name))
            references += 1
    return tuple(inputs)


def _constant(value: int | bool) -> str:
    return str(value).lower()


# Javalite -------------------------------------------------------------------------------------------------------------


def to_javalite(sketch: Sketch) -> str:
    """Return the sketch in the full notation of Javalite; its entry is `main` of the first class."""
    first, *rest = sketch.classes
    entry = ClassSketch(first.name, first.parent, first.fields, (*first.methods, sketch.main))
    classes = "\n".join(_javalite_class(c) for c in (entry, *rest))
    return f"((\n{classes})\n ({first.name} {sketch.main.name}))\n"


def _javalite_class(c: ClassSketch) -> str:
    extends = f"extends {c.parent or 'Object'}"
    members = " ".join(f"[{t} {f}]" for t, f in c.fields)
    methods = "\n".join(_javalite_method(m) for m in c.methods)
    return f" (class {c.name} {extends} ({members}) (\n{methods}))"


def _javalite_method(m: MethodSketch) -> str:
    parameters = " ".join(f"[{t} {x}]" for t, x in m.parameters)
    return f"   ({m.result} {m.name} ({parameters})\n     {_javalite_body(m.body)})"


def _javalite_body(body: MethodBody) -> str:
    if isinstance(body, Body):
        last = _javalite(body.result)
    else:
        last = f"(if {_javalite(body.condition)}\n {_javalite_body(body.then)}\n else {_javalite_body(body.other)})"
    return _javalite_block(body.statements, last)


def _javalite_block(statements: tuple[Statement, ...], last: str) -> str:
    text = last
    for statement in reversed(statements):
        if isinstance(statement, Bind):
            text = f"(var {statement.type} {statement.name} := {_javalite(statement.value)} in\n     {text})"
        else:
            text = f"(begin {_javalite_statement(statement)}\n     {text})"
    return text


def _javalite_statement(statement: Rebind | Write | Do | When) -> str:
    match statement:
        case Rebind(name, value):
            return f"({name} := {_javalite(value)})"
        case Write(receiver, field, value):
            return f"({receiver} $ {field} := {_javalite(value)})"
        case Do(call):
            return _javalite(call)
        case When(condition, then, other):
            arms = _javalite_block(then, "true"), _javalite_block(other, "true")
            return f"(if {_javalite(condition)} {arms[0]} else {arms[1]})"


_JAVALITE_OPERATORS = {Operator.AND: "and", Operator.OR: "or"}


def _javalite(e: Expr) -> str:
    match e:
        case Var(name):
            return name
        case Null():
            return "null"
        case Constant(value):
            return _constant(value)
        case Fresh(class_name):
            return f"(new {class_name})"
        case Read(receiver, field):
            return f"({_javalite(receiver)} $ {field})"
        case Compare(left, right):
            return f"({_javalite(left)} = {_javalite(right)})"
        case Apply(operator, left, right):
            return f"({_javalite(left)} {_JAVALITE_OPERATORS.get(operator, operator.value)} {_javalite(right)})"
        case Negate(operand):
            return f"(not {_javalite(operand)})"
        case InstanceOf(operand, class_name):
            return f"({_javalite(operand)} instanceof {class_name})"
        case Send(receiver, method, arguments):
            return f"({_javalite(receiver)} @ {method} ({' '.join(map(_javalite, arguments))}))"


# POSE's language ------------------------------------------------------------------------------------------------------


def to_pose(sketch: Sketch) -> str:
    """Return the sketch in POSE's language: the inputs are bound to their names first, then `main` runs in place."""
    classes = "\n\n".join(_pose_class(c) for c in sketch.classes)
    inputs = "".join(f"let {name} := {symbol} in\n" for name, symbol, _ in input_names(sketch))
    return f"{classes}\n\n{inputs}{_pose_body(sketch.main.body)}\n"


def _pose_class(c: ClassSketch) -> str:
    members = "".join(f"  {t} {f};\n" for t, f in c.fields)
    methods = "".join(_pose_method(m) for m in c.methods)
    return f"class {c.name} extends {c.parent or 'Object'} {{\n{members}{methods}}}"


def _pose_method(m: MethodSketch) -> str:
    parameters = ", ".join(f"{t} {x}" for t, x in m.parameters)
    return f"  {m.result} {m.name}({parameters}) :=\n    {_pose_body(m.body)};\n"


def _pose_body(body: MethodBody) -> str:
    if isinstance(body, Body):
        last = _pose(body.result)
    else:
        last = f"if {_pose(body.condition)}\nthen {_pose_body(body.then)}\nelse {_pose_body(body.other)}"
    return _pose_block(body.statements, last)


def _pose_block(statements: tuple[Statement, ...], last: str) -> str:
    text = last
    for statement in reversed(statements):
        name, value = _pose_statement(statement)
        text = f"let {name} := {value} in\n    {text}"
    return text


def _pose_statement(statement: Statement) -> tuple[str, str]:
    """Return the variable that the statement binds, and its value. A name may be bound again; there is no
    assignment.
    """
    match statement:
        case Bind(_, name, value) | Rebind(name, value):
            return name, _pose(value)
        case Write(receiver, field, value):
            return "_", f"({receiver}.{field} := {_pose(value)})"
        case Do(call):
            return "_", _pose(call)
        case When(condition, then, other):
            arms = _pose_block(then, "true"), _pose_block(other, "true")
            return "_", f"if {_pose(condition)} then {arms[0]} else {arms[1]}"


def _pose(e: Expr) -> str:
    match e:
        case Var(name):
            return name
        case Null():
            return "null"
        case Constant(value):
            return _constant(value)
        case Fresh(class_name):
            return f"new {class_name}"
        case Read(receiver, field):
            return f"({_pose(receiver)}.{field})"
        case Compare(left, right):
            return f"({_pose(left)} = {_pose(right)})"
        case Apply(operator, left, right):
            return f"({_pose(left)} {operator.value} {_pose(right)})"
        case Negate(operand):
            return f"(~ {_pose(operand)})"
        case InstanceOf(operand, class_name):
            return f"({_pose(operand)} instanceof {class_name})"
        case Send(receiver, method, arguments):
            return f"({_pose(receiver)}.{method}[{', '.join(map(_pose, arguments))}])"
