"""Unit propagation over the conjuncts of a path.

A condition of a heap model is a choice over aliases: ``ite(x = y, p, q)``. When the path gains ``x != y``, this becomes
q. Such a consequence is not a new conjunct, since the path implies it. It is recorded all the same, so that it is not
asked for again, and so that values lose the branches that the path excludes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

import immutables

from symheap.core.deadline import tick
from symheap.core.operators import CONNECTIVES
from symheap.core.terms import BOOL, Op, Term, Value, conjunction, disjunction, eq, ite, make, not_

Literals = immutables.Map[Term, bool]
Watched = immutables.Map[Term, tuple[Term, ...]]
"""For an undecided atom: the conjuncts to look at again when it is decided."""

FALSE = make(Op.OR, BOOL)
"""The empty disjunction: false as a term, so that a path can contain it."""


def learned(literals: Literals, watched: Watched, conjuncts: Iterable[Term]) -> tuple[Literals, Watched, bool]:
    """Return the known and the watched literals after adding `conjuncts`, and whether they decide the test of a choice.

    Law: every new literal is implied by the old ones and `conjuncts`.
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
            elif (watching := watched.get(_inner(term))) is not None:
                waiting.update(dict.fromkeys(watching))
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
    """Watch two atoms of a clause, as SAT solvers do, and for a choice the atoms of its test."""
    inner = _inner(term)
    first = inner.args[:2] if inner.op in (Op.OR, Op.AND) else (inner,)
    for atom in {_leading(part) for part in first if isinstance(part, Term)}:
        watching = watched.get(atom, ())
        if term not in watching:
            watched = watched.set(atom, (*watching, term))
    return watched


def _leading(condition: Term) -> Term:
    while is_compound(condition):
        condition = next(arg for arg in condition.args if isinstance(arg, Term))
    return condition


def conjuncts_of(condition: Value) -> tuple[Term, ...]:
    """Split a condition into conjuncts, including negated disjunctions. False stays one conjunct."""
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
    """Whether a condition is built from other conditions."""
    if term.op in CONNECTIVES:
        return True
    return (term.op is Op.ITE and term.sort is BOOL) or (term.op is Op.EQ and _is_condition(term.args[0]))


def _is_condition(value: Value) -> bool:
    return isinstance(value, bool) or (isinstance(value, Term) and value.sort is BOOL)


def simplified(condition: Value, literals: Literals) -> Value:
    """Return a condition that equals this one where the literals hold. The condition itself is not looked up."""
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
            known = _said(part, literals)
            if known is not None or not is_compound(part):
                done[part] = part if known is None else known
            else:
                stack.append((part, _parts(part, done)))
    return done[condition]


def _said(condition: Term, literals: Literals) -> bool | None:
    if condition in literals:
        return True
    return False if not_(condition) in literals else None


def _parts(term: Term, done: dict[Term, Value]) -> Iterator[Term]:
    """Yield the conditions within a condition. Of a decided choice, only the branch taken."""
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
