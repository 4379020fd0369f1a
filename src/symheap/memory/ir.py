"""The memory IR: commands, blocks, functions, programs.

A function is a graph of basic blocks.  Scalars whose address is never taken live in registers; everything else is an
object in memory, with a kind and a lifetime.  Aggregates are copied by `Copy`; a function that returns one gets the
address for it as its first argument, and an aggregate argument is the address of a copy that the caller made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Union

from symheap.core.source import Position
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.expressions import Expression, Register


class Lifetime(Enum):
    """Kind of object, by how its life ends."""

    HEAP = "heap"
    LOCAL = "local"
    GLOBAL = "global"
    STRING = "string"  # read only
    CONSTANT = "constant"  # a global that is defined const: read only
    CONSTANT_LOCAL = "constant local"  # a local that is defined const: only its initialiser writes it
    FUNCTION = "function"  # has an address, no bytes
    ENDED = "ended"  # freed; until the next allocation, no other object has its address

    @property
    def is_local(self) -> bool:
        """Whether a scope ends the object's life."""
        return self in (Lifetime.LOCAL, Lifetime.CONSTANT_LOCAL)

    @property
    def afterwards(self) -> str:
        """The state of an object after its life has ended, as the end of a sentence."""
        return "is out of scope" if self.is_local else "has been freed"

    @property
    def is_read_only(self) -> bool:
        """Whether a write is an error, unless it is part of the initialiser."""
        return self in (Lifetime.STRING, Lifetime.CONSTANT, Lifetime.CONSTANT_LOCAL)

    @property
    def described(self) -> str:
        """Description of a read-only object in messages."""
        return "a string constant" if self is Lifetime.STRING else "an object that is defined const"


@dataclass(frozen=True, slots=True)
class Local:
    """A local in memory.  Its bytes are unknown when its scope is entered; `constant` if it is defined ``const``."""

    name: str
    size: int
    alignment: int = 1
    constant: bool = False

    @property
    def lifetime(self) -> Lifetime:
        return Lifetime.CONSTANT_LOCAL if self.constant else Lifetime.LOCAL


# Commands -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assign:
    target: Register
    value: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class Nondet:
    """Set `target` to an unknown value: ``nondet()``, or the result of a modelled library function.

    `stands_for` names a function whose result is fixed but not computed by its model: then not every value occurs in an
    execution.
    """

    target: Register
    position: Position
    stands_for: str = ""


