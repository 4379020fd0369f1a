"""The computation rules of POSE's machine, except those of fields: [POSE] Fig. 10 and Fig. 11.

A rule takes the setting, the configuration and its redex, and returns all successors with their rules. An expression
over symbolic operands is a value by the syntax of [POSE] Fig. 8, so the machine only builds it; that step is called
``value``. Where no rule of the figures applies to a program's mistake, the path ends with a named error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symheap.core.outcome import Bound, Cut, ErrorKind
from symheap.core.terms import BOOL, INT, NULL, Op, Sort, Term, Value, add, and_, eq, lt, not_, or_, sort_of, sub
from symheap.lang.pose import syntax as s
from symheap.lang.pose.machine.setting import Setting
from symheap.lang.pose.machine.state import EMPTY_SCOPE, Configuration, Place, Successors, reference
from symheap.objects.decisions import Decision
from symheap.objects.ir import Operator, method_key

VALUE = "value"


def new(m: Setting, at: Configuration, place: Place, e: s.New) -> Successors:
    """Rule: [POSE] Fig. 10, "New" """
    heap, ref = m.model.alloc(at.heap, e.class_name)
    return (("New", replace(at, heap=heap).giving(ref)),)


def let(m: Setting, at: Configuration, place: Place, e: s.Let) -> Successors:
    """H Σ let x := σ in e → H Σ e[σ/x].  Rule: [POSE] Fig. 10, "Let" """
    return (("Let", at.evaluating(e.body, place.scope.set(e.name, place.values[0]), place.calls)),)


# Operators ------------------------------------------------------------------------------------------------------------


_OPERATORS: dict[Operator, tuple[Sort, Callable[[Value, Value], Value]]] = {
    Operator.ADD: (INT, add),
    Operator.SUB: (INT, sub),
    Operator.LESS: (INT, lt),
    Operator.AND: (BOOL, and_),
    Operator.OR: (BOOL, or_),
}


def binary(m: Setting, at: Configuration, place: Place, e: s.BinaryOperation) -> Successors:
    """Rule: [POSE] Fig. 10, "Op (c1)" """
    if e.operator is Operator.EQUAL:
        return equal(m, at, place, e)
    a, b = place.values
    sort, apply = _OPERATORS[e.operator]
    if sort_of(a) is not sort or sort_of(b) is not sort:
        return stuck(at, ErrorKind.TYPE, f"operands of {e.operator.value} do not fit it", e)
    return ((VALUE if is_symbolic(a, b) else "Op (c1)", at.giving(apply(a, b))),)


def negation(m: Setting, at: Configuration, place: Place, e: s.Not) -> Successors:
    """Rule: [POSE] Fig. 10, "Op (c2)" """
    (a,) = place.values
    if sort_of(a) is not BOOL:
        return stuck(at, ErrorKind.TYPE, "operand of ~ is not a boolean", e)
    return ((VALUE if is_symbolic(a) else "Op (c2)", at.giving(not_(a))),)


def instance_of(m: Setting, at: Configuration, place: Place, e: s.InstanceOf) -> Successors:
    """Test a class; null is of no class.  Rule: [POSE] Fig. 10, "Op (c2)" """
    ref = reference(place.values[0])
    if ref is None:
        return stuck(at, ErrorKind.TYPE, "type test of a value that is not a reference", e)
    name = "Op (c2)" if ref.op in (Op.LOC, Op.NULL) else VALUE
    answer = m.model.is_a(at.heap, ref, m.model.table.subtypes(e.class_name), m.view(at))
    return m.follow(at, name, answer, (e, e.class_name), lambda taken, fits: ((name, _given(taken, fits)),))


def equal(m: Setting, at: Configuration, place: Place, e: s.BinaryOperation) -> Successors:
    """Compare two values.  Rule: [POSE] Fig. 10, "Eq (c1)" to "Eq (c7)" """
    a, b = place.values
    left, right = reference(a), reference(b)
    if left is not None and right is not None:
        name = _equality_of_references(left, right)
        answer = m.model.same(at.heap, left, right, m.view(at))
        return m.follow(at, name, answer, (e, ""), lambda taken, same: ((name, _given(taken, same)),))
    if left is None and right is None and sort_of(a) is sort_of(b):
        name = VALUE if is_symbolic(a, b) else "Eq (c1)" if a == b else "Eq (c2)"
        return (("Eq (c1)" if a is b else name, at.giving(eq(a, b))),)
    return stuck(at, ErrorKind.TYPE, "comparison of values of different kinds", e)


_EQUALITIES = {
    (Op.LOC, Op.LOC): "Eq (c3)",
    (Op.LOC, Op.NULL): "Eq (c4)",
    (Op.NULL, Op.LOC): "Eq (c5)",
    (Op.SYM, Op.LOC): "Eq (c6)",
    (Op.LOC, Op.SYM): "Eq (c7)",
}


def _equality_of_references(a: Term, b: Term) -> str:
    """Return the rule for two references. [POSE] has none for an ``ite`` operand; the errata say which is meant."""
    if a is b:
        return "Eq (c1)"
    if Op.ITE in (a.op, b.op):
        return "Eq (ite)"
    return _EQUALITIES.get((a.op, b.op), VALUE)


# Control --------------------------------------------------------------------------------------------------------------


def if_(m: Setting, at: Configuration, place: Place, e: s.If) -> Successors:
    """Decide a condition.  Rule: [POSE] Fig. 11, "If (c1)" to "If (c4)" """
    (condition,) = place.values
    if sort_of(condition) is not BOOL:
        return stuck(at, ErrorKind.TYPE, "condition is not a boolean", e)
    known = not is_symbolic(condition)

    def then(taken: Configuration, _: object) -> Successors:
        decided = taken.decided(Decision("branch", True, e.position))
        return (("If (c1)" if known else "If (c3)", decided.evaluating(e.then, place.scope, place.calls)),)

    def other(taken: Configuration, _: object) -> Successors:
        decided = taken.decided(Decision("branch", False, e.position))
        return (("If (c2)" if known else "If (c4)", decided.evaluating(e.other, place.scope, place.calls)),)

    return m.split(at, condition, then, other)


def invoke(m: Setting, at: Configuration, place: Place, e: s.Invoke) -> Successors:
    """Run a body: one successor for each distinct body that the receiver may have, however many leaves it has.

    `this` is the receiver. As printed, (c2) has a location there, and (c3) and (c4) fork on every leaf.

    Rule: [POSE] Fig. 11, "Invoke (c1)" to "Invoke (c4)"
    """
    key = method_key(e.method, len(e.arguments))
    ref = reference(place.values[0])
    if not m.model.table.providers(key):
        return stuck(at, ErrorKind.NO_METHOD, f"no class has a method '{key}'", e)
    if ref is None:
        return stuck(at, ErrorKind.TYPE, f"call of {key} on a value that is not a reference", e)
    name = {Op.LOC: "Invoke (c1)", Op.ITE: "Invoke (c3), (c4)"}.get(ref.op, "Invoke (c2)")

    def enter(taken: Configuration, provider: object) -> Successors:
        assert isinstance(provider, str)
        taken = taken.decided(Decision("call", provider, e.position))
        if place.calls + 1 > m.max_calls:
            return ((f"{name}, cut", taken.stopped(Cut(Bound.CALLS, e.position))),)
        method = m.methods[provider, key]
        names = ("this", *(parameter.name for parameter in method.parameters))
        scope = EMPTY_SCOPE.update(dict(zip(names, place.values, strict=True)))
        return ((name, taken.evaluating(method.body, scope, place.calls + 1)),)

    return m.follow(at, name, m.model.targets(at.heap, ref, key, m.view(at)), (e, key), enter)


# Errors ---------------------------------------------------------------------------------------------------------------


def stuck(at: Configuration, error: ErrorKind, detail: str, e: s.Expression) -> Successors:
    """End a path to which no rule applies."""
    return ((f"no rule ({error.value})", at.threw(error, detail, e)),)


def is_symbolic(*values: Value) -> bool:
    return any(isinstance(value, Term) and value is not NULL for value in values)


def _given(at: Configuration, value: object) -> Configuration:
    assert isinstance(value, bool | int | Term)
    return at.giving(value)
