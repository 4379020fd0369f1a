"""The constant pool. Entries are decoded and checked on first access."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from symheap.lang.java.classfile.constants import (
    GET_FIELD,
    INVOKE_INTERFACE,
    INVOKE_VIRTUAL,
    LOADABLE,
    NEW_INVOKE_SPECIAL,
    PUT_STATIC,
    ClassRef,
    Constant,
    DoubleConst,
    DynamicConst,
    FieldRef,
    FloatConst,
    IntConst,
    InvokeDynamic,
    Loadable,
    LongConst,
    MethodHandleConst,
    MethodRef,
    MethodTypeConst,
    ModuleRef,
    PackageRef,
    StringConst,
)
from symheap.lang.java.classfile.descriptors import BadDescriptor, field_type, method_type
from symheap.lang.java.classfile.names import (
    decode_modified_utf8,
    external,
    is_field_name,
    is_internal_name,
    is_method_name,
)
from symheap.lang.java.classfile.reader import Reader
from symheap.lang.java.errors import Malformed

UTF8, INTEGER, FLOAT, LONG, DOUBLE, CLASS, STRING, FIELD, METHOD, INTERFACE_METHOD, NAME_AND_TYPE = 1, *range(3, 13)
METHOD_HANDLE, METHOD_TYPE, DYNAMIC, INVOKE_DYNAMIC, MODULE, PACKAGE = range(15, 21)

_SIZES = {
    INTEGER: 4,
    FLOAT: 4,
    LONG: 8,
    DOUBLE: 8,
    CLASS: 2,
    STRING: 2,
    FIELD: 4,
    METHOD: 4,
    INTERFACE_METHOD: 4,
    NAME_AND_TYPE: 4,
    METHOD_HANDLE: 3,
    METHOD_TYPE: 2,
    DYNAMIC: 4,
    INVOKE_DYNAMIC: 4,
    MODULE: 2,
    PACKAGE: 2,
}
_SINCE = {
    METHOD_HANDLE: 51,
    METHOD_TYPE: 51,
    INVOKE_DYNAMIC: 51,
    MODULE: 53,
    PACKAGE: 53,
    DYNAMIC: 55,
}

_TAGS: dict[type[object], tuple[int, ...]] = {
    ClassRef: (CLASS,),
    FieldRef: (FIELD,),
    MethodRef: (METHOD, INTERFACE_METHOD),
    MethodHandleConst: (METHOD_HANDLE,),
    InvokeDynamic: (INVOKE_DYNAMIC,),
    IntConst: (INTEGER,),
    LongConst: (LONG,),
    FloatConst: (FLOAT,),
    DoubleConst: (DOUBLE,),
    StringConst: (STRING,),
}

Kind = TypeVar("Kind", bound=Constant)


class ConstantPool:
    """Numbered constants. An access fails if there is no such entry or it is of another kind.

    Methods take the number and `at`, the offset of the reference, for error messages.
    """

    __slots__ = ("_entries", "_offsets", "_reader", "_tags", "_texts", "bootstraps")

    def __init__(self, reader: Reader, major: int) -> None:
        """Read the table at the reader's position. A long or a double takes two numbers."""
        self._reader = reader.part(0, reader.end)
        start = reader.at
        count = reader.u2()
        if count == 0:
            raise reader.fail("constant pool without entries", start)
        self._tags = bytearray(count)
        self._offsets = [0] * count
        self._entries: list[Constant | None] = [None] * count
        self._texts: list[str | None] = [None] * count
        self.bootstraps: int | None = None
        """How many bootstrap methods the class has, once known."""
        _scan(reader, self._tags, self._offsets, major)

    def __len__(self) -> int:
        return len(self._tags)

    def tag(self, index: int) -> int:
        """Return the tag of an entry, 0 if there is none."""
        return self._tags[index] if index < len(self._tags) else 0

    def utf8(self, index: int, at: int) -> str:
        if index < len(self._texts):
            text = self._texts[index]
            if text is not None:
                return text
        offset = self._offset(index, UTF8, at, "a UTF-8 constant")
        reader = self._reader
        reader.at = offset
        text = decode_modified_utf8(reader.bytes(reader.u2()))
        if text is None:
            raise reader.fail(f"constant {index} is not modified UTF-8", offset)
        self._texts[index] = text
        return text

    def class_name(self, index: int, at: int) -> str:
        return self.get(index, ClassRef, at).name

    def get(self, index: int, kind: type[Kind], at: int) -> Kind:
        """Return the constant `index`, which must be a `kind`."""
        # Check the tag before decoding: a constant that refers to itself must not be followed.
        constant = self.constant(index, at) if self.tag(index) in _TAGS[kind] else None
        if not isinstance(constant, kind):
            raise self._reader.fail(f"constant {index} is not a {kind.__name__}", at)
        return constant

    def loadable(self, index: int, at: int) -> Loadable:
        constant = self.constant(index, at)
        if not isinstance(constant, LOADABLE):
            raise self._reader.fail(f"constant {index} is a {type(constant).__name__}, which cannot be loaded", at)
        return constant

    def constant(self, index: int, at: int) -> Constant:
        decoded = self._entries[index] if index < len(self._entries) else None
        if decoded is None:
            decode = _DECODERS.get(self.tag(index))
            if decode is None:
                raise self._reader.fail(f"constant {index} is missing or of the wrong kind", at)
            decoded = self._entries[index] = decode(self, self._offsets[index])
        return decoded

    def name_and_type(self, index: int, at: int) -> tuple[str, str]:
        offset = self._offset(index, NAME_AND_TYPE, at, "a name and type")
        return self.utf8(self.u2(offset), offset), self.utf8(self.u2(offset + 2), offset + 2)

    def _offset(self, index: int, tag: int, at: int, what: str) -> int:
        if self.tag(index) != tag:
            raise self._reader.fail(f"constant {index} is not {what}", at)
        return self._offsets[index]

    def u2(self, offset: int) -> int:
        data = self._reader.data
        return data[offset] << 8 | data[offset + 1]

    def number(self, offset: int, size: int) -> int:
        return int.from_bytes(self._reader.data[offset : offset + size], "big", signed=True)

    def fail(self, message: str, at: int) -> Malformed:
        return self._reader.fail(message, at)


