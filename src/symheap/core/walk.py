"""Iterative walks over the term graph. No function here recurses on terms: depth is bounded by memory only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symheap.core.contents import table_items
from symheap.core.deadline import tick
from symheap.core.terms import Op, Term, Value


def postorder(root: Term, left_out: Iterable[Term] = ()) -> Iterator[Term]:
    """Yield every term below `root` once, arguments before their users, except those in `left_out`."""
    seen: set[Term] = set(left_out)
    stack: list[tuple[Term, bool]] = [(root, False)]
    while stack:
        tick()
        term, ready = stack.pop()
        if ready:
            yield term
            continue
        if term in seen:
            continue
        seen.add(term)
        stack.append((term, True))
        stack.extend((arg, False) for arg in reversed(term.args) if isinstance(arg, Term) and arg not in seen)


def at_depth(root: Term, depth: int) -> set[Term]:
    """Return the terms whose shortest distance from `root` is `depth`."""
    seen, level = {root}, {root}
    for _ in range(depth):
        level = {arg for term in level for arg in term.args if isinstance(arg, Term) and arg not in seen}
        if not level:
            break
        seen |= level
    return level


_EMPTY: frozenset[Term] = frozenset()


def symbols(term: Value) -> frozenset[Term]:
    """Return the input symbols that occur in a term. Cached in the term."""
    if not isinstance(term, Term):
        return _EMPTY
    if term.symbols_cache is not None:
        return term.symbols_cache
    stack = [term]
    while stack:
        tick()
        node = stack[-1]
        missing = [arg for arg in _below(node) if arg.symbols_cache is None]
        if missing:
            stack.extend(missing)
        else:
            node.symbols_cache = _symbols_of(node)
            stack.pop()
    return symbols(term)


def _symbols_of(node: Term) -> frozenset[Term]:
    if node.op is Op.SYM:
        return frozenset((node,))
    below = [arg.symbols_cache or _EMPTY for arg in _below(node)]
    largest = max(below, key=len, default=_EMPTY)
    return largest if all(part <= largest for part in below) else largest.union(*below)


def _below(node: Term) -> list[Term]:
    """Return the immediate subterms, including the elements of a table, which are not arguments."""
    subterms = [arg for arg in node.args if isinstance(arg, Term)]
    if node.op is Op.TABLE:
        subterms += [value for _, value in table_items(node) if isinstance(value, Term)]
    return subterms


def size(term: Value) -> int:
    """Return the number of distinct nodes of a term: variables, constants and operators, each shared one once."""
    if not isinstance(term, Term):
        return 1
    return sum(1 + sum(not isinstance(arg, Term) for arg in node.args) for node in postorder(term))