@dataclass(frozen=True, slots=True)
class Load:
    """Set `target` to the ``target.size`` bytes at `address`."""

    target: Register
    address: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class Store:
    """Write the ``value.size`` bytes of `value` to `address`; `initial` if the write is part of an initialiser."""

    address: Expression
    value: Expression
    position: Position
    initial: bool = False


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy `count` bytes, as ``memmove``: the ranges may overlap.  `initial` is as in `Store`.

    If the ranges must be `apart`, as for ``memcpy``, an overlap is an error, unless both are the same range: compilers
    copy a struct to itself this way, and AddressSanitizer accepts it.
    """

    target: Expression
    source: Expression
    count: Expression
    position: Position
    initial: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """Set `count` bytes to `byte` (of one byte); None makes them unknown, or those that `stands_for` would write.

    `initial` is as in `Store`.
    """

    target: Expression
    byte: Expression | None
    count: Expression
    position: Position
    stands_for: str = ""
    initial: bool = False


@dataclass(frozen=True, slots=True)
class Allocate:
    """Allocate a heap object of `size` bytes; the result may be null if `may_fail`.  Its bytes are zero or unknown.

    ``alloca`` allocates a LOCAL, which lives until its function returns.  `stands_for` names a function whose bytes the
    object would hold.
    """

    target: Register
    size: Expression
    position: Position
    zero: bool = False
    may_fail: bool = False
    lifetime: Lifetime = Lifetime.HEAP
    stands_for: str = ""


@dataclass(frozen=True, slots=True)
class Reallocate:
    """``realloc``: allocate a heap object with the bytes of the old one as far as both go, then free the old one.

    The remaining bytes are unknown.  A null `address` is as in `Allocate`.  If `may_fail`, the result may be null, and
    the old object lives on.
    """

    target: Register
    address: Expression
    size: Expression
    position: Position
    may_fail: bool = False


@dataclass(frozen=True, slots=True)
class Free:
    """``free``: end the life of a heap object; null is allowed."""

    address: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class Enter:
    """Begin the lives of `locals`.  Entered again without `Leave`, as by a goto, they begin anew."""

    locals: tuple[Local, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Leave:
    """End the lives of `locals` that are alive.

    Also ends the lives of variable-length arrays, whose addresses `arrays` holds; null is allowed.
    """

    locals: tuple[Local, ...]
    position: Position
    arrays: tuple[Register, ...] = ()


@dataclass(frozen=True, slots=True)
class Assume:
    """Discard executions in which `condition` is zero."""

    condition: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class Assert:
    """Fail if `condition` is zero; `text` is the assertion as the program wrote it, or a message of a library model."""

    condition: Expression
    text: str
    position: Position
    kind: MemoryErrorKind = MemoryErrorKind.ASSERTION


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function of the program, by name or by address.  Library functions are lowered to other commands."""

    target: Register | None
    function: str | Expression
    arguments: tuple[Expression, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Refuse:
    """An unsupported construct: nothing is known about an execution from here on."""

    reason: str
    position: Position


Command = Union[
    Assign,
    Nondet,
    Load,
    Store,
    Copy,
    Fill,
    Allocate,
    Reallocate,
    Free,
    Enter,
    Leave,
    Assume,
    Assert,
    Call,
    Refuse,
]

# How a block ends -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Jump:
    target: str
    position: Position


@dataclass(frozen=True, slots=True)
class Branch:
    condition: Expression
    then: str
    other: str
    position: Position


@dataclass(frozen=True, slots=True)
class Return:
    value: Expression | None
    position: Position


@dataclass(frozen=True, slots=True)
class Halt:
    """``exit`` and ``abort``: end the program, from any depth."""

    how: str
    position: Position


End = Union[Jump, Branch, Return, Halt]


@dataclass(frozen=True, slots=True)
class Block:
    label: str
    commands: tuple[Command, ...]
    end: End


@dataclass(frozen=True, slots=True)
class Function:
    """A function; `blocks` are in the order of the source, and their labels are unique within the function.

    `names` maps registers and locals to their names in the source, `places` to their declarations; temporaries are in
    neither.
    """

    name: str
    parameters: tuple[Register, ...]
    result: int | None
    entry: str
    blocks: Mapping[str, Block]
    position: Position
    names: Mapping[str, str] = field(default_factory=dict)
    is_static: bool = False
    places: Mapping[str, Position] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of an initial value: at `offset`, a constant expression (a `Number`, or an address plus a number)."""

    offset: int
    value: Expression


@dataclass(frozen=True, slots=True)
class Global:
    """An object that lives as long as the program.  Bytes without a piece are zero, or unknown if `extern`.

    Its address is any multiple of `alignment`.
    """

    name: str
    size: int
    lifetime: Lifetime
    pieces: tuple[Piece, ...]
    position: Position
    extern: bool = False
    alignment: int = 1


class DataModel(Enum):
    """The sizes of the types: ILP32 as on 32-bit machines, LP64 as on 64-bit Unix."""

    ILP32 = "ilp32"
    LP64 = "lp64"

    @property
    def pointer(self) -> int:
        return 4 if self is DataModel.ILP32 else 8


@dataclass(frozen=True, slots=True)
class Program:
    """A whole program; `assumptions` are those of the lowering, to be printed beside every verdict.

    Assumptions that are also `bounds` leave out inputs only because there are too many: a result within them need not
    hold for other inputs.  `links` maps sizes of structs to the offsets of members that may link list nodes, by their
    types.
    """

    model: DataModel
    functions: Mapping[str, Function]
    globals: Mapping[str, Global]
    entry: str
    assumptions: tuple[str, ...] = ()
    bounds: tuple[str, ...] = ()
    links: Mapping[int, frozenset[int]] = field(default_factory=dict)
