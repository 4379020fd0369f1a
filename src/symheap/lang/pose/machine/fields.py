"""The rules of fields of POSE's machine: the refinement of [POSE] Fig. 12, then the computation of Fig. 10.

As printed, (r1) puts ``¬Y = null, Y <: c`` on the path, and later accesses rely on dom(H). Here each access states both
conditions unless they are on the path; where they fail, the path ends. The leaves of an ``ite`` are refined one after
the other, in one heap: the refinements of the premises of (c2), in the order of their effects.
"""

from __future__ import annotations

from dataclasses import replace

from symheap.core.outcome import ErrorKind
from symheap.core.terms import NULL, REF, Op, Term, Value, and_, eq, not_, sort_of
from symheap.core.theories.choice import leaves
from symheap.core.types import Field
from symheap.heap.api import Fault, Ok
from symheap.heap.pose.rules import bind, getfield, getfield_c1, initialize, narrowed, putfield
from symheap.heap.pose.state import PoseHeap
from symheap.lang.pose import syntax as s
from symheap.lang.pose.machine.rules import stuck
from symheap.lang.pose.machine.setting import Setting
from symheap.lang.pose.machine.state import Configuration, Place, Successors, reference
from symheap.objects.decisions import Decision

Access = s.GetField | s.PutField


def access(m: Setting, at: Configuration, place: Place, e: Access) -> Successors:
    """Apply the next rule of a read or a write: choose class(f), state the conditions, refine, and then compute."""
    ref = reference(place.values[0])
    fields = m.model.table.declaring(e.field)
    if not fields:
        return stuck(at, ErrorKind.NO_FIELD, f"no class has a field '{e.field}'", e)
    if ref is None:
        return stuck(at, ErrorKind.TYPE, f"field {e.field} of a value that is not a reference", e)
    if place.field is None:
        chosen = replace(place, field=fields[0])
        return access(m, replace(at, at=chosen), chosen, e) if len(fields) == 1 else _class_of_field(m, at, place, e)
    if not place.is_ready:
        return _conditions(m, at, place, e, ref, place.field)
    if isinstance(e, s.PutField) and sort_of(place.values[1]) is not place.field.type.sort:
        return stuck(at, ErrorKind.TYPE, f"value does not fit field {place.field}", e)
    refined = _refine(m, at, e, ref, place.field)
    return refined or _compute(m, at, place, e, ref, place.field)


def _name(e: Access) -> str:
    return "Getfield" if isinstance(e, s.GetField) else "Putfield"


def _class_of_field(m: Setting, at: Configuration, place: Place, e: Access) -> Successors:
    """Decide which class's field is meant: class(f) is one class in the papers, and a decision where several have f."""
    ref = reference(place.values[0])
    assert ref is not None
    successors: Successors = ()
    left: Configuration | None = at
    for field in m.model.table.declaring(e.field):
        if left is None:
            break
        types = m.model.table.subtypes(field.owner)
        fits = left.heap.inputs.fits(ref, types)
        taken = m.assume(left, fits)
        if taken is not None:
            decided = taken.decided(Decision("field", field.owner, e.position))
            successors += ((f"class(f) = {field.owner}", replace(decided, at=replace(place, field=field))),)
        left = m.assume(left, not_(fits))
    if left is not None:
        successors += (("class(f), none", replace(left, at=replace(place, field=field))),)
    return successors


