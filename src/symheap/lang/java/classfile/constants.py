"""Resolved constants: what a class file refers to by number, as values.

Class names are as `Class.getName()` prints them; descriptors are as in the file.
"""

from __future__ import annotations

from dataclasses import dataclass

GET_FIELD, GET_STATIC, PUT_FIELD, PUT_STATIC = 1, 2, 3, 4
INVOKE_VIRTUAL, INVOKE_STATIC, INVOKE_SPECIAL, NEW_INVOKE_SPECIAL, INVOKE_INTERFACE = 5, 6, 7, 8, 9


@dataclass(frozen=True, slots=True)
class ClassRef:
    """A class, interface or array; `name` as `Class.getName()` prints it."""

    name: str


@dataclass(frozen=True, slots=True)
class FieldRef:
    owner: str
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class MethodRef:
    """`owner` is an interface exactly when `is_interface`, or linking fails."""

    owner: str
    name: str
    descriptor: str
    is_interface: bool


@dataclass(frozen=True, slots=True)
class IntConst:
    value: int


@dataclass(frozen=True, slots=True)
class LongConst:
    value: int


@dataclass(frozen=True, slots=True)
class FloatConst:
    """`bits` of the IEEE 754 single as a signed int, so that no NaN is lost."""

    bits: int


@dataclass(frozen=True, slots=True)
class DoubleConst:
    """`bits` of the IEEE 754 double as a signed long."""

    bits: int


@dataclass(frozen=True, slots=True)
class StringConst:
    """`value` has one character for each UTF-16 code unit."""

    value: str


@dataclass(frozen=True, slots=True)
class MethodHandleConst:
    """`kind` is 1 to 9 as in JVMS table 5.4.3.5-A; kinds 1 to 4 refer to fields, the others to methods."""

    kind: int
    reference: FieldRef | MethodRef


@dataclass(frozen=True, slots=True)
class MethodTypeConst:
    descriptor: str


@dataclass(frozen=True, slots=True)
class DynamicConst:
    """`bootstrap` is an index into the class's bootstrap methods; `descriptor` is a field's."""

    bootstrap: int
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class InvokeDynamic:
    """`bootstrap` is an index into the class's bootstrap methods; `descriptor` is a method's."""

    bootstrap: int
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class ModuleRef:
    name: str


@dataclass(frozen=True, slots=True)
class PackageRef:
    name: str


Loadable = (
    ClassRef
    | IntConst
    | LongConst
    | FloatConst
    | DoubleConst
    | StringConst
    | MethodHandleConst
    | MethodTypeConst
    | DynamicConst
)
Constant = Loadable | FieldRef | MethodRef | InvokeDynamic | ModuleRef | PackageRef

LOADABLE = (
    ClassRef,
    IntConst,
    LongConst,
    FloatConst,
    DoubleConst,
    StringConst,
    MethodHandleConst,
    MethodTypeConst,
    DynamicConst,
)
