"""Classes, fields and methods as the JVM links them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symheap.core.types import Field
from symheap.lang.java.classfile.access import (
    ABSTRACT,
    ENUM,
    FINAL,
    INTERFACE,
    NATIVE,
    PRIVATE,
    PROTECTED,
    PUBLIC,
    STATIC,
    VARARGS,
)
from symheap.lang.java.classfile.classfile import ClassFile
from symheap.lang.java.classfile.code import Code
from symheap.lang.java.classfile.members import InitialValue, MethodInfo
from symheap.objects.ir import Method

CLINIT = "<clinit>()V"
INIT = "<init>"
NEW = "<new>()V"
"""A pseudo-method of every class: runs the parameterless constructor on an object that has not been constructed."""
STATIC_SUFFIX = ".<static>"
"""The static fields of class C are the fields of one object of the pseudo-class ``C.<static>``."""

_POLYMORPHIC_OWNERS = ("java.lang.invoke.MethodHandle", "java.lang.invoke.VarHandle")


def holder_name(class_name: str) -> str:
    return class_name + STATIC_SUFFIX


def held_class(holder: str) -> str | None:
    """The inverse of `holder_name`; None for any other class."""
    return holder.removesuffix(STATIC_SUFFIX) if holder.endswith(STATIC_SUFFIX) else None


def package_of(class_name: str) -> str:
    return class_name.rpartition(".")[0]


@dataclass(frozen=True, slots=True, eq=False)
class JavaField:
    """A declared field.  `name` is Java's; `field.name` is unique among the fields of any one object."""

    owner: str
    name: str
    descriptor: str
    access: int
    field: Field
    constant: InitialValue | None = None
    signature: str | None = None

    @property
    def is_static(self) -> bool:
        return bool(self.access & STATIC)

    @property
    def is_final(self) -> bool:
        return bool(self.access & FINAL)

    @property
    def is_enum_constant(self) -> bool:
        return bool(self.access & ENUM)


@dataclass(frozen=True, slots=True, eq=False)
class JavaMethod:
    """A declared method. `body` is the body of a synthetic one, which is in no class file."""

    owner: str
    name: str
    descriptor: str
    access: int
    info: MethodInfo | None = None
    body: Method | None = None

    @property
    def key(self) -> str:
        return self.name + self.descriptor

    @property
    def code(self) -> Code | None:
        """The decoded code, on first access: raises `Malformed` if it is invalid."""
        return None if self.info is None else self.info.code

    @property
    def is_static(self) -> bool:
        return bool(self.access & STATIC)

    @property
    def is_native(self) -> bool:
        return bool(self.access & NATIVE)

    @property
    def is_abstract(self) -> bool:
        return bool(self.access & ABSTRACT)

    @property
    def is_private(self) -> bool:
        return bool(self.access & PRIVATE)

    @property
    def is_package_private(self) -> bool:
        return not self.access & (PUBLIC | PROTECTED | PRIVATE)

    @property
    def is_virtual(self) -> bool:
        """Whether a subclass may override it, judging by its own flags; constructors and initialisers are not
        virtual.
        """
        return not self.access & (STATIC | PRIVATE) and not self.name.startswith("<")

    @property
    def is_signature_polymorphic(self) -> bool:
        """JVMS 2.9.3: callable with every descriptor."""
        return (
            self.owner in _POLYMORPHIC_OWNERS
            and self.descriptor.startswith("([Ljava/lang/Object;)")
            and self.access & (NATIVE | VARARGS) == NATIVE | VARARGS
        )

    def __str__(self) -> str:
        return f"{self.owner}.{self.key}"


@dataclass(frozen=True, slots=True, eq=False)
class JavaClass:
    """A linked class: its supertypes are loaded. `file` is None for arrays, primitives and synthetic classes.

    `fields` are all declared ones by Java's name and descriptor. `supertypes` are the class itself and all classes and
    interfaces above it, for an array only those that every array has.
    """

    name: str
    parent: str | None
    interfaces: tuple[str, ...]
    access: int
    supertypes: frozenset[str]
    file: ClassFile | None = None
    fields: Mapping[tuple[str, str], JavaField] = field(default_factory=dict)
    methods: Mapping[str, JavaMethod] = field(default_factory=dict)
    is_user: bool = False

    @property
    def instance_fields(self) -> tuple[Field, ...]:
        """The class's own instance fields, in the order of declaration."""
        return tuple(f.field for f in self.fields.values() if not f.is_static)

    @property
    def static_fields(self) -> Mapping[str, Field]:
        return {f.field.name: f.field for f in self.fields.values() if f.is_static}

    @property
    def holder_name(self) -> str:
        return holder_name(self.name)

    @property
    def is_interface(self) -> bool:
        return bool(self.access & INTERFACE)

    @property
    def is_abstract(self) -> bool:
        return bool(self.access & ABSTRACT)

    @property
    def is_final(self) -> bool:
        return bool(self.access & FINAL)

    @property
    def is_enum(self) -> bool:
        """Whether it is the class of an enum. A constant with a body has a class of its own, which is not one."""
        return bool(self.access & ENUM) and self.parent == "java.lang.Enum"

    @property
    def is_record(self) -> bool:
        return self.file is not None and self.file.record is not None

    @property
    def is_array(self) -> bool:
        return self.name.startswith("[")

    @property
    def is_primitive(self) -> bool:
        return self.parent is None and self.file is None

    @property
    def has_default_methods(self) -> bool:
        """Whether it is an interface that is initialised before the classes that implement it, JVMS 5.5."""
        return self.is_interface and any(not m.access & (ABSTRACT | STATIC) for m in self.methods.values())
