"""Values as a path sees them: a choice that the path has made is no choice any more.

A reference that was read from a list in which the run has written is an ``ite`` over all cells that it may be.  Once it
was dereferenced, the path says which conditions failed; whoever goes on with the branches that it excludes carries them
into every value that is read or written through it, and after n cells the values have n² leaves.
"""

from __future__ import annotations

from symheap.core.deadline import tick
from symheap.core.terms import Op, Term, Value, ite
from symheap.heap.api import PathView


def pruned(value: Value, path: PathView) -> Value:
    """`value` without the branches that the path excludes: on the path the two are equal.

    Each node is seen once, and not again before the path has settled more.
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
            found = [done.get(arg, arg) if isinstance(arg, Term) else arg for arg in left[term]]
            done[term] = found[0] if len(found) == 1 else _rebuilt(term, found[0], found[1])
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
    """The branches of an ``ite`` that the path leaves."""
    condition, then, other = choice.args
    settled = path.settled(condition)
    if settled is None:
        return (then, other)
    return (then,) if settled else (other,)


def _rebuilt(term: Term, then: Value, other: Value) -> Value:
    if then is term.args[1] and other is term.args[2]:
        return term
    return ite(term.args[0], then, other, term.sort)
