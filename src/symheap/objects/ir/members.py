"""Objects: creation, fields, classes and monitors."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.source import Position
from symheap.core.types import Field
from symheap.core.typeset import TypeSet
from symheap.objects.ir.registers import Reg


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
