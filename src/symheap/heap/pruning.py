"""Values as seen on a path: a choice that the path has decided is replaced by its branch.

A reference read from a list after writes by the run is an ``ite`` over all cells that it may be. After a dereference,
the path rules some of them out. Unless these branches are removed, they spread into every value that is read or written
through the reference, and after n cells the values have n² leaves.
"""

from __future__ import annotations

from symheap.core.deadline import tick
from symheap.core.terms import Op, Term, Value, ite
from symheap.heap.api import PathView


def pruned(value: Value, path: PathView) -> Value:
    """Return `value` without the branches that the path excludes; on the path the two are equal.

    Each node is examined once, and not again until the path has decided more.
    """
    if not isinstance(value, Term) or value.op is not Op.ITE:
        return value
    done: dict[Term, Value] = {}
    left: dict[Term, tuple[Value, ...]] = {}
    stack: list[Term] = [value]
    while stack:
        tick()
        term = stack.pop()
        if term in left:
            branches = [done.get(arg, arg) if isinstance(arg, Term) else arg for arg in left[term]]
            done[term] = branches[0] if len(branches) == 1 else _rebuilt(term, branches[0], branches[1])
            continue
        known = path.recall(term)
        if known is term:
            continue
        left[term] = taken(term, path) if known is None else (known,)
        stack.append(term)
        stack += [arg for arg in left[term] if isinstance(arg, Term) and arg.op is Op.ITE and arg not in left]
    if done:
        path.remember(done)
    return done.get(value, value)


def taken(choice: Term, path: PathView) -> tuple[Value, ...]:
    """Return the branches of an ``ite`` that are possible on the path."""
    condition, then, other = choice.args
    settled = path.settled(condition)
    if settled is None:
        return (then, other)
    return (then,) if settled else (other,)


def _rebuilt(term: Term, then: Value, other: Value) -> Value:
    if then is term.args[1] and other is term.args[2]:
        return term
    return ite(term.args[0], then, other, term.sort)
