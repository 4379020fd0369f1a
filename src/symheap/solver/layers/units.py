"""Unit propagation: what the conjuncts of a path say together, as far as reading them is enough.

A condition of a heap model is a choice over aliases: ``ite(x = y, p, q)``.  When the path comes to say ``x != y``, that
has become q.  What is found so is no new conjunct, since the path implies it; it is known all the same, so that nobody
asks for it, and that values lose the branches which the path excludes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import immutables

from symheap.core.deadline import tick
from symheap.core.terms import BOOL, Op, Term, Value, conjunction, disjunction, eq, ite, make, not_

Literals = immutables.Map[Term, bool]
Watched = immutables.Map[Term, tuple[Term, ...]]
"""For an atom that is not decided, the conjuncts to look at again when it is."""

FALSE = make(Op.OR, BOOL)
"""The empty disjunction: false, as a term that a path can hold."""


def learned(literals: Literals, watched: Watched, conjuncts: Iterable[Term]) -> tuple[Literals, Watched, bool]:
    """What is known, and what is waited for, when `conjuncts` hold as well; and whether that tells of some choice.

    Law: whatever becomes a literal is implied by those that were there and `conjuncts`.
    """
    new = dict.fromkeys(conjuncts)
    news = False
    while new:
        tick()
        news = news or any(_inner(term).is_tested for term in new)
        literals = literals.update(dict.fromkeys(new, True))
        waiting: dict[Term, None] = {}
        for term in new:
            if is_compound(_inner(term)):
                waiting[term] = None
            elif (found := watched.get(_inner(term))) is not None:
                waiting.update(dict.fromkeys(found))
                watched = watched.delete(_inner(term))
        new = {}
        for term in waiting:
            simpler = simplified(term, literals)
            if simpler is term:
                watched = _waiting(watched, term)
            else:
                new.update({part: None for part in conjuncts_of(simpler) if part not in literals})
    return literals, watched, news


def _waiting(watched: Watched, term: Term) -> Watched:
    """As in a SAT solver, not every atom is watched: two of a clause, that of the test of a choice."""
    inner = _inner(term)
    first = inner.args[:2] if inner.op in (Op.OR, Op.AND) else (inner,)
    for atom in {_leading(part) for part in first if isinstance(part, Term)}:
        found = watched.get(atom, ())
        if term not in found:
            watched = watched.set(atom, (*found, term))
    return watched


def _leading(condition: Term) -> Term:
    while is_compound(condition):
        condition = next(arg for arg in condition.args if isinstance(arg, Term))
    return condition


def conjuncts_of(condition: Value) -> tuple[Term, ...]:
    """A condition as conjuncts: conjunctions are taken apart, also negated disjunctions.  False stays one conjunct."""
    if condition is True:
        return ()
    if not isinstance(condition, Term):
        return (FALSE,)
    if condition.op is Op.AND:
        return tuple(part for arg in condition.args for part in conjuncts_of(arg))
    inner = condition.args[0] if condition.op is Op.NOT else None
    if isinstance(inner, Term) and inner.op is Op.OR:
        return tuple(part for arg in inner.args for part in conjuncts_of(not_(arg)))
    return (condition,)


def _inner(term: Term) -> Term:
    inner = term.args[0] if term.op is Op.NOT else term
    assert isinstance(inner, Term)
    return inner


def is_compound(term: Term) -> bool:
    """Whether a condition is made of conditions."""
    if term.op in (Op.AND, Op.OR, Op.NOT):
        return True
    return (term.op is Op.ITE and term.sort is BOOL) or (term.op is Op.EQ and _is_condition(term.args[0]))


def _is_condition(value: Value) -> bool:
    return isinstance(value, bool) or (isinstance(value, Term) and value.sort is BOOL)


def simplified(condition: Value, literals: Literals) -> Value:
    """A condition that is equal to this one where the literals hold; the condition itself is not looked up in them."""
    if not isinstance(condition, Term) or not is_compound(condition) or not literals:
        return condition
    if condition.op is Op.NOT:
        inner = simplified(_inner(condition), literals)
        return condition if inner is condition.args[0] else not_(inner)
    done: dict[Term, Value] = {}
    stack = [(condition, _parts(condition, done))]
    while stack:
        tick()
        term, parts = stack[-1]
        part = next(parts, None)
        if part is None:
            done[term] = _rebuilt(term, done)
            stack.pop()
        elif part not in done:
            said = _said(part, literals)
            if said is not None or not is_compound(part):
                done[part] = part if said is None else said
            else:
                stack.append((part, _parts(part, done)))
    return done[condition]


def _said(condition: Term, literals: Literals) -> bool | None:
    if condition in literals:
        return True
    return False if not_(condition) in literals else None


def _parts(term: Term, done: dict[Term, Value]) -> Iterator[Term]:
    """The conditions that a condition is made of.  Of a choice that is made, only the branch that is taken."""
    if term.op is Op.ITE:
        test = term.args[0]
        assert isinstance(test, Term)
        yield test
        known = done[test]
        branches = term.args[1:] if isinstance(known, Term) else term.args[1:2] if known else term.args[2:]
        yield from (arg for arg in branches if isinstance(arg, Term))
        return
    yield from (arg for arg in term.args if isinstance(arg, Term))


_CONNECTIVES: dict[Op, Callable[..., Value]] = {Op.NOT: not_, Op.EQ: eq}


def _rebuilt(term: Term, done: dict[Term, Value]) -> Value:
    if all(done.get(arg) is arg for arg in term.args if isinstance(arg, Term)):
        return term
    if term.op is Op.ITE:
        test, then, other = (done.get(arg, arg) if isinstance(arg, Term) else arg for arg in term.args)
        return ite(test, then, other, BOOL)
    args = tuple(done[arg] if isinstance(arg, Term) else arg for arg in term.args)
    if term.op is Op.AND:
        return conjunction(args)
    return disjunction(args) if term.op is Op.OR else _CONNECTIVES[term.op](*args)
