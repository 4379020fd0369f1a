"""The object IR, to which Javalite, POSE's language and Java are lowered.

A method is a graph of blocks over numbered registers. Register 0 holds the receiver, the next ones the parameters.

Nothing here depends on the representation of heaps. An instruction that may fail carries its position. Decisions about
the path are made by `Branch`, `Switch`, `Call`, `Get`/`Put` with several candidate fields, and by instructions that may
fail (see `symheap.objects.decisions`).

In a program with exceptions (`Program.errors`), an error creates an exception object, and control goes to the first
handler of the block that accepts its class, else to the caller. In other programs an error ends the program.
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
"""The destination of a call whose result is not used."""


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
    """Any value of a type: a further input of the program. The n-th one of a run is called ``name#n``.

    One that is `placed` stands for an answer of the machine that runs the program. Its name includes the place of the
    call: ``name@File.java:12#n``.
    """

    dst: Reg
    type: Type
    name: str
    position: Position
    placed: bool = False

    def numbered(self, before: int, caller: Position | None = None) -> str:
        """Return the name of the input, after `before` other ones in this run."""
        return _numbered(self.name, before, caller if self.placed else None)


def _numbered(name: str, before: int, caller: Position | None) -> str:
    place = "" if caller is None else f"@{caller.file}:{caller.line}"
    return f"{name}{place}#{before + 1}"


@dataclass(frozen=True, slots=True)
class Consult:
    """Look up a text in the environment: an input called ``name("text")``, the same on every lookup.

    The texts in `present` always have a value, so a reference is not null for them. The text must be known, otherwise
    the path ends as unsupported.
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
    """The identity hash code of a non-null object: a further input, any number, the same for one object.

    If a method of one of the classes in `tables` asks, the code is `constant`: hash tables look the same from outside,
    whatever the hash codes are, except for the order of their entries. Methods of `through` ask on behalf of their
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
    """A scalar operation: total and without effects, on plain values and on terms."""

    name: str
    apply: Callable[..., Value]


@dataclass(frozen=True, slots=True)
class Compute:
    """A scalar operation of a language with static types: its operands are known to fit."""

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
    """Read a field. If types are known there is one candidate, else every class that declares the name."""

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
    """Check a cast: null passes, an object of another class is an error."""

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

    `receiver` requires the first argument not to be null.
    """

    dst: Reg
    owner: str
    method: str
    args: tuple[Reg, ...]
    position: Position
    receiver: bool = False


@dataclass(frozen=True, slots=True)
class Initialize:
    """Initialise a class before the following code, if its initialiser has not run yet."""

    class_name: str
    position: Position


@dataclass(frozen=True, slots=True)
class Settle:
    """Mark the use of a static field that the initialiser of a class reads or writes (`symheap.objects.past`).

    `slot` is that field, as named by `slot_of`. With `writes` it is written, else read.
    """

    class_name: str
    slot: str
    position: Position
    writes: bool = False


@dataclass(frozen=True, slots=True)
class ClassOf:
    """Return the class object of an object's class. Null is an error."""

    dst: Reg
    obj: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Tell:
    """Decide which class a class object stands for: from here on `dst` is that very object. Null is an error."""

    dst: Reg
    obj: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Clone:
    """Copy the fields or elements of an object to a new one; `class_object` is known to stand for its class.

    The object is not null.
    """

    dst: Reg
    obj: Reg
    class_object: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class NullCheck:
    """Fail on null: for locking, and for calls that do not use their receiver otherwise."""

    obj: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Lock:
    """Enter the monitor of an object, until `Unlock` or the end of the method. Null is an error.

    One `for_method` is entered once, however often it is executed.
    """

    obj: Reg
    position: Position
    for_method: bool = False


@dataclass(frozen=True, slots=True)
class Unlock:
    """Leave the monitor that the method entered last. Null is an error."""

    obj: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Holds:
    """Whether some running method has entered the monitor of a non-null object."""

    dst: Reg
    obj: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Check:
    """Fail with an error where `cond` does not hold."""

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


# Arrays. `kind` is the sort of the elements; an index and a length are 32-bit integers.


@dataclass(frozen=True, slots=True)
class NewArray:
    """Allocate an array. A negative length is an error."""

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
    """Read the contents of an array as one value, for operations on contents. Null is an error."""

    dst: Reg
    obj: Reg
    kind: Sort
    position: Position


@dataclass(frozen=True, slots=True)
class SetContents:
    """Set the contents of an array that the run allocated, to a value from `Contents` or operations on it."""

    obj: Reg
    src: Reg
    kind: Sort
    position: Position


@dataclass(frozen=True, slots=True)
class Load:
    """Read an element. Null, then an index out of bounds, are errors."""

    dst: Reg
    obj: Reg
    index: Reg
    kind: Sort
    position: Position


@dataclass(frozen=True, slots=True)
class Store:
    """Write an element. Errors are as for `Load`, then a reference that the array's class does not accept."""

    obj: Reg
    index: Reg
    src: Reg
    kind: Sort
    position: Position


@dataclass(frozen=True, slots=True)
class CopyRange:
    """`System.arraycopy`: null, incompatible arrays and ranges out of bounds are errors.

    `copied` says whether the range was copied. If the classes of the arrays leave open whether the target accepts the
    elements, nothing is copied, and the code that follows must copy them one by one.
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
    """Store one value in a range of an array, which is within bounds.

    Null, then a reference that the array's class does not accept, are errors; an empty range accepts every reference.
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
    """Throw an exception. Null is an error, which is thrown instead."""

    src: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Switch:
    """Choose one of several targets by an integer."""

    key: Reg
    cases: tuple[tuple[int, int], ...]
    default: int
    position: Position


@dataclass(frozen=True, slots=True)
class Assume:
    """Restrict the analysis to inputs for which `cond` holds; others have no path."""

    cond: Reg
    position: Position


@dataclass(frozen=True, slots=True)
class Refuse:
    """End the path with a feature that the analysis does not support, by name."""

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
    """A named error that the program is certain to have here."""

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
