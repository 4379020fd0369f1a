"""Substitution of values for symbols, in terms over booleans and bit-vectors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from symheap.core.deadline import tick
from symheap.core.operators import EXTENSIONS
from symheap.core.signatures import check_operand
from symheap.core.terms import Op, Term, Value, conjunction, disjunction, eq, ite, not_
from symheap.core.theories.bitvectors import bitvector, extend, extract
from symheap.core.walk import symbols

_BINARY: Final = frozenset(op for op in Op if op.name.startswith("BV"))


def substituted(value: Value, mapping: Mapping[Term, Value]) -> Value:
    """Replace every symbol of `mapping` in `value`, all at once; the constructors simplify the result.

    Law: the value of the result under a model is that of `value` under the model that gives each symbol the value of
    its replacement. A symbol and its replacement have the same sort.
    """
    if not isinstance(value, Term) or symbols(value).isdisjoint(mapping):
        return value
    done: dict[Term, Value] = {}
    stack = [value]
    while stack:
        tick()
        term = stack[-1]
        if term in done:
            stack.pop()
            continue
        if term.op is Op.SYM or symbols(term).isdisjoint(mapping):
            new = done[term] = mapping.get(term, term)
            if isinstance(new, Term):
                check_operand(new.sort, term.sort)
            stack.pop()
            continue
        missing = [arg for arg in term.args if isinstance(arg, Term) and arg not in done]
        if missing:
            stack.extend(missing)
            continue
        done[term] = rebuilt(term, tuple(done[arg] if isinstance(arg, Term) else arg for arg in term.args))
        stack.pop()
    return done[value]


def rebuilt(term: Term, args: tuple[Value, ...]) -> Value:
    """Return the operator of `term` applied to other arguments."""
    if term.op in _BINARY:
        return bitvector(term.op, term.width, *args)
    if term.op is Op.EQ:
        return eq(*args)
    if term.op is Op.NOT:
        return not_(*args)
    if term.op is Op.AND:
        return conjunction(args)
    if term.op is Op.OR:
        return disjunction(args)
    if term.op is Op.ITE:
        condition, then, other = args
        return ite(condition, then, other, term.sort)
    inner = term.args[0]
    assert isinstance(inner, Term), term.op
    if term.op in EXTENSIONS:
        return extend(args[0], inner.sort.width, term.sort.width, signed=term.op is Op.SIGNEXT)
    assert term.op is Op.EXTRACT, term.op
    assert isinstance(term.payload, tuple)
    return extract(args[0], *term.payload)
