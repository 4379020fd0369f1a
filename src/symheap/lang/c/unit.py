"""One translation unit: its names, and what it gives to the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from symheap.core.source import Position
from symheap.lang.c.attributes import Attributes
from symheap.lang.c.context import Context
from symheap.lang.c.declarations import resolve
from symheap.lang.c.errors import IncompleteType
from symheap.lang.c.functions import Definition, defined_type
from symheap.lang.c.initializers import initialized_type
from symheap.lang.c.options import COptions
from symheap.lang.c.pieces import pieces
from symheap.lang.c.scopes import FunctionName, GlobalVariable, Meaning, Scope, Typedef
from symheap.lang.c.statements import static_assert
from symheap.lang.c.types import Array, CType, FunctionType, Integer, Types, Void
from symheap.lang.c.values import InMemory
from symheap.memory.expressions import AddressOf
from symheap.memory.ir import Lifetime

if TYPE_CHECKING:
    from symheap.lang.c.program import ProgramBuilder

_NO_PACK = 64


class Unit:
    def __init__(self, program: ProgramBuilder, number: int, attributes: Attributes, position: Position) -> None:
        self.program = program
        self.options: COptions = program.options
        self.types: Types = program.types
        self.number = number
        self.attributes = attributes
        self.scope = Scope()
        self.records: dict[c_ast.Node, CType] = {}
        self.pack = _NO_PACK
        self.is_library = False
        self.bodies: dict[str, Definition] = {}
        self._packs: list[int] = []
        self._position = position

    def context(self) -> Context:
        """For what stands outside of functions."""
        return Context(self, self.scope, self._position)

    def read(self, tree: c_ast.FileAST) -> None:
        """All declarations, in order.  The bodies of functions are lowered later, when all names are known."""
        context = self.context()
        for node in tree.ext:
            context.at(node)
            try:
                self._external(context, node)
            except IncompleteType as error:
                raise context.wrong(str(error)) from None

    def _external(self, context: Context, node: c_ast.Node) -> None:
        match node:
            case c_ast.Typedef(name=name):
                self.scope.names[name] = Typedef(self.types.floats.get(name) or resolve(context, node.type))
            case c_ast.FuncDef():
                self._define(context, node)
            case c_ast.Decl():
                self._declaration(context, node)
            case c_ast.Pragma(string=text):
                self._pragma(str(getattr(text, "value", text)).strip('"'))
            case c_ast.StaticAssert():
                static_assert(context, node)

    def read_library(self, tree: c_ast.FileAST) -> None:
        """Declarations of a library: its functions are defined only when the program asks for them."""
        self.is_library = True
        self.read(tree)

    def _declaration(self, context: Context, node: c_ast.Decl) -> None:
        if node.name is None:
            resolve(context, node.type)
            return
        ctype = initialized_type(context, resolve(context, node.type), node.init)
        context.at(node)
        self.declare(self.scope, node, ctype)

    def _define(self, context: Context, node: c_ast.FuncDef) -> None:
        declared = resolve(context, node.decl.type)
        if not isinstance(declared, FunctionType):
            raise context.wrong(f"{node.decl.name} is not a function", node)
        ctype = defined_type(context, node, declared)
        earlier = self.scope.find(node.decl.name)
        is_static = "static" in node.decl.storage or (isinstance(earlier, FunctionName) and earlier.is_static)
        is_static = is_static or ("inline" in "".join(node.decl.funcspec) and "extern" not in node.decl.storage)
        symbol = self._symbol(node.decl.name, is_static)
        if isinstance(earlier, FunctionName) and earlier.symbol != symbol and not is_static:
            symbol = earlier.symbol
        self.scope.names[node.decl.name] = FunctionName(ctype, symbol, is_static)
        definition = Definition(self, node, symbol, ctype, is_static)
        if self.is_library:
            self.bodies[symbol] = definition
        else:
            self.program.define(definition)

    def _symbol(self, name: str, is_static: bool) -> str:
        return f"{name}@{self.number}" if is_static and self.program.units > 1 else name

    # Declarations of objects and functions ----------------------------------------------------------------------------

    def declare(self, scope: Scope, node: c_ast.Decl, ctype: CType) -> None:
        """A declaration at file scope, or ``extern`` or of a function inside one."""
        name = str(node.name)
        context = self.context()
        position = context.at(node)
        known = self.scope.names.get(name)
        if isinstance(ctype, FunctionType):
            is_static = "static" in node.storage or (isinstance(known, FunctionName) and known.is_static)
            if isinstance(known, FunctionName) and (known.type.prototyped or not ctype.prototyped):
                scope.names[name] = known
            else:
                scope.names[name] = FunctionName(ctype, self._symbol(name, is_static), is_static)
            return
        if isinstance(ctype, Void):
            raise context.wrong(f"{name} has type void", node)
        is_static = "static" in node.storage
        symbol = known.symbol if isinstance(known, GlobalVariable) else self._symbol(name, is_static)
        if isinstance(known, GlobalVariable) and isinstance(ctype, Array) and ctype.length is None:
            ctype = known.type
        meaning = GlobalVariable(ctype, symbol)
        scope.names[name] = meaning
        if scope is not self.scope and name not in self.scope.names:
            self.scope.names[name] = meaning
        is_extern = "extern" in node.storage and node.init is None
        self.program.declare_global(self, symbol, ctype, node.init, position, extern=is_extern)

    def static_local(self, context: Context, node: c_ast.Decl, ctype: CType) -> None:
        symbol = self.program.unique_symbol(f"{context.function}.{node.name}")
        context.scope.names[node.name] = GlobalVariable(ctype, symbol)
        initial = () if node.init is None else tuple(pieces(context, ctype, node.init))
        self.program.add_object(symbol, self.types.size(ctype), Lifetime.GLOBAL, initial, context.position)

    def anonymous_global(self, context: Context, ctype: CType, initial: c_ast.Node) -> InMemory:
        symbol = self.program.unique_symbol("literal")
        found = tuple(pieces(context, ctype, initial))
        self.program.add_object(symbol, self.types.size(ctype), Lifetime.GLOBAL, found, context.position)
        self.program.refer(symbol)
        return InMemory(AddressOf(symbol, self.types.model.pointer), ctype)

    def string_place(self, data: bytes, element: Integer, position: Position) -> InMemory:
        symbol = self.program.string(data, position)
        ctype = Array(element, len(data) // element.size)
        return InMemory(AddressOf(symbol, self.types.model.pointer), ctype)

    def function_type(self, symbol: str, meaning: Meaning | None) -> FunctionType:
        """The type by which a function is called: that of its definition, for old-style or missing declarations."""
        if isinstance(meaning, FunctionName) and meaning.type.prototyped:
            return meaning.type
        defined = self.program.definitions.get(symbol)
        if defined is not None:
            return defined.type
        if isinstance(meaning, FunctionName):
            return meaning.type
        return FunctionType(self.types.int, (), prototyped=False)

    def _pragma(self, text: str) -> None:
        """``#pragma pack``."""
        if not text.replace(" ", "").startswith("pack("):
            return
        words = [word.strip() for word in text[text.index("(") + 1 :].rstrip(") ").split(",")]
        if "push" in words:
            self._packs.append(self.pack)
        if "pop" in words:
            self.pack = self._packs.pop() if self._packs else _NO_PACK
        numbers = [word for word in words if word.isdigit()]
        if numbers:
            self.pack = int(numbers[0])
        elif words == [""]:
            self.pack = _NO_PACK
