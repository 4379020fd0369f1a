"""The configurations of POSE's machine.  Rule: [POSE] Fig. 8, "Syntax of configurations and evaluation contexts"

A configuration H Σ η is kept as the redex of η, the next expression to reduce, with the evaluation context around it.
``let`` and calls substitute values for names in the papers; here a scope holds the values until the name is met.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import immutables

from symheap.core.outcome import Cut, ErrorKind, Returned, Threw
from symheap.core.terms import NULL, REF, Term, Value, sort_of
from symheap.core.types import Field
from symheap.heap.pose.state import PoseHeap
from symheap.lang.pose import syntax as s
from symheap.objects.decisions import NO_DECISIONS, Decision, Decisions, PathKey, path_key
from symheap.solver.path import PathCondition

Scope = immutables.Map[str, Value]
EMPTY_SCOPE: Scope = immutables.Map()
Ends = Returned[Value] | Threw | Cut


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """An expression whose first operands are `values`. As a frame of a context, its next operand is the hole.

    `calls` is the number of bodies around it. `field` and `is_ready` are about an access: which class's field it is,
    and whether the conditions of the access are on the path.
    """

    expression: s.Expression
    values: tuple[Value, ...]
    scope: Scope
    calls: int
    field: Field | None = None
    is_ready: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """E: the innermost frame, and the context around it."""

    frame: Place
    around: Context | None


@dataclass(frozen=True, slots=True, eq=False)
class Configuration:
    """H Σ η. `at` is the redex, or the end. `symbols` are the values of the program's X and Y."""

    heap: PoseHeap
    path: PathCondition
    at: Place | Ends
    context: Context | None
    symbols: Scope
    decisions: Decisions = NO_DECISIONS

    @property
    def end(self) -> Ends | None:
        return None if isinstance(self.at, Place) else self.at

    @property
    def key(self) -> PathKey:
        """The identity of the path of an ended configuration."""
        assert not isinstance(self.at, Place)
        return path_key(self.decisions.all(), self.at)

    def decided(self, decision: Decision) -> Configuration:
        return replace(self, decisions=self.decisions.then(decision))

    def stopped(self, end: Ends) -> Configuration:
        return replace(self, at=end, context=None)

    def threw(self, error: ErrorKind, detail: str, at: s.Expression) -> Configuration:
        return self.stopped(Threw(error, detail, at.position))

    def evaluating(self, expression: s.Expression, scope: Scope, calls: int) -> Configuration:
        """Find the redex of an expression: the first one whose operands are values.

        Rule: [POSE] Fig. 11, "Ctx (c)"; [POSE] Fig. 12, "Ctx (r)"
        """
        context = self.context
        while True:
            if isinstance(expression, s.Literal | s.Symbol | s.Variable | s.Marker):
                value = self._value(expression, scope)
                inside = replace(self, context=context)
                if value is None:
                    assert isinstance(expression, s.Variable)
                    return inside.threw(ErrorKind.UNBOUND, f"unbound variable '{expression.name}'", expression)
                return inside.giving(value)
            place = Place(expression, (), scope, calls)
            if not operands(expression):
                return replace(self, at=place, context=context)
            context = Context(place, context)
            expression = operands(expression)[0]

    def _value(self, at: s.Literal | s.Symbol | s.Variable | s.Marker, scope: Scope) -> Value | None:
        match at:
            case s.Literal():
                return NULL if at.value is None else at.value
            case s.Symbol():
                return self.symbols[at.name]
            case s.Variable():
                return scope.get(at.name)
            case s.Marker():
                return scope.get(at.name, False)

    def giving(self, value: Value) -> Configuration:
        """Put a value into the hole of the context."""
        if self.context is None:
            return replace(self, at=Returned(value))
        frame = self.context.frame
        filled = replace(frame, values=(*frame.values, value))
        outside = replace(self, context=self.context.around)
        parts = operands(frame.expression)
        if len(filled.values) == len(parts):
            return replace(outside, at=filled)
        within = replace(self, context=Context(filled, self.context.around))
        return within.evaluating(parts[len(filled.values)], frame.scope, frame.calls)


Successors = tuple[tuple[str, Configuration], ...]


def operands(at: s.Expression) -> tuple[s.Expression, ...]:
    """Return the parts of an expression that are evaluated before it, from left to right."""
    match at:
        case s.GetField():
            return (at.receiver,)
        case s.PutField():
            return (at.receiver, at.value)
        case s.Let():
            return (at.value,)
        case s.If():
            return (at.condition,)
        case s.Invoke():
            return (at.receiver, *at.arguments)
        case s.BinaryOperation():
            return (at.left, at.right)
        case s.Not() | s.InstanceOf():
            return (at.operand,)
    return ()


def reference(value: Value) -> Term | None:
    """Return the value if it is a reference, else None."""
    return value if isinstance(value, Term) and sort_of(value) is REF else None
