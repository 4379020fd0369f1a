"""The object IR: what Javalite, POSE's language and Java are lowered to.

A method is a graph of blocks over numbered registers.  Register 0 holds the receiver, the next ones the parameters.
Nothing here knows how a heap is represented.  An instruction that may fail carries its position; an instruction that
decides something about the path is `Branch`, `Call`, `Get`/`Put` with several candidate fields, and `Cast`
(see `symheap.objects.decisions`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from symheap.core.outcome import ErrorKind
from symheap.core.source import Position
from symheap.core.terms import Value
from symheap.core.types import ClassTable, Field, Type
from symheap.core.typeset import TypeSet

Reg = int


class Operator(Enum):
    """Scalar operators.  `EQUAL` compares two values of one kind, references included."""

    ADD = "+"
    SUB = "-"
    LESS = "<"
    EQUAL = "="
    AND = "&&"
    OR = "||"
    NOT = "~"


@dataclass(frozen=True, slots=True)
class Const:
    dst: Reg
    value: Value
    position: Position


@dataclass(frozen=True, slots=True)
class Input:
    """Read an input of the program, by its number."""

    dst: Reg
    index: int
    position: Position


@dataclass(frozen=True, slots=True)
class Move:
    dst: Reg
    src: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Unary:
    dst: Reg
    op: Operator
    a: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Binary:
    dst: Reg
    op: Operator
    a: Reg
    b: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class New:
    dst: Reg
    class_name: str
    position: Position


@dataclass(frozen=True, slots=True)
class Get:
    """Read a field.  Where types are known there is one candidate; else every class that declares the name."""

    dst: Reg
    obj: Reg
    name: str
    fields: tuple[Field, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Put:
    obj: Reg
    name: str
    fields: tuple[Field, ...]
    src: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class IsA:
    dst: Reg
    obj: Reg
    types: TypeSet
    position: Position


@dataclass(frozen=True, slots=True)
class Cast:
    """Null passes; an object of another class is an error."""

    dst: Reg
    obj: Reg
    types: TypeSet
    position: Position


@dataclass(frozen=True, slots=True)
class Call:
    """A virtual call.  `method` is the key of the method: its name and its number of parameters."""

    dst: Reg
    method: str
    obj: Reg
    args: tuple[Reg, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Jump:
    target: int
    position: Position


@dataclass(frozen=True, slots=True)
class Branch:
    cond: Reg
    then: int
    other: int
    position: Position


@dataclass(frozen=True, slots=True)
class Return:
    src: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Fail:
    """A named error that the program is bound to meet here."""

    error: ErrorKind
    detail: str
    position: Position


Instruction = (
    Const | Input | Move | Unary | Binary | New | Get | Put | IsA | Cast | Call | Jump | Branch | Return | Fail
)


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """`blocks[0]` is the entry; the last instruction of a block is a `Jump`, `Branch`, `Return` or `Fail`."""

    owner: str
    key: str
    params: tuple[tuple[str, Type], ...]
    registers: int
    blocks: tuple[tuple[Instruction, ...], ...]
    position: Position
    names: Mapping[Reg, str] = field(default_factory=dict)
    back_edges: frozenset[tuple[int, int]] = frozenset()

    @property
    def name(self) -> str:
        return self.key.partition("/")[0]


@dataclass(frozen=True, slots=True)
class InputDecl:
    """An input of the program: `types` are the classes that it may have if it is a reference that is not null."""

    name: str
    type: Type
    types: TypeSet
    nullable: bool = True


@dataclass(frozen=True, slots=True)
class Program:
    """A closed program.  `arguments` are the inputs that `entry` is called with, the receiver first if it has one."""

    table: ClassTable
    methods: Mapping[tuple[str, str], Method]
    entry: Method
    inputs: tuple[InputDecl, ...]
    arguments: tuple[int, ...]
    target: str = ""


def method_key(name: str, parameters: int) -> str:
    return f"{name}/{parameters}"
