"""Merging of two heaps of POSE (`docs/adr/034-merging-prototype.md`).

A slot that only one side has read is read on the other side first, by that side's own rule: it may have been written
there through an alias. So both sides have the same slots, and each slot of the merged heap is one ``ite``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

import immutables

from symheap.core.nodes import make_table
from symheap.core.terms import BOOL, INT, REF, Op, Sort, Term, Value, ite, location, make, sort_of
from symheap.core.theories.choice import leaves, map_leaves
from symheap.core.types import ELEMENTS, Field
from symheap.heap.activation import activate
from symheap.heap.api import Cell, Handle
from symheap.heap.initial import is_initial
from symheap.heap.merging import Apart, Merged
from symheap.heap.pose.rules import bind, initialize, look_at_initial, touch_initial
from symheap.heap.pose.state import PoseHeap, Refined
from symheap.heap.term_state import Object
from symheap.heap.united import find_element, is_narrower, order_facts, united

Facts = tuple[Value, ...]
Renaming = Mapping[Term, Term]

_TURNS = 16


def merge(
    left: PoseHeap, right: PoseHeap, cells: tuple[tuple[Cell, Cell], ...], guard: Value
) -> Merged[PoseHeap] | Apart:
    """Return the heap that is `left` where `guard` holds and `right` elsewhere."""
    aligned = _aligned(left, right)
    if aligned is None:
        return Apart("names that do not come to an end")
    (left, left_facts), (right, right_facts) = aligned
    if _has_names_of_its_own(left, right) or _has_names_of_its_own(right, left):
        return Apart("objects that only one side can have")
    inputs = united(left.inputs, right.inputs)
    if isinstance(inputs, Apart):
        return inputs
    renaming = _clashes(left, right)
    try:
        merged_cells = tuple(merged_cell(guard, a, renamed_cell(b, renaming)) for a, b in cells)
        objects = _merged_objects(left, right, guard, renaming)
    except _DifferInKindError as differ:
        return Apart(differ.reason)
    allocated = max(left.allocated, right.allocated) + len(renaming)
    heap = PoseHeap(inputs, objects, allocated, _united_aliases(left, right))
    facts = order_facts(left.inputs, right.inputs, inputs)
    narrow = [is_narrower(side.inputs, inputs) for side in (left, right)]
    return Merged(
        heap,
        merged_cells,
        facts + (() if narrow[0] else left_facts) + (() if narrow[1] else right_facts),
        left_facts if narrow[0] else (),
        right_facts if narrow[1] else (),
    )


class _DifferInKindError(Exception):
    """Raised for two values that no ``ite`` has."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


# The same names on both sides -----------------------------------------------------------------------------------------


def _aligned(left: PoseHeap, right: PoseHeap) -> tuple[Refined, Refined] | None:
    """Return both heaps after each has read what the other one had read. Reading may activate objects, and so on."""
    left_facts: Facts = ()
    right_facts: Facts = ()
    for _ in range(_TURNS):
        after, more = _reading_as(left, right)
        other, others = _reading_as(right, after)
        left_facts, right_facts = left_facts + more, right_facts + others
        if after is left and other is right:
            return (left, left_facts), (right, right_facts)
        left, right = after, other
    return None


def _reading_as(heap: PoseHeap, other: PoseHeap) -> Refined:
    """Return the heap after it has read, by its own rules, what the other one has."""
    facts: Facts = ()
    for known in other.inputs.active:
        if known not in heap.inputs.active:
            inputs, more = activate(heap.inputs, known)
            heap, facts = replace(heap, inputs=inputs), facts + more
    if other.inputs.bindings is not heap.inputs.bindings:
        for binding in other.inputs.bindings:
            if (binding.owner, binding.field) not in heap.inputs.named:
                heap, more = _read(heap, binding.owner, binding.field)
                facts += more
    for field, refs in sorted(other.initialized.items(), key=lambda item: str(item[0])):
        if heap.initialized.get(field) is not refs:
            for ref in refs:
                if heap.is_bottom(ref, field):
                    heap, more = _read(heap, ref, field)
                    facts += more
    for (owner, kind), elements in sorted(other.inputs.elements.items(), key=lambda item: str(item[0])):
        known_elements = heap.inputs.elements.get((owner, kind), ())
        if known_elements is elements or not _may_have(heap, owner, ELEMENTS[kind]):
            continue
        for each in elements:
            if find_element(known_elements, each.index) is None:
                inputs, _, more = heap.inputs.element(owner, kind, each.index)
                heap, facts = replace(heap, inputs=inputs), facts + more
    return heap, facts


