"""Commands, blocks, functions, programs.

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
    """What kind of object: who ends its life."""

    HEAP = "heap"
    LOCAL = "local"
    GLOBAL = "global"
    STRING = "string"  # read only
    CONSTANT = "constant"  # a global that is defined const: read only
    CONSTANT_LOCAL = "constant local"  # a local that is defined const: only its initialiser writes it
    FUNCTION = "function"  # has an address, no bytes
    ENDED = "ended"  # freed; until something else is allocated, its address is nobody else's

    @property
    def is_local(self) -> bool:
        """Whether a scope ends the object's life."""
        return self in (Lifetime.LOCAL, Lifetime.CONSTANT_LOCAL)

    @property
    def is_read_only(self) -> bool:
        """Whether a write is an error, unless it is part of the initialiser."""
        return self in (Lifetime.STRING, Lifetime.CONSTANT, Lifetime.CONSTANT_LOCAL)

    @property
    def described(self) -> str:
        """How messages speak of an object that may not be written."""
        return "a string constant" if self is Lifetime.STRING else "an object that is defined const"


@dataclass(frozen=True, slots=True)
class Local:
    """A local in memory.  Its bytes are arbitrary when its scope is entered.  `constant`: it is defined ``const``."""

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
    """Any value at all: ``nondet()``, and what a modelled library function may return.

    `stands_for` names a function of which the value is a known one that the model does not work out: then not each
    value is one that an execution sees.
    """

    target: Register
    position: Position
    stands_for: str = ""


@dataclass(frozen=True, slots=True)
class Load:
    """`target` gets the ``target.size`` bytes at `address`."""

    target: Register
    address: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class Store:
    """The ``value.size`` bytes of `value` go to `address`.  `initial`: as part of the object's initialiser."""

    address: Expression
    value: Expression
    position: Position
    initial: bool = False


@dataclass(frozen=True, slots=True)
class Copy:
    """`count` bytes, as ``memmove``: the ranges may overlap.  `initial` is as in `Store`.

    If they must be `apart`, as for ``memcpy``, an overlap is an error, unless both are the same range: that is what
    compilers copy a struct to itself by, and what AddressSanitizer lets pass.
    """

    target: Expression
    source: Expression
    count: Expression
    position: Position
    initial: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Fill:
    """`count` bytes become `byte` (of one byte); None: anything, or what `stands_for` would write there.

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
    """A heap object of `size` bytes, or null if `may_fail`.  Its bytes are zero or anything.

    ``alloca`` allocates a LOCAL, which lives until its function returns.  With `stands_for`, its bytes are what that
    would have there.
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
    """``realloc``: a new heap object with the bytes of the old one as far as both go, and then the old one is freed.

    The rest of the bytes is anything.  A null `address` is as in `Allocate`.  If `may_fail`, the result may be null,
    and the old object lives on.
    """

    target: Register
    address: Expression
    size: Expression
    position: Position
    may_fail: bool = False


@dataclass(frozen=True, slots=True)
class Free:
    """``free``: null is let pass."""

    address: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class Enter:
    """The lives of `locals` begin.  Entered again without `Leave`, as by a goto, they begin anew."""

    locals: tuple[Local, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class Leave:
    """The lives of `locals` end.  Those not alive are let pass.

    So do those of arrays of variable length, of which `arrays` has the addresses; a null is let pass.
    """

    locals: tuple[Local, ...]
    position: Position
    arrays: tuple[Register, ...] = ()


@dataclass(frozen=True, slots=True)
class Assume:
    """Executions in which `condition` is zero are not executions."""

    condition: Expression
    position: Position


@dataclass(frozen=True, slots=True)
class Assert:
    """An error if `condition` is zero: `text` is how the program wrote it, or what a model of the library says."""

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
    """What symheap does not understand stands here: no execution that comes by is understood any further."""

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
    """``exit`` and ``abort``: the program is over, from any depth."""

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
    """`blocks` in the order of the source; labels are unique within the function.

    `names` maps registers and locals to how the source writes them, `places` to where it declares them; temporaries
    are in neither.
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
    """An object that lives as long as the program.  Bytes that no piece gives are zero, or anything if `extern`."""

    name: str
    size: int
    lifetime: Lifetime
    pieces: tuple[Piece, ...]
    position: Position
    extern: bool = False


class DataModel(Enum):
    """The sizes of the types: ILP32 as on 32-bit machines, LP64 as on 64-bit Unix."""

    ILP32 = "ilp32"
    LP64 = "lp64"

    @property
    def pointer(self) -> int:
        return 4 if self is DataModel.ILP32 else 8


@dataclass(frozen=True, slots=True)
class Program:
    """`assumptions` are what the lowering took for granted, to be printed beside any verdict.

    Those that are also `bounds` leave out inputs only because there are too many: what holds within them need not hold
    beyond.  `links` are, for sizes of structs, the offsets of members that may link nodes of a list, by their types.
    """

    model: DataModel
    functions: Mapping[str, Function]
    globals: Mapping[str, Global]
    entry: str
    assumptions: tuple[str, ...] = ()
    bounds: tuple[str, ...] = ()
    links: Mapping[int, frozenset[int]] = field(default_factory=dict)
