"""What is true of the symbols of every initial heap, whatever a program does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from symheap.core.arrays import select
from symheap.core.bitvectors import bitvector
from symheap.core.origin import IndexStep
from symheap.core.terms import NULL, REF, Op, Term, Value, and_, conjunction, eq, implies, isa, not_, or_, symbol
from symheap.core.types import ELEMENTS, LENGTH, ClassTable, Field, Known
from symheap.core.walk import postorder, symbols
from symheap.heap.initial import Initial, among_constants, exactly, is_initial
from symheap.objects.concrete import ConcreteHeap

_NOT_NEGATIVE = Known(low=0)


def axioms(table: ClassTable, terms: tuple[Value, ...], existing: ConcreteHeap | None = None) -> Value:
    """Fields are functions of objects, elements are functions of arrays and indices, and both hold what their
    declaration says; an input that is an object from before the run has what that has.

    The models need not tell a solver: each value they build already says which name of a slot counts.
    """
    names: set[Term] = set()
    for term in terms:
        names |= symbols(term)
    slots = sorted((s for s in names if s.origin.parent is not None), key=lambda s: s.name)
    said = [*_congruence(slots), *(fact for slot in slots for fact in _typing(table, slot))]
    if existing is not None:
        known = {node for term in (*terms, *said) for node in _nodes(term) if is_initial(node)}
        initial = Initial(existing)
        said += [
            fact
            for at in sorted(known, key=lambda t: t.location.number)
            for slot in slots
            for fact in _existing(table, initial, at, slot)
        ]
    return conjunction(said)


def _nodes(term: Value) -> Iterator[Term]:
    return iter(postorder(term)) if isinstance(term, Term) else iter(())


def _owner(slot: Term) -> Term:
    assert slot.origin.parent is not None
    return symbol(slot.origin.parent, REF)


def _congruence(slots: list[Term]) -> Iterator[Value]:
    for a, b in combinations(slots, 2):
        if a.sort is b.sort and (same := _same_step(a, b)) is not False:
            same_owner = and_(eq(_owner(a), _owner(b)), not_(eq(_owner(a), NULL)))
            yield implies(and_(same_owner, same), eq(a, b))


def _same_step(a: Term, b: Term) -> Value:
    left, right = a.origin.step, b.origin.step
    if isinstance(left, IndexStep) and isinstance(right, IndexStep):
        return eq(left.index, right.index)
    return left == right


def _typing(table: ClassTable, slot: Term) -> Iterator[Value]:
    if isinstance(slot.origin.step, IndexStep):
        yield from _elements(table, slot)
        return
    declared = [f for f in _declaring(table, slot.origin.step) if f.type.sort is slot.sort]
    if len(declared) == 1:
        yield from _declared(table, declared[0], slot)
        return
    for field in declared:
        yield implies(isa(_owner(slot), table.holders(field)), conjunction(_declared(table, field, slot)))
    yield from _nowhere(slot, [isa(_owner(slot), table.holders(field)) for field in declared])


def _nowhere(slot: Term, owned: list[Value]) -> Iterator[Value]:
    """What a reference names that no object has is as good as null: the models say of it that it is null or typed."""
    if slot.sort is REF:
        yield or_(*owned, eq(slot, NULL))


def _declaring(table: ClassTable, name: str) -> tuple[Field, ...]:
    found = table.declaring(name)
    return found if name != LENGTH.name or LENGTH in found else (*found, LENGTH)


def _declared(table: ClassTable, field: Field, slot: Term) -> Iterator[Value]:
    """What the declaration of a field says of its value."""
    known = _NOT_NEGATIVE if field is LENGTH else table.known(field)
    if known is not None and known.value is not None:
        yield eq(slot, known.value)
    elif slot.sort is REF:
        yield from _reference(table, field.type.class_name, known, slot)
    else:
        yield from _invariant(known, slot)


def _reference(table: ClassTable, class_name: str, known: Known | None, slot: Term) -> Iterator[Value]:
    types = table.instances(class_name)
    yield or_(eq(slot, NULL), isa(slot, types))
    yield from among_constants(table, slot, types)
    yield from _invariant(known, slot)


def _elements(table: ClassTable, slot: Term) -> Iterator[Value]:
    known = table.known(ELEMENTS[slot.sort])
    if slot.sort is not REF:
        yield from _invariant(known, slot)
        return
    owned: list[Value] = []
    for name in table.universe:
        component = table.component(name)
        if component is not None:
            owned.append(isa(_owner(slot), exactly(table, name)))
            yield implies(owned[-1], conjunction(_reference(table, component, known, slot)))
    yield from _nowhere(slot, owned)


def _existing(table: ClassTable, initial: Initial, at: Term, slot: Term) -> Iterator[Value]:
    """That a slot of what is the object `at` from before the run holds what that object had there."""
    is_it, step = eq(_owner(slot), at), slot.origin.step
    if isinstance(step, IndexStep):
        length, array = initial.value(at, LENGTH), initial.value(at, ELEMENTS[slot.sort])
        if length is not None and isinstance(array, Term):
            inside = bitvector(Op.BVULT, 32, step.index, length)
            if inside is not False:
                yield implies(and_(is_it, inside), eq(slot, select(array, step.index, _no_input)))
        return
    for field in _declaring(table, step):
        value = initial.value(at, field) if field.type.sort is slot.sort else None
        if value is not None:
            yield implies(is_it, eq(slot, value))


def _no_input(owner: Term, index: Value) -> Value:
    raise AssertionError(f"{owner}[{index}] is no array from before the run")


def _invariant(known: Known | None, slot: Term) -> Iterator[Value]:
    if known is not None and known.not_null:
        yield not_(eq(slot, NULL))
    if known is not None and known.low is not None:
        yield not_(bitvector(Op.BVSLT, slot.sort.width, slot, known.low))
    if known is not None and known.high is not None:
        yield not_(bitvector(Op.BVSLT, slot.sort.width, known.high, slot))
