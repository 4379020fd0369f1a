"""Generate C for one file of a program: the declarations in their order, then the functions, as far as needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pycparser import c_ast

from symheap.core.source import Position
from symheap.lang.c.front.nodes import place
from symheap.lang.c.front.parse import Parsed
from symheap.lang.c.library.in_c import models
from symheap.lang.c.modelled import FILE
from symheap.memory.ir import Program
from symheap.testgen.c.lines import settled
from symheap.testgen.c.needed import needed
from symheap.testgen.c.sites import Sites
from symheap.testgen.c.writer.calls import MODELS, PREFIX, CallWriter
from symheap.testgen.c.writer.writer import Writer

_NOWHERE = Position("", 1, 1)


@dataclass(frozen=True, eq=False)
class ParsedUnit:
    """A parsed file.  `symbols` maps the needed functions of the file to their names in the program."""

    program: Program
    parsed: Parsed
    number: int = 1
    alone: bool = True

    @property
    def symbols(self) -> dict[str, tuple[str, c_ast.FuncDef]]:
        """The symbols by name in C, with the definitions."""
        symbols: dict[str, tuple[str, c_ast.FuncDef]] = {}
        for node in self.parsed.tree.ext:
            if isinstance(node, c_ast.FuncDef):
                name = str(node.decl.name)
                for symbol in (f"{name}@{self.number}", name):
                    function = self.program.functions.get(symbol)
                    if function is not None and function.position == place(node, _NOWHERE):
                        symbols[name] = (symbol, node)
        return symbols

    @property
    def globals(self) -> set[str]:
        """The C names of the objects that the program has from this file."""
        return {name.removesuffix(f"@{self.number}") for name in self.program.globals}


def unit_text(unit: ParsedUnit, sites: Sites, names: Mapping[str, str], lines: dict[tuple[str, int], set[int]]) -> str:
    """Return the text of a file.  `names` maps symbols of functions to different names in the text.

    `lines` receives the source lines of joined statements.
    """
    reached = unit.symbols
    program = unit.program
    prototypes = _prototypes(unit.parsed.tree)
    callable_names = {name: names.get(symbol, name) for name, (symbol, _) in reached.items()}
    if unit.parsed is not models(program.model):
        outside = {name for name in prototypes if name in program.functions and name not in reached}
        callable_names |= {name: names.get(name, name) for name in outside}
        modelled = {name for name in MODELS if _is_modelled(program, name)} - set(reached)
        callable_names |= {name: PREFIX + name for name in modelled}
    pointed = {name: written for name, written in names.items() if name not in callable_names}
    writer = Writer(sites, unit.parsed.attributes, CallWriter(prototypes, callable_names), lines, unit.alone)
    writer.names = pointed | callable_names
    writer.objects = frozenset(_objects(unit.parsed.tree))
    parts = list(_declarations(writer, unit, reached))
    bodies = [writer.definition(node, program.functions[symbol]) for symbol, node in reached.values()]
    return "".join((*parts, settled("".join(bodies))))


def model_text(program: Program, sites: Sites) -> str:
    """Return the models of library functions that the program calls, with a prefix in their names."""
    unit = ParsedUnit(program, models(program.model))
    names = {symbol: PREFIX + symbol for symbol, _ in unit.symbols.values()}
    text = unit_text(unit, sites, names, {}) if names else ""
    return text.replace("size_t", "__symheap_model_size_t")


def _is_modelled(program: Program, name: str) -> bool:
    return name in program.functions and program.functions[name].position.file == FILE


def _prototypes(tree: c_ast.FileAST) -> dict[str, c_ast.Decl]:
    prototypes: dict[str, c_ast.Decl] = {}
    for node in tree.ext:
        if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
            prototypes.setdefault(str(node.name), node)
    return prototypes


def _objects(tree: c_ast.FileAST) -> Iterator[str]:
    for node in tree.ext:
        if isinstance(node, c_ast.Decl) and node.name is not None and not isinstance(node.type, c_ast.FuncDecl):
            yield str(node.name)


def _declarations(writer: Writer, unit: ParsedUnit, reached: Mapping[str, tuple[str, c_ast.FuncDef]]) -> Iterator[str]:
    """Yield types, objects and prototypes; a function is declared where the source defines it."""
    seen: set[str] = set()
    globals_ = unit.globals
    needed_ids = needed(unit.parsed.tree, reached, globals_)
    for group in writer.grouped([node for node in unit.parsed.tree.ext if id(node) in needed_ids]):
        kept: list[c_ast.Node] = []
        for node in group:
            if isinstance(node, c_ast.FuncDef):
                if reached.get(node.decl.name, ("", None))[1] is node:
                    yield writer.prototype(node)
                continue
            kept += _needed(writer, node, seen, globals_)
        if kept:
            yield _declaration(writer, kept, unit)


def _needed(writer: Writer, node: c_ast.Node, seen: set[str], globals_: set[str]) -> list[c_ast.Node]:
    """Return the needed parts of a declaration: no repeated types, and only the type of an unneeded object.

    `seen` are the names of types and functions declared before.
    """
    if (node.coord is not None and node.coord.file == "<prelude>") or isinstance(node, c_ast.StaticAssert):
        return []
    if isinstance(node, c_ast.Typedef):
        known = node.name in seen
        seen.add(node.name)
        return [] if known else [node]
    if not isinstance(node, c_ast.Decl) or node.name is None:
        return [node]
    if isinstance(node.type, c_ast.FuncDecl):
        known = node.name in seen or not writer.is_defined(node.name)
        seen.add(node.name)
        return [] if known else [node]
    if node.name in globals_:
        return [node]
    defined = writer.defined_type(node)
    return [] if defined is None else [defined]


def _declaration(writer: Writer, nodes: list[c_ast.Node], unit: ParsedUnit) -> str:
    first = nodes[0]
    if isinstance(first, c_ast.Pragma):
        return f"{writer.visit(first)}\n"
    if isinstance(first, c_ast.Decl) and first.name is not None:
        return f"{writer.declaration(nodes)};\n"
    return f"{writer.group(nodes)};\n"
