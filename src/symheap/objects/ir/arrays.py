"""Arrays: allocation, elements, contents and ranges."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.source import Position
from symheap.core.terms import Sort
from symheap.objects.ir.registers import Reg


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
