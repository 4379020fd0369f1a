"""References: their equality, their class, and their position in an acyclic list."""

from __future__ import annotations

from symheap.core.nodes import NULL, Term, Value, make, ordered
from symheap.core.operators import Op
from symheap.core.sorts import BOOL, INT
from symheap.core.theories.booleans import not_
from symheap.core.theories.choice import map_leaves
from symheap.core.typeset import TypeSet

_eq_ref_memo: dict[tuple[Term, Term], Value] = {}


def eq_ref(a: Term, b: Term) -> Value:
    """Return the equality of two references, pushed to the leaves of both."""
    if a.op is not Op.ITE and b.op is not Op.ITE:
        return _eq_leaf(a, b)
    key = (a, b)
    equality = _eq_ref_memo.get(key)
    if equality is None:
        if a.op is Op.ITE:
            equality = map_leaves(a, lambda leaf: eq_ref(leaf, b))
        else:
            equality = map_leaves(b, lambda leaf: _eq_leaf(a, leaf))
        _eq_ref_memo[key] = equality
    return equality


def _eq_leaf(a: Term, b: Term) -> Value:
    """Equality of two references neither of which is an ``ite``.  Rule: [POSE] Fig. 10, "Eq (c1)" to "Eq (c7)" """
    if a is b:
        return True
    if a.op is Op.SYM or b.op is Op.SYM:
        other = b if a.op is Op.SYM else a
        if other.op is Op.LOC and not other.location.initial:
            return False
        return make(Op.EQ, BOOL, ordered(a, b))
    return False


def isa(ref: Value, types: TypeSet) -> Value:
    """Whether `ref` is not null and its class is one of `types`: ``null instanceof C`` is false."""
    assert isinstance(ref, Term)
    if ref.op is Op.ITE:
        return map_leaves(ref, lambda leaf: isa(leaf, types))
    if ref.op is Op.LOC:
        return types.contains(ref.location.class_name)
    if ref.op is Op.NULL or not types:
        return False
    if types.is_everything:
        return not_(_eq_leaf(ref, NULL))
    return make(Op.ISA, BOOL, (ref,), types)


def rank(ref: Term, field: str) -> Term:
    """Return a number that strictly grows along `field` in an initial heap that is acyclic over `field`."""
    return make(Op.RANK, INT, (ref,), field)
