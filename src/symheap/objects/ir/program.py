"""Methods and programs."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field

from symheap.core.outcome import ErrorKind
from symheap.core.source import Position
from symheap.core.types import ClassTable, Type
from symheap.core.typeset import TypeSet
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.ir.arrays import Contents, CopyRange, FillRange, Length, Load, NewArray, SetContents, Store
from symheap.objects.ir.calls import Call, HostCall, Initialize, Invoke, Settle
from symheap.objects.ir.control import Assume, Branch, Check, Fail, Jump, Refuse, Return, Switch, Throw
from symheap.objects.ir.members import Cast, ClassOf, Clone, Get, Holds, IsA, Lock, New, NullCheck, Put, Tell, Unlock
from symheap.objects.ir.registers import Reg
from symheap.objects.ir.scalars import Arbitrary, Binary, Compute, Const, Consult, IdentityHash, Input, Move, Unary
from symheap.objects.past import Past

Instruction = (
    Const
    | Input
    | Arbitrary
    | Consult
    | IdentityHash
    | Move
    | Unary
    | Binary
    | Compute
    | New
    | Get
    | Put
    | IsA
    | Cast
    | Call
    | Invoke
    | Initialize
    | Settle
    | ClassOf
    | Tell
    | Clone
    | NullCheck
    | Lock
    | Unlock
    | Holds
    | Check
    | HostCall
    | NewArray
    | Length
    | Contents
    | SetContents
    | Load
    | Store
    | CopyRange
    | FillRange
    | Throw
    | Switch
    | Assume
    | Refuse
    | Jump
    | Branch
    | Return
    | Fail
)


@dataclass(frozen=True, slots=True)
class Handler:
    """The target of exceptions of `types`; None accepts every exception. The target finds it in register `reg`."""

    types: TypeSet | None
    target: int
    reg: Reg


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """A method. `blocks[0]` is the entry; the last instruction of a block leaves it.

    `handlers[b]` are those of block b, in order; an empty tuple means a method without handlers.
    """

    owner: str
    key: str
    params: tuple[tuple[str, Type], ...]
    registers: int
    blocks: tuple[tuple[Instruction, ...], ...]
    position: Position
    names: Mapping[Reg, str] = field(default_factory=dict)
    back_edges: frozenset[tuple[int, int]] = frozenset()
    handlers: tuple[tuple[Handler, ...], ...] = ()

    @property
    def name(self) -> str:
        return self.key.partition("/")[0].partition("(")[0]


@dataclass(frozen=True, slots=True)
class InputDecl:
    """An input of the program; `types` are the possible classes of a non-null reference."""

    name: str
    type: Type
    types: TypeSet
    nullable: bool = True


@dataclass(frozen=True, slots=True)
class Program:
    """A closed program.

    `arguments` are the inputs that `entry` is called with, the receiver first if it has one. `errors` names the class
    of the exception for each error. `initial` are the objects that exist before the call, and `initialized` the classes
    initialised by then. `past` describes the effects of other classes having been initialised before the call; without
    it they were not.
    """

    table: ClassTable
    methods: Mapping[tuple[str, str], Method]
    entry: Method
    inputs: tuple[InputDecl, ...]
    arguments: tuple[int, ...]
    target: str = ""
    errors: Mapping[ErrorKind, str] = field(default_factory=dict)
    initial: ConcreteHeap | None = None
    initialized: Set[str] = frozenset()
    result: Type | None = None
    past: Past | None = None


def method_key(name: str, parameters: int) -> str:
    return f"{name}/{parameters}"
