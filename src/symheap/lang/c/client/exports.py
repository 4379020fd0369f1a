"""What a program offers to others: its exported functions with their declared types."""

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
    """`name` is that of the definition; one without a name there is called by its number, from 1 on."""

    name: str
    type: CType


@dataclass(frozen=True, slots=True)
class Export:
    """A function that others may call: `name` is how C calls it, `symbol` how the program does."""

    name: str
    symbol: str
    type: FunctionType
    parameters: tuple[Parameter, ...]
    position: Position

    @property
    def hidden(self) -> int:
        """How many parameters of the program's function come before the declared ones: the address for a result."""
        return 1 if isinstance(self.type.result, Record) else 0


@dataclass(frozen=True, eq=False)
class Library:
    """A program with the C types of what it exports.  `exports` are by symbol, in the order of the source.

    `records` are the structs and unions that the files of the exports declare, as far as they are complete;
    `defined` the names of all functions that have a body; `trees` what was parsed, file by file.  `files` are all that
    were read, with the headers.
    """

    program: Program
    types: Types
    exports: Mapping[str, Export]
    records: tuple[Record, ...]
    defined: frozenset[str] = frozenset()
    trees: tuple[Parsed, ...] = ()
    files: tuple[str, ...] = ()

    def of_type(self, ctype: FunctionType) -> tuple[str, ...]:
        """The exports of a type."""
        wanted = (ctype.result, ctype.parameters, ctype.variadic)
        types = {symbol: export.type for symbol, export in self.exports.items()}
        return tuple(name for name, each in types.items() if (each.result, each.parameters, each.variadic) == wanted)


def exported(builder: ProgramBuilder, program: Program, trees: Sequence[Parsed] = ()) -> Library:
    """The exports of a program that was built: those of `builder` that are not static, and its entry."""
    exports: dict[str, Export] = {}
    for symbol, definition in builder.definitions.items():
        wanted = not definition.is_static or symbol == program.entry
        if wanted and not definition.unit.is_library and symbol in program.functions:
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
    """All records that the units of the exports declare at file scope, in the order of their declaration.

    Those whose layout is refused are left out: what uses one is refused where it does.
    """
    units = {id(builder.definitions[symbol].unit): builder.definitions[symbol].unit for symbol in exports}
    found: dict[int, Record] = {}
    for unit in units.values():
        tagged = [ctype for ctype in unit.scope.tags.values() if isinstance(ctype, Record)]
        named = [getattr(meaning, "type", None) for meaning in unit.scope.names.values()]
        for ctype in (*tagged, *named):
            if isinstance(ctype, Record) and _has_layout(builder.types, ctype):
                found[ctype.key] = ctype
    return tuple(found[key] for key in sorted(found))


def _has_layout(types: Types, record: Record) -> bool:
    try:
        types.layout(record)
    except IncompleteType:
        return False
    return types.is_complete(record)
