"""The functions that a program exports, with their declared types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from symheap.core.source import Position
from symheap.lang.c.front.errors import IncompleteType
from symheap.lang.c.front.parse import Parsed
from symheap.lang.c.front.types import CType, FunctionType, Record, Types
from symheap.lang.c.lower.functions import Definition, parameter_declarations
from symheap.lang.c.program import ProgramBuilder
from symheap.memory.ir import Program


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of an export.

    `name` is that of the definition; a parameter without a name is called by its number, counted from 1.
    """

    name: str
    type: CType


@dataclass(frozen=True, slots=True)
class Export:
    """A function that other files may call: `name` is its name in C, `symbol` its name in the program."""

    name: str
    symbol: str
    type: FunctionType
    parameters: tuple[Parameter, ...]
    position: Position

    @property
    def hidden(self) -> int:
        """Number of parameters before the declared ones: 1 if the function takes the address of its result."""
        return 1 if isinstance(self.type.result, Record) else 0


@dataclass(frozen=True, eq=False)
class Library:
    """A program with the C types of its exports.

    `exports` are by symbol, in the order of the source.  `records` are the complete structs and unions that the files
    of the exports declare; `defined` are the names of all functions with a body; `trees` are the syntax trees, file by
    file. `files` are all files that were read, headers included.
    """

    program: Program
    types: Types
    exports: Mapping[str, Export]
    records: tuple[Record, ...]
    defined: frozenset[str] = frozenset()
    trees: tuple[Parsed, ...] = ()
    files: tuple[str, ...] = ()

    def of_type(self, ctype: FunctionType) -> tuple[str, ...]:
        """Return the symbols of all exports of a type."""
        signature = (ctype.result, ctype.parameters, ctype.variadic)
        types = {symbol: export.type for symbol, export in self.exports.items()}
        return tuple(name for name, each in types.items() if (each.result, each.parameters, each.variadic) == signature)


def exported(builder: ProgramBuilder, program: Program, trees: Sequence[Parsed] = ()) -> Library:
    """Return the exports of a built program: the functions of `builder` that are not static, and the entry."""
    exports: dict[str, Export] = {}
    for symbol, definition in builder.definitions.items():
        is_exported = not definition.is_static or symbol == program.entry
        if is_exported and not definition.unit.is_library and symbol in program.functions:
            exports[symbol] = _export(definition, program)
    defined = frozenset(str(each.node.decl.name) for each in builder.definitions.values() if not each.unit.is_library)
    return Library(program, builder.types, exports, _records(builder, exports), defined, tuple(trees))


def _export(definition: Definition, program: Program) -> Export:
    nodes = parameter_declarations(definition.node)
    parameters: list[Parameter] = []
    for number, ctype in enumerate(definition.type.parameters):
        name = getattr(nodes[number], "name", None) if number < len(nodes) else None
        parameters.append(Parameter(str(name or f"#{number + 1}"), ctype))
    position = program.functions[definition.symbol].position
    name = str(definition.node.decl.name)
    return Export(name, definition.symbol, definition.type, tuple(parameters), position)


def _records(builder: ProgramBuilder, exports: Mapping[str, Export]) -> tuple[Record, ...]:
    """Return all records that the units of the exports declare at file scope, in the order of their declaration.

    Records whose layout is refused are left out: each use of one is refused where it occurs.
    """
    units = {id(builder.definitions[symbol].unit): builder.definitions[symbol].unit for symbol in exports}
    records: dict[int, Record] = {}
    for unit in units.values():
        tagged = [ctype for ctype in unit.scope.tags.values() if isinstance(ctype, Record)]
        named = [getattr(meaning, "type", None) for meaning in unit.scope.names.values()]
        for ctype in (*tagged, *named):
            if isinstance(ctype, Record) and _has_layout(builder.types, ctype):
                records[ctype.key] = ctype
    return tuple(records[key] for key in sorted(records))


def _has_layout(types: Types, record: Record) -> bool:
    try:
        types.layout(record)
    except IncompleteType:
        return False
    return types.is_complete(record)
