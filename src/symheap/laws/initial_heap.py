"""Axioms: facts about the symbols of every initial heap, whatever the program does."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from symheap.core.origin import IndexStep, Origin
from symheap.core.terms import NULL, REF, Op, Term, Value, and_, conjunction, eq, implies, isa, not_, or_, symbol
from symheap.core.theories.arrays import select
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.functions import ELEMENT, REGION, apply
from symheap.core.types import ELEMENTS, LENGTH, ClassTable, Field, Known
from symheap.core.typeset import TypeSet
from symheap.core.walk import postorder, symbols
from symheap.heap.initial import Initial, among_constants, exactly, is_initial
from symheap.objects.ir import Program

_NOT_NEGATIVE = Known(low=0)


def axioms(program: Program, terms: tuple[Value, ...], *, through_null: bool = False) -> Value:
    """Return the axioms for the symbols of `terms`.

    Fields are functions of objects, and elements are functions of arrays and indices.  Both hold the values that their
    declarations allow.  An input that is an object from before the run has that object's contents.

    With `through_null` names that lead through null are functions of their owners, too, although they mean nothing.

    The heap models need not give these facts to a solver: each value that they build already resolves the aliases of a
    slot.
    """
    table, existing = program.table, program.initial
    declared = _Declarations(program)
    names: set[Term] = set()
    for term in terms:
        names |= symbols(term)
    slots = sorted((s for s in names if s.origin.parent is not None), key=lambda s: s.name)
    whole = sorted({node for term in terms for node in _nodes(term) if node.op is Op.CONTENTS}, key=lambda t: t.id)
    facts = [
        *_congruence(slots, through_null=through_null),
        *(fact for slot in slots for fact in _typing(declared, slot)),
    ]
    facts += [fact for array in whole for fact in _contents(array, slots, whole)]
    if existing is not None:
        known = {node for term in (*terms, *facts) for node in _nodes(term) if is_initial(node)}
        initial = Initial(existing)
        facts += [
            fact
            for at in sorted(known, key=lambda t: t.location.number)
            for slot in slots
            for fact in _existing(table, initial, at, slot)
        ]
        facts += [fact for at in known for array in whole for fact in _existing_contents(initial, at, array)]
    return conjunction(facts)


def _nodes(term: Value) -> Iterator[Term]:
    return iter(postorder(term)) if isinstance(term, Term) else iter(())


def _owner(slot: Term) -> Term:
    assert slot.origin.parent is not None
    return symbol(slot.origin.parent, REF)


def _congruence(slots: list[Term], *, through_null: bool) -> Iterator[Value]:
    for a, b in combinations(slots, 2):
        if a.sort is b.sort and (same := _same_step(a, b)) is not False:
            same_owner = and_(eq(_owner(a), _owner(b)), through_null or not_(eq(_owner(a), NULL)))
            yield implies(and_(same_owner, same), eq(a, b))


def _contents(array: Term, slots: list[Term], whole: list[Term]) -> Iterator[Value]:
    """Relate the contents of an array to its named elements and to the contents of every other name of the array."""
    owner, kind = _owner_of(array), array.sort.element
    assert kind is not None
    for slot in slots:
        step = slot.origin.step
        if isinstance(step, IndexStep) and slot.sort is kind:
            same = and_(eq(_owner(slot), owner), not_(eq(owner, NULL)))
            yield implies(same, eq(slot, apply(ELEMENT[kind], array, step.index)))
    length = symbol(owner.origin.then(LENGTH.name), LENGTH.type.sort)
    for other in whole:
        if other.id < array.id and other.sort is array.sort:
            same = and_(eq(_owner_of(other), owner), not_(eq(owner, NULL)))
            yield implies(same, apply(REGION, array, 0, other, 0, length))


def _existing_contents(initial: Initial, at: Term, array: Term) -> Iterator[Value]:
    kind = array.sort.element
    assert kind is not None
    length, held = initial.value(at, LENGTH), initial.value(at, ELEMENTS[kind])
    if length is not None and isinstance(held, Term):
        yield implies(eq(_owner_of(array), at), apply(REGION, array, 0, held, 0, length))


def _owner_of(array: Term) -> Term:
    owner = array.args[0]
    assert isinstance(owner, Term)
    return owner


def _same_step(a: Term, b: Term) -> Value:
    left, right = a.origin.step, b.origin.step
    if isinstance(left, IndexStep) and isinstance(right, IndexStep):
        return eq(left.index, right.index)
    return left == right


class _Declarations:
    """The classes that a name may have according to the declarations on its access path.

    The result of a stub has no declaration here; path conditions restrict its class.
    """

    def __init__(self, program: Program) -> None:
        self.table = program.table
        self._types = {Origin.root(i.name): i.types for i in program.inputs}

    def types(self, origin: Origin) -> TypeSet:
        types = self._types.get(origin)
        if types is None and origin.parent is None:
            types = self._types[origin] = self.table.everything()
        if types is None:
            assert origin.parent is not None
            owner = self.types(origin.parent)
            if isinstance(origin.step, IndexStep):
                held = [self.table.held_element(component, owner) for _, component in self.arrays(origin.parent)]
            else:
                held = [self.table.held(field, owner) for field in self.fields(origin) if field.type.sort is REF]
            types = self._types[origin] = _united(self.table, held)
        return types

    def fields(self, origin: Origin) -> list[Field]:
        """Return the fields that the last step may refer to."""
        assert isinstance(origin.step, str)
        assert origin.parent is not None
        owner = self.types(origin.parent)
        return [f for f in _declaring(self.table, origin.step) if self.table.holders(f).mask & owner.mask]

    def arrays(self, origin: Origin) -> list[tuple[str, str]]:
        """Return the classes of reference arrays that the owner may have, with their component types."""
        names = self.types(origin).names()
        return [(name, component) for name in names if (component := self.table.component(name)) is not None]


def _united(table: ClassTable, sets: list[TypeSet]) -> TypeSet:
    if len(sets) == 1:
        return sets[0]
    mask = 0
    for types in sets:
        mask |= types.mask
    return TypeSet(mask, table.universe, " | ".join(types.text for types in sets))


def _typing(declared: _Declarations, slot: Term) -> Iterator[Value]:
    table, origin = declared.table, slot.origin
    assert origin.parent is not None
    owner = declared.types(origin.parent)
    if isinstance(origin.step, IndexStep):
        known = table.known(ELEMENTS[slot.sort])
        held = [
            (isa(_owner(slot), exactly(table, name)), _reference(table, table.held_element(of, owner), known, slot))
            for name, of in (declared.arrays(origin.parent) if slot.sort is REF else ())
        ]
        yield from _one_of(slot, held) if slot.sort is REF else _invariant(known, slot)
        return
    fields = [f for f in declared.fields(origin) if f.type.sort is slot.sort]
    yield from _one_of(slot, [(isa(_owner(slot), table.holders(f)), _declared(table, f, owner, slot)) for f in fields])


def _one_of(slot: Term, cases: list[tuple[Value, Iterator[Value]]]) -> Iterator[Value]:
    """Yield the facts of each declaration of a slot, given that the owner has it.

    A single declaration needs no condition.
    """
    if len(cases) == 1:
        yield from cases[0][1]
        return
    for has_it, facts in cases:
        yield implies(has_it, conjunction(facts))
    yield from _nowhere(slot, [has_it for has_it, _ in cases])


def _nowhere(slot: Term, owned: list[Value]) -> Iterator[Value]:
    """A slot that no object has is null: the models say that such a reference is null or typed."""
    if slot.sort is REF:
        yield or_(*owned, eq(slot, NULL))


def _declaring(table: ClassTable, name: str) -> tuple[Field, ...]:
    fields = table.declaring(name)
    return fields if name != LENGTH.name or LENGTH in fields else (*fields, LENGTH)


def _declared(table: ClassTable, field: Field, owner: TypeSet, slot: Term) -> Iterator[Value]:
    """Yield the facts that the declaration of a field implies for its value."""
    known = _NOT_NEGATIVE if field is LENGTH else table.known(field)
    if known is not None and known.value is not None:
        yield eq(slot, known.value)
    elif slot.sort is REF:
        yield from _reference(table, table.held(field, owner), known, slot)
    else:
        yield from _invariant(known, slot)


def _reference(table: ClassTable, types: TypeSet, known: Known | None, slot: Term) -> Iterator[Value]:
    yield or_(eq(slot, NULL), isa(slot, types))
    yield from among_constants(table, slot, types)
    yield from _invariant(known, slot)


def _existing(table: ClassTable, initial: Initial, at: Term, slot: Term) -> Iterator[Value]:
    """State that a slot of an owner equal to the existing object `at` holds the value that `at` has there."""
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
