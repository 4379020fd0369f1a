# ruff: noqa: N802 (pycparser calls methods by the names of its nodes)
"""Generate C from pycparser's syntax tree, so that gcc accepts it even where it rejects the original.

All external inputs are read from the harness.  Every statement is marked with its source line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from typing import Final

from pycparser import c_ast

from symheap.lang.c.front.attributes import Attributes
from symheap.lang.c.front.nodes import children
from symheap.lang.c.modelled import STANDARD_STREAMS
from symheap.memory.ir import Function, Nondet, Return
from symheap.testgen.c.sites import Sites
from symheap.testgen.c.writer.calls import CallWriter
from symheap.testgen.c.writer.expressions import ExpressionWriter

_READS: Final = (c_ast.ArrayRef, c_ast.StructRef, c_ast.ID, c_ast.BinaryOp)
_LAYOUT: Final = frozenset({"packed", "aligned", "mode", "cleanup"})
_ACTS: Final = frozenset({"++", "--", "p++", "p--"})


class Writer(ExpressionWriter):
    """Writes the functions of a file.  `names` are functions with different names in the text and the source.

    `alone`: the text is the whole program, and its functions and objects are static, so that none replaces one of the C
    library.  `lines` receives the line of a statement for each source line that it spans.
    """

    def __init__(
        self,
        sites: Sites,
        attributes: Attributes,
        calls: CallWriter,
        lines: dict[tuple[str, int], set[int]],
        alone: bool = True,
    ) -> None:
        super().__init__(sites, calls)
        self.attributes = attributes
        self._lines = lines
        self._alone = alone
        self._result = ""
        self._counted: list[list[str]] = []

    # Functions --------------------------------------------------------------------------------------------------------

    def definition(self, node: c_ast.FuncDef, function: Function) -> str:
        self.function = function.name
        self.variables = frozenset(_declared(node))
        self._result = self.type_text(node.decl.type.type)
        old_style = "".join(f"{self.visit(part)};\n" for part in node.param_decls or ())
        body = self.visit(node.body)
        dropped = self._dropped_result(function)
        if dropped:
            body = f"{body.rstrip().removesuffix('}')}{dropped}}}\n"
        text = f"{self.mark(node)}{self._head(node, node.decl.type)}\n{old_style}{body}"
        self.function, self.variables = "", frozenset()
        return text

    def prototype(self, node: c_ast.FuncDef) -> str:
        """Return a declaration; for an old-style definition, one without parameters."""
        declarator = copy(node.decl.type)
        if node.param_decls:
            declarator.args = None
        return f"{self._head(node, declarator)};\n"

    def _head(self, node: c_ast.FuncDef, declarator: c_ast.Node) -> str:
        text = self._generate_type(self._renamed(declarator))
        is_static = self._alone or "static" in node.decl.storage or "inline" in node.decl.funcspec
        return f"static {text}" if is_static else str(text)

    def _renamed(self, declarator: c_ast.Node) -> c_ast.Node:
        """Return a declarator with the name of the function in the text."""
        changed = copy(declarator)
        if isinstance(changed, c_ast.TypeDecl):
            changed.declname = self.names.get(changed.declname, changed.declname)
        elif isinstance(changed, (c_ast.PtrDecl, c_ast.ArrayDecl, c_ast.FuncDecl)):
            changed.type = self._renamed(changed.type)
        return changed

    def _dropped_result(self, function: Function) -> str:
        """Return a return statement with an arbitrary value, for a function that ends without returning one."""
        for block in function.blocks.values():
            last = block.commands[-1] if block.commands else None
            if isinstance(block.end, Return) and isinstance(last, Nondet) and block.end.value == last.target:
                site = self.sites.values.number(function.name, last.position)
                if site >= 0:
                    return f"return *({self._result} *)__symheap_value({site});\n"
        return ""

    def visit_Return(self, n: c_ast.Return) -> str:
        site = self.sites.values.number(self.function, self.at(n)) if n.expr is None else -1
        if site >= 0 and self._result != "void":
            return f"return *({self._result} *)__symheap_value({site});"
        return str(super().visit_Return(n))

    # Declarations -----------------------------------------------------------------------------------------------------

    def grouped(self, nodes: list[c_ast.Node]) -> Iterator[list[c_ast.Node]]:
        """Yield groups of declarations that share the definition of a type."""
        for item in self._coalesce_defined_types(nodes):
            yield item if isinstance(item, list) else [item]

    def group(self, nodes: list[c_ast.Node]) -> str:
        return str(self._visit_decl_group(nodes) if len(nodes) > 1 else self.visit(nodes[0]))

    def declaration(self, nodes: list[c_ast.Node]) -> str:
        """Return the declaration of objects or a function at file scope."""
        first = nodes[0]
        assert isinstance(first, c_ast.Decl)
        if "extern" in first.storage and all(getattr(node, "name", "") in STANDARD_STREAMS for node in nodes):
            return f"extern {self.group(nodes)}"
        if self._alone or "static" in first.storage:
            return f"static {self.group(nodes).removeprefix('static ')}"
        is_extern = isinstance(first.type, c_ast.FuncDecl)
        return f"{'extern ' if is_extern else ''}{self.group(nodes)}"

    def defined_type(self, node: c_ast.Node) -> c_ast.Node | None:
        return self._defined_type(node)

    def _generate_decl(self, n: c_ast.Decl) -> str:
        """Write a declaration.

        The only storage class kept is ``static``; ``auto`` takes the type of its initialiser.
        """
        if isinstance(n.type, c_ast.TypeDecl) and isinstance(n.type.type, c_ast.InferredType):
            return f"{' '.join(n.quals)} __auto_type {n.name}"
        plain = copy(n)
        plain.storage, plain.funcspec = ["static"] if "static" in n.storage else [], []
        return f"{super()._generate_decl(plain)}{self._attributes(_name_coord(n), is_bits=n.bitsize is not None)}"

    def visit_Decl(self, n: c_ast.Decl, no_type: bool = False) -> str:
        """Write a declaration.

        A scalar without initialiser gets an arbitrary value; memory gets its bytes in `_settled`.
        """
        if "extern" in n.storage and self.function:
            return ""
        text: str = super().visit_Decl(n, no_type)
        if n.init is None and self.function and n.name is not None and not n.storage:
            site = self.sites.values.number(self.function, self.at(n))
            if site >= 0:
                text += f" = *(__typeof__({n.name}) *)__symheap_value({site})"
        return text

    def visit_Struct(self, n: c_ast.Struct) -> str:
        return self._attributed(n, super().visit_Struct(n), "struct")

    def visit_Union(self, n: c_ast.Union) -> str:
        return self._attributed(n, super().visit_Union(n), "union")

    def visit_Enum(self, n: c_ast.Enum) -> str:
        return self._attributed(n, super().visit_Enum(n), "enum")

    def visit_Typedef(self, n: c_ast.Typedef) -> str:
        return f"{super().visit_Typedef(n)}{self._attributes(_name_coord(n))}"

    def _attributed(self, node: c_ast.Struct | c_ast.Union | c_ast.Enum, text: str, word: str) -> str:
        is_defined = node.values if isinstance(node, c_ast.Enum) else node.decls
        attributes = "" if is_defined is None else self._attributes(node.coord)
        return f"{word}{attributes} {text.removeprefix(word)}" if attributes else text

    def _attributes(self, coord: object, is_bits: bool = False) -> str:
        """Return the attributes that change layouts, which the lexer has removed from the tree."""
        kept = [each for each in self.attributes.of(coord) if each.name in _LAYOUT]
        words = [f"{each.name}({each.arguments})" if each.arguments else each.name for each in kept]
        if is_bits:
            words = [word for word in words if word != "packed"]
        return f" __attribute__(({', '.join(words)}))" if words else ""

    # Blocks and their locals ------------------------------------------------------------------------------------------

    def visit_Compound(self, n: c_ast.Compound) -> str:
        items = list(n.block_items or ())
        return f"{{\n{self._counters(items)}{self._generate_body(items)}}}\n"

    def statement_expression(self, node: c_ast.Compound) -> str:
        """Write ``({ … e; })``, where the value of `e` is used."""
        items = list(node.block_items or ())
        last = items.pop() if items and _seen(items[-1]) is not None else None
        value = ""
        if last is not None:
            self._spread(last)
            value = f"{self.mark(last)}{self._visit_expr(last)};\n"
        return f"({{\n{self._counters(items)}{self._generate_body(items)}{value}}})"

    def _counters(self, items: Sequence[c_ast.Node]) -> str:
        return "".join(f"int __symheap_entry_{site} = __symheap_enter({site});\n" for _, site in self._hooks(items))

    def _hooks(self, items: Iterable[c_ast.Node]) -> list[tuple[c_ast.Decl, int]]:
        """Return the declarations of a block whose objects the script mentions."""
        if not self.function:
            return []
        declared = [item for item in items if isinstance(item, c_ast.Decl)]
        sites = [(item, self.sites.locals.number(self.function, self.at(item))) for item in declared]
        return [(item, site) for item, site in sites if site >= 0]

    def _generate_body(self, nodes: list[c_ast.Node], add_indent: bool = False) -> str:
        parts: list[str] = []
        for items in self.grouped(nodes):
            if len(items) > 1:
                parts.append(f"{self.mark(items[0])}{self.group(items)};\n")
            else:
                parts.append(self._generate_stmt(items[0]))
            if self.function:
                parts += self._settled(items)
        return "".join(parts)

    def _settled(self, items: Sequence[c_ast.Node]) -> Iterator[str]:
        """Yield statements that set the bytes of declared locals; those without a script keep arbitrary values."""
        for declared, site in self._hooks(items):
            name = declared.name
            yield f"__symheap_local({site}, __symheap_entry_{site}, (void *)&{name}, sizeof {name});\n"
        for item in items:
            if not isinstance(item, c_ast.Decl) or item.init is not None:
                continue
            site = self.sites.havocs.number(self.function, self.at(item))
            if site >= 0:
                yield f"__symheap_havoc({site}, (void *)&{item.name}, sizeof {item.name});\n"
            site = self.sites.allocations.number(self.function, self.at(item))
            if site >= 0:
                yield f"__symheap_alloca({site}, (void *){item.name}, sizeof {item.name});\n"

    # Statements -------------------------------------------------------------------------------------------------------

    def _generate_stmt(self, n: c_ast.Node, add_indent: bool = False) -> str:
        if isinstance(n, (c_ast.Compound, c_ast.Pragma)) or not self.function:
            return str(super()._generate_stmt(n))
        seen = _seen(n)
        text = super()._generate_stmt(n) if seen is None else f"__symheap_use(0, {self._visit_expr(seen)});\n"
        self._spread(n)
        return f"{self.mark(n)}{text}"

    def _spread(self, node: c_ast.Node) -> None:
        """Record that everything written with the mark of `node` has its line."""
        here = self.at(node)
        waiting = [node]
        while waiting:
            part = waiting.pop()
            there = self.at(part) if part.coord is not None else here
            if there.file == here.file and there.line != here.line:
                self._lines.setdefault((there.file, there.line), set()).add(here.line)
            if not isinstance(part, _STRUCTURED):
                waiting += children(part)

    def part(self, node: c_ast.Node | None) -> str:
        """Write a part of a statement on its own line."""
        if node is None:
            return ""
        self._spread(node)
        return f"\n{self.mark(node)}{self._visit_expr(node, allow_comma=True)}"

    def visit_Label(self, n: c_ast.Label) -> str:
        return f"{n.name}: ;\n{self._generate_stmt(n.stmt)}"

    def visit_Case(self, n: c_ast.Case) -> str:
        return f"case {self._visit_expr(n.expr)}: ;\n{self._case(n.stmts)}"

    def visit_Default(self, n: c_ast.Default) -> str:
        return f"default: ;\n{self._case(n.stmts)}"

    def _case(self, items: list[c_ast.Node] | None) -> str:
        counted = "".join(self._counted[-1]) if self._counted else ""
        return f"{counted}{self._generate_body(items or [])}"

    def visit_For(self, n: c_ast.For) -> str:
        return f"for ({self.part(n.init)}; {self.part(n.cond)}; {self.part(n.next)})\n{self._braced(n.stmt)}"

    def visit_If(self, n: c_ast.If) -> str:
        text = f"if ({self.part(n.cond)})\n{self._braced(n.iftrue)}"
        return text if n.iffalse is None else f"{text}else\n{self._braced(n.iffalse)}"

    def _braced(self, node: c_ast.Node) -> str:
        """Write a statement in braces, because it may become several, or may end with an ``if`` of its own."""
        text = self._generate_stmt(node)
        return text if isinstance(node, c_ast.Compound) else f"{{\n{text}}}\n"

    def visit_While(self, n: c_ast.While) -> str:
        return f"while ({self.part(n.cond)})\n{self._braced(n.stmt)}"

    def visit_DoWhile(self, n: c_ast.DoWhile) -> str:
        return f"do\n{self._braced(n.stmt)}while ({self.part(n.cond)});"

    def visit_Switch(self, n: c_ast.Switch) -> str:
        """Write a switch.  Control jumps into the body, so objects are entered at the first case that is reached."""
        items = list(n.stmt.block_items or ()) if isinstance(n.stmt, c_ast.Compound) else [n.stmt]
        inside = [part for item in items if isinstance(item, _CASES) for part in item.stmts or ()]
        sites = [site for _, site in self._hooks([*items, *inside])]
        self._counted.append([_COUNT.format(site=site) for site in sites])
        body = self._generate_body(items)
        self._counted.pop()
        declared = "".join(f"int __symheap_entry_{site} = -1; " for site in sites)
        return f"{{ {declared}switch ({self.part(n.cond)}) {{\n{body}}} }}\n"

    def visit_StaticAssert(self, n: c_ast.StaticAssert) -> str:
        return ""


_COUNT: Final = "if (__symheap_entry_{site} < 0) __symheap_entry_{site} = __symheap_enter({site});\n"
_CASES: Final = (c_ast.Case, c_ast.Default)
_STRUCTURED: Final = (
    c_ast.Compound,
    c_ast.If,
    c_ast.For,
    c_ast.While,
    c_ast.DoWhile,
    c_ast.Switch,
    c_ast.Case,
    c_ast.Default,
    c_ast.Label,
)
"""Statements whose parts have marks of their own."""


def _seen(node: c_ast.Node) -> c_ast.Node | None:
    """Return the value that a statement computes and drops, if a compiler might not compute it."""
    if isinstance(node, c_ast.Cast):
        return _seen(node.expr)
    if isinstance(node, c_ast.UnaryOp) and node.op not in _ACTS:
        return node
    return node if isinstance(node, _READS) else None


def _name_coord(node: c_ast.Decl | c_ast.Typedef) -> object:
    """Return the position of the declared name, to which attributes belong."""
    inner = node.type
    while isinstance(inner, (c_ast.PtrDecl, c_ast.ArrayDecl, c_ast.FuncDecl)):
        inner = inner.type
    return inner.coord if isinstance(inner, c_ast.TypeDecl) else None


def _declared(node: c_ast.Node) -> Iterator[str]:
    """Yield the names of the parameters and all variables of a function."""
    waiting = list(children(node))
    while waiting:
        part = waiting.pop()
        if isinstance(part, c_ast.Decl) and not isinstance(part.type, c_ast.FuncDecl) and "extern" not in part.storage:
            yield str(part.name)
        waiting += children(part)
