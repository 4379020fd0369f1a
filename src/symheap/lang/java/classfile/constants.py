"""Resolved constants: the values of the numbers by which a class file refers to its constant pool.

Class names are as printed by `Class.getName()`; descriptors are as in the file.
"""

from __future__ import annotations

from dataclasses import dataclass

GET_FIELD, GET_STATIC, PUT_FIELD, PUT_STATIC = 1, 2, 3, 4
INVOKE_VIRTUAL, INVOKE_STATIC, INVOKE_SPECIAL, NEW_INVOKE_SPECIAL, INVOKE_INTERFACE = 5, 6, 7, 8, 9


@dataclass(frozen=True, slots=True)
class ClassRef:
    """A class, interface or array; `name` is as printed by `Class.getName()`."""

    name: str


@dataclass(frozen=True, slots=True)
class FieldRef:
    owner: str
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class MethodRef:
    """A reference to a method. Linking fails unless `is_interface` says correctly whether `owner` is an interface."""

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
    """A float; `bits` is the IEEE 754 single as a signed int, so that every NaN is preserved."""

    bits: int


@dataclass(frozen=True, slots=True)
class DoubleConst:
    """A double; `bits` is the IEEE 754 double as a signed long."""

    bits: int


@dataclass(frozen=True, slots=True)
class StringConst:
    """A string; `value` has one character for each UTF-16 code unit."""

    value: str


@dataclass(frozen=True, slots=True)
class MethodHandleConst:
    """A method handle; `kind` is 1 to 9 as in JVMS table 5.4.3.5-A: 1 to 4 refer to fields, the others to methods."""

    kind: int
    reference: FieldRef | MethodRef


@dataclass(frozen=True, slots=True)
class MethodTypeConst:
    descriptor: str


@dataclass(frozen=True, slots=True)
class DynamicConst:
    """A dynamic constant; `bootstrap` is an index of the class's bootstrap methods, `descriptor` that of a field."""

    bootstrap: int
    name: str
    descriptor: str


@dataclass(frozen=True, slots=True)
class InvokeDynamic:
    """A dynamic call; `bootstrap` is an index of the class's bootstrap methods, `descriptor` that of a method."""

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