def _conditions(m: Setting, at: Configuration, place: Place, e: Access, ref: Term, field: Field) -> Successors:
    """State that the receiver is not null and has the field.

    Rule: [POSE] Fig. 12, "Getfield (r1)", "Putfield (r1)", their conditions
    """
    holders = m.model.table.holders(field)
    is_null, fits = eq(ref, NULL), at.heap.inputs.fits(ref, holders)
    ready = replace(at, at=replace(place, is_ready=True))
    guard = and_(not_(is_null), fits)
    if guard is True or _is_on(at, guard):
        assert isinstance(ready.at, Place)
        return access(m, ready, ready.at, e)
    rule, heap = f"{_name(e)}, conditions", at.heap
    if ref.op is Op.SYM and ref not in heap.objects:
        rule, heap = f"{_name(e)} (r1)", bind(heap, ref, field)
    answer: tuple[Ok[PoseHeap] | Fault[PoseHeap], ...] = (
        Ok(guard, (), heap, ref),
        Fault(is_null, (), at.heap, ErrorKind.NULL),
        Fault(and_(not_(is_null), not_(fits)), (), at.heap, ErrorKind.NO_FIELD),
    )
    return m.follow(ready, rule, answer, (e, e.field), lambda taken, _: ((rule, taken),))


def _is_on(at: Configuration, guard: Value) -> bool:
    """Whether every conjunct of a condition is on the path."""
    known = {part for term in at.path.conjuncts() for part in _parts(term)}
    return all(part in known for part in _parts(guard))


def _parts(guard: Value) -> tuple[Value, ...]:
    return guard.args if isinstance(guard, Term) and guard.op is Op.AND else (guard,)


def _refine(m: Setting, at: Configuration, e: Access, ref: Term, field: Field) -> Successors:
    """Refine the next leaf that is unbound, lacks the field or has no value in it.  () if there is none.

    Rule: [POSE] Fig. 9, "Step"; [POSE] Fig. 12, "Getfield (r1)", "Getfield (r1.b)", "Getfield (r2)", "Putfield (r1)",
    "Putfield (r1.b)"
    """
    heap, holders = at.heap, m.model.table.holders(field)
    where = f", premise of {_name(e)} (c2)" if ref.op is Op.ITE else ""
    for leaf in leaves(ref):
        if leaf.op is not Op.SYM or heap.inputs.fits(leaf, holders) is False:
            continue
        if leaf not in heap.objects or field not in heap.objects[leaf]:
            rule = "(r1.b)" if leaf in heap.objects else "(r1)"
            return ((f"{_name(e)} {rule}{where}", replace(at, heap=bind(heap, leaf, field))),)
        if heap.is_bottom(leaf, field) and (ref.op is Op.ITE or isinstance(e, s.GetField)):
            after, facts = initialize(heap, leaf, field)
            taken = m.assume(at, True, facts)
            assert taken is not None
            return ((f"Getfield (r2){where}", replace(taken, heap=after)),)
    return ()


def _compute(m: Setting, at: Configuration, place: Place, e: Access, ref: Term, field: Field) -> Successors:
    """Read or write the refined objects.

    Rule: [POSE] Fig. 10, "Getfield (c1)" to "Getfield (c5)", "Putfield (c1)" to "Putfield (c5)"
    """
    rule = f"{_name(e)} {_computation(at.heap, ref, field)}"
    if isinstance(e, s.GetField):
        heap, facts, value = getfield(at.heap, ref, field)
        assert value is not None
    else:
        value = place.values[1]
        heap, facts = putfield(at.heap, ref, field, value)
    taken = m.assume(at, True, facts)
    assert taken is not None
    heap = narrowed(heap, ref, m.model.table.holders(field))
    return ((rule, replace(taken, heap=heap).giving(value)),)


def _computation(heap: PoseHeap, ref: Term, field: Field) -> str:
    """Return the rule for a receiver: (c3) and (c4) are for an ``ite`` of which one branch cannot be accessed."""
    if ref.op is not Op.ITE:
        return "(c1)" if ref.op is Op.SYM else "(c5)"
    _, then, other = ref.args
    if not _some_value(heap, other, field):
        return "(c3)"
    return "(c2)" if _some_value(heap, then, field) else "(c4)"


def _some_value(heap: PoseHeap, ref: Value, field: Field) -> bool:
    assert isinstance(ref, Term)
    assert ref.sort is REF
    return any(leaf is not NULL and getfield_c1(heap, leaf, field) is not None for leaf in leaves(ref))
