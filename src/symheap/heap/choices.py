"""References with few possible objects from before the run: class objects, constants of an enum.

Such a reference is a choice: its possible objects, each with its condition. The conditions are disjoint and cover the
path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import immutables

from symheap.core.deadline import tick
from symheap.core.terms import NULL, REF, Op, Term, Value, conjunction, disjunction, eq, isa, ite, not_
from symheap.core.typeset import TypeSet
from symheap.heap.api import Choices
from symheap.heap.initial import constants_of, is_initial, only_constants
from symheap.heap.input import Inputs

MAX_WAYS = 4096
"""The number of ways through an ``ite`` graph after which it no longer counts as a choice."""

_SHOWN = 4


def choices(inputs: Inputs, ref: Term, types: TypeSet) -> Choices | None:
    """Return the possible objects of `ref`, which is null or of one of `types`.

    Returns None if an object that does not exist before the run is possible.
    """
    if ref.op is not Op.ITE:
        return choices_of_leaf(inputs, ref, types)
    guards_of: dict[Term, list[Value]] = {}
    for number, (leaf, where) in enumerate(_ways(ref)):
        known = choices_of_leaf(inputs, leaf, types)
        if known is None or number == MAX_WAYS:
            return None
        for guard, at in known:
            taken = where.holding(guard)
            if taken is not None:
                guards_of.setdefault(at, []).append(taken.value())
    return tuple((either(guards), at) for at, guards in guards_of.items())


def choices_of_leaf(inputs: Inputs, leaf: Term, types: TypeSet) -> Choices | None:
    """As `choices`, for a reference that is not an ``ite``."""
    if leaf is NULL or is_initial(leaf):
        return ((True, leaf),)
    if leaf.op is not Op.SYM:
        return None
    bound = inputs.bounds[leaf] & types
    if not only_constants(inputs.table, bound):
        return None
    constants = tuple(at for _, known in constants_of(inputs.table, bound) for at in known)
    return tuple((eq(leaf, at), at) for at in (NULL, *constants))


def chosen(of: Choices) -> Value:
    """Return a choice as an ``ite`` of references."""
    *others, (_, value) = of
    result: Value = value
    for guard, at in reversed(others):
        result = ite(guard, at, result, REF)
    return result


def either(guards: Iterable[Value]) -> Value:
    """Return a disjunction in which class tests of one reference are merged into one test."""
    tests: dict[Term, list[TypeSet]] = {}
    others: list[Value] = []
    for guard in guards:
        if isinstance(guard, Term) and guard.op is Op.ISA:
            tests.setdefault(_tested(guard), []).append(_types(guard))
        else:
            others.append(guard)
    return disjunction([*(isa(ref, _union(sets)) for ref, sets in tests.items()), *others])


def _ways(ref: Term) -> Iterator[tuple[Term, _Where]]:
    """Yield each way to a leaf of an ``ite`` graph: the leaf and its condition."""
    pending = [(ref, _Where())]
    while pending:
        tick()
        at, where = pending.pop()
        if at.op is not Op.ITE:
            yield at, where
            continue
        condition, then, other = at.args
        for guard, branch in ((not_(condition), other), (condition, then)):
            assert isinstance(branch, Term)
            taken = where.holding(guard)
            if taken is not None:
                pending.append((branch, taken))


@dataclass(frozen=True, slots=True)
class _Where:
    """A conjunction without literals that its own parts imply.

    If a reference has one class, it has no other one, and if it is one object, it is no other one. So the conditions
    along a chain of a thousand cases stay as short as that of one case.
    """

    classes: immutables.Map[Term, TypeSet] = immutables.Map()
    not_classes: immutables.Map[Term, TypeSet] = immutables.Map()
    objects: immutables.Map[Term, Term] = immutables.Map()
    rest: tuple[Value, ...] = ()

    def holding(self, literal: Value) -> _Where | None:
        """Return the conjunction with `literal`; None if they contradict each other."""
        if isinstance(literal, bool):
            return self if literal else None
        assert isinstance(literal, Term)
        if literal.op is Op.ISA:
            return self._of_class(_tested(literal), _types(literal))
        inner = literal.args[0] if literal.op is Op.NOT else None
        if isinstance(inner, Term) and inner.op is Op.ISA:
            return self._of_no_class(_tested(inner), _types(inner))
        named = _named(literal)
        if named is not None:
            return self._is(*named)
        if not_(literal) in self.rest:
            return None
        return self if literal in self.rest else replace(self, rest=(*self.rest, literal))

    def _of_class(self, ref: Term, types: TypeSet) -> _Where | None:
        known, excluded = self.classes.get(ref), self.not_classes.get(ref)
        mask = types.mask & (known.mask if known is not None else -1) & ~(excluded.mask if excluded is not None else 0)
        return replace(self, classes=self.classes.set(ref, _set(types, mask))) if mask else None

    def _of_no_class(self, ref: Term, types: TypeSet) -> _Where | None:
        known, excluded = self.classes.get(ref), self.not_classes.get(ref)
        if known is not None:
            mask = known.mask & ~types.mask
            return replace(self, classes=self.classes.set(ref, _set(types, mask))) if mask else None
        mask = types.mask | (excluded.mask if excluded is not None else 0)
        return replace(self, not_classes=self.not_classes.set(ref, _set(types, mask)))

    def _is(self, ref: Term, at: Term) -> _Where | None:
        if self.objects.get(ref, at) is not at or not_(eq(ref, at)) in self.rest:
            return None
        return replace(self, objects=self.objects.set(ref, at))

    def value(self) -> Value:
        parts: list[Value] = [isa(ref, types) for ref, types in self.classes.items()]
        parts += [not_(isa(ref, types)) for ref, types in self.not_classes.items() if ref not in self.classes]
        parts += [eq(ref, at) for ref, at in self.objects.items()]
        parts += [literal for literal in self.rest if not self._is_implied(literal)]
        return conjunction(parts)

    def _is_implied(self, literal: Value) -> bool:
        """Whether the literal says that a reference is not an object and it is known to be a different one."""
        named = _named(literal.args[0]) if isinstance(literal, Term) and literal.op is Op.NOT else None
        return named is not None and self.objects.get(named[0], named[1]) is not named[1]


def _named(literal: Value) -> tuple[Term, Term] | None:
    """Return the reference and the object (or null) of an equation between them; None for any other literal."""
    if not isinstance(literal, Term) or literal.op is not Op.EQ:
        return None
    for ref, at in (literal.args, literal.args[::-1]):
        if isinstance(ref, Term) and ref.op is Op.SYM and isinstance(at, Term) and (at is NULL or is_initial(at)):
            return ref, at
    return None


def _tested(test: Term) -> Term:
    ref = test.args[0]
    assert isinstance(ref, Term)
    return ref


def _types(test: Term) -> TypeSet:
    assert isinstance(test.payload, TypeSet)
    return test.payload


def _union(sets: list[TypeSet]) -> TypeSet:
    mask = 0
    for types in sets:
        mask |= types.mask
    return _set(sets[0], mask)


def _set(like: TypeSet, mask: int) -> TypeSet:
    """Return a set of classes over the universe of another set."""
    if mask == like.mask:
        return like
    made = TypeSet(mask, like.universe, "")
    names = made.names()
    made.text = " | ".join(names) if len(names) <= _SHOWN else f"{names[0]} or {len(names) - 1} others"
    return made
