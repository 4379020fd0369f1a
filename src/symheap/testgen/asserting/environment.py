"""Rerun a path with other identity hashes, times and machine sizes, in which two JVMs may differ.

The assertions and the path of a test must not depend on these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, cast

from symheap.core.terms import BV32, wrap
from symheap.lang.java.methods import without_asker
from symheap.lang.java.natives.objects import IDENTITY_HASH
from symheap.objects import ir
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.host import Cell, Host, HostFunction

Bodies = Mapping[tuple[str, str], ir.Method]

_HASHES: Final = (
    ("java.lang.Object", "hashCode()I"),
    ("java.lang.System", "identityHashCode(Ljava/lang/Object;)I"),
)
_NUMBERS: Final = {
    ("java.lang.System", "currentTimeMillis()J"): 1_234_567_890_123,
    ("java.lang.System", "nanoTime()J"): 98_765_432_101,
    ("java.lang.Runtime", "availableProcessors()I"): 7,
    ("java.lang.Runtime", "freeMemory()J"): 123_456_789,
    ("java.lang.Runtime", "totalMemory()J"): 234_567_891,
    ("java.lang.Runtime", "maxMemory()J"): 345_678_912,
}
_STORED: Final = frozenset((IDENTITY_HASH, IDENTITY_HASH ^ IDENTITY_HASH >> 16))
_HASH: Final = "hash"
_KEPT: Final = 4
_recent: Final[list[tuple[Bodies, bool, Bodies]]] = []


class Elsewhere(Mapping[tuple[str, str], ir.Method]):
    """The bodies of a program as on another machine."""

    def __init__(self, methods: Bodies, hashes: bool) -> None:
        self._methods = methods
        others = {at: value for at, value in _NUMBERS.items() if at in methods}
        self._others = {at: _returning(methods[at], value) for at, value in others.items()}
        if hashes:
            self._others |= {at: _hashing(methods[at]) for at in _HASHES if at in methods}

    def __getitem__(self, at: tuple[str, str]) -> ir.Method:
        return self._others.get((at[0], without_asker(at[1]))) or self._methods[at]

    def __contains__(self, at: object) -> bool:
        return at in self._methods

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._methods)

    def __len__(self) -> int:
        return len(self._methods)


def elsewhere(program: ir.Program, heap: ConcreteHeap) -> ir.Program | None:
    """Return the program as on another machine; None if it never queries the environment.

    Identity hashes stay the same if objects of the heap contain them, because a hash table built with other hashes
    would not be the one that the test builds there.
    """
    made = {(owner, without_asker(key)) for owner, key in program.methods}
    hashes = any(at in made for at in _HASHES) and not _holds_hashes(heap)
    if not hashes and not any(at in made for at in _NUMBERS):
        return None
    return replace(program, methods=_bodies(program.methods, hashes))


def rehashed(heap: ConcreteHeap) -> ConcreteHeap:
    """Return the heap as on another machine.

    Identity hashes are replaced in fields that do not belong to hash tables.
    """
    own = heap.copy()
    for number, obj in heap.objects.items():
        for name, value in obj.fields.items():
            if value == IDENTITY_HASH and name != _HASH:
                own.own(number).fields[name] = wrap(number * 0x9E3779B1 & 0x7FFFFFFF, 32)
    return own


def _holds_hashes(heap: ConcreteHeap) -> bool:
    """Whether JDK hash tables in the heap contain identity hashes, in fields of that name."""
    return any(obj.fields.get(_HASH) in _STORED for obj in heap.objects.values())


def _bodies(methods: Bodies, hashes: bool) -> Bodies:
    """Return the bodies, cached for recent programs, since the interpreter identifies bodies by their table."""
    for known, with_hashes, bodies in _recent:
        if known is methods and with_hashes is hashes:
            return bodies
    del _recent[_KEPT - 1 :]
    _recent.insert(0, (methods, hashes, Elsewhere(methods, hashes)))
    return _recent[0][2]


def _returning(body: ir.Method, value: int) -> ir.Method:
    at = body.registers
    block = (ir.Const(at, value, body.position), ir.Return(at, body.position))
    return replace(body, registers=at + 1, blocks=(block,), handlers=())


def _hashing(body: ir.Method) -> ir.Method:
    """Return a body that gives different numbers for different objects."""
    at = body.registers
    function = HostFunction("identityHashCode", _identity_hash, BV32)
    block = (ir.HostCall(at, function, (0,), body.position), ir.Return(at, body.position))
    return replace(body, registers=at + 1, blocks=(block,), handlers=())


def _identity_hash(host: Host, args: tuple[Cell, ...]) -> Cell:
    if host.is_null(args[0]):
        return 0
    return wrap(cast("int", args[0]) * 0x9E3779B1 & 0x7FFFFFFF, 32)
