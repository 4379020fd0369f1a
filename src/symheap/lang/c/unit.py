"""One translation unit: its names, and its contributions to the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from symheap.core.source import Position
from symheap.lang.c.front.alignments import asked_alignment
from symheap.lang.c.front.attribute_table import FUNCTIONS, VARIABLES
from symheap.lang.c.front.attribute_values import has, understood, with_mode
from symheap.lang.c.front.attributes import Attribute, Attributes
from symheap.lang.c.front.declarations import resolve, typedef
from symheap.lang.c.front.errors import IncompleteType, RefusedType, Unsupported
from symheap.lang.c.front.nodes import place
from symheap.lang.c.front.records import is_constant, name_coord
from symheap.lang.c.front.scopes import FunctionName, GlobalVariable, Meaning, Refused, Scope, Typedef
from symheap.lang.c.front.types import Array, CType, FunctionType, Integer, Types, Void
from symheap.lang.c.lower.context import Context
from symheap.lang.c.lower.functions import Definition, defined_type
from symheap.lang.c.lower.initializers import initialized_size, initialized_type
from symheap.lang.c.lower.pieces import pieces
from symheap.lang.c.lower.statements import static_assert
from symheap.lang.c.lower.values import InMemory
from symheap.lang.c.options import COptions
from symheap.lang.c.qualifiers import qualified_names
from symheap.memory.expressions import AddressOf
from symheap.memory.ir import Lifetime

if TYPE_CHECKING:
    from symheap.lang.c.program import ProgramBuilder


class Unit:
    def __init__(self, program: ProgramBuilder, number: int, attributes: Attributes, position: Position) -> None:
        self.program = program
        self.options: COptions = program.options
        self.types: Types = program.types
        self.number = number
        self.attributes = attributes
        self.scope = Scope()
        self.records: dict[c_ast.Node, CType] = {}
        self.aliases: dict[c_ast.Node, str] = {}
        """Maps structs and unions without a tag to the names that typedefs give them."""
        self.functions: dict[str, list[Attribute]] = {}
        self.is_library = False
        self.bodies: dict[str, Definition] = {}
        self._position = position
        self._trees: list[c_ast.FileAST] = []
        self._inline_only: set[str] = set()
        self._qualified: frozenset[str] | None = None

    def qualified_names(self) -> frozenset[str]:
        """The names that are declared with a qualifier, in whichever scope."""
        if self._qualified is None:
            self._qualified = frozenset().union(*map(qualified_names, self._trees))
        return self._qualified

    def context(self) -> Context:
        """Return the context of declarations outside of functions."""
        return Context(self, self.scope, self._position)

    def read(self, tree: c_ast.FileAST) -> None:
        """All declarations, in order.  The bodies of functions are lowered later, when all names are known."""
        self._trees.append(tree)
        context = self.context()
        for node in tree.ext:
            context.at(node)
            try:
                self._external(context, node)
            except Unsupported as refusal:
                self._refuse(node, refusal)
            except RefusedType as refused:
                self._refuse(node, Unsupported(str(refused), context.position))
            except IncompleteType as error:
                raise context.wrong(str(error)) from None

    def _refuse(self, node: c_ast.Node, refusal: Unsupported) -> None:
        """Record a declaration that is refused: each use of its name is refused, too."""
        name = node.decl.name if isinstance(node, c_ast.FuncDef) else getattr(node, "name", None)
        if name is None or name == "main":
            raise refusal
        self.scope.names[str(name)] = Refused(refusal.reason, refusal.position)

    def _external(self, context: Context, node: c_ast.Node) -> None:
        match node:
            case c_ast.Typedef(name=name):
                known = self.types.floats.get(name)
                self.scope.names[name] = typedef(context, node) if known is None else Typedef(known)
            case c_ast.FuncDef():
                self._define(context, node)
            case c_ast.Decl():
                self._declaration(context, node)
            case c_ast.StaticAssert():
                static_assert(context, node)

    def read_library(self, tree: c_ast.FileAST) -> None:
        """Read the declarations of a library, whose functions are defined only when the program asks for them."""
        self.is_library = True
        self.read(tree)

    def _declaration(self, context: Context, node: c_ast.Decl) -> None:
        if node.name is None:
            resolve(context, node.type)
            return
        ctype = initialized_type(context, resolve(context, node.type), node.init)
        context.at(node)
        self.declare(self.scope, node, ctype)

    def _note_attributes(self, node: c_ast.Decl) -> None:
        attributes = self.attributes.of(name_coord(node))
        if attributes:
            self.functions.setdefault(str(node.name), []).extend(attributes)

    def _define(self, context: Context, node: c_ast.FuncDef) -> None:
        declared = resolve(context, node.decl.type)
        self._note_attributes(node.decl)
        if not isinstance(declared, FunctionType):
            raise context.wrong(f"{node.decl.name} is not a function", node)
        ctype = defined_type(context, node, declared)
        earlier = self.scope.find(node.decl.name)
        is_static = "static" in node.decl.storage or (isinstance(earlier, FunctionName) and earlier.is_static)
        if not is_static and self._is_inline_only(node.decl):
            is_static = True
            self._inline_only.add(str(node.decl.name))
        symbol = self._symbol(node.decl.name, is_static)
        if isinstance(earlier, FunctionName) and earlier.symbol != symbol and not is_static:
            symbol = earlier.symbol
        self.scope.names[node.decl.name] = FunctionName(ctype, symbol, is_static)
        definition = Definition(self, node, symbol, ctype, is_static)
        if self.is_library:
            self.bodies[symbol] = definition
        else:
            self.program.define(definition)

    def _is_inline_only(self, node: c_ast.Decl) -> bool:
        """Whether a definition is for calls in its own file alone; another file may have that which others call."""
        is_extern = "extern" in node.storage
        found = self.functions.get(str(node.name), [])
        return "inline" in "".join(node.funcspec) and is_extern == has(found, "gnu_inline")

    def _has_rival(self, name: str, symbol: str) -> bool:
        """Whether `name` has an inline definition here and a different one elsewhere: a compiler may use either."""
        rival = self.program.definitions.get(name)
        own = self.program.definitions.get(symbol)
        if name not in self._inline_only or rival is None or own is None:
            return False
        return str(rival.node.coord) != str(own.node.coord)

    def _symbol(self, name: str, is_static: bool) -> str:
        return f"{name}@{self.number}" if is_static and self.program.units > 1 else name

    # Declarations of objects and functions ----------------------------------------------------------------------------

    def declare(self, scope: Scope, node: c_ast.Decl, ctype: CType) -> None:
        """Declare a name at file scope, or a function or ``extern`` object inside a function."""
        name = str(node.name)
        context = self.context()
        position = context.at(node)
        known = self.scope.names.get(name)
        if isinstance(ctype, FunctionType):
            self._note_attributes(node)
            is_static = "static" in node.storage or (isinstance(known, FunctionName) and known.is_static)
            if isinstance(known, FunctionName) and (known.type.prototyped or not ctype.prototyped):
                scope.names[name] = known
            else:
                scope.names[name] = FunctionName(ctype, self._symbol(name, is_static), is_static)
            return
        attributes = understood(self.attributes.of(name_coord(node)), VARIABLES)
        ctype = with_mode(context, ctype, attributes)
        if isinstance(ctype, Void):
            raise context.wrong(f"{name} has type void", node)
        is_static = "static" in node.storage
        symbol = known.symbol if isinstance(known, GlobalVariable) else self._symbol(name, is_static)
        if isinstance(known, GlobalVariable) and isinstance(ctype, Array) and ctype.length is None:
            ctype = known.type
        constant = is_constant(context, node.type)
        meaning = GlobalVariable(ctype, symbol, constant)
        scope.names[name] = meaning
        if scope is not self.scope and name not in self.scope.names:
            self.scope.names[name] = meaning
        is_extern = "extern" in node.storage and node.init is None
        lifetime = Lifetime.CONSTANT if constant else Lifetime.GLOBAL
        aligned = asked_alignment(context, node, attributes)
        self.program.declare_global(
            self, symbol, ctype, node.init, position, lifetime, aligned=aligned, extern=is_extern
        )

    def static_local(self, context: Context, node: c_ast.Decl, ctype: CType) -> None:
        attributes = understood(self.attributes.of(name_coord(node)), VARIABLES)
        ctype = with_mode(context, ctype, attributes)
        symbol = self.program.unique_symbol(f"{context.function}.{node.name}")
        constant = is_constant(context, node.type)
        context.scope.names[node.name] = GlobalVariable(ctype, symbol, constant)
        initial = () if node.init is None else tuple(pieces(context, ctype, node.init))
        size = self.types.size(ctype) if node.init is None else initialized_size(context, ctype, node.init)
        lifetime = Lifetime.CONSTANT if constant else Lifetime.GLOBAL
        aligned = asked_alignment(context, node, attributes) or self.types.alignment(ctype)
        self.program.add_object(symbol, size, lifetime, initial, context.position, aligned)

    def anonymous_global(self, context: Context, ctype: CType, initial: c_ast.Node, *, constant: bool) -> InMemory:
        symbol = self.program.unique_symbol("literal")
        initial_pieces = tuple(pieces(context, ctype, initial))
        lifetime = Lifetime.CONSTANT if constant else Lifetime.GLOBAL
        size, aligned = self.types.size(ctype), self.types.alignment(ctype)
        self.program.add_object(symbol, size, lifetime, initial_pieces, context.position, aligned)
        self.program.refer(symbol)
        return InMemory(AddressOf(symbol, self.types.model.pointer), ctype)

    def string_place(self, data: bytes, element: Integer, position: Position) -> InMemory:
        symbol = self.program.string(data, position)
        ctype = Array(element, len(data) // element.size)
        return InMemory(AddressOf(symbol, self.types.model.pointer), ctype)

    def function_type(self, symbol: str, meaning: Meaning | None) -> FunctionType:
        """Return the type by which a function is called: for old-style or missing declarations, the definition's."""
        if isinstance(meaning, FunctionName) and meaning.type.prototyped:
            return meaning.type
        defined = self.program.definitions.get(symbol)
        if defined is not None:
            return defined.type
        if isinstance(meaning, FunctionName):
            return meaning.type
        return FunctionType(self.types.int, (), prototyped=False)

    def attributes_of(self, name: str) -> list[Attribute]:
        """Return the attributes of a function, from all its declarations."""
        return self.functions.get(name, [])

    def refused_attribute(self, name: str, symbol: str) -> Unsupported | None:
        """Return why a function is refused: an unknown attribute, a weak function without a definition, or one with two
        definitions between which a compiler may choose.
        """
        if self._has_rival(name, symbol):
            where = place(self.program.definitions[symbol].node, self._position)
            return Unsupported(f"{name}, which has an inline definition and a different one in another file", where)
        for each in self.attributes_of(name):
            if each.name not in FUNCTIONS or (each.name == "weak" and not self.program.is_defined(symbol)):
                what = f"the assembler name {each.arguments}" if each.name == "asm" else str(each)
                return Unsupported(f"{what} of {name}", each.position)
        return None