def _scan(reader: Reader, tags: bytearray, offsets: list[int], major: int) -> None:
    index, count = 1, len(tags)
    while index < count:
        tag = reader.u1()
        offsets[index] = reader.at
        if tag == UTF8:
            reader.skip(reader.u2())
        else:
            size = _SIZES.get(tag)
            if size is None or major < _SINCE.get(tag, 0):
                raise reader.fail(f"constant {index} has unknown tag {tag}", reader.at - 1)
            reader.skip(size)
        tags[index] = tag
        index += 2 if tag in (LONG, DOUBLE) else 1
    if index > count:
        raise reader.fail("the last constant takes two entries and there is one", offsets[count - 1])


def _class(pool: ConstantPool, at: int) -> ClassRef:
    name = pool.utf8(pool.u2(at), at)
    if name.startswith("["):
        checked_field_descriptor(pool, name, at)
    elif not is_internal_name(name):
        raise pool.fail(f"class name {name!r}", at)
    return ClassRef(external(name))


def _member(pool: ConstantPool, at: int) -> tuple[str, str, str]:
    owner = pool.class_name(pool.u2(at), at)
    return owner, *pool.name_and_type(pool.u2(at + 2), at + 2)


def _field(pool: ConstantPool, at: int) -> FieldRef:
    owner, name, descriptor = _member(pool, at)
    if not is_field_name(name):
        raise pool.fail(f"field name {name!r}", at)
    checked_field_descriptor(pool, descriptor, at)
    return FieldRef(owner, name, descriptor)


def _method(is_interface: bool) -> Callable[[ConstantPool, int], MethodRef]:
    def decode(pool: ConstantPool, at: int) -> MethodRef:
        owner, name, descriptor = _member(pool, at)
        if not is_method_name(name) or name == "<clinit>" or (name == "<init>" and not descriptor.endswith(")V")):
            raise pool.fail(f"reference to method {name!r} of type {descriptor!r}", at)
        checked_method_descriptor(pool, descriptor, at)
        return MethodRef(owner, name, descriptor, is_interface)

    return decode


