"""An iterative, memoised fold over the term graph, for translations and summaries of terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symheap.core.deadline import tick
from symheap.core.terms import Term

R = TypeVar("R")


def fold(root: Term, memo: dict[Term, R], build: Callable[[Term], R]) -> R:
    """Return the result for `root`. `build(term)` finds the results of the term's arguments in `memo`.

    Nodes in `memo` are not entered again, so a term that shares structure with an earlier one costs only its new nodes.
    """
    known = memo.get(root)
    if known is not None:
        return known
    stack = [root]
    while stack:
        tick()
        term = stack[-1]
        if term in memo:
            stack.pop()
            continue
        missing = [arg for arg in term.args if isinstance(arg, Term) and arg not in memo]
        if missing:
            stack.extend(missing)
            continue
        memo[term] = build(term)
        stack.pop()
    return memo[root]
