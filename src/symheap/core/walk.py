"""Iterative walks over the term graph.  No function here recurses on terms: depth is bounded by memory only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from symheap.core.contents import table_items
from symheap.core.terms import Op, Sort, Term, Value, ite


def postorder(root: Term, left_out: Iterable[Term] = ()) -> Iterator[Term]:
    """Every term below `root` once, arguments before what uses them, but those that are `left_out`."""
    seen: set[Term] = set(left_out)
    stack: list[tuple[Term, bool]] = [(root, False)]
    while stack:
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
    """The terms to which the shortest way from `root` has `depth` steps."""
    seen, level = {root}, {root}
    for _ in range(depth):
        level = {arg for term in level for arg in term.args if isinstance(arg, Term) and arg not in seen}
        if not level:
            break
        seen |= level
    return level


def map_leaves(
    root: Term,
    leaf: Callable[[Term], Value],
    plain: Callable[[int | bool], Value] = lambda value: value,
    sort: Sort | None = None,
) -> Value:
    """The ``ite`` graph of `root` with every leaf replaced (plain ones by `plain`); a shared node is rebuilt once.

    `sort` is that of the result, where plain integers could leave it open.
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
    """As `map_leaves`, where a leaf may have no value: its ``ite`` then is the other branch, None if both have none."""
    if root.op is not Op.ITE:
        return leaf(root)
    done: dict[Term, Value | None] = {}
    stack: list[Term] = [root]
    while stack:
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
    """The ``ite`` in the place of `term`.  Numbers in the place of bits are such, unless `sort` says otherwise."""
    if sort is None and (term.sort.width or term.sort.float_width) and then.__class__ is int and other.__class__ is int:
        sort = term.sort
    return ite(term.args[0], then, other, sort)


@lru_cache(maxsize=65_536)
def leaves(root: Term) -> tuple[Term, ...]:
    """The distinct leaves of an ``ite`` graph, left to right.  Plain values are not among them."""
    if root.op is not Op.ITE:
        return (root,)
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    stack: list[Term] = [root]
    while stack:
        term = stack.pop()
        if term in seen:
            continue
        seen.add(term)
        if term.op is Op.ITE:
            stack.extend(arg for arg in reversed(term.args[1:]) if isinstance(arg, Term))
        else:
            found[term] = None
    return tuple(found)


_TABLE_SIZE = 64


@lru_cache(maxsize=65_536)
def is_table(root: Term) -> bool:
    """Whether a term is a choice between plain values only, and a small one: operators are applied to its leaves."""
    if root.op is not Op.ITE:
        return False
    seen = {root}
    stack = [root]
    while stack:
        for arg in stack.pop().args[1:]:
            if isinstance(arg, Term) and arg not in seen:
                if arg.op is not Op.ITE or len(seen) == _TABLE_SIZE:
                    return False
                seen.add(arg)
                stack.append(arg)
    return True


_EMPTY: frozenset[Term] = frozenset()


def symbols(term: Value) -> frozenset[Term]:
    """The input symbols that occur in a term.  Remembered in the term."""
    if not isinstance(term, Term):
        return _EMPTY
    if term.symbols_cache is not None:
        return term.symbols_cache
    stack = [term]
    while stack:
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
    """What a term is made of: the elements of a table too, which are no arguments."""
    found = [arg for arg in node.args if isinstance(arg, Term)]
    if node.op is Op.TABLE:
        found += [value for _, value in table_items(node) if isinstance(value, Term)]
    return found


def size(term: Value) -> int:
    """How many distinct nodes a term has: variables, constants and operators, shared ones once."""
    if not isinstance(term, Term):
        return 1
    return sum(1 + sum(not isinstance(arg, Term) for arg in node.args) for node in postorder(term))
