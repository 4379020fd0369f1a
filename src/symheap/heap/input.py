"""What all heap models know alike of the inputs: their types, and the initial heap that a run has looked at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import immutables

from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import NULL, REF, Op, Term, Value, and_, eq, isa, lt, not_, or_, rank, symbol
from symheap.core.types import ClassTable, Field
from symheap.core.typeset import TypeSet
from symheap.core.walk import leaves, map_leaves
from symheap.objects.concrete import ConcreteHeap, ConcreteObject


@dataclass(frozen=True, slots=True)
class Binding:
    """``Y.f = Z``: in the initial heap, field f of what Y refers to is Z.  A fact about the input, never guarded."""

    owner: Term
    field: Field
    value: Term


@dataclass(frozen=True, slots=True)
class Inputs:
    """The part of the initial heap that has names, in the order in which it was named.

    `bounds` says for each input reference which classes it may have, so that type questions that the declarations
    settle never reach a solver.
    """

    table: ClassTable
    roots: tuple[Term, ...] = ()
    bounds: immutables.Map[Term, TypeSet] = immutables.Map()
    bindings: tuple[Binding, ...] = ()
    acyclic: frozenset[str] = frozenset()

    def root(self, origin: Origin, types: TypeSet, *, nullable: bool) -> tuple[Inputs, Term, tuple[Value, ...]]:
        """An input reference, with what is true of it."""
        ref = symbol(origin, REF)
        typed = isa(ref, types)
        facts = (or_(eq(ref, NULL), typed) if nullable else and_(not_(eq(ref, NULL)), typed),)
        return replace(self, roots=(*self.roots, ref), bounds=self.bounds.set(ref, types)), ref, facts

    def bind(self, owner: Term, field: Field) -> tuple[Inputs, Term, tuple[Value, ...]]:
        """Name the initial value of a field of an input object.  Call it once for each owner and field.

        A reference is null or of the declared type, else references of unrelated types could alias (003, r2, lacks it).
        """
        value = symbol(owner.origin.then(field.name), field.type.sort)
        bindings = (*self.bindings, Binding(owner, field, value))
        if field.type.sort is not REF:
            return replace(self, bindings=bindings), value, ()
        types = self.table.subtypes(field.type.class_name)
        facts: tuple[Value, ...] = (or_(eq(value, NULL), isa(value, types)),)
        return replace(self, bindings=bindings, bounds=self.bounds.set(value, types)), value, facts

    def increasing(self, owner: Term, field: Field, value: Term) -> tuple[Value, ...]:
        """That a field assumed to have no cycle leads from `owner` to `value`: ranks grow along it."""
        if field.name not in self.acyclic:
            return ()
        return (or_(eq(value, NULL), lt(rank(owner, field.name), rank(value, field.name))),)

    def narrow(self, ref: Term, types: TypeSet) -> Inputs:
        return replace(self, bounds=self.bounds.set(ref, self.bounds[ref] & types))

    def fits(self, ref: Term, types: TypeSet) -> Value:
        """``ref <: types`` (false for null), with the declarations used before a type test is asked of anyone."""
        if all(self._surely_fits(leaf, types) for leaf in leaves(ref)):
            return not_(eq(ref, NULL))
        return map_leaves(ref, lambda leaf: self._fits_leaf(leaf, types))

    def _surely_fits(self, leaf: Term, types: TypeSet) -> bool:
        """Whether the declarations alone say that `leaf` is null or fits."""
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
        """Whether two input references may have one class, by their declarations."""
        return bool(self.bounds[a].mask & self.bounds[b].mask)

    def concrete(self, model: Model, real: Callable[[Binding], bool] = lambda binding: True) -> ConcreteHeap:
        """The initial heap under a model.

        Of several names for one slot the one given first counts: every later one was defined through it.  A binding
        that is not `real` under the model tells nothing.
        """
        heap = ConcreteHeap(self.table)
        for ref in self.roots:
            heap.roots[ref.name] = int(model[ref])
            self._object(heap, model, ref)
        for binding in self.bindings:
            owner = int(model[binding.owner])
            if owner == 0 or not real(binding):
                continue
            obj = self._object(heap, model, binding.owner)
            if binding.field.name in obj.fields or binding.field not in self.table.fields(obj.class_name):
                continue
            obj.fields[binding.field.name] = model[binding.value]
            if binding.value.sort is REF:
                self._object(heap, model, binding.value)
        return heap

    def _object(self, heap: ConcreteHeap, model: Model, ref: Term) -> ConcreteObject:
        number = int(model[ref])
        if number == 0:
            return ConcreteObject("")
        obj = heap.objects.get(number)
        if obj is None:
            universe = self.table.universe
            obj = heap.objects[number] = ConcreteObject(universe[model.class_index(number, len(universe))])
        return obj


def dispatch(
    table: ClassTable, method: str, fits: Callable[[TypeSet], Value], is_null: Value
) -> tuple[tuple[tuple[str, Value], ...], Value]:
    """The guard of each body that a call may run, and the guard under which there is none.

    One branch a body, whatever the number of leaves of the receiver.  Rule: 003, Fig. 11, "Invoke (c2)" to "(c4)"
    """
    bodies = tuple((provider, fits(types)) for provider, types in table.providers(method))
    nobody = and_(not_(is_null), *(not_(guard) for _, guard in bodies))
    return tuple((provider, guard) for provider, guard in bodies if guard is not False), nobody
