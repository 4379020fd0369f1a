"""What a method that is modelled in Python sees of the machine that runs it.

Both machines, the concrete interpreter and the symbolic engine, offer the same `Host`, so a model is written once.  A
model reads what it needs as plain values; where something is symbolic the host raises `Symbolic`, and the path ends as
unsupported, with the name of the method.  A model that throws raises `Throws`.  References are opaque: a model passes
them on and compares them with `same`, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from symheap.core.terms import Sort

STRING = "java.lang.String"

Cell = object  # what a register holds: a plain value, a term, a handle

UNVERIFIED = "code that a verifier would refuse"
"""What ends a path on which an object is used as one of a class that it is not of."""


class Symbolic(Exception):
    """A model asked for a plain value where there is none."""


class Refused(Exception):
    """A model does not cover this case: `what` names it."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Throws(Exception):
    """The modelled method throws a new exception of a class, with a message or without."""

    def __init__(self, class_name: str, message: str | None = None) -> None:
        super().__init__(class_name)
        self.class_name = class_name
        self.message = message


def within_limit(size: int, limit: int) -> int:
    """The number of elements that a model is about to be given."""
    if size > limit:
        raise Refused(f"a model on {size} array elements or characters")
    return size


@dataclass(frozen=True, slots=True)
class Shown:
    """A part of a text: a value as Java shows it.  `kind` is its descriptor: of a string, or of what is no float."""

    cell: Cell
    kind: str


@dataclass(frozen=True, slots=True)
class Held:
    """A part of a text: the first characters of an array of Latin-1 ones that nobody writes any more."""

    array: Cell
    length: Cell


@dataclass(frozen=True, slots=True)
class Replaced:
    """A part of a text: a string that is not null, with one character of Latin-1 in the place of another."""

    cell: Cell
    old: Cell
    new: Cell


Part = str | Shown | Held | Replaced


class Host(Protocol):
    """Reading raises `Symbolic`; a null dereference raises `Throws("java.lang.NullPointerException")`."""

    def plain(self, cell: Cell) -> int:
        """A number (bits for floating-point numbers; 0 and 1 for truth values)."""
        ...

    def is_null(self, cell: Cell) -> bool: ...

    def same(self, a: Cell, b: Cell) -> bool: ...

    def class_of(self, ref: Cell) -> str: ...

    def is_a(self, ref: Cell, class_name: str) -> Cell:
        """Whether an object is of a class or one below it, 0 or 1; that may be symbolic.  Null is of none."""
        ...

    def get(self, ref: Cell, owner: str, name: str) -> Cell:
        """A field, by the class that declares it and its name."""
        ...

    def put(self, ref: Cell, owner: str, name: str, value: Cell) -> None: ...

    def get_static(self, owner: str, name: str) -> Cell: ...

    def put_static(self, owner: str, name: str, value: Cell) -> None: ...

    def new(self, class_name: str) -> Cell:
        """A new object with default fields; no constructor is run."""
        ...

    def new_array(self, class_name: str, elements: Sequence[Cell]) -> Cell: ...

    def length(self, ref: Cell) -> int: ...

    def elements(self, ref: Cell) -> list[Cell]:
        """Raises `Refused` if there are too many: a model is one step, and a step is short."""
        ...

    def set_element(self, ref: Cell, index: int, value: Cell) -> None: ...

    def null(self) -> Cell: ...

    def text(self, ref: Cell) -> str:
        """The characters of a String, one for each UTF-16 code unit."""
        ...

    def string(self, text: str) -> Cell:
        """A new String."""
        ...

    def literal(self, text: str) -> Cell:
        """The interned String."""
        ...

    def joined(self, class_name: str, parts: tuple[Part, ...], *, room: bool = False) -> Cell:
        """A new string, of a class of strings, of parts that are not all plain.  Reading it works out its contents.

        Raises `Symbolic` if they may not be Latin-1.  With `room` see `parts`.
        """
        ...

    def parts(self, ref: Cell) -> tuple[Part, ...] | None:
        """What a string was joined from, if nobody has read it yet."""
        ...

    def class_object(self, name: str) -> Cell:
        """The object of class Class for a class, an array type or a primitive type (by Java's name, as ``int``)."""
        ...

    def class_named(self, class_object: Cell) -> str:
        """The inverse of `class_object`."""
        ...

    def fixed_environment(self) -> bool:
        """Whether the machine that programs run on gives the same answers in every run."""
        ...

    def pinned_hashes(self) -> bool:
        """Whether the run has taken an identity hash code to be a constant."""
        ...

    def exceptions(self) -> Sequence[Cell]:
        """The exceptions that the run has made, in an order that repeats."""
        ...

    def stack(self) -> tuple[str, ...]:
        """The methods being run, innermost first, as ``java.lang.String.length()I``: at most `CALLERS` of them."""
        ...


CALLERS = 3
"""How many of the methods being run a model may know: itself, who called it, and whose call that was."""

Function = Callable[[Host, tuple[Cell, ...]], Cell | None]


@dataclass(frozen=True, slots=True, eq=False)
class HostFunction:
    """A modelled method: its name as the user reads it, and what it does.

    One that is `of_classes` only looks at the classes that its arguments stand for: it has no effect, and what it gives
    is a number or an object from before the run.  Of arguments that may stand for several classes it is asked for each.
    """

    name: str
    apply: Function
    result: Sort | None = None
    of_classes: bool = False
