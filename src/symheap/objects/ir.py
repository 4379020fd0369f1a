"""The object IR: what Javalite, POSE's language and Java are lowered to.

A method is a graph of blocks over numbered registers.  Register 0 holds the receiver, the next ones the parameters.
Nothing here knows how a heap is represented.  An instruction that may fail carries its position; an instruction that
decides something about the path is `Branch`, `Switch`, `Call`, `Get`/`Put` with several candidate fields, and whatever
may fail (see `symheap.objects.decisions`).

In a program that has exceptions (`Program.errors`), an error makes an exception object, and control goes to the first
handler of the block that takes its class, else to the caller.  Elsewhere an error ends the program.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field
from enum import Enum

from symheap.core.outcome import ErrorKind
from symheap.core.source import Position
from symheap.core.terms import Sort, Value
from symheap.core.types import ClassTable, Field, Type
from symheap.core.typeset import TypeSet
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.host import HostFunction
from symheap.objects.past import Past

Reg = int
DISCARD: Reg = -1
"""The destination of a call whose result nobody wants."""


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
class Arbitrary:
    """Any value of a type: a further input of the program, the n-th of a run is called ``name#n``.

    One that is `placed` stands for an answer of the machine that the program runs on.  It is named by the place of the
    call as well: ``name@File.java:12#n``.
    """

    dst: Reg
    type: Type
    name: str
    position: Position
    placed: bool = False

    def numbered(self, before: int, caller: Position | None = None) -> str:
        """The name of the input, where the run has met so many of them before."""
        return _numbered(self.name, before, caller if self.placed else None)


def _numbered(name: str, before: int, caller: Position | None) -> str:
    place = "" if caller is None else f"@{caller.file}:{caller.line}"
    return f"{name}{place}#{before + 1}"


@dataclass(frozen=True, slots=True)
class Consult:
    """What the machine has under a text: an input called ``name("text")``, the same however often it is asked for.

    A reference is null only if it may be: the texts in `present` always have something.  The text is known, or the path
    ends as unsupported.
    """

    dst: Reg
    type: Type
    name: str
    key: Reg
    present: frozenset[str]
    position: Position

    def named(self, text: str) -> str:
        return f"{self.name}({json.dumps(text)})"


@dataclass(frozen=True, slots=True)
class IdentityHash:
    """The identity hash code of an object that is not null: any number, the same for one object, a further input.

    Where a method of one of the classes in `tables` asks, it is `constant`: hash tables look the same from outside,
    whatever the hash codes are, but for the order of their entries.  Methods of `through` ask on behalf of their
    callers.
    """

    dst: Reg
    obj: Reg
    constant: int
    tables: frozenset[str]
    through: frozenset[str]
    position: Position

    def numbered(self, before: int, caller: Position) -> str:
        return _numbered("identityHashCode()", before, caller)


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


@dataclass(frozen=True, slots=True, eq=False)
class Operation:
    """A scalar operation: total, without effects, on plain values as on terms."""

    name: str
    apply: Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Compute:
    """A scalar operation of a language whose types were checked before: operands are known to fit."""

    dst: Reg
    operation: Operation
    args: tuple[Reg, ...]
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
class Invoke:
    """A call of one known body: a static method, a constructor, a private or superclass method.

    `receiver` says that the first argument must not be null.
    """

    dst: Reg
    owner: str
    method: str
    args: tuple[Reg, ...]
    position: Position
    receiver: bool = False


@dataclass(frozen=True, slots=True)
class Initialize:
    """The class must be initialised before what follows: run its initialiser if nobody has."""

    class_name: str
    position: Position


@dataclass(frozen=True, slots=True)
class Settle:
    """A static field is used that the initialiser of a class reads or writes (`symheap.objects.past`).

    `slot` is that field, as `slot_of` names it.  With `writes` it is written, and else read.
    """

    class_name: str
    slot: str
    position: Position
    writes: bool = False


@dataclass(frozen=True, slots=True)
class ClassOf:
    """The class object of an object's class.  Null is an error."""

    dst: Reg
    obj: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Tell:
    """Which class a class object stands for, a decision: from here on `dst` is that very object.  Null is an error."""

    dst: Reg
    obj: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Clone:
    """A new object with the fields, or the elements, of another one, whose class `class_object` certainly stands for.

    The object is not null.
    """

    dst: Reg
    obj: Reg
    class_object: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class NullCheck:
    """Null is an error: locking, calls whose receiver is not otherwise looked at."""

    obj: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Lock:
    """Enter the monitor of an object, until `Unlock` or the end of the method.  Null is an error.

    One `for_method` is entered once, however often control comes by.
    """

    obj: Reg
    position: Position
    for_method: bool = False


