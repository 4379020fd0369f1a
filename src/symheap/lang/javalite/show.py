"""Javalite as text: one line per expression, in the notation that `parse` reads."""

from __future__ import annotations

from symheap.lang.javalite import syntax as s

ELLIPSIS = "…"


def show(e: s.Expression, depth: int = 1_000_000) -> str:
    """Return the expression on one line; parts nested deeper than `depth` become an ellipsis."""
    match e:
        case s.Variable():
            return e.name
        case s.Null():
            return "null"
        case s.Unit():
            return "unit"
        case s.Constant():
            return str(e.value).lower()
        case s.New():
            return f"(new {e.class_name})"
    if depth <= 0:
        return ELLIPSIS
    return _compound(e, depth - 1)


def _compound(e: s.Expression, depth: int) -> str:
    match e:
        case s.FieldAccess():
            return f"({show(e.object, depth)} $ {e.field})"
        case s.FieldWrite():
            return f"({e.variable} $ {e.field} := {show(e.value, depth)})"
        case s.Equals():
            return f"({show(e.left, depth)} = {show(e.right, depth)})"
        case s.If():
            return f"(if {show(e.condition, depth)} {show(e.then, depth)} else {show(e.other, depth)})"
        case s.VariableDeclaration():
            return f"(var {e.type} {e.name} := {show(e.value, depth)} in {show(e.body, depth)})"
        case s.MethodInvocation():
            return f"({show(e.object, depth)} @ {e.method} {show_list(e.arguments, depth)})"
        case s.VariableAssignment():
            return f"({e.name} := {show(e.value, depth)})"
        case s.Begin():
            return "(" + " ".join(["begin", *[show(part, depth) for part in e.body]]) + ")"
        case s.Typecast():
            return f"({e.class_name} {show(e.object, depth)})"
        case s.InstanceOf():
            return f"({show(e.object, depth)} instanceof {e.class_name})"
        case s.Binary():
            return f"({show(e.left, depth)} {e.operator.value} {show(e.right, depth)})"
        case s.Not():
            return f"(not {show(e.operand, depth)})"
    raise AssertionError(f"{type(e).__name__} is not compound")


def show_list(expressions: tuple[s.Expression, ...], depth: int = 1_000_000) -> str:
    return "(" + " ".join([show(e, depth) for e in expressions]) + ")"


def show_program(program: s.Program) -> str:
    """Return a program in the full language's notation: every method with a list of parameters."""
    classes = "\n".join(["  " + _show_class(c) for c in program.classes])
    return f"((\n{classes}\n )\n ({program.main_class} {program.main_method}))\n"


def _show_class(c: s.Class) -> str:
    extends = f" extends {c.parent}" if c.parent is not None else ""
    methods = "\n    ".join([_show_method(m) for m in c.methods])
    return f"(class {c.name}{extends} {_show_declarations(c.fields)}\n   ({methods}))"


def _show_method(m: s.Method) -> str:
    return f"({m.type} {m.name} {_show_declarations(m.parameters)} {show(m.body)})"


def _show_declarations(declarations: tuple[s.Declaration, ...]) -> str:
    return "(" + " ".join([f"[{d.type} {d.name}]" for d in declarations]) + ")"
