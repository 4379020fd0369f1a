"""A heap summary as the papers draw it: references as circles, locations as boxes, guarded edges between them."""

from __future__ import annotations

from collections.abc import Mapping

from symheap.core.printing import infix
from symheap.core.terms import NULL, Term, Value
from symheap.core.types import Field
from symheap.heap.api import Cell, Handle
from symheap.heap.picture import Edge, Node, Picture

GuardedSet = tuple[tuple[Value, int], ...]


def summary_picture(
    references: Mapping[Handle, GuardedSet],
    slots: Mapping[tuple[int, Field], Cell],
    creators: Mapping[int, Term],
    roots: tuple[tuple[str, Cell], ...],
) -> Picture:
    """What can be reached from the roots."""
    nodes: dict[str, Node] = {}
    edges: list[Edge] = []
    pending: list[tuple[str, Cell, str]] = []
    for name, cell in roots:
        nodes[f"root:{name}"] = Node(f"root:{name}", "root", name)
        pending.append((f"root:{name}", cell, ""))
    by_location: dict[int, list[tuple[Field, Cell]]] = {}
    for (at, field), cell in slots.items():
        by_location.setdefault(at, []).append((field, cell))
    pending.reverse()
    while pending:
        source, cell, label = pending.pop()
        key, node = _node(cell)
        edges.append(Edge(source, key, label))
        if key in nodes:
            continue
        nodes[key] = node
        if not isinstance(cell, Handle):
            continue
        for guard, at in references[cell]:
            target = f"l{at}"
            edges.append(Edge(key, target, "" if guard is True else infix(guard, 120)))
            if target in nodes:
                continue
            nodes[target] = _location(at, creators)
            held = sorted(by_location.get(at, []), key=lambda slot: slot[0].name, reverse=True)
            pending.extend((target, value, field.name) for field, value in held)
    return Picture(tuple(nodes.values()), tuple(edges))


def _node(cell: Cell) -> tuple[str, Node]:
    if isinstance(cell, Handle):
        return f"r{cell.number}", Node(f"r{cell.number}", "reference", f"r{cell.number}")
    if cell is NULL:
        return "r0", Node("r0", "reference", "r0")
    text = infix(cell, 120)
    return f"value:{text}", Node(f"value:{text}", "value", text)


def _location(at: int, creators: Mapping[int, Term]) -> Node:
    if at == 0:
        return Node("l0", "null", "null")
    if at == 1:
        return Node("l1", "value", "uninitialized")
    creator = creators.get(at)
    return Node(f"l{at}", "location", f"l{at}" if creator is None else f"l{at} {infix(creator)}")
