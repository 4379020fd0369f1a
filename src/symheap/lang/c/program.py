"""Build a program from the definitions of all units, linked by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, TypeVar

from pycparser import c_ast

from symheap.core.source import Position, SourceError
from symheap.lang.c.client.links import links
from symheap.lang.c.front.attribute_values import argument_number
from symheap.lang.c.front.compatible import Compatibility
from symheap.lang.c.front.nodes import descendants, place
from symheap.lang.c.front.types import Array, CType, FunctionType, Pointer, Types, Void
from symheap.lang.c.library.in_c import DOCUMENTATION, models
from symheap.lang.c.lower.fold import number
from symheap.lang.c.lower.functions import Definition, lower_function
from symheap.lang.c.lower.initializers import initialized_size
from symheap.lang.c.lower.pieces import pieces
from symheap.lang.c.lower.undefined import lower_undefined
from symheap.lang.c.modelled import FILE, STANDARD_STREAMS
from symheap.lang.c.options import COptions
from symheap.lang.c.start import START, lower_start
from symheap.lang.c.unit import Unit
from symheap.memory.expressions import AddressOf
from symheap.memory.ir import Function, Global, Halt, Lifetime, Piece, Program, Refuse

_T = TypeVar("_T")


_LAST: Final = 65535
"""Priority of constructors and destructors without one of their own."""


def _without_exit(function: Function) -> Function:
    """Refuse calls of ``exit``, at which destructors would run."""
    blocks = dict(function.blocks)
    for label, block in function.blocks.items():
        if isinstance(block.end, Halt) and block.end.how == "exit":
            refusal = Refuse("exit in a program with destructors", block.end.position)
            blocks[label] = replace(block, commands=(*block.commands, refusal))
    return replace(function, blocks=blocks)


def _is_constant_seed(node: c_ast.Node) -> bool:
    match node:
        case c_ast.FuncCall(name=c_ast.ID(name="srand" | "srandom"), args=c_ast.ExprList() as arguments):
            return not any(isinstance(part, c_ast.ID | c_ast.FuncCall) for part in descendants(arguments))
        case _:
            return False


@dataclass(eq=False)
class _GlobalDraft:
    unit: Unit
    type: CType
    initial: c_ast.Node | None
    position: Position
    lifetime: Lifetime
    extern: bool
    aligned: int | None


class ProgramBuilder:
    """Builds a program from the functions that the entry reaches; without an entry, that exported functions reach."""

    def __init__(self, options: COptions, units: int) -> None:
        self.options = options
        self.types = Types(options.model)
        self.units = units
        self.definitions: dict[str, Definition] = {}
        self._drafts: dict[str, _GlobalDraft] = {}
        self._objects: dict[str, Global] = {}
        self._functions: dict[str, Function] = {}
        self._strings: dict[bytes, str] = {}
        self._referred: dict[str, None] = {}
        self._assumptions: dict[str, None] = {}
        self._symbols: dict[str, int] = {}
        self._library: Unit | None = None
        self._clashes: set[str] = set()
        self._pointed: dict[str, tuple[Unit, FunctionType]] = {}

    # What units say ---------------------------------------------------------------------------------------------------

    def define(self, definition: Definition) -> None:
        earlier = self.definitions.get(definition.symbol)
        if earlier is not None and not definition.is_static:
            where = place(definition.node, Position("", 1, 1))
            raise SourceError(f"{definition.symbol} is defined twice", where)
        self.definitions[definition.symbol] = definition

    def has_clash(self, symbol: str) -> bool:
        """Whether an object is declared with incompatible types."""
        return symbol in self._clashes or (symbol in self._drafts and symbol in self.definitions)

    @cached_property
    def has_fixed_seed(self) -> bool:
        """Whether the program passes ``srand`` a constant: its random numbers are then the same in every execution."""
        nodes = (node for each in self.definitions.values() for node in descendants(each.node))
        return any(_is_constant_seed(node) for node in nodes)

    def is_defined(self, symbol: str) -> bool:
        return symbol in self.definitions

    def adopt(self, symbol: str) -> bool:
        """Add the model of `symbol` to the program if the library has one written in C; return whether it has."""
        if symbol not in DOCUMENTATION:
            return False
        definition = self._models().bodies.get(symbol)
        if definition is not None:
            self.definitions.setdefault(symbol, definition)
        return definition is not None

    def is_adopted(self, symbol: str) -> bool:
        """Whether the definition of `symbol` is a model of the library."""
        return self._library is not None and self.definitions.get(symbol) is self._library.bodies.get(symbol, self)

    def _models(self) -> Unit:
        if self._library is None:
            parsed = models(self.options.model)
            self._library = Unit(self, 0, parsed.attributes, Position(FILE, 1, 1))
            self._library.read_library(parsed.tree)
        return self._library

    def agrees(self, symbol: str, ctype: FunctionType) -> bool:
        """Whether a call by `ctype` fits the definition; for a model it is enough that all sizes are the same."""
        definition = self.definitions[symbol]
        if definition.unit.is_library:
            return self._shape(definition.type) == self._shape(ctype)
        return Compatibility(self.types).functions(definition.type, ctype)

    def _shape(self, ctype: FunctionType) -> tuple[int, ...]:
        parts = (ctype.result, *ctype.parameters)
        return tuple(0 if isinstance(part, Void) else self.types.size(part) for part in parts)

    def declare_global(
        self,
        unit: Unit,
        symbol: str,
        ctype: CType,
        initial: c_ast.Node | None,
        position: Position,
        lifetime: Lifetime,
        *,
        aligned: int | None,
        extern: bool,
    ) -> None:
        """Declare an object; of several declarations, one with an initialiser counts, or else a definition."""
        earlier = self._drafts.get(symbol)
        if earlier is not None and not Compatibility(self.types).same(earlier.type, ctype):
            self._clashes.add(symbol)
        if earlier is None or (earlier.extern and not extern) or initial is not None:
            self._drafts[symbol] = _GlobalDraft(unit, ctype, initial, position, lifetime, extern, aligned)
        elif not self.types.is_complete(earlier.type):
            earlier.type = ctype

    def add_object(
        self,
        symbol: str,
        size: int,
        lifetime: Lifetime,
        initial: tuple[Piece, ...],
        position: Position,
        alignment: int = 1,
    ) -> None:
        self._objects[symbol] = Global(symbol, size, lifetime, initial, position, alignment=alignment)

    def string(self, data: bytes, position: Position) -> str:
        """Return the symbol of a string constant; equal constants are one object."""
        symbol = self._strings.get(data)
        if symbol is None:
            symbol = self._strings[data] = self.unique_symbol("string")
            initial = tuple(Piece(index, number(byte, 1)) for index, byte in enumerate(data) if byte)
            self.add_object(symbol, len(data), Lifetime.STRING, initial, position)
        self.refer(symbol)
        return symbol

    def string_data(self, symbol: str) -> bytes | None:
        """Return the bytes of the string constant that `symbol` names, or None."""
        return next((data for data, name in self._strings.items() if name == symbol), None)

    def unique_symbol(self, name: str) -> str:
        count = self._symbols.get(name, 0) + 1
        self._symbols[name] = count
        return name if count == 1 and "." in name else f"{name}.{count}"

    def refer(self, symbol: str) -> None:
        """Note that the program needs the object or function `symbol`."""
        self._referred.setdefault(symbol)

    def refer_function(self, unit: Unit, symbol: str, ctype: FunctionType) -> None:
        """Note that the program takes the address of a function, which may have no body."""
        self.refer(symbol)
        self._pointed.setdefault(symbol, (unit, ctype))

    def assume(self, assumption: str) -> None:
        self._assumptions.setdefault(assumption)

    def assume_all(self, assumptions: Iterable[str]) -> None:
        for assumption in assumptions:
            self.assume(assumption)

    # The result -------------------------------------------------------------------------------------------------------

    def build(self, position: Position) -> Program:
        entry = self._entry(position)
        before, after = self._marked("constructor"), self._marked("destructor")[::-1]
        for marked in (*before, *after):
            if entry != "main":
                where = place(marked.node, position)
                raise SourceError("not supported: a constructor or destructor in a program without main", where)
            self.refer(marked.symbol)
        if entry:
            self.refer(entry)
        else:
            for symbol, definition in self.definitions.items():
                if not definition.is_static:
                    self.refer(symbol)
        done: set[str] = set()
        while len(done) < len(self._referred):
            for symbol in [symbol for symbol in self._referred if symbol not in done]:
                done.add(symbol)
                self._make(symbol)
        if after:
            self._functions = {name: _without_exit(function) for name, function in self._functions.items()}
        if entry == "main" and (self.definitions["main"].type.parameters or before or after):
            self._functions[START] = lower_start(self.types, self.definitions["main"], before, after)
            entry = START
        return Program(
            self.options.model,
            self._in_order(self._functions, self.definitions),
            self._in_order({name: made for name, made in self._objects.items() if name in done}, self._drafts),
            entry,
            tuple(self._assumptions),
            links=links(self.types),
        )

    def _marked(self, name: str) -> list[Definition]:
        """Return the functions with the attribute ``constructor`` or ``destructor``, in the order of priority."""
        functions: list[tuple[int, Definition]] = []
        for definition in self.definitions.values():
            for each in definition.unit.attributes_of(str(definition.node.decl.name)):
                if each.name == name:
                    context = definition.unit.context()
                    priority = argument_number(context, each, each.arguments) if each.arguments else _LAST
                    functions.append((priority, definition))
                    break
        return [definition for _, definition in sorted(functions, key=lambda each: each[0])]

    def _entry(self, position: Position) -> str:
        entry = self.options.entry
        named = [symbol for symbol, found in self.definitions.items() if found.node.decl.name == (entry or "main")]
        if entry is not None and not named:
            raise SourceError(f"there is no function {entry}", position)
        return named[0] if named else ""

    def _make(self, symbol: str) -> None:
        if symbol in self.definitions or (symbol in self._pointed and self.adopt(symbol)):
            self._functions[symbol] = lower_function(self.definitions[symbol])
        elif symbol in self._drafts:
            self._make_global(symbol, self._drafts[symbol])
        elif symbol in self._pointed:
            unit, ctype = self._pointed[symbol]
            self._functions[symbol] = lower_undefined(unit, symbol, ctype)

    def _make_global(self, symbol: str, draft: _GlobalDraft) -> None:
        ctype = draft.type
        if isinstance(ctype, Array) and ctype.length is None and not draft.extern:
            ctype = Array(ctype.element, 1)
        if not self.types.is_complete(ctype):
            raise SourceError(f"{symbol} has type {ctype}, whose size is not known", draft.position)
        initial: tuple[Piece, ...] = ()
        extern = draft.extern
        if extern and symbol in STANDARD_STREAMS and isinstance(ctype, Pointer):
            self._models()
            self.refer(STANDARD_STREAMS[symbol])
            initial, extern = (Piece(0, AddressOf(STANDARD_STREAMS[symbol], ctype.size)),), False
        size = self.types.size(ctype)
        if draft.initial is not None:
            context = draft.unit.context()
            context.position = draft.position
            initial = tuple(pieces(context, ctype, draft.initial))
            size = initialized_size(context, ctype, draft.initial)
        aligned = draft.aligned or self.types.alignment(ctype)
        self._objects[symbol] = Global(symbol, size, draft.lifetime, initial, draft.position, extern, aligned)

    @staticmethod
    def _in_order(made: dict[str, _T], order: Iterable[str]) -> dict[str, _T]:
        """Return the objects in the order of the source; those that do not occur in it come last."""
        first = {symbol: made[symbol] for symbol in order if symbol in made}
        return first | made