def _read(heap: PoseHeap, ref: Term, field: Field) -> Refined:
    """Give a slot its value, and its initial value a name. A slot that the side knows not to exist stays as it is."""
    if is_initial(ref):
        heap, facts = look_at_initial(heap, ref, field)
        held = heap.slot(ref, field)
        if not heap.is_bottom(ref, field) or held is None:
            return heap, facts
        heap, more = touch_initial(heap, ref, field, held)
        return heap, facts + more
    if not _may_have(heap, ref, field):
        return heap, ()
    heap, facts = initialize(bind(heap, ref, field), ref, field)
    if (ref, field) in heap.inputs.named:
        return heap, facts
    inputs, _, more = heap.inputs.bind(ref, field)
    return replace(heap, inputs=inputs), facts + more


def _may_have(heap: PoseHeap, ref: Term, field: Field) -> bool:
    """Whether an input is known on this side and may have a field there."""
    return ref in heap.inputs.bounds and heap.inputs.fits(ref, heap.inputs.table.holders(field)) is not False


def _has_names_of_its_own(heap: PoseHeap, other: PoseHeap) -> bool:
    """Whether a side has accessed an input that the other side cannot have, because of a class.

    On the other side the name would mean nothing, and a model could let it be any object, also one that this side has
    written to.
    """
    unknown = [ref for ref in heap.inputs.bounds if ref not in other.inputs.bounds]
    return bool(unknown) and any(ref in unknown for refs in heap.initialized.values() for ref in refs)


# Objects --------------------------------------------------------------------------------------------------------------


def _united_aliases(left: PoseHeap, right: PoseHeap) -> immutables.Map[Field, tuple[Term, ...]]:
    both = left.initialized.mutate()
    for field, refs in right.initialized.items():
        known = both.get(field, ())
        if known is not refs:
            both[field] = tuple(dict.fromkeys((*known, *refs)))
    return both.finish()


def _merged_objects(left: PoseHeap, right: PoseHeap, guard: Value, renaming: Renaming) -> immutables.Map[Term, Object]:
    both = left.objects.mutate()
    for ref, obj in right.objects.items():
        mine = left.objects.get(ref)
        if mine is obj and not renaming:
            continue
        theirs = _renamed_object(obj, renaming) if renaming else obj
        if mine is None:
            both[renaming.get(ref, ref)] = theirs
        elif mine is not theirs:
            both[ref] = _merged_object(left, right, ref, mine, theirs, guard)
    return both.finish()


def _merged_object(left: PoseHeap, right: PoseHeap, ref: Term, mine: Object, theirs: Object, guard: Value) -> Object:
    """Merge slot by slot. A slot that is bottom on one side has no meaning there, or its value from before the run."""
    slots = mine.mutate()
    for field, value in theirs.items():
        held = mine.get(field)
        if held is None and value is not None and is_initial(ref):
            held = left.slot(ref, field)
        slots[field] = value if held is None else held if value is None else _merged_slot(field, guard, held, value)
    for field, held in mine.items():
        if held is not None and theirs.get(field) is None and is_initial(ref):
            value = right.slot(ref, field)
            slots[field] = held if value is None else _merged_slot(field, guard, held, value)
    return slots.finish()


def _merged_slot(field: Field, guard: Value, held: Value, value: Value) -> Value:
    return held if _is_same(held, value) else _merged_value(guard, held, value, field.type.sort)


def _merged_value(guard: Value, a: Value, b: Value, sort: Sort) -> Value:
    if sort.element is not None:
        assert isinstance(a, Term)
        assert isinstance(b, Term)
        return merged_contents(guard, a, b)
    if sort is REF and any(_stands_in(leaf) for side in (a, b) if isinstance(side, Term) for leaf in leaves(side)):
        raise _DifferInKindError("deferred texts")
    return ite(guard, a, b, sort)


def _stands_in(leaf: Term) -> bool:
    """Whether an object stands for a deferred text. It has no class, so it can be no case of a reference."""
    return leaf.op is Op.LOC and "+" in leaf.location.class_name


def _is_same(a: Cell, b: Cell) -> bool:
    return a is b or (not isinstance(a, Term) and type(a) is type(b) and a == b)


def merged_contents(guard: Value, a: Term, b: Term) -> Term:
    """Return an ``ite`` of contents. Tables over one base are merged element by element."""
    if a is b:
        return a
    (base, known), (other, others) = _as_table(a), _as_table(b)
    kind = a.sort.element
    assert kind is not None
    if base is not other or (base.op is not Op.FILLED and set(known) != set(others)):
        choice = ite(guard, a, b, a.sort)
        assert isinstance(choice, Term)
        return choice
    elements = known.mutate()
    for at in (*known, *others):
        left, right = (each[at] if at in each else base.args[0] for each in (known, others))
        elements[at] = left if _is_same(left, right) else ite(guard, left, right, kind)
    return make_table(base, elements.finish())


