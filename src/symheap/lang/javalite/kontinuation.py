"""Kontinuations: the remaining work with the value of the control expression.

The forms are those of [Summaries] Fig. 4, and of the full language; the star stands for the awaited value. A frame
keeps its expression, which holds the names and the position.
"""

from __future__ import annotations

from dataclasses import dataclass

import immutables

from symheap.core.printing import infix
from symheap.heap.api import Cell, Handle
from symheap.lang.javalite import syntax as s
from symheap.lang.javalite.show import show, show_list

Environment = immutables.Map[str, Cell]


@dataclass(frozen=True, slots=True, eq=False)
class End:
    """``end``"""


@dataclass(frozen=True, slots=True, eq=False)
class FieldAccess:
    """``(* $ f → k)``"""

    expression: s.FieldAccess
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class Init:
    """``(init f k)``: field f of the receiver of k is initialized before k continues with the awaited value."""

    k: FieldAccess | FieldWrite


@dataclass(frozen=True, slots=True, eq=False)
class FieldWrite:
    """``(x $ f := * → k)``"""

    expression: s.FieldWrite
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class EqualsLeft:
    """``(* = e → k)``"""

    expression: s.Equals
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class EqualsRight:
    """``(v = * → k)``"""

    left: Cell
    expression: s.Equals
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class If:
    """``(if * e else e → k)``"""

    expression: s.If
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class VariableDeclaration:
    """``(var T x := * in e → k)``"""

    expression: s.VariableDeclaration
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class InvocationObject:
    """``(* @ m (e ...) → k)``"""

    expression: s.MethodInvocation
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class InvocationArgument:
    """``(v @ m (v ...) * (e ...) → k)``; with one argument the papers' ``(v @ m * → k)``"""

    receiver: Cell
    values: tuple[Cell, ...]
    expression: s.MethodInvocation
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class VariableAssignment:
    """``(x := * → k)``"""

    expression: s.VariableAssignment
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class Begin:
    """``(begin * (e ...) → k)``"""

    rest: tuple[s.Expression, ...]
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class Pop:
    """``(pop η k)``: the end of a method; `environment` is its caller's."""

    environment: Environment
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class PopVariable:
    """``(pop x k)``: the end of a variable's scope."""

    name: str
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class Typecast:
    """``(C * → k)``"""

    expression: s.Typecast
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class InstanceOf:
    """``(* instanceof C → k)``"""

    expression: s.InstanceOf
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class BinaryLeft:
    """``(* + e → k)``"""

    expression: s.Binary
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class BinaryRight:
    """``(v + * → k)``"""

    left: Cell
    expression: s.Binary
    k: Kontinuation


@dataclass(frozen=True, slots=True, eq=False)
class Not:
    """``(not * → k)``"""

    k: Kontinuation


Frame = (
    FieldAccess
    | Init
    | FieldWrite
    | EqualsLeft
    | EqualsRight
    | If
    | VariableDeclaration
    | InvocationObject
    | InvocationArgument
    | VariableAssignment
    | Begin
    | Pop
    | PopVariable
    | Typecast
    | InstanceOf
    | BinaryLeft
    | BinaryRight
    | Not
)
Kontinuation = End | Frame


def frames(k: Kontinuation) -> tuple[Frame, ...]:
    """Return the frames, the next one first."""
    chain: list[Frame] = []
    while not isinstance(k, End):
        chain.append(k)
        k = k.k
    return tuple(chain)


def show_cell(cell: Cell) -> str:
    return f"r{cell.number}" if isinstance(cell, Handle) else infix(cell)


def show_frame(frame: Frame, depth: int = 2) -> str:
    """Return one frame in the papers' notation, without the rest of the kontinuation."""
    match frame:
        case FieldAccess(expression=e):
            return f"(* $ {e.field})"
        case Init(k=access):
            return f"(init {access.expression.field})"
        case FieldWrite(expression=write):
            return f"({write.variable} $ {write.field} := *)"
        case EqualsLeft(expression=equals):
            return f"(* = {show(equals.right, depth)})"
        case EqualsRight(left=left):
            return f"({show_cell(left)} = *)"
        case If(expression=choice):
            return f"(if * {show(choice.then, depth)} else {show(choice.other, depth)})"
        case VariableDeclaration(expression=var):
            return f"(var {var.type} {var.name} := * in {show(var.body, depth)})"
        case InvocationObject(expression=call):
            return f"(* @ {call.method} {show_list(call.arguments, depth)})"
        case InvocationArgument():
            return _show_invocation_argument(frame, depth)
        case VariableAssignment(expression=assignment):
            return f"({assignment.name} := *)"
        case Begin(rest=rest):
            return f"(begin * {show_list(rest, depth)})"
        case Pop(environment=environment):
            bindings = " ".join(f"[{x} → {show_cell(v)}]" for x, v in sorted(environment.items()))
            return f"(pop ({bindings}))"
        case PopVariable(name=name):
            return f"(pop {name})"
        case Typecast(expression=cast):
            return f"({cast.class_name} *)"
        case InstanceOf(expression=test):
            return f"(* instanceof {test.class_name})"
        case BinaryLeft(expression=binary):
            return f"(* {binary.operator.value} {show(binary.right, depth)})"
        case BinaryRight(left=left, expression=binary):
            return f"({show_cell(left)} {binary.operator.value} *)"
        case Not():
            return "(not *)"


def _show_invocation_argument(frame: InvocationArgument, depth: int) -> str:
    done = " ".join(show_cell(value) for value in frame.values)
    rest = show_list(frame.expression.arguments[len(frame.values) + 1 :], depth)
    return f"({show_cell(frame.receiver)} @ {frame.expression.method} ({done}) * {rest})"
