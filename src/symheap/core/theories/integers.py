"""Mathematical integers."""

from __future__ import annotations

from symheap.core.nodes import Term, Value, make
from symheap.core.operators import Op
from symheap.core.sorts import BOOL, INT
from symheap.core.theories.booleans import not_
from symheap.core.theories.choice import TURNED, by_choice


def add(a: Value, b: Value) -> Value:
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a + b
        a, b = b, a
    if not isinstance(b, Term):
        if b == 0:
            return a
        if a.op is Op.ADD and not isinstance(a.args[1], Term):
            return add(a.args[0], a.args[1] + b)
    return make(Op.ADD, INT, (a, b))


def sub(a: Value, b: Value) -> Value:
    if a is b:
        return 0
    if not isinstance(b, Term):
        return add(a, -b)
    return make(Op.SUB, INT, (a, b))


def mul(a: Value, b: Value) -> Value:
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a * b
        a, b = b, a
    if not isinstance(b, Term):
        if b == 0:
            return 0
        if b == 1:
            return a
    return make(Op.MUL, INT, (a, b))


def lt(a: Value, b: Value) -> Value:
    if a is b:
        return False
    if not isinstance(a, Term) and not isinstance(b, Term):
        return a < b
    if isinstance(a, Term) and not isinstance(b, Term):
        if a.op is Op.ADD and not isinstance(a.args[1], Term):
            return lt(a.args[0], b - a.args[1])
        if a.op is Op.ITE:
            bound = b
            return by_choice(a, lambda leaf: lt(leaf, bound))
    if isinstance(b, Term) and not isinstance(a, Term):
        if b.op is Op.ADD and not isinstance(b.args[1], Term):
            return lt(a - b.args[1], b.args[0])
        if b.op is Op.ITE:
            start = a
            return by_choice(b, lambda leaf: lt(start, leaf))
    return make(Op.LT, BOOL, (a, b))


def le(a: Value, b: Value) -> Value:
    return not_(lt(b, a))


def _turned(order: Term) -> Value:
    a, b = order.args
    return lt(b, a)


TURNED[Op.LT] = _turned
