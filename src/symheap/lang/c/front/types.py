"""The types of C and their sizes.

A record (struct or union) is a leaf identified by its `key`, so types of self-referential structures are finite and
comparable; the table of layouts has its members.  Qualifiers are not part of a type here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, Union

from symheap.lang.c.front.errors import IncompleteType, RefusedType
from symheap.memory.expressions import Expression
from symheap.memory.ir import DataModel


@dataclass(frozen=True, slots=True)
class Void:
    def __str__(self) -> str:
        return "void"


@dataclass(frozen=True, slots=True)
class Integer:
    """An integer type; `rank` is its conversion rank, which orders the integer types."""

    name: str
    size: int
    signed: bool
    rank: int
    alignment: int

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Floating:
    name: str
    size: int
    alignment: int

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Pointer:
    target: CType
    size: int

    def __str__(self) -> str:
        return f"{self.target} *"


@dataclass(frozen=True, slots=True)
class Array:
    """An array type.

    `length` is None if it is not known here.  `bytes` is the size of a variable-length array, which its declaration
    computed.
    """

    element: CType
    length: int | None
    bytes: Expression | None = None

    def __str__(self) -> str:
        return f"{self.element} [{'' if self.length is None else self.length}]"


@dataclass(frozen=True, slots=True)
class Record:
    """A struct or union.  One without a tag may get a name by a typedef, its `alias`."""

    tag: str
    key: int
    union: bool = False
    alias: str = field(default="", compare=False)

    @property
    def is_named(self) -> bool:
        """Whether the record has a name that a program can write."""
        return bool(self.alias) or not self.tag.startswith(_UNNAMED)

    def __str__(self) -> str:
        kind = "union" if self.union else "struct"
        return self.alias or (f"{kind} {self.tag}" if self.is_named else f"{kind} without a name")


@dataclass(frozen=True, slots=True)
class FunctionType:
    """A function type; `prototyped` is false for ``f()``, which says nothing about the parameters."""

    result: CType
    parameters: tuple[CType, ...]
    variadic: bool = False
    prototyped: bool = True

    def __str__(self) -> str:
        return f"{self.result} ({', '.join(map(str, self.parameters))})"


CType = Union[Void, Integer, Floating, Pointer, Array, Record, FunctionType]
VOID: Final = Void()
_UNNAMED: Final = "<anonymous"


@dataclass(frozen=True, slots=True)
class BitRange:
    """`width` bits from bit `shift` on, of a unit of `size` bytes."""

    width: int
    shift: int
    size: int


@dataclass(frozen=True, slots=True)
class Field:
    """A member at byte `offset` (for a bit-field, the offset of its unit); `constant` if it is declared ``const``."""

    name: str | None
    type: CType
    offset: int
    bits: BitRange | None = None
    constant: bool = False


@dataclass(frozen=True, slots=True)
class TypeLayout:
    size: int
    alignment: int
    fields: tuple[Field, ...]


def _integers(model: DataModel) -> dict[str, Integer]:
    wide = model.pointer
    table = [
        ("_Bool", 1, False, 0),
        ("char", 1, True, 1),
        ("signed char", 1, True, 1),
        ("unsigned char", 1, False, 1),
        ("short", 2, True, 2),
        ("unsigned short", 2, False, 2),
        ("int", 4, True, 3),
        ("unsigned int", 4, False, 3),
        ("long", wide, True, 4),
        ("unsigned long", wide, False, 4),
        ("long long", 8, True, 5),
        ("unsigned long long", 8, False, 5),
        ("__int128", 16, True, 6),
        ("unsigned __int128", 16, False, 6),
    ]
    most = {DataModel.ILP32: 4, DataModel.LP64: 16}[model]
    return {name: Integer(name, size, signed, rank, min(size, most)) for name, size, signed, rank in table}


def _floats(model: DataModel) -> dict[str, Floating]:
    if model is DataModel.LP64:
        table = [("float", 4, 4), ("double", 8, 8), ("long double", 16, 16), ("_Float128", 16, 16)]
    else:
        table = [("float", 4, 4), ("double", 8, 4), ("long double", 12, 4), ("_Float128", 16, 16)]
    table.append(("__float128", 16, 16))
    return {name: Floating(name, size, alignment) for name, size, alignment in table}


@dataclass
class Types:
    """The types of one data model, and the layouts of the records that are complete so far.

    `refused` maps a defined record to the reason why its layout is not known; `accessed` are the records of which a
    member is accessed.
    """

    model: DataModel
    layouts: dict[int, TypeLayout] = field(default_factory=dict)
    refused: dict[int, str] = field(default_factory=dict)
    records: int = 0
    accessed: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.integers = _integers(self.model)
        self.floats = _floats(self.model)
        self.int = self.integers["int"]
        self.char = self.integers["char"]
        self.size_t = self.integers["unsigned long" if self.model is DataModel.LP64 else "unsigned int"]
        self.ptrdiff_t = self.integers["long" if self.model is DataModel.LP64 else "int"]
        self.double = self.floats["double"]

    def pointer(self, target: CType) -> Pointer:
        return Pointer(target, self.model.pointer)

    def record(self, tag: str, union: bool, alias: str = "") -> Record:
        self.records += 1
        return Record(tag or f"{_UNNAMED} {self.records}>", self.records, union, "" if tag else alias)

    def layout(self, record: Record) -> TypeLayout:
        layout = self.layouts.get(record.key)
        if layout is None and record.key in self.refused:
            raise RefusedType(f"{record} with {self.refused[record.key]}")
        if layout is None:
            raise IncompleteType(f"{record} is not defined")
        return layout

    def is_complete(self, ctype: CType) -> bool:
        match ctype:
            case Record(key=key):
                return key in self.layouts or key in self.refused
            case Array(element=element, length=length):
                return length is not None and self.is_complete(element)
            case Void() | FunctionType():
                return False
            case _:
                return True

    def size(self, ctype: CType) -> int:
        """Return the size in bytes.  As in GNU C, ``void`` and functions have size 1."""
        match ctype:
            case Void() | FunctionType():
                return 1
            case Array(element=element, length=length):
                return (length or 0) * self.size(element)
            case Record():
                return self.layout(ctype).size
            case _:
                return ctype.size

    def alignment(self, ctype: CType) -> int:
        match ctype:
            case Void() | FunctionType():
                return 1
            case Array(element=element):
                return self.alignment(element)
            case Record():
                return self.layout(ctype).alignment
            case Pointer(size=size):
                return size
            case _:
                return ctype.alignment

    def member(self, record: Record, name: str) -> Field | None:
        """Return the member `name`, at its offset from the start of `record`; it may be inside an anonymous member."""
        for field_ in self.layout(record).fields:
            if field_.name == name:
                return field_
            if field_.name is None and isinstance(field_.type, Record):
                inner = self.member(field_.type, name)
                if inner is not None:
                    return replace(inner, offset=field_.offset + inner.offset)
        return None

    def has_array(self, record: Record) -> bool:
        """Whether the record holds an array, whose address a program gets without ``&``."""
        types = [field_.type for field_ in self.layout(record).fields]
        return any(isinstance(part, Array) or (isinstance(part, Record) and self.has_array(part)) for part in types)


def is_boolean(ctype: CType) -> bool:
    return isinstance(ctype, Integer) and ctype.rank == 0
