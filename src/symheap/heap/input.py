"""The knowledge about inputs that all heap models share: their types, and the part of the initial heap read so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import immutables

from symheap.core.model import Model, Plain
from symheap.core.origin import Origin
from symheap.core.terms import (
    NULL,
    REF,
    Op,
    Sort,
    Term,
    Value,
    and_,
    eq,
    implies,
    isa,
    lt,
    not_,
    or_,
    rank,
    symbol,
)
from symheap.core.theories.arrays import contents
from symheap.core.theories.choice import leaves, map_leaves
from symheap.core.types import ELEMENTS, LENGTH, ClassTable, Field
from symheap.core.typeset import TypeSet
from symheap.heap.initial import Initial, among_constants, constants_of, exactly, is_initial
from symheap.heap.invariants import NOT_NEGATIVE, invariant


@dataclass(frozen=True, slots=True)
class Binding:
    """``Y.f = Z``: in the initial heap, field f of the object of Y is Z. A fact about the input, never guarded."""

    owner: Term
    field: Field
    value: Value


@dataclass(frozen=True, slots=True)
class Element:
    """``Y[i] = Z``: a binding for an array element. It says nothing if the index is out of bounds."""

    index: Value
    value: Term

    def meets(self, index: Value) -> bool:
        """Whether an index may equal this one."""
        return isinstance(index, Term) or isinstance(self.index, Term) or index == self.index


@dataclass(frozen=True, slots=True)
class Inputs:
    """The named part of the initial heap, in the order of naming.

    `bounds` holds the possible classes of each input reference, so that type tests decided by declarations never reach
    a solver. `given` are the original bounds of a reference, by which places are named. `elements` has the named
    elements of each input array, under the assumption that it is an array of that kind. `named` maps an owner and a
    field to the value of their binding.

    `initial` are the objects from before the run, which an input may alias. For those in `active` this is considered,
    and for constants of enums always (`symheap.heap.activation`). `written` are the fields that the run has written
    through an input reference. `owned` are references to objects that belong to another object. `whole` are the
    contents that have been read as a whole (`symheap.heap.whole`). `congruent`: all names of one slot are equal
    (`symheap.heap.congruence`); otherwise the heap model encodes this in values. No input has one of the classes
    `absent`.
    """

    table: ClassTable
    roots: tuple[Term, ...] = ()
    bounds: immutables.Map[Term, TypeSet] = immutables.Map()
    bindings: tuple[Binding, ...] = ()
    acyclic: frozenset[str] = frozenset()
    elements: immutables.Map[tuple[Term, Sort], tuple[Element, ...]] = immutables.Map()
    initial: Initial | None = None
    active: tuple[Term, ...] = ()
    written: frozenset[Field] = frozenset()
    given: immutables.Map[Term, TypeSet] = immutables.Map()
    owned: frozenset[Term] = frozenset()
    named: immutables.Map[tuple[Term, Field], Value] = immutables.Map()
    whole: frozenset[Term] = frozenset()
    congruent: bool = False
    absent: TypeSet | None = None

    # Names ------------------------------------------------------------------------------------------------------------

    def root(self, origin: Origin, types: TypeSet, *, nullable: bool) -> tuple[Inputs, Term, tuple[Value, ...]]:
        """Create an input reference, with the facts about it."""
        types = self._present(types)
        ref = symbol(origin, REF)
        typed = isa(ref, types)
        facts: tuple[Value, ...] = (or_(eq(ref, NULL), typed) if nullable else and_(not_(eq(ref, NULL)), typed),)
        facts += among_constants(self.table, ref, types)
        after, apart = self._named(ref, types)
        return replace(after, roots=(*self.roots, ref)), ref, facts + apart

    def _named(self, ref: Term, types: TypeSet, *, owned: bool = False) -> tuple[Inputs, tuple[Value, ...]]:
        """Register an input reference. Facts say that an owned reference and any other one differ, unless null."""
        others = sorted(set(self.bounds) - self.owned if owned else self.owned, key=lambda other: other.name)
        apart = tuple(
            or_(eq(ref, NULL), not_(eq(ref, other))) for other in others if self.bounds[other].mask & types.mask
        )
        after = replace(
            self,
            bounds=self.bounds.set(ref, types),
            given=self.given.set(ref, types),
            owned=self.owned | {ref} if owned else self.owned,
        )
        return after, apart

    def bind(self, owner: Term, field: Field) -> tuple[Inputs, Value, tuple[Value, ...]]:
        """Name the initial value of a field of an input object. Call it once for each owner and field.

        A reference is null or of the declared type; otherwise references of unrelated types could alias ([POSE] r2
        lacks this). The contents of an array have no name of their own: see `element`.
        """
        known = self.table.known(field)
        if known is not None and known.value is not None:
            return self._bound(owner, field, known.value), known.value, ()
        if field.type.sort.element is not None:
            held = contents(owner, field.type.sort.element)
            return self._bound(owner, field, held), held, ()
        place = owner.origin.then(self.table.step(field, self.given.get(owner, self.bounds[owner])))
        value = symbol(place, field.type.sort)
        after = self._bound(owner, field, value)
        if field.type.sort is not REF:
            return after, value, self._invariant(owner, field, value)
        types = self._present(self.table.held(field, self.bounds[owner]))
        facts: tuple[Value, ...] = (or_(eq(value, NULL), isa(value, types)),)
        facts += among_constants(self.table, value, types) + self._invariant(owner, field, value)
        after, apart = after._named(value, types, owned=known is not None and known.owned)
        there = self.fits(owner, self.table.holders(field)) if apart else True
        return after, value, facts + tuple(implies(there, fact) for fact in apart)

    def _bound(self, owner: Term, field: Field, value: Value) -> Inputs:
        bindings = (*self.bindings, Binding(owner, field, value))
        return replace(self, bindings=bindings, named=self.named.set((owner, field), value))

    def element(self, owner: Term, kind: Sort, index: Value) -> tuple[Inputs, Term, tuple[Value, ...]]:
        """Name the initial value of an element of an input array, if it has no name yet.

        Elements are a function of the index, so equal indices have equal elements. If all names are congruent anyway,
        this is stated only on demand.
        """
        named = self.elements.get((owner, kind), ())
        for element in named:
            if element.index is index or (isinstance(index, int) and element.index == index):
                return self, element.value, ()
        value = symbol(owner.origin.at(index), kind)
        facts: tuple[Value, ...] = ()
        if not self.congruent:
            facts = tuple(fact for other in named if (fact := _congruence(other, index, value)) is not True)
        after = replace(self, elements=self.elements.set((owner, kind), (*named, Element(index, value))))
        known = self._invariant(owner, ELEMENTS[kind], value)
        if kind is not REF:
            after, before = after._as_before(owner, kind, index, value)
            return after, value, facts + known + before
        types, typed = self._component(owner, value)
        facts += typed + among_constants(self.table, value, types) + known
        after, apart = after._named(value, types)
        after, before = after._as_before(owner, kind, index, value)
        return after, value, facts + apart + before

    def _as_before(self, owner: Term, kind: Sort, index: Value, value: Term) -> tuple[Inputs, tuple[Value, ...]]:
        """Make a new name for an element agree with the active objects that its array may be."""
        from symheap.heap.activation import element_before, tie

        after = self
        facts: tuple[Value, ...] = ()
        for known in self.active:
            held = element_before(self, owner, known, kind, index)
            if held is not None:
                after, more = tie(after, owner, known, held[0], value, held[1])
                facts += more
        return after, facts

    def _component(self, owner: Term, value: Term) -> tuple[TypeSet, tuple[Value, ...]]:
        """Return the possible classes of an element, and the fact that it fits the class of its array."""
        arrays = [(name, of) for name in self.bounds[owner].names() if (of := self.table.component(name)) is not None]
        held = [(name, self._present(self.table.held_element(of, self.bounds[owner]))) for name, of in arrays]
        mask = 0
        for _, types in held:
            mask |= types.mask
        declared = held[0][1].declared if len(held) == 1 else None
        union = TypeSet(mask, self.table.universe, " | ".join(types.text for _, types in held), declared=declared)
        if len(held) <= 1:
            return union, (or_(eq(value, NULL), isa(value, union)),)
        facts = (
            or_(not_(isa(owner, exactly(self.table, name))), eq(value, NULL), isa(value, types)) for name, types in held
        )
        return union, tuple(fact for fact in facts if fact is not True)

    def _invariant(self, owner: Term, field: Field, value: Term) -> tuple[Value, ...]:
        """Return the field's invariant for input objects, stated for its name.

        If the object does not exist, the name has no meaning and reads as null or zero. An invariant that these values
        violate is therefore conditional on the existence of the object.
        """
        known = NOT_NEGATIVE if field is LENGTH else self.table.known(field)
        if known is None:
            return ()
        default = not known.not_null and (known.low or 0) <= 0 <= (known.high or 0)
        there = True if default else self.fits(owner, self.table.holders(field))
        return tuple(implies(there, fact) for fact in invariant(known, value))

    def increasing(self, owner: Term, field: Field, value: Value) -> tuple[Value, ...]:
        """Return the fact that ranks grow from `owner` to `value` along a field assumed acyclic."""
        if field.name not in self.acyclic or not isinstance(value, Term):
            return ()
        return (or_(eq(value, NULL), lt(rank(owner, field.name), rank(value, field.name))),)

    # Classes that no input has

    def without(self, types: TypeSet) -> tuple[Inputs, Value]:
        """Return the inputs without objects of `types`, and the condition for that."""
        refs = [ref for ref in sorted(self.bounds, key=lambda each: each.name) if self.bounds[ref].mask & types.mask]
        guard = and_(*(not_(self.fits(ref, types)) for ref in refs))
        bounds = self.bounds.update({ref: self.bounds[ref] - types for ref in refs})
        mask = types.mask | (self.absent.mask if self.absent is not None else 0)
        absent = TypeSet(mask, self.table.universe, types.text)
        return replace(self, bounds=bounds, absent=absent), guard

    def _present(self, types: TypeSet) -> TypeSet:
        if self.absent is None or not types.mask & self.absent.mask:
            return types
        return types - self.absent

    # Types and aliases ------------------------------------------------------------------------------------------------

    def narrow(self, ref: Term, types: TypeSet) -> Inputs:
        return replace(self, bounds=self.bounds.set(ref, self.bounds[ref] & types))

    def fits(self, ref: Term, types: TypeSet) -> Value:
        """``ref <: types`` (false for null); declarations decide as much as possible before a type test is built."""
        if ref.op is not Op.ITE:
            return not_(eq(ref, NULL)) if self._surely_fits(ref, types) else self._fits_leaf(ref, types)
        if all(self._surely_fits(leaf, types) for leaf in leaves(ref)):
            return not_(eq(ref, NULL))
        return map_leaves(ref, lambda leaf: self._fits_leaf(leaf, types))

    def _surely_fits(self, leaf: Term, types: TypeSet) -> bool:
        """Whether the declarations alone imply that `leaf` is null or fits."""
        if leaf.op is Op.SYM:
            return not self.bounds[leaf].mask & ~types.mask
        return leaf.op is Op.NULL or types.contains(leaf.location.class_name)

    def _fits_leaf(self, leaf: Term, types: TypeSet) -> Value:
        if leaf.op is Op.SYM:
            bound = self.bounds[leaf]
            if not bound.mask & ~types.mask:
                return not_(eq(leaf, NULL))
            if not bound.mask & types.mask:
                return False
        return isa(leaf, types)

    def compatible(self, a: Term, b: Term) -> bool:
        """Whether two references may be equal, by their declarations."""
        if a.op is Op.LOC or b.op is Op.LOC:
            return a is b or (a.op is not b.op and (self.may_be(a, b) if b.op is Op.LOC else self.may_be(b, a)))
        return bool(self.bounds[a].mask & self.bounds[b].mask) and (a in self.owned) is (b in self.owned)

    def may_be(self, ref: Term, known: Term) -> bool:
        """Whether an input may be an object from before the run, by its declaration."""
        class_name = known.location.class_name
        if not known.location.initial or self.table.is_owned(known) is not (ref in self.owned):
            return False
        return bool(self.bounds[ref].mask & exactly(self.table, class_name).mask)

    def equal(self, a: Term, b: Term) -> Value:
        """``a = b``, using declarations: no atom equates an input with an object whose class it cannot have."""
        if self.initial is None or not self._some_misfit(a, b):
            return eq(a, b)
        return map_leaves(a, lambda left: map_leaves(b, lambda right: self._equal_leaves(left, right)))

    def _some_misfit(self, a: Term, b: Term) -> bool:
        pairs = ((left, right) for left in leaves(a) for right in leaves(b))
        return any(self._is_misfit(left, right) for left, right in pairs)

    def _is_misfit(self, a: Term, b: Term) -> bool:
        if a.op is Op.LOC:
            a, b = b, a
        return a.op is Op.SYM and is_initial(b) and not self.may_be(a, b)

    def _equal_leaves(self, a: Term, b: Term) -> Value:
        return False if self._is_misfit(a, b) else eq(a, b)

    def candidates(self, ref: Term, types: TypeSet | None = None) -> tuple[Term, ...]:
        """Return the objects from before the run, of one of `types` if given, that an input may currently alias."""
        if self.initial is None:
            return ()
        bounds = self.bounds[ref]
        mask = bounds.mask if types is None else bounds.mask & types.mask
        active = (
            at
            for at in self.active
            if mask & exactly(self.table, at.location.class_name).mask
            and self.table.is_owned(at) is (ref in self.owned)
        )
        within = TypeSet(mask, self.table.universe, "")
        return (*active, *(constant for _, known in constants_of(self.table, within) for constant in known))

    def writing(self, field: Field) -> Inputs:
        """Record a write to a field through an input reference."""
        if self.initial is None or field in self.written:
            return self
        return replace(self, written=self.written | {field})

    def elements_of(self, owner: Term, kind: Sort, model: Model) -> Iterator[Element]:
        """Yield the named elements of the array of `owner` under a model; if names are congruent, by all its names."""
        yield from self.elements.get((owner, kind), ())
        if self.congruent:
            for (other, sort), elements in self.elements.items():
                if sort is kind and other is not owner and model[other] == model[owner]:
                    yield from elements

    def whole_elements(self, model: Model, owner: Term, kind: Sort) -> Iterable[tuple[int, Plain]]:
        """Return all elements of an input array under a model if its contents were read as a whole, else none."""
        return model.elements(owner).items() if contents(owner, kind) in self.whole else ()


def _congruence(other: Element, index: Value, value: Term) -> Value:
    """Equal indices have equal elements."""
    if not other.meets(index):
        return True
    return implies(eq(index, other.index), eq(value, other.value))