def _method_handle(pool: ConstantPool, at: int) -> MethodHandleConst:
    kind = pool.number(at, 1)
    index = pool.u2(at + 1)
    if GET_FIELD <= kind <= PUT_STATIC:
        return MethodHandleConst(kind, pool.get(index, FieldRef, at))
    if not INVOKE_VIRTUAL <= kind <= INVOKE_INTERFACE:
        raise pool.fail(f"method handle of kind {kind}", at)
    method = pool.get(index, MethodRef, at)
    if (method.name == "<init>") != (kind == NEW_INVOKE_SPECIAL):
        raise pool.fail(f"method handle of kind {kind} for {method.name}", at)
    if (kind == INVOKE_INTERFACE and not method.is_interface) or (
        kind in (INVOKE_VIRTUAL, NEW_INVOKE_SPECIAL) and method.is_interface
    ):
        raise pool.fail(f"method handle of kind {kind} for a method of the wrong kind of owner", at)
    return MethodHandleConst(kind, method)


def _method_type(pool: ConstantPool, at: int) -> MethodTypeConst:
    descriptor = pool.utf8(pool.u2(at), at)
    checked_method_descriptor(pool, descriptor, at)
    return MethodTypeConst(descriptor)


def _bootstrap(pool: ConstantPool, at: int) -> int:
    index = pool.u2(at)
    if pool.bootstraps is not None and index >= pool.bootstraps:
        raise pool.fail(f"bootstrap method {index} of {pool.bootstraps}", at)
    return index


def _dynamic(pool: ConstantPool, at: int) -> DynamicConst:
    name, descriptor = pool.name_and_type(pool.u2(at + 2), at + 2)
    if not is_field_name(name):
        raise pool.fail(f"dynamic constant name {name!r}", at)
    checked_field_descriptor(pool, descriptor, at)
    return DynamicConst(_bootstrap(pool, at), name, descriptor)


def _invoke_dynamic(pool: ConstantPool, at: int) -> InvokeDynamic:
    name, descriptor = pool.name_and_type(pool.u2(at + 2), at + 2)
    if not is_method_name(name) or name.startswith("<"):
        raise pool.fail(f"dynamic call name {name!r}", at)
    checked_method_descriptor(pool, descriptor, at)
    return InvokeDynamic(_bootstrap(pool, at), name, descriptor)


_DECODERS: dict[int, Callable[[ConstantPool, int], Constant]] = {
    CLASS: _class,
    FIELD: _field,
    METHOD: _method(False),
    INTERFACE_METHOD: _method(True),
    INTEGER: lambda pool, at: IntConst(pool.number(at, 4)),
    LONG: lambda pool, at: LongConst(pool.number(at, 8)),
    FLOAT: lambda pool, at: FloatConst(pool.number(at, 4)),
    DOUBLE: lambda pool, at: DoubleConst(pool.number(at, 8)),
    STRING: lambda pool, at: StringConst(pool.utf8(pool.u2(at), at)),
    METHOD_HANDLE: _method_handle,
    METHOD_TYPE: _method_type,
    DYNAMIC: _dynamic,
    INVOKE_DYNAMIC: _invoke_dynamic,
    MODULE: lambda pool, at: ModuleRef(pool.utf8(pool.u2(at), at)),
    PACKAGE: lambda pool, at: PackageRef(external(pool.utf8(pool.u2(at), at))),
}


def checked_field_descriptor(pool: ConstantPool, descriptor: str, at: int) -> None:
    try:
        field_type(descriptor)
    except BadDescriptor:
        raise pool.fail(f"field descriptor {descriptor[:80]!r}", at) from None


def checked_method_descriptor(pool: ConstantPool, descriptor: str, at: int) -> None:
    try:
        method_type(descriptor)
    except BadDescriptor:
        raise pool.fail(f"method descriptor {descriptor[:80]!r}", at) from None
