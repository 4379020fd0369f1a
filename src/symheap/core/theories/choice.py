"""Choices: ``ite`` terms and the graphs that nested ones form. No function here recurses on such a graph.

A *leaf* of the graph is a value below every ``ite``. A *table* is a graph whose leaves are all plain.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from symheap.core.deadline import tick
from symheap.core.nodes import Term, Value, canonical, equation, make, sort_of
from symheap.core.operators import Op
from symheap.core.sorts import BOOL, INT, Sort
from symheap.core.theories.bits import wrap
from symheap.core.theories.booleans import and_, not_, or_


def ite(condition: Value, then: Value, other: Value, sort: Sort | None = None) -> Value:
    """Return `then` where `condition` holds, else `other`.

    `sort` is the sort of both; two plain integers do not show their width.
    """
    if isinstance(condition, bool):
        return then if condition else other
    if then is other or (not isinstance(then, Term) and not isinstance(other, Term) and then == other):
        return then
    assert isinstance(condition, Term)
    if condition.op is Op.NOT:
        inner = condition.args[0]
        assert isinstance(inner, Term)
        return ite(inner, other, then, sort)
    if sort is None:
        sort = then.sort if isinstance(then, Term) else sort_of(other) if isinstance(other, Term) else sort_of(then)
    if sort is BOOL:
        return _ite_bool(condition, then, other)
    if sort.float_width:
        then, other = canonical(retyped(then, sort), sort), canonical(retyped(other, sort), sort)
    elif sort.width:
        then, other = retyped(then, sort), retyped(other, sort)
    if isinstance(then, Term) and then.op is Op.ITE and then.args[0] is condition:
        then = then.args[1]
    if isinstance(other, Term) and other.op is Op.ITE and other.args[0] is condition:
        other = other.args[2]
    if then is other or (not isinstance(then, Term) and not isinstance(other, Term) and then == other):
        return then
    return _choice(sort, condition, then, other)


def _choice(sort: Sort, condition: Term, then: Value, other: Value) -> Term:
    condition.is_tested = True
    if condition.op is Op.AND or condition.op is Op.OR:
        for part in condition.args:
            atom = part.args[0] if isinstance(part, Term) and part.op is Op.NOT else part
            assert isinstance(atom, Term)
            atom.is_tested = True
    return make(Op.ITE, sort, (condition, then, other))


# Choices between conditions -------------------------------------------------------------------------------------------

TURNED: Final[dict[Op, Callable[[Term], Value]]] = {}
"""``b < a`` for a term ``a < b``, by its operator.  Filled by the modules of the orders, which need choices."""

_STRICT_ORDER: Final = {Op.LT: Op.EQ, Op.BVSLT: Op.EQ, Op.BVULT: Op.EQ, Op.FPLT: Op.FPEQ}


def _ite_bool(condition: Term, then: Value, other: Value) -> Value:
    if then is condition:
        then = True
    elif other is condition:
        other = False
    if isinstance(then, bool):
        if condition.op in _STRICT_ORDER and isinstance(other, Term):
            predicate = _order_or_equality(condition, then, other)
            if predicate is not None:
                return predicate
        return or_(condition, other) if then else and_(not_(condition), other)
    if isinstance(other, bool):
        return or_(not_(condition), then) if other else and_(condition, then)
    if not_(then) is other:
        return equation(condition, then)
    return _choice(BOOL, condition, then, other)


def _order_or_equality(below: Term, then: bool, other: Term) -> Value | None:
    """``ite(a < b, then, a = b)`` and ``ite(a < b, then, a != b)`` as one predicate.

    Such terms remain when the result of a three-way comparison is compared with zero.
    """
    equal = other.args[0] if other.op is Op.NOT else other
    if not isinstance(equal, Term) or equal.op is not _STRICT_ORDER[below.op]:
        return None
    a, b = below.args
    if equal.args != (a, b) and equal.args != (b, a):
        return None
    if then is (other is not equal):
        return other
    at_most = make(Op.FPLE, BOOL, (a, b)) if below.op is Op.FPLT else not_(TURNED[below.op](below))
    return at_most if then else not_(at_most)


# Leaves ---------------------------------------------------------------------------------------------------------------


def map_leaves(
    root: Term,
    leaf: Callable[[Term], Value],
    plain: Callable[[int | bool], Value] = lambda value: value,
    sort: Sort | None = None,
) -> Value:
    """Replace every leaf of the ``ite`` graph of `root` (plain leaves by `plain`). A shared node is rebuilt once.

    `sort` is the sort of the result, for graphs whose leaves become plain integers.
    """
    mapped = map_some_leaves(root, leaf, plain, sort)
    assert mapped is not None
    return mapped


def map_some_leaves(
    root: Term,
    leaf: Callable[[Term], Value | None],
    plain: Callable[[int | bool], Value | None] = lambda value: value,
    sort: Sort | None = None,
) -> Value | None:
    """As `map_leaves`, for functions that may return None for a leaf.

    An ``ite`` with one branch missing becomes the other branch; it is None if both are missing.
    """
    if root.op is not Op.ITE:
        return leaf(root)
    done: dict[Term, Value | None] = {}
    stack: list[Term] = [root]
    while stack:
        tick()
        term = stack[-1]
        if term in done:
            stack.pop()
            continue
        if term.op is not Op.ITE:
            done[term] = leaf(term)
            stack.pop()
            continue
        branches = [arg for arg in term.args[1:] if isinstance(arg, Term)]
        missing = [arg for arg in branches if arg not in done]
        if missing:
            stack.extend(reversed(missing))
            continue
        then, other = (done[arg] if isinstance(arg, Term) else plain(arg) for arg in term.args[1:])
        done[term] = other if then is None else then if other is None else _chosen(term, then, other, sort)
        stack.pop()
    return done[root]


def _chosen(term: Term, then: Value, other: Value, sort: Sort | None) -> Value:
    """Return the ``ite`` that replaces `term`. Plain numbers that replace bits stay bits, unless `sort` says
    otherwise.
    """
    if sort is None and (term.sort.width or term.sort.float_width) and then.__class__ is int and other.__class__ is int:
        sort = term.sort
    return ite(term.args[0], then, other, sort)


def map_table(table: Term, plain: Callable[[int | bool], Value], sort: Sort | None = None) -> Value:
    """As `map_leaves`, for a graph whose leaves are all plain."""
    mapped = map_some_leaves(table, no_leaf, plain, sort)
    assert mapped is not None
    return mapped


def no_leaf(leaf: Term) -> Value:
    raise AssertionError(f"{leaf} is not plain")


def retyped(value: Value, sort: Sort) -> Value:
    """Return a choice between plain integers that was built without a width as a bit-vector or float of `sort`."""
    if not isinstance(value, Term) or value.sort is not INT or value.op is not Op.ITE:
        return value
    if not sort.width:
        return map_leaves(value, lambda leaf: leaf, lambda number: canonical(number, sort), sort)
    return map_leaves(value, lambda leaf: leaf, lambda number: wrap(number, sort.width), sort)


def by_choice(chosen: Term, test: Callable[[Value], Value]) -> Value:
    """Return a test of an ``ite`` as an ``ite`` of tests: the test is decided at plain leaves."""
    return map_leaves(chosen, test, test)


@lru_cache(maxsize=65_536)
def leaves(root: Term) -> tuple[Term, ...]:
    """Return the distinct leaves of an ``ite`` graph that are terms, left to right. Plain leaves are left out."""
    if root.op is not Op.ITE:
        return (root,)
    terms: dict[Term, None] = {}
    seen: set[Term] = set()
    stack: list[Term] = [root]
    while stack:
        tick()
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op is Op.ITE:
            stack.extend(arg for arg in reversed(term.args[1:]) if isinstance(arg, Term))
        else:
            terms[term] = None
    return tuple(terms)


_TABLE_SIZE = 64


@lru_cache(maxsize=65_536)
def is_table(root: Term) -> bool:
    """Whether a term is a small choice between plain values only, so that operators are applied to its leaves."""
    if root.op is not Op.ITE:
        return False
    seen = {root}
    stack = [root]
    while stack:
        tick()
        for arg in stack.pop().args[1:]:
            if isinstance(arg, Term) and arg not in seen:
                if arg.op is not Op.ITE or len(seen) == _TABLE_SIZE:
                    return False
                seen.add(arg)
                stack.append(arg)
    return True


def is_switch(a: Value) -> bool:
    """Whether a term is one choice between two plain values."""
    return isinstance(a, Term) and a.op is Op.ITE and not any(isinstance(arg, Term) for arg in a.args[1:])
