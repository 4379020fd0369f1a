"""Layered drawings, the combinatorial half: the column and the order of all items.

A drawing runs from left to right.  Nodes are in the even columns.  An edge has a *waypoint* in every column between its
ends, so edges join neighbouring columns only, and the odd columns are free for labels.  Items are numbered: the nodes
as given, then the waypoints.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from symheap.core.deadline import tick

Ends = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Layered:
    """`columns` hold the items from top to bottom.  `chains[e]` are the items of edge e from left to right.

    An edge in `backward` runs against its chain.  The chain of an edge from a node to itself is empty.
    """

    columns: tuple[tuple[int, ...], ...]
    chains: tuple[tuple[int, ...], ...]
    backward: frozenset[int]


def layered(nodes: int, edges: Sequence[Ends], starts: Sequence[int]) -> Layered:
    """Assign columns by the longest path from `starts`, and order them by barycentre sweeps."""
    backward = _backward(nodes, edges, starts)
    forward = [(b, a) if e in backward else (a, b) if a != b else None for e, (a, b) in enumerate(edges)]
    ranks = _ranks(nodes, [ends for ends in forward if ends is not None])
    chains: list[tuple[int, ...]] = []
    column_of = [2 * rank for rank in ranks]
    for ends in forward:
        if ends is None:
            chains.append(())
            continue
        left, right = ends
        between = range(column_of[left] + 1, column_of[right])
        chains.append((left, *range(len(column_of), len(column_of) + len(between)), right))
        column_of += between
    return Layered(_ordered(column_of, chains), tuple(chains), backward)


def _backward(nodes: int, edges: Sequence[Ends], starts: Sequence[int]) -> frozenset[int]:
    """Return the edges that close a cycle in a depth-first walk: with these reversed, the graph has no cycle."""
    leaving: list[list[int]] = [[] for _ in range(nodes)]
    for e, (a, b) in enumerate(edges):
        if a != b:
            leaving[a].append(e)
    unseen, open_, done = 0, 1, 2
    state = [unseen] * nodes
    backward: set[int] = set()
    for start in [*starts, *range(nodes)]:
        if state[start] != unseen:
            continue
        state[start] = open_
        stack = [(start, iter(leaving[start]))]
        while stack:
            tick()
            node, rest = stack[-1]
            step = next(rest, None)
            if step is None:
                state[node] = done
                stack.pop()
                continue
            target = edges[step][1]
            if state[target] == open_:
                backward.add(step)
            elif state[target] == unseen:
                state[target] = open_
                stack.append((target, iter(leaving[target])))
    return frozenset(backward)


def _ranks(nodes: int, edges: Sequence[Ends]) -> list[int]:
    """Return the length of the longest path that ends in each node; `edges` must have no cycle."""
    leaving: list[list[int]] = [[] for _ in range(nodes)]
    missing = [0] * nodes
    for a, b in edges:
        leaving[a].append(b)
        missing[b] += 1
    ranks = [0] * nodes
    ready = [node for node in range(nodes) if not missing[node]]
    while ready:
        tick()
        node = ready.pop()
        for target in leaving[node]:
            ranks[target] = max(ranks[target], ranks[node] + 1)
            missing[target] -= 1
            if not missing[target]:
                ready.append(target)
    return ranks


# Orders ---------------------------------------------------------------------------------------------------------------


def _ordered(column_of: Sequence[int], chains: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return the order with the fewest crossings that the sweeps find, the first among equals."""
    left: list[list[int]] = [[] for _ in column_of]
    right: list[list[int]] = [[] for _ in column_of]
    for chain in chains:
        for a, b in pairwise(chain):
            right[a].append(b)
            left[b].append(a)
    columns = _first_order(column_of, right)
    best, fewest = [tuple(c) for c in columns], _crossings(columns, right)
    for _ in range(max(2, min(12, 40_000 // (len(column_of) + 1)))):
        if not fewest:
            break
        for neighbours, sweep in ((left, range(1, len(columns))), (right, range(len(columns) - 2, -1, -1))):
            for c in sweep:
                before = columns[c - 1] if neighbours is left else columns[c + 1]
                _by_barycentre(columns[c], before, neighbours)
            crossings = _crossings(columns, right)
            if crossings < fewest:
                best, fewest = [tuple(c) for c in columns], crossings
    return tuple(best)


def _first_order(column_of: Sequence[int], right: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return the order of a depth-first walk, so that the first nodes of the picture are on top."""
    columns: list[list[int]] = [[] for _ in range(max(column_of, default=-1) + 1)]
    seen = [False] * len(column_of)
    stack = sorted(range(len(column_of)), key=lambda item: (-column_of[item], -item))
    while stack:
        tick()
        item = stack.pop()
        if not seen[item]:
            seen[item] = True
            columns[column_of[item]].append(item)
            stack += reversed(right[item])
    return columns


def _by_barycentre(column: list[int], before: Sequence[int], neighbours: Sequence[Sequence[int]]) -> None:
    place = {item: i for i, item in enumerate(before)}
    keys = {
        item: sum(place[n] for n in neighbours[item]) / len(neighbours[item]) if neighbours[item] else float(i)
        for i, item in enumerate(column)
    }
    column.sort(key=keys.__getitem__)


def _crossings(columns: Sequence[Sequence[int]], right: Sequence[Sequence[int]]) -> int:
    total = 0
    for column, following in pairwise(columns):
        place = {item: i for i, item in enumerate(following)}
        ends: list[int] = []
        for item in column:
            mine = [place[target] for target in right[item]]
            total += sum(len(ends) - bisect_right(ends, end) for end in mine)
            for end in mine:
                insort(ends, end)
    return total
