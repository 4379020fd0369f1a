"""Calls, class initialisation and modelled methods."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.core.source import Position
from symheap.objects.host import HostFunction
from symheap.objects.ir.registers import Reg


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
class HostCall:
    """A method that is modelled in Python."""

    dst: Reg
    function: HostFunction
    args: tuple[Reg, ...]
    position: Position
