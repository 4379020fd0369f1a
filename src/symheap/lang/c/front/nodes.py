"""Typed access to pycparser's nodes, which have no types of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from pycparser import c_ast

from symheap.core.source import Position


def children(node: c_ast.Node) -> Iterable[c_ast.Node]:
    return cast(Iterable[c_ast.Node], node)


def descendants(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """Yield `node` and all nodes below it."""
    work = [node]
    while work:
        part = work.pop()
        yield part
        work.extend(children(part))


def place(node: c_ast.Node, otherwise: Position) -> Position:
    """Return the place of `node`, or `otherwise` if the parser gives none."""
    coord = node.coord
    return otherwise if coord is None else Position(coord.file, coord.line, coord.column or 1)


def negation(node: c_ast.Node) -> c_ast.Node:
    return c_ast.UnaryOp("!", node, node.coord)  # type: ignore[no-untyped-call]


def binary(operator: str, left: c_ast.Node, right: c_ast.Node) -> c_ast.Node:
    return c_ast.BinaryOp(operator, left, right, left.coord)  # type: ignore[no-untyped-call]


def designated(designators: list[c_ast.Node], item: c_ast.NamedInitializer) -> c_ast.NamedInitializer:
    """Return `item` with other designators."""
    return c_ast.NamedInitializer(designators, item.expr, item.coord)  # type: ignore[no-untyped-call]
