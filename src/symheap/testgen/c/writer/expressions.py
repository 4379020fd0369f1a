# ruff: noqa: N802 (pycparser calls methods by the names of its nodes)
"""Generate C expressions, where they differ from the source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pycparser import c_ast
from pycparser.c_generator import CGenerator

from symheap.core.source import Position
from symheap.lang.c.front.nodes import place
from symheap.lang.c.lower.choices import SAME
from symheap.testgen.c.lines import mark
from symheap.testgen.c.sites import Sites
from symheap.testgen.c.writer.calls import CallWriter

_NOWHERE: Final = Position("", 1, 1)
_ON_OBJECTS: Final = frozenset({"++", "--", "p++", "p--", "&"})


class ExpressionWriter(CGenerator):
    """Writes expressions.  `names` maps functions to their names in the text; `objects` are those at file scope.

    `function` is the symbol of the function being written, empty outside; `variables` are its own names.
    """

    def __init__(self, sites: Sites, calls: CallWriter) -> None:
        super().__init__()
        self.sites = sites
        self.names: Mapping[str, str] = {}
        self.objects: frozenset[str] = frozenset()
        self.function = ""
        self.variables: frozenset[str] = frozenset()
        self._calls = calls

    def at(self, node: c_ast.Node) -> Position:
        return place(node, _NOWHERE)

    def mark(self, node: c_ast.Node) -> str:
        """Return a mark: the text after it belongs to the line of `node`."""
        return mark(self.at(node)) if node.coord is not None and self.function else ""

    def is_defined(self, name: str) -> bool:
        return self._calls.is_defined(name)

    def type_text(self, node: c_ast.Node) -> str:
        return str(self._generate_type(node, emit_declname=False)).strip()

    def statement_expression(self, node: c_ast.Compound) -> str:
        raise NotImplementedError

    def _visit_expr(self, n: c_ast.Node, *, allow_comma: bool = False) -> str:
        if isinstance(n, c_ast.Compound):
            return self.statement_expression(n)
        return str(super()._visit_expr(n, allow_comma=allow_comma))

    def visit_ID(self, n: c_ast.ID) -> str:
        return str(n.name if n.name in self.variables else self.names.get(n.name, n.name))

    def visit_StructRef(self, n: c_ast.StructRef) -> str:
        return f"{self._parenthesize_unless_simple(n.name)}{n.type}{n.field.name}"

    def visit_FuncCall(self, n: c_ast.FuncCall) -> str:
        """Write a call.  A call through a pointer is checked to reach a function."""
        name = n.name.name if isinstance(n.name, c_ast.ID) else ""
        arguments = [str(self._visit_expr(part)) for part in n.args.exprs] if n.args is not None else []
        if name and name not in self.variables and name not in self.objects:
            return self._calls.written(self, n, name, arguments)
        callee = self._parenthesize_unless_simple(n.name)
        return f"((__typeof__(({callee}) + 0))__symheap_called({callee}))({', '.join(arguments)})"

    def visit_TernaryOp(self, n: c_ast.TernaryOp) -> str:
        is_same = isinstance(n.iftrue, c_ast.ID) and n.iftrue.name == SAME
        middle = "?:" if is_same else f"? ({self._visit_expr(n.iftrue)}) :"
        return f"({self._visit_expr(n.cond)}) {middle} ({self._visit_expr(n.iffalse)})"

    def visit_TypeOf(self, n: c_ast.TypeOf) -> str:
        return f"__typeof__({self._visit_expr(n.expr)})"

    def visit_UnaryOp(self, n: c_ast.UnaryOp) -> str:
        if "lign" in n.op:
            return f"_Alignof({self._visit_expr(n.expr)})"
        if n.op in _ON_OBJECTS and isinstance(n.expr, c_ast.Cast):
            operand = self._object(n.expr)
            return f"{operand}{n.op[1:]}" if n.op.startswith("p") else f"{n.op}{operand}"
        return str(super().visit_UnaryOp(n))

    def visit_Assignment(self, n: c_ast.Assignment) -> str:
        target = self._object(n.lvalue) if isinstance(n.lvalue, c_ast.Cast) else self._visit_expr(n.lvalue)
        return f"{target} {n.op} {self._parenthesize_unless_simple(n.rvalue)}"

    def _object(self, node: c_ast.Cast) -> str:
        """Write a cast as an lvalue, as old compilers allow."""
        inner = self._object(node.expr) if isinstance(node.expr, c_ast.Cast) else self._visit_expr(node.expr)
        return f"(*(__typeof__({self.type_text(node.to_type)}) *)&({inner}))"
