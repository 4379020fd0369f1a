"""Whether evaluating an expression may change a register that the program knows."""

from __future__ import annotations

from typing import Final
from weakref import WeakSet

from pycparser import c_ast

from symheap.lang.c.front.nodes import children
from symheap.lang.c.front.scopes import GlobalVariable, Scope, Variable
from symheap.lang.c.front.types import Array
from symheap.lang.c.lower.values import InMemory

GCC_ORDER: Final = "operands are evaluated in the order of gcc, arguments from right to left"

_QUIET: Final[dict[bool, WeakSet[c_ast.Node]]] = {False: WeakSet(), True: WeakSet()}


def has_effects(node: c_ast.Node) -> bool:
    """Whether `node` itself assigns anything.  A call in it cannot change a register of its caller."""
    return _any(node, calls=False)


def acts(node: c_ast.Node) -> bool:
    """Whether `node` calls or assigns anything."""
    return _any(node, calls=True)


def has_order(scope: Scope, *nodes: c_ast.Node) -> bool:
    """Whether the order of `nodes` may matter: one of them acts, and another acts or reads something it may change."""
    acting = [node for node in nodes if acts(node)]
    if len(acting) != 1:
        return bool(acting)
    assigns = has_effects(acting[0])
    return any(_reads(scope, node, registers=assigns) for node in nodes if node is not acting[0])


def address_parts(node: c_ast.Node) -> list[c_ast.Node]:
    """Return the expressions whose values determine the address of an lvalue."""
    if isinstance(node, c_ast.ID):
        return []
    if isinstance(node, c_ast.ArrayRef):
        return [node.name, node.subscript]
    if isinstance(node, c_ast.StructRef):
        return [node.name] if node.type == "->" else address_parts(node.name)
    return [node.expr] if isinstance(node, c_ast.UnaryOp) and node.op == "*" else [node]


def _reads(scope: Scope, node: c_ast.Node, *, registers: bool) -> bool:
    """Whether `node` reads memory, or, with `registers`, any variable."""
    work: list[c_ast.Node] = [node]
    while work:
        part = work.pop()
        if isinstance(part, c_ast.UnaryOp) and part.op in {"&", "sizeof"}:
            work.extend(address_parts(part.expr) if part.op == "&" else ())
            continue
        if isinstance(part, (c_ast.ArrayRef, c_ast.StructRef)) or (isinstance(part, c_ast.UnaryOp) and part.op == "*"):
            return True
        if isinstance(part, c_ast.ID):
            meaning = scope.find(str(part.name))
            if isinstance(meaning, (Variable, GlobalVariable)) and not isinstance(meaning.type, Array):
                in_register = isinstance(meaning, Variable) and not isinstance(meaning.place, InMemory)
                if registers or not in_register:
                    return True
        work.extend(children(part))
    return False


def _any(node: c_ast.Node, *, calls: bool) -> bool:
    """Whether a part of `node` assigns, or calls if `calls`.

    Nodes that do neither are remembered; else each term of a long sum would be searched once for every operator around
    it.
    """
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
