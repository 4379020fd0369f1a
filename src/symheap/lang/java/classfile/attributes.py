"""Attributes: located by name and length, and decoded by one function each, JVMS 4.7. Unknown ones are skipped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symheap.lang.java.classfile.code import Code, Handler, LineTable, LocalTable, LocalVariable
from symheap.lang.java.classfile.decode import instructions_of
from symheap.lang.java.classfile.names import is_field_name
from symheap.lang.java.classfile.pool import ConstantPool, checked_field_descriptor
from symheap.lang.java.classfile.reader import Reader

MAX_CODE = 65535

T = TypeVar("T")


class Attributes:
    """The positions of the attributes of one item. `known` names those that are kept."""

    __slots__ = ("_found", "_pool", "_reader")

    def __init__(self, reader: Reader, pool: ConstantPool, known: frozenset[str]) -> None:
        """Read the table at the reader's position, which must lie inside the reader's part."""
        self._reader = reader
        self._pool = pool
        entries: list[tuple[str, int, int]] = []
        for _ in range(reader.u2()):
            name = pool.utf8(reader.u2(), reader.at - 2)
            start = reader.skip(reader.u4())
            if name in known:
                entries.append((name, start, reader.at))
        self._found = entries

    def every(self, name: str) -> list[Reader]:
        return [self._reader.part(start, end) for each, start, end in self._found if each == name]

    def one(self, name: str) -> Reader | None:
        """Return the attribute `name`, which may occur at most once."""
        if not self._found:
            return None
        readers = self.every(name)
        if len(readers) > 1:
            raise self._reader.fail(f"attribute {name} is there twice", readers[1].at)
        return readers[0] if readers else None

    def read(self, name: str, decode: Callable[[Reader, ConstantPool], T]) -> T | None:
        """Return the attribute decoded by `decode`, which must read all of it."""
        reader = self.one(name)
        if reader is None:
            return None
        value = decode(reader, self._pool)
        reader.finish(f"attribute {name}")
        return value


def text(reader: Reader, pool: ConstantPool) -> str:
    return pool.utf8(reader.u2(), reader.at - 2)


def optional_text(reader: Reader, pool: ConstantPool) -> str | None:
    index = reader.u2()
    return pool.utf8(index, reader.at - 2) if index else None


def class_name(reader: Reader, pool: ConstantPool) -> str:
    return pool.class_name(reader.u2(), reader.at - 2)


def optional_class(reader: Reader, pool: ConstantPool) -> str | None:
    index = reader.u2()
    return pool.class_name(index, reader.at - 2) if index else None


def class_names(reader: Reader, pool: ConstantPool) -> tuple[str, ...]:
    return tuple(class_name(reader, pool) for _ in range(reader.u2()))


def parameter_names(reader: Reader, pool: ConstantPool) -> tuple[str | None, ...]:
    names: list[str | None] = []
    for _ in range(reader.u1()):
        names.append(optional_text(reader, pool))
        reader.skip(2)
    return tuple(names)


_CODE = frozenset({"LineNumberTable", "LocalVariableTable", "LocalVariableTypeTable"})


def code(reader: Reader, pool: ConstantPool) -> Code:
    max_stack, max_locals = reader.u2(), reader.u2()
    length = reader.u4()
    if not 1 <= length <= MAX_CODE:
        raise reader.fail(f"code of {length} bytes", reader.at - 4)
    offset = reader.at
    instructions, starts = instructions_of(reader.bytes(length), offset, pool, max_locals)
    handlers = tuple(_handler(reader, pool, starts, length) for _ in range(reader.u2()))
    attributes = Attributes(reader, pool, _CODE)
    lines = [entry for part in attributes.every("LineNumberTable") for entry in _lines(part, length)]
    variables = _locals(attributes, pool, length, max_locals)
    return Code(max_stack, max_locals, length, tuple(instructions), handlers, LineTable(tuple(lines)), variables)


def _handler(reader: Reader, pool: ConstantPool, starts: set[int], length: int) -> Handler:
    at = reader.at
    start, end, target = reader.u2(), reader.u2(), reader.u2()
    if start >= end or start not in starts or target not in starts or not (end == length or end in starts):
        raise reader.fail(f"exception handler from {start} to {end} at {target}", at)
    return Handler(start, end, target, optional_class(reader, pool))


def _lines(reader: Reader, length: int) -> list[tuple[int, int]]:
    entries: list[tuple[int, int]] = []
    for _ in range(reader.u2()):
        pc, line = reader.u2(), reader.u2()
        if pc >= length:
            raise reader.fail(f"line number for pc {pc} of {length}", reader.at - 4)
        entries.append((pc, line))
    reader.finish("attribute LineNumberTable")
    return entries


_Row = tuple[int, int, int, str, str]


def _rows(reader: Reader, pool: ConstantPool, length: int, max_locals: int) -> list[_Row]:
    """Return (start, end, slot, name, descriptor or signature) of each entry."""
    rows: list[_Row] = []
    for _ in range(reader.u2()):
        at = reader.at
        start = reader.u2()
        end = start + reader.u2()
        name, kind = text(reader, pool), text(reader, pool)
        slot = reader.u2()
        if end > length or slot >= max_locals or not is_field_name(name):
            raise reader.fail(f"local variable {name!r} in slot {slot} up to pc {end}", at)
        rows.append((start, end, slot, name, kind))
    return rows


def _locals(attributes: Attributes, pool: ConstantPool, length: int, max_locals: int) -> LocalTable:
    signatures: dict[tuple[int, int, int, str], str] = {}
    for part in attributes.every("LocalVariableTypeTable"):
        signatures.update({row[:4]: row[4] for row in _rows(part, pool, length, max_locals)})
    entries: list[LocalVariable] = []
    for part in attributes.every("LocalVariableTable"):
        for start, end, slot, name, descriptor in _rows(part, pool, length, max_locals):
            checked_field_descriptor(pool, descriptor, part.at)
            signature = signatures.get((start, end, slot, name))
            entries.append(LocalVariable(start, end, slot, name, descriptor, signature))
    return LocalTable(tuple(entries))