@dataclass(frozen=True, slots=True)
class Unlock:
    """Leave the monitor that the method has entered last.  Null is an error."""

    obj: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Holds:
    """Whether some method being run has entered the monitor of an object that is not null."""

    dst: Reg
    obj: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Check:
    """Where `cond` does not hold, an error."""

    cond: Reg
    error: ErrorKind
    detail: str
    position: Position


@dataclass(frozen=True, slots=True)
class HostCall:
    """A method that is modelled in Python."""

    dst: Reg
    function: HostFunction
    args: tuple[Reg, ...]
    position: Position


# Arrays.  `kind` is the sort of the elements; an index and a length are 32-bit integers.


@dataclass(frozen=True, slots=True)
class NewArray:
    """A negative length is an error."""

    dst: Reg
    class_name: str
    length: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Length:
    dst: Reg
    obj: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of an array as one value, for operations that take such.  Null is an error."""

    dst: Reg
    obj: Reg
    kind: Sort
    position: Position


@dataclass(frozen=True, slots=True)
class SetContents:
    """Give an array that the run made contents, as `Contents` and operations on such yield them."""

    obj: Reg
    src: Reg
    kind: Sort
    position: Position


@dataclass(frozen=True, slots=True)
class Load:
    """Null, then an index out of bounds, are errors."""

    dst: Reg
    obj: Reg
    index: Reg
    kind: Sort
    position: Position


@dataclass(frozen=True, slots=True)
class Store:
    """As `Load`; then a reference that the array's class does not take is an error."""

    obj: Reg
    index: Reg
    src: Reg
    kind: Sort
    position: Position


@dataclass(frozen=True, slots=True)
class CopyRange:
    """`System.arraycopy`: null, arrays that do not go together and ranges out of bounds are errors.

    `copied` says whether it was done.  Where the classes of the arrays leave open whether the target takes the
    elements, nothing is copied, and what follows has to do it one by one.
    """

    src: Reg
    start: Reg
    dst: Reg
    at: Reg
    length: Reg
    copied: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class FillRange:
    """Store one value in a range of an array, which is within its bounds.

    Null, then a reference that the array's class does not take, are errors; an empty range takes every reference.
    """

    obj: Reg
    at: Reg
    length: Reg
    src: Reg
    kind: Sort
    position: Position


# Control.


@dataclass(frozen=True, slots=True)
class Throw:
    """Null is an error, and thrown in its place."""

    src: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Switch:
    """A decision for one of several targets by an integer."""

    key: Reg
    cases: tuple[tuple[int, int], ...]
    default: int
    position: Position


@dataclass(frozen=True, slots=True)
class Assume:
    """Only inputs for which `cond` holds are of interest: there is no path for the others."""

    cond: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Refuse:
    """Something the analysis does not do, by name."""

    what: str
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
    """Where exceptions of `types` go; None takes every exception.  The exception is in register `reg` there."""

    types: TypeSet | None
    target: int
    reg: Reg


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """`blocks[0]` is the entry; the last instruction of a block ends it: it jumps, branches, returns, throws or fails.

    `handlers[b]` are those of block b, in order; an empty tuple stands for a method without any.
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
    """An input of the program: `types` are the classes that it may have if it is a reference that is not null."""

    name: str
    type: Type
    types: TypeSet
    nullable: bool = True


@dataclass(frozen=True, slots=True)
class Program:
    """A closed program.  `arguments` are the inputs that `entry` is called with, the receiver first if it has one.

    `errors` names the class of the exception that an error makes.  `initial` are the objects that exist before the
    call, and `initialized` the classes whose initialiser has been run by then.  `past` says of other classes what
    is different where they were initialised before the call; without it they were not.
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
