"""Configurations as text, in the papers' notation: η, H and Σ."""

from __future__ import annotations

from symheap.core.printing import constant, infix
from symheap.core.terms import Op, Term, Value
from symheap.core.types import Field
from symheap.heap.pose.state import PoseHeap
from symheap.heap.term_state import Object
from symheap.lang.pose import syntax as s
from symheap.lang.pose.machine.state import Configuration, Context, Place, Scope, operands

ELLIPSIS = "…"
BOTTOM = "⊥"
DEPTH = 3
FRAMES = 8
LONGEST = 600


def show(e: s.Expression, scope: Scope, depth: int = DEPTH) -> str:
    """Return an expression with the values of its names; parts nested deeper than `depth` become an ellipsis."""
    match e:
        case s.Literal():
            return "null" if e.value is None else str(e.value).lower()
        case s.Symbol():
            return e.name
        case s.Variable() | s.Marker():
            return show_value(scope[e.name]) if e.name in scope else e.name
        case s.New():
            return f"new {e.class_name}"
    if depth <= 0:
        return ELLIPSIS
    return _written(e, tuple(show(part, scope, depth - 1) for part in operands(e)), scope, depth - 1)


def _written(e: s.Expression, parts: tuple[str, ...], scope: Scope, depth: int) -> str:
    """Return an expression whose operands are written already."""
    match e:
        case s.GetField():
            return f"({parts[0]}.{e.field})"
        case s.PutField():
            return f"({parts[0]}.{e.field} := {parts[1]})"
        case s.Let():
            return f"let {e.name} := {parts[0]} in {show(e.body, _without(scope, e.name), depth)}"
        case s.If():
            return f"if {parts[0]} then {show(e.then, scope, depth)} else {show(e.other, scope, depth)}"
        case s.Invoke():
            return f"({parts[0]}.{e.method}[{', '.join(parts[1:])}])"
        case s.BinaryOperation():
            return f"({parts[0]} {e.operator.value} {parts[1]})"
        case s.Not():
            return f"(~ {parts[0]})"
        case s.InstanceOf():
            return f"({parts[0]} instanceof {e.class_name})"
        case s.New():
            return f"new {e.class_name}"
    raise AssertionError(f"{type(e).__name__} has no operands")


def _without(scope: Scope, name: str) -> Scope:
    return scope.delete(name) if name in scope else scope


def show_value(value: Value) -> str:
    return infix(value, LONGEST)


def show_redex(place: Place) -> str:
    return _written(place.expression, tuple(show_value(value) for value in place.values), place.scope, DEPTH)


def show_context(context: Context | None) -> str:
    """Return E: the frames from the outermost one, and ``-`` for the hole. Only the innermost frames are shown."""
    text, shown = "-", 0
    while context is not None:
        if shown == FRAMES:
            return f"{ELLIPSIS} {text}"
        frame = context.frame
        before = [show_value(value) for value in frame.values]
        after = [show(part, frame.scope, 1) for part in operands(frame.expression)[len(before) + 1 :]]
        text = _written(frame.expression, (*before, text, *after), frame.scope, 1)
        context, shown = context.around, shown + 1
    return text


def show_heap(heap: PoseHeap) -> list[str]:
    """Return H, one object a line: ``Y ↦ (f ↦ σ)``, and ``l ↦ (f ↦ σ)^C`` for a concrete object of class C."""
    return [_object(ref, slots) for ref, slots in sorted(heap.objects.items(), key=lambda item: item[0].id)]


def _object(ref: Term, slots: Object) -> str:
    held = sorted(slots.items(), key=lambda slot: (slot[0].name, slot[0].owner))
    text = ", ".join(f"{field.name} ↦ {_slot(field, value)}" for field, value in held)
    mark = f"^{ref.location.class_name}" if ref.op is Op.LOC else ""
    return f"{infix(ref)} ↦ ({text}){mark}"


def _slot(field: Field, value: Value | None) -> str:
    if value is None:
        return BOTTOM
    return show_value(value) if isinstance(value, Term) else constant(value, field.type.sort)


def show_path(at: Configuration) -> list[str]:
    """Return Σ: the clauses of the path, then ``Y.f = Z`` for each named part of the initial heap.

    Z is called by its access path, as everywhere in symheap.
    """
    clauses = [infix(term, LONGEST) for term in at.path.conjuncts()]
    for binding in at.heap.inputs.bindings:
        place = f"{infix(binding.owner)}.{binding.field.name}"
        clauses.append(f"{place} = Z, called {show_value(binding.value)}")
    return clauses
