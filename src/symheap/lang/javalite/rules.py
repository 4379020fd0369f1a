"""The rewrite rules of the reference machine, one function each, named as in the figures.

A rule takes the setting, the state and the expression (or the value and the frame) that it matches, and returns all
successors with the rule's name. Where [Summaries] is wrong or silent, the docstring describes the deviation.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from symheap.core.terms import NULL, Value, add, and_, eq, lt, not_, or_, sub
from symheap.heap.api import Cell
from symheap.lang.javalite import kontinuation as k
from symheap.lang.javalite import syntax as s
from symheap.lang.javalite.state import MachineState, Setting, Successors, scalar

H = TypeVar("H")

UNIT: Value = 0


# Values and variables -------------------------------------------------------------------------------------------------


def variable_lookup(m: Setting[H], state: MachineState[H], e: s.Variable) -> Successors[H]:
    """(L R φ η x k) → (L R φ η η(x) k)

    Rule: [Summaries] Fig. 5, "VARIABLE LOOKUP"
    """
    return state.give("VARIABLE LOOKUP", state.environment[e.name], state.kontinuation)


def null(m: Setting[H], state: MachineState[H], e: s.Null) -> Successors[H]:
    """Rule: [Summaries] Fig. 5, "NULL" """
    return state.give("NULL", NULL, state.kontinuation)


def constant(m: Setting[H], state: MachineState[H], e: s.Constant | s.Unit) -> Successors[H]:
    """Turn a constant of the surface syntax into a value. [Summaries] needs no rule for this: v is an e."""
    return state.give("VALUE", e.value if isinstance(e, s.Constant) else UNIT, state.kontinuation)


def variable_declaration_eval(m: Setting[H], state: MachineState[H], e: s.VariableDeclaration) -> Successors[H]:
    """Rule: [Summaries] Fig. 5, "VARIABLE DECLARATION (EVAL)" """
    frame = k.VariableDeclaration(e, state.kontinuation)
    return state.evaluate("VARIABLE DECLARATION (EVAL)", e.value, frame)


def variable_declaration(m: Setting[H], state: MachineState[H], v: Cell, frame: k.VariableDeclaration) -> Successors[H]:
    """(L R φ η v (var T x := * in e → k)) → (L R φ η[x ↦ v] e (pop x k))

    Rule: [Summaries] Fig. 5, "VARIABLE DECLARATION"
    """
    e = frame.expression
    inside = replace(state, environment=state.environment.set(e.name.text, v))
    return inside.evaluate("VARIABLE DECLARATION", e.body, k.PopVariable(e.name.text, frame.k))


def variable_assignment_eval(m: Setting[H], state: MachineState[H], e: s.VariableAssignment) -> Successors[H]:
    """Rule: [Summaries] Fig. 5, "VARIABLE ASSIGNMENT (EVAL)" """
    return state.evaluate("VARIABLE ASSIGNMENT (EVAL)", e.value, k.VariableAssignment(e, state.kontinuation))


def variable_assignment(m: Setting[H], state: MachineState[H], v: Cell, frame: k.VariableAssignment) -> Successors[H]:
    """(L R φ η v (x := * → k)) → (L R φ η[x ↦ v] v k)

    Rule: [Summaries] Fig. 5, "VARIABLE ASSIGNMENT"
    """
    assigned = replace(state, environment=state.environment.set(frame.expression.name.text, v))
    return assigned.give("VARIABLE ASSIGNMENT", v, frame.k)


def pop(m: Setting[H], state: MachineState[H], v: Cell, frame: k.Pop) -> Successors[H]:
    """End a method: restore its caller's environment.

    Rule: [Summaries] Fig. 5, "POP"
    """
    returned = replace(state, environment=frame.environment, calls=state.calls - 1)
    return returned.give("POP", v, frame.k)


def pop_variable(m: Setting[H], state: MachineState[H], v: Cell, frame: k.PopVariable) -> Successors[H]:
    """End a scope: remove its one variable.

    As printed, the rule restores all of η, so an assignment to an outer variable inside the scope would be lost. No
    variable hides another, so there is nothing to restore.

    Rule: [Summaries] Fig. 5, "POP", corrected
    """
    outside = replace(state, environment=state.environment.delete(frame.name))
    return outside.give("POP", v, frame.k)


# Sequence and choice --------------------------------------------------------------------------------------------------


def begin_no_args(m: Setting[H], state: MachineState[H], e: s.Begin) -> Successors[H]:
    """(L R φ η (begin) k) → (L R φ η unit k). As printed, there is no value.

    Rule: [Summaries] Fig. 5, "BEGIN (NO ARGS)", corrected
    """
    return state.give("BEGIN (NO ARGS)", UNIT, state.kontinuation)


def begin_arg0_eval(m: Setting[H], state: MachineState[H], e: s.Begin) -> Successors[H]:
    """Rule: [Summaries] Fig. 5, "BEGIN (ARG0 EVAL)" """
    return state.evaluate("BEGIN (ARG0 EVAL)", e.body[0], k.Begin(e.body[1:], state.kontinuation))


def begin_argi_eval(m: Setting[H], state: MachineState[H], v: Cell, frame: k.Begin) -> Successors[H]:
    """(L R φ η v (begin * (e_i e_i+1 ...) → k)) → (L R φ η e_i (begin * (e_i+1 ...) → k))

    Rule: [Summaries] Fig. 5, "BEGIN (ARGI EVAL)"
    """
    return state.evaluate("BEGIN (ARGI EVAL)", frame.rest[0], k.Begin(frame.rest[1:], frame.k))


def begin_argn_eval(m: Setting[H], state: MachineState[H], v: Cell, frame: k.Begin) -> Successors[H]:
    """Rule: [Summaries] Fig. 5, "BEGIN (ARGN EVAL)" """
    return state.evaluate("BEGIN (ARGN EVAL)", frame.rest[0], k.Begin((), frame.k))


def begin(m: Setting[H], state: MachineState[H], v: Cell, frame: k.Begin) -> Successors[H]:
    """(L R φ η v (begin * () → k)) → (L R φ η v k)

    Rule: [Summaries] Fig. 5, "BEGIN"
    """
    return state.give("BEGIN", v, frame.k)


def if_then_else_eval(m: Setting[H], state: MachineState[H], e: s.If) -> Successors[H]:
    """Rule: [Summaries] Fig. 5, "IF-THEN-ELSE (EVAL)" """
    return state.evaluate("IF-THEN-ELSE (EVAL)", e.condition, k.If(e, state.kontinuation))


def if_then_else(m: Setting[H], state: MachineState[H], v: Cell, frame: k.If) -> Successors[H]:
    """Branch on a condition: true, false, or (for a boolean input) a term, with both rules under their conditions."""

    def choose(taken: MachineState[H], choice: bool) -> Successors[H]:
        return if_then_else_true(m, taken, frame) if choice else if_then_else_false(m, taken, frame)

    return m.branch(state, v, frame.expression.position, choose)


def if_then_else_true(m: Setting[H], state: MachineState[H], frame: k.If) -> Successors[H]:
    """Rule: [Summaries] Fig. 5, "IF-THEN-ELSE (TRUE)" """
    return state.evaluate("IF-THEN-ELSE (TRUE)", frame.expression.then, frame.k)


def if_then_else_false(m: Setting[H], state: MachineState[H], frame: k.If) -> Successors[H]:
    """Rule: [Summaries] Fig. 5, "IF-THEN-ELSE (FALSE)" """
    return state.evaluate("IF-THEN-ELSE (FALSE)", frame.expression.other, frame.k)


# Equality of values that are not references, and arithmetic -----------------------------------------------------------


def equals_l_operand_eval(m: Setting[H], state: MachineState[H], e: s.Equals) -> Successors[H]:
    """Rule: [Summaries] Fig. 5, "EQUALS (L-OPERAND EVAL)" """
    return state.evaluate("EQUALS (L-OPERAND EVAL)", e.left, k.EqualsLeft(e, state.kontinuation))


def equals_r_operand_eval(m: Setting[H], state: MachineState[H], v: Cell, frame: k.EqualsLeft) -> Successors[H]:
    """Rule: [Summaries] Fig. 5, "EQUALS (R-OPERAND EVAL)" """
    e = frame.expression
    return state.evaluate("EQUALS (R-OPERAND EVAL)", e.right, k.EqualsRight(v, e, frame.k))


def equals_bool(m: Setting[H], state: MachineState[H], v: Cell, frame: k.EqualsRight) -> Successors[H]:
    """Compare two booleans or two integers: a value, not a decision.

    Rule: [Summaries] Fig. 5, "EQUALS (BOOL)"
    """
    return state.give("EQUALS (BOOL)", eq(scalar(frame.left), scalar(v)), frame.k)


def binary_l_operand_eval(m: Setting[H], state: MachineState[H], e: s.Binary) -> Successors[H]:
    """Evaluate the left operand (an extension of ours, shaped as EQUALS)."""
    return state.evaluate("BINARY (L-OPERAND EVAL)", e.left, k.BinaryLeft(e, state.kontinuation))


def binary_r_operand_eval(m: Setting[H], state: MachineState[H], v: Cell, frame: k.BinaryLeft) -> Successors[H]:
    """Evaluate the right operand, whatever the left one is (an extension of ours)."""
    e = frame.expression
    return state.evaluate("BINARY (R-OPERAND EVAL)", e.right, k.BinaryRight(v, e, frame.k))


def binary(m: Setting[H], state: MachineState[H], v: Cell, frame: k.BinaryRight) -> Successors[H]:
    """Apply a binary operator (an extension of ours): mathematical integers, strict connectives."""
    return state.give("BINARY", apply(frame.expression.operator, scalar(frame.left), scalar(v)), frame.k)


def apply(operator: s.BinaryOperator, left: Value, right: Value) -> Value:
    match operator:
        case s.BinaryOperator.ADD:
            return add(left, right)
        case s.BinaryOperator.SUB:
            return sub(left, right)
        case s.BinaryOperator.LESS:
            return lt(left, right)
        case s.BinaryOperator.AND:
            return and_(left, right)
        case s.BinaryOperator.OR:
            return or_(left, right)


def not_eval(m: Setting[H], state: MachineState[H], e: s.Not) -> Successors[H]:
    """Evaluate the operand of ``not`` (an extension of ours)."""
    return state.evaluate("NOT (EVAL)", e.operand, k.Not(state.kontinuation))


def negation(m: Setting[H], state: MachineState[H], v: Cell, frame: k.Not) -> Successors[H]:
    """Negate a value (an extension of ours)."""
    return state.give("NOT", not_(scalar(v)), frame.k)
