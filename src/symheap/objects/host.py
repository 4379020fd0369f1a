"""The interface between a method modelled in Python and the machine that runs it.

Both machines, the concrete interpreter and the symbolic engine, offer the same `Host`, so a model is written once. A
model reads plain values; where something is symbolic the host raises `Symbolic`, and the path ends as unsupported, with
the name of the method. A model that throws raises `Throws`. References are opaque: a model passes them on and compares
them with `same`, nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from symheap.core.terms import Sort

STRING = "java.lang.String"

Cell = object  # the content of a register: a plain value, a term, a handle

UNVERIFIED = "code that a verifier would refuse"
"""The reason that ends a path on which an object is used as an instance of a class that it does not have."""


class Symbolic(Exception):
    """Raised when a model asks for a plain value and there is none."""


class Refused(Exception):
    """Raised when a model does not cover a case, named by `what`."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class Throws(Exception):
    """Raised when the modelled method throws a new exception of a class, with or without a message."""

    def __init__(self, class_name: str, message: str | None = None) -> None:
        super().__init__(class_name)
        self.class_name = class_name
        self.message = message


def within_limit(size: int, limit: int) -> int:
    """Return `size`, the number of elements a model asks for; raise `Refused` if it is over the limit."""
    if size > limit:
        raise Refused(f"a model on {size} array elements or characters")
    return size


@dataclass(frozen=True, slots=True)
class Shown:
    """A part of a text: a value as Java displays it. `kind` is its descriptor: a string or a non-floating type."""

    cell: Cell
    kind: str


@dataclass(frozen=True, slots=True)
class Held:
    """A part of a text: the first characters of a Latin-1 array that is no longer written."""

    array: Cell
    length: Cell


@dataclass(frozen=True, slots=True)
class Replaced:
    """A part of a text: a non-null string with one Latin-1 character replaced by another."""

    cell: Cell
    old: Cell
    new: Cell


Part = str | Shown | Held | Replaced


class Host(Protocol):
    """The machine as a model sees it.

    Reading raises `Symbolic`; a null dereference raises `Throws("java.lang.NullPointerException")`.
    """

    def plain(self, cell: Cell) -> int:
        """Return a number (bits for floating-point numbers; 0 and 1 for truth values)."""
        ...

    def is_null(self, cell: Cell) -> bool: ...

    def same(self, a: Cell, b: Cell) -> bool: ...

    def class_of(self, ref: Cell) -> str: ...

    def is_a(self, ref: Cell, class_name: str) -> Cell:
        """Return, as 0, 1 or a symbolic value, whether an object is of a class or a subclass. Null is of none."""
        ...

    def get(self, ref: Cell, owner: str, name: str) -> Cell:
        """Read a field, given the class that declares it and its name."""
        ...

    def put(self, ref: Cell, owner: str, name: str, value: Cell) -> None: ...

    def get_static(self, owner: str, name: str) -> Cell: ...

    def put_static(self, owner: str, name: str, value: Cell) -> None: ...

    def new(self, class_name: str) -> Cell:
        """Allocate an object with default fields, without running a constructor."""
        ...

    def new_array(self, class_name: str, elements: Sequence[Cell]) -> Cell: ...

    def length(self, ref: Cell) -> int: ...

    def elements(self, ref: Cell) -> list[Cell]:
        """Return the elements. Raises `Refused` if there are too many: a model is one step, and a step is short."""
        ...

    def set_element(self, ref: Cell, index: int, value: Cell) -> None: ...

    def null(self) -> Cell: ...

    def text(self, ref: Cell) -> str:
        """Return the characters of a String, one for each UTF-16 code unit."""
        ...

    def string(self, text: str) -> Cell:
        """Return a new String."""
        ...

    def literal(self, text: str) -> Cell:
        """Return the interned String."""
        ...

    def joined(self, class_name: str, parts: tuple[Part, ...], *, room: bool = False) -> Cell:
        """Return a new string of a string class, joined from parts that are not all plain.

        Its contents are computed when it is first read. Raises `Symbolic` if they may not be Latin-1. For `room` see
        `parts`.
        """
        ...

    def parts(self, ref: Cell) -> tuple[Part, ...] | None:
        """Return the parts that a string was joined from, if it has not been read yet."""
        ...

    def class_object(self, name: str) -> Cell:
        """Return the object of class Class for a class, an array type or a primitive type (by its Java name, as
        ``int``).
        """
        ...

    def class_named(self, class_object: Cell) -> str:
        """Return the class of a class object: the inverse of `class_object`."""
        ...

    def fixed_environment(self) -> bool:
        """Whether the machine that runs the programs gives the same answers in every run."""
        ...

    def pinned_hashes(self) -> bool:
        """Whether the run has used a constant for an identity hash code."""
        ...

    def exceptions(self) -> Sequence[Cell]:
        """The exceptions that the run has made, in an order that repeats."""
        ...

    def stack(self) -> tuple[str, ...]:
        """Return the running methods, innermost first, as ``java.lang.String.length()I``: at most `CALLERS` of them."""
        ...


CALLERS = 3
"""How many of the running methods a model may see: itself, its caller, and the caller of that."""

Function = Callable[[Host, tuple[Cell, ...]], Cell | None]


@dataclass(frozen=True, slots=True, eq=False)
class HostFunction:
    """A modelled method: its name for users, and its implementation.

    One that is `of_classes` reads only the classes that its arguments stand for: it has no effect, and its result is a
    number or an object from before the run. If arguments may stand for several classes, it is called once for each.
    """

    name: str
    apply: Function
    result: Sort | None = None
    of_classes: bool = False
