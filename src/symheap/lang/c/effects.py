"""Whether evaluating an expression may change a register that the program knows."""

from __future__ import annotations

from typing import Final
from weakref import WeakSet

from pycparser import c_ast

from symheap.lang.c.nodes import children

LEFT_TO_RIGHT: Final = "operands and arguments are evaluated from left to right"

_QUIET: Final[dict[bool, WeakSet[c_ast.Node]]] = {False: WeakSet(), True: WeakSet()}


def has_effects(node: c_ast.Node) -> bool:
    """Whether `node` assigns anything itself.  What it calls cannot reach a register of its caller."""
    return _any(node, calls=False)


def has_order(*nodes: c_ast.Node) -> bool:
    """Whether the order matters in which `nodes` are evaluated: at least two of them call or assign."""
    return sum(_any(node, calls=True) for node in nodes) > 1


def _any(node: c_ast.Node, *, calls: bool) -> bool:
    """Remembers the nodes that do nothing: else a sum of many terms would be searched once for each of them."""
    quiet = _QUIET[calls]
    work: list[c_ast.Node] = [node]
    seen: list[c_ast.Node] = []
    while work:
        part = work.pop()
        if part in quiet:
            continue
        if isinstance(part, (c_ast.Assignment, c_ast.Compound)):
            return True
        if calls and isinstance(part, c_ast.FuncCall):
            return True
        if isinstance(part, c_ast.UnaryOp) and part.op in {"++", "--", "p++", "p--"}:
            return True
        seen.append(part)
        work.extend(children(part))
    quiet.update(seen)
    return False