def _as_table(array: Term) -> tuple[Term, immutables.Map[int, Value]]:
    if array.op is not Op.TABLE:
        return array, immutables.Map()
    base = array.args[0]
    assert isinstance(base, Term)
    assert isinstance(array.payload, immutables.Map)
    return base, array.payload


# Registers ------------------------------------------------------------------------------------------------------------


def merged_cell(guard: Value, a: Cell, b: Cell) -> Cell:
    if _is_same(a, b):
        return a
    assert not isinstance(a, Handle)
    assert not isinstance(b, Handle)
    sorts = {sort_of(a), sort_of(b)}
    if INT in sorts and len(sorts) == 2 and not sorts & {BOOL, REF}:
        sorts -= {INT}  # plain numbers, and choices between them, do not show their width
    if len(sorts) != 1:
        raise _DifferInKindError("kinds of a register")
    (sort,) = sorts
    return _merged_value(guard, a, b, sort)


# Renumbering ----------------------------------------------------------------------------------------------------------


def _made(heap: PoseHeap) -> Iterator[Term]:
    return (ref for ref in heap.objects if ref.op is Op.LOC and not ref.location.initial)


def _clashes(left: PoseHeap, right: PoseHeap) -> dict[Term, Term]:
    """Return new locations for objects of the right side whose number another object has on the left side."""
    theirs = sorted((ref for ref in _made(right) if ref not in left.objects), key=lambda ref: ref.location.number)
    if not theirs:
        return {}
    taken = {ref.location.number for ref in _made(left)}
    clashing = [ref for ref in theirs if ref.location.number in taken]
    first = max(left.allocated, right.allocated)
    return {ref: location(first + k, ref.location.class_name) for k, ref in enumerate(clashing)}


def _renamed_object(obj: Object, renaming: Renaming) -> Object:
    changed = {
        field: renamed(value, renaming)
        for field, value in obj.items()
        if isinstance(value, Term) and _may_refer(value.sort)
    }
    return obj.update({field: value for field, value in changed.items() if value is not obj[field]})


def _may_refer(sort: Sort) -> bool:
    return sort is REF or sort.element is REF


def renamed_cell(cell: Cell, renaming: Renaming) -> Cell:
    if not renaming or not isinstance(cell, Term) or not _may_refer(cell.sort):
        return cell
    return renamed(cell, renaming)


def renamed(value: Term, renaming: Renaming) -> Value:
    """Replace locations in a reference or in contents. Conditions do not mention objects that the run allocated."""
    if value.sort is REF:
        return map_leaves(value, lambda leaf: renaming.get(leaf, leaf))
    done: dict[Term, Term] = {}
    stack = [value]
    while stack:
        array = stack[-1]
        missing = [part for part in _arrays_below(array) if part not in done]
        if array in done or missing:
            stack.extend(missing) if array not in done else stack.pop()
            continue
        done[array] = _renamed_array(array, done, renaming)
        stack.pop()
    return done[value]


def _arrays_below(array: Term) -> Iterable[Term]:
    return (arg for arg in array.args if isinstance(arg, Term) and arg.sort.element is not None)


def _renamed_array(array: Term, done: Mapping[Term, Term], renaming: Renaming) -> Term:
    def part(arg: Value) -> Value:
        if not isinstance(arg, Term):
            return arg
        if arg.sort.element is not None:
            return done[arg]
        return renamed(arg, renaming) if arg.sort is REF else arg

    args = tuple(part(arg) for arg in array.args)
    if array.op is Op.CONTENTS:
        return array
    if array.op is Op.TABLE:
        assert isinstance(array.payload, immutables.Map)
        elements = {at: part(element) for at, element in array.payload.items()}
        is_same = args[0] is array.args[0] and all(elements[at] is held for at, held in array.payload.items())
        assert isinstance(args[0], Term)
        return array if is_same else make_table(args[0], immutables.Map(elements))
    return array if all(a is b for a, b in zip(args, array.args, strict=True)) else _again(array, args)


def _again(array: Term, args: tuple[Value, ...]) -> Term:
    if array.op is Op.ITE:
        choice = ite(args[0], args[1], args[2], array.sort)
        assert isinstance(choice, Term)
        return choice
    return make(array.op, array.sort, args, array.payload)
