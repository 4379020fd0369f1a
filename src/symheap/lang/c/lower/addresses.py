"""Find the locals of a function that must be objects in memory: those whose address the program takes."""

from __future__ import annotations

from dataclasses import dataclass, field

from pycparser import c_ast

from symheap.lang.c.front.nodes import children


@dataclass(eq=False)
class _Walk:
    scopes: list[dict[str, c_ast.Node]] = field(default_factory=lambda: [{}])
    taken: set[int] = field(default_factory=set)

    def visit(self, node: c_ast.Node) -> None:
        match node:
            case c_ast.Compound() | c_ast.For():
                self.scopes.append({})
                self._children(node)
                self.scopes.pop()
            case c_ast.Decl(name=name):
                if name is not None:
                    self.scopes[-1][name] = node
                if node.init is not None:
                    self.visit(node.init)
                self.visit(node.type)
            case c_ast.UnaryOp(op="&", expr=operand):
                self._take(operand)
                self.visit(operand)
            case c_ast.UnaryOp(op="sizeof") | c_ast.TypeOf() | c_ast.FuncDecl() | c_ast.Struct() | c_ast.Union():
                pass
            case c_ast.Assignment(lvalue=c_ast.Cast(expr=operand)):
                self._take(operand)
                self._children(node)
            case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--", expr=c_ast.Cast(expr=operand)):
                self._take(operand)
                self._children(node)
            case _:
                self._children(node)

    def _children(self, node: c_ast.Node) -> None:
        for child in children(node):
            self.visit(child)

    def _take(self, node: c_ast.Node) -> None:
        """Mark the variable that `node` is, or is a member of; ``p[i]`` belongs to the object behind `p` instead."""
        part: c_ast.Node | None = None
        while isinstance(node, (c_ast.Cast, c_ast.StructRef, c_ast.ArrayRef)):
            if isinstance(node, c_ast.StructRef) and node.type == "->":
                return
            part = node
            node = node.expr if isinstance(node, c_ast.Cast) else node.name
        if isinstance(node, c_ast.ID) and not isinstance(part, c_ast.ArrayRef):
            for scope in reversed(self.scopes):
                if node.name in scope:
                    self.taken.add(id(scope[node.name]))
                    return


def taken_addresses(parameters: list[c_ast.Node], body: c_ast.Node) -> frozenset[int]:
    """Return the identities of the declarations of locals and parameters whose address is taken."""
    walk = _Walk()
    for parameter in parameters:
        if isinstance(parameter, c_ast.Decl) and parameter.name is not None:
            walk.scopes[-1][parameter.name] = parameter
    walk.visit(body)
    return frozenset(walk.taken)
