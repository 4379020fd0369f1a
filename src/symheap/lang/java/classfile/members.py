"""Fields and methods of a class file."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.lang.java.classfile import attributes
from symheap.lang.java.classfile.access import ABSTRACT, NATIVE, STATIC
from symheap.lang.java.classfile.attributes import Attributes
from symheap.lang.java.classfile.code import Code
from symheap.lang.java.classfile.constants import (
    DoubleConst,
    FloatConst,
    IntConst,
    LongConst,
    StringConst,
)
from symheap.lang.java.classfile.descriptors import MAX_PARAMETER_SLOTS, method_type
from symheap.lang.java.classfile.names import is_field_name, is_method_name
from symheap.lang.java.classfile.pool import ConstantPool, checked_field_descriptor, checked_method_descriptor
from symheap.lang.java.classfile.reader import Reader

InitialValue = IntConst | LongConst | FloatConst | DoubleConst | StringConst


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """A declared field. `constant` is the value of a static field before its class is initialised."""

    name: str
    descriptor: str
    access: int
    constant: InitialValue | None
    signature: str | None

    @property
    def is_static(self) -> bool:
        return bool(self.access & STATIC)


class MethodInfo:
    """A declared method. Its code is decoded on first access, and may turn out to be malformed then."""

    __slots__ = (
        "_code",
        "_pool",
        "_source",
        "access",
        "descriptor",
        "exceptions",
        "name",
        "parameter_names",
        "signature",
    )

    def __init__(
        self,
        name: str,
        descriptor: str,
        access: int,
        exceptions: tuple[str, ...],
        signature: str | None,
        parameter_names: tuple[str | None, ...],
        source: tuple[Reader, ConstantPool] | None,
    ) -> None:
        self.name = name
        self.descriptor = descriptor
        self.access = access
        self.exceptions = exceptions
        self.signature = signature
        self.parameter_names = parameter_names
        self._source = source
        self._code: Code | None = None

    def __repr__(self) -> str:
        return f"MethodInfo({self.name}{self.descriptor})"

    @property
    def is_static(self) -> bool:
        return bool(self.access & STATIC)

    @property
    def code(self) -> Code | None:
        """The code, None exactly for abstract and native methods."""
        if self._source is not None:
            reader, pool = self._source
            start = reader.at
            try:
                self._code = attributes.code(reader, pool)
                reader.finish("attribute Code")
            except BaseException:
                reader.at = start
                raise
            self._source = None
        return self._code


_FIELD = frozenset({"ConstantValue", "Signature"})
_METHOD = frozenset({"Code", "Exceptions", "Signature", "MethodParameters"})
_CONSTANTS: dict[str, type[InitialValue]] = {
    "J": LongConst,
    "F": FloatConst,
    "D": DoubleConst,
    "Ljava/lang/String;": StringConst,
    **dict.fromkeys("BCISZ", IntConst),
}


def fields(reader: Reader, pool: ConstantPool) -> tuple[FieldInfo, ...]:
    seen: set[tuple[str, str]] = set()
    members: list[FieldInfo] = []
    for _ in range(reader.u2()):
        at = reader.at
        field = _field(reader, pool)
        if (field.name, field.descriptor) in seen:
            raise reader.fail(f"field {field.name} of type {field.descriptor} is there twice", at)
        seen.add((field.name, field.descriptor))
        members.append(field)
    return tuple(members)


def _field(reader: Reader, pool: ConstantPool) -> FieldInfo:
    at = reader.at
    access, name, descriptor = reader.u2(), attributes.text(reader, pool), attributes.text(reader, pool)
    if not is_field_name(name):
        raise reader.fail(f"field name {name[:80]!r}", at)
    checked_field_descriptor(pool, descriptor, at)
    field_attributes = Attributes(reader, pool, _FIELD)
    constant: InitialValue | None = None
    if access & STATIC and (value := field_attributes.one("ConstantValue")) is not None:
        kind = _CONSTANTS.get(descriptor)
        if kind is None:
            raise reader.fail(f"constant value for a field of type {descriptor[:80]}", value.at)
        constant = pool.get(value.u2(), kind, value.at - 2)
        value.finish("attribute ConstantValue")
    return FieldInfo(name, descriptor, access, constant, field_attributes.read("Signature", attributes.text))


def methods(reader: Reader, pool: ConstantPool, major: int) -> tuple[MethodInfo, ...]:
    seen: set[tuple[str, str]] = set()
    members: list[MethodInfo] = []
    for _ in range(reader.u2()):
        at = reader.at
        method = _method(reader, pool, major)
        if (method.name, method.descriptor) in seen:
            raise reader.fail(f"method {method.name}{method.descriptor} is there twice", at)
        seen.add((method.name, method.descriptor))
        members.append(method)
    return tuple(members)


def _method(reader: Reader, pool: ConstantPool, major: int) -> MethodInfo:
    at = reader.at
    access, name, descriptor = reader.u2(), attributes.text(reader, pool), attributes.text(reader, pool)
    if not is_method_name(name):
        raise reader.fail(f"method name {name[:80]!r}", at)
    checked_method_descriptor(pool, descriptor, at)
    if name.startswith("<"):
        access = _special(reader, name, descriptor, access, major, at)
    if method_type(descriptor).slots + (0 if access & STATIC else 1) > MAX_PARAMETER_SLOTS:
        raise reader.fail(f"method {name} has too many parameters", at)
    method_attributes = Attributes(reader, pool, _METHOD)
    code = method_attributes.one("Code")
    if (code is None) != bool(access & (ABSTRACT | NATIVE)):
        raise reader.fail(f"method {name} {'lacks' if code is None else 'is abstract or native but has'} code", at)
    return MethodInfo(
        name,
        descriptor,
        access,
        method_attributes.read("Exceptions", attributes.class_names) or (),
        method_attributes.read("Signature", attributes.text),
        method_attributes.read("MethodParameters", attributes.parameter_names) or (),
        None if code is None else (code, pool),
    )


def _special(reader: Reader, name: str, descriptor: str, access: int, major: int, at: int) -> int:
    """Return the access flags of a constructor or initialiser. An initialiser in old files is implicitly static."""
    if name == "<clinit>":
        if descriptor != "()V" and major >= 51:
            raise reader.fail(f"class initialiser of type {descriptor}", at)
        if not access & STATIC and major >= 51:
            raise reader.fail("class initialiser that is not static", at)
        return STATIC
    if not descriptor.endswith(")V") or access & (STATIC | ABSTRACT | NATIVE):
        raise reader.fail(f"constructor of type {descriptor} with access {access:#06x}", at)
    return access
