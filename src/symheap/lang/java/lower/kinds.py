"""Kinds: abstract values of registers in abstract interpretation.

``I J F D`` are numbers, ``N`` is null, ``L`` some object, ``[I``, ``[[L`` and so on an array as far as its shape is
known (classes do not matter here), ``R<pc>`` the return address of a subroutine, and ``T`` unusable: a variable that
was not assigned on every path, or the second half of a long or a double.

Kinds form a lattice of finite height under `join`: ``N`` is below every reference, ``L`` above, ``T`` on top.
"""

from __future__ import annotations

from functools import lru_cache

from symheap.core.terms import BOOL, BV8, BV16, BV32, BV64, F32, F64, REF, Sort
from symheap.lang.java.classfile.descriptors import method_type

Kind = str

INT, LONG, FLOAT, DOUBLE, NULL, OBJECT, TOP = "I", "J", "F", "D", "N", "L", "T"
ADDRESS = "R"
WIDE = frozenset({LONG, DOUBLE})
REFERENCES = frozenset("LN[")

ELEMENT_SORT: dict[str, Sort] = {
    "Z": BOOL,
    "B": BV8,
    "C": BV16,
    "S": BV16,
    "I": BV32,
    "J": BV64,
    "F": F32,
    "D": F64,
    "L": REF,
    "[": REF,
}
"""The sort of array elements and fields, by the first letter of a descriptor."""

BOXES: dict[str, str] = {
    "Z": "java.lang.Boolean",
    "B": "java.lang.Byte",
    "C": "java.lang.Character",
    "S": "java.lang.Short",
    "I": "java.lang.Integer",
    "J": "java.lang.Long",
    "F": "java.lang.Float",
    "D": "java.lang.Double",
}


@lru_cache(maxsize=1 << 14)
def kind_of(descriptor: str) -> Kind:
    """Return the kind of a value of a declared type: small integers are ints."""
    first = descriptor[0]
    if first in "ZBCSI":
        return INT
    if first == "L":
        return OBJECT
    if first == "[" and descriptor[-1] == ";":
        return descriptor[: descriptor.index("L") + 1]
    return descriptor


@lru_cache(maxsize=1 << 14)
def signature(descriptor: str) -> tuple[tuple[str, ...], str]:
    """Return the descriptors of a method's parameters and of its result."""
    parsed = method_type(descriptor)
    return tuple(p.descriptor for p in parsed.parameters), parsed.result.descriptor


@lru_cache(maxsize=1 << 14)
def argument_kinds(descriptor: str) -> tuple[Kind, ...]:
    return tuple(kind_of(p) for p in signature(descriptor)[0])


def is_reference(kind: Kind) -> bool:
    return kind[0] in REFERENCES


def fits(kind: Kind, wanted: Kind) -> bool:
    """Whether a value of `kind` is allowed where `wanted` is required. Classes of references are ignored."""
    return kind == wanted or (kind[0] in REFERENCES and wanted[0] in REFERENCES)


def element(kind: Kind) -> Kind:
    """Return the kind of the elements of an array of references."""
    return kind_of(kind[1:]) if kind[0] == "[" and kind[1] in "[L" else OBJECT


def join(a: Kind, b: Kind) -> Kind:
    """Return the least kind above both."""
    if a == b:
        return a
    if a[0] not in REFERENCES or b[0] not in REFERENCES:
        return TOP
    if a == NULL:
        return b
    if b == NULL:
        return a
    depth = 0
    while a[depth] == b[depth] == "[":
        depth += 1
    rest = (a[depth], b[depth])
    if depth and not all(each in "[L" for each in rest):
        depth -= 1
    return "[" * depth + OBJECT


Kinds = tuple[Kind, ...]


def join_all(a: Kinds, b: Kinds) -> Kinds:
    return a if a == b else tuple([x if x == y else join(x, y) for x, y in zip(a, b, strict=True)])
