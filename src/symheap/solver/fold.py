"""One iterative, memoised fold over the term graph, for translations and summaries of terms."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symheap.core.deadline import tick
from symheap.core.terms import Term

R = TypeVar("R")


def fold(root: Term, memo: dict[Term, R], build: Callable[[Term], R]) -> R:
    """The result for `root`.  `build(term)` finds the results of the arguments in `memo`.

    Nodes that `memo` knows are not entered again, so a term that shares structure with an earlier one costs only what
    is new in it.
    """
    found = memo.get(root)
    if found is not None:
        return found
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
