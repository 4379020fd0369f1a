"""Class files, with the checks of the JVM's class loading, JVMS 4.8."""

from __future__ import annotations

from dataclasses import dataclass

from symheap.lang.java.classfile import attributes
from symheap.lang.java.classfile.access import INTERFACE, MODULE
from symheap.lang.java.classfile.annotations import VISIBLE, annotation_types
from symheap.lang.java.classfile.attributes import Attributes
from symheap.lang.java.classfile.constants import Loadable, MethodHandleConst
from symheap.lang.java.classfile.members import FieldInfo, MethodInfo, fields, methods
from symheap.lang.java.classfile.pool import ConstantPool, checked_field_descriptor, checked_method_descriptor
from symheap.lang.java.classfile.reader import Reader

MAGIC = 0xCAFEBABE
OLDEST, NEWEST = 45, 69
MAX_CLASS_SIZE = 1 << 26


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """A bootstrap method, which links an invokedynamic or computes a dynamic constant."""

    handle: MethodHandleConst
    arguments: tuple[Loadable, ...]


@dataclass(frozen=True, slots=True)
class RecordComponent:
    name: str
    descriptor: str
    signature: str | None


@dataclass(frozen=True, slots=True)
class InnerClass:
    """A nested class: `outer` is None for local and anonymous ones, `simple_name` for anonymous ones."""

    name: str
    outer: str | None
    simple_name: str | None
    access: int


@dataclass(frozen=True, slots=True)
class EnclosingMethod:
    """The place where a local or anonymous class is declared; `method` is (name, descriptor), None in an
    initialiser.
    """

    owner: str
    method: tuple[str, str] | None


@dataclass(frozen=True, slots=True, eq=False)
class ClassFile:
    """One class. `super_name` is None only for java.lang.Object (and for modules, which have no members)."""

    file: str
    name: str
    super_name: str | None
    interfaces: tuple[str, ...]
    access: int
    major: int
    minor: int
    fields: tuple[FieldInfo, ...]
    methods: tuple[MethodInfo, ...]
    pool: ConstantPool
    source_file: str | None
    signature: str | None
    bootstrap_methods: tuple[Bootstrap, ...]
    record: tuple[RecordComponent, ...] | None
    inner_classes: tuple[InnerClass, ...]
    nest_host: str | None
    nest_members: tuple[str, ...]
    permitted_subclasses: tuple[str, ...] | None
    enclosing_method: EnclosingMethod | None
    annotations: tuple[str, ...] | None = ()
    """The interfaces of the annotations visible to programs; None if they cannot be read."""

    @property
    def is_interface(self) -> bool:
        return bool(self.access & INTERFACE)

    def method(self, name: str, descriptor: str) -> MethodInfo | None:
        return next((m for m in self.methods if m.name == name and m.descriptor == descriptor), None)

    def field(self, name: str, descriptor: str) -> FieldInfo | None:
        return next((f for f in self.fields if f.name == name and f.descriptor == descriptor), None)


_CLASS = frozenset(
    {
        "SourceFile",
        "Signature",
        "BootstrapMethods",
        "Record",
        "InnerClasses",
        "NestHost",
        "NestMembers",
        "PermittedSubclasses",
        "EnclosingMethod",
        VISIBLE,
    }
)
_COMPONENT = frozenset({"Signature"})


def parse(data: bytes, file: str) -> ClassFile:
    """Return the class in `data`. The bodies of its methods are decoded on demand.

    Raises `Malformed` and nothing else.
    """
    reader = Reader(memoryview(data), file)
    if len(data) > MAX_CLASS_SIZE:
        raise reader.fail(f"class file of {len(data)} bytes")
    if reader.u4() != MAGIC:
        raise reader.fail("not a class file", 0)
    minor, major = reader.u2(), reader.u2()
    if major > NEWEST:
        raise reader.fail(f"class file version {major} (newer than Java {NEWEST - 44})", 6)
    if major < OLDEST:
        raise reader.fail(f"class file version {major} (older than Java 1)", 6)
    pool = ConstantPool(reader, major)
    return _class(reader, pool, major, minor)


def _class(reader: Reader, pool: ConstantPool, major: int, minor: int) -> ClassFile:
    access, (name, super_name, interfaces) = reader.u2(), _names(reader, pool)
    if access & MODULE:
        super_name = None
    elif super_name is None and name != "java.lang.Object":
        raise reader.fail(f"class {name} without a superclass")
    if access & INTERFACE and super_name != "java.lang.Object":
        raise reader.fail(f"interface {name} extends {super_name}")
    own_fields = fields(reader, pool)
    own_methods = methods(reader, pool, major)
    class_attributes = Attributes(reader, pool, _CLASS)
    reader.finish("class file")
    bootstraps = class_attributes.read("BootstrapMethods", _bootstraps) or ()
    pool.bootstraps = len(bootstraps)
    return ClassFile(
        file=reader.file,
        name=name,
        super_name=super_name,
        interfaces=interfaces,
        access=access,
        major=major,
        minor=minor,
        fields=own_fields,
        methods=own_methods,
        pool=pool,
        source_file=class_attributes.read("SourceFile", attributes.text),
        signature=class_attributes.read("Signature", attributes.text),
        bootstrap_methods=bootstraps,
        record=class_attributes.read("Record", _record),
        inner_classes=class_attributes.read("InnerClasses", _inner_classes) or (),
        nest_host=class_attributes.read("NestHost", attributes.class_name),
        nest_members=class_attributes.read("NestMembers", attributes.class_names) or (),
        permitted_subclasses=class_attributes.read("PermittedSubclasses", attributes.class_names),
        enclosing_method=class_attributes.read("EnclosingMethod", _enclosing_method),
        annotations=annotation_types(class_attributes),
    )


def _names(reader: Reader, pool: ConstantPool) -> tuple[str, str | None, tuple[str, ...]]:
    at = reader.at
    name = attributes.class_name(reader, pool)
    super_name = attributes.optional_class(reader, pool)
    interfaces = attributes.class_names(reader, pool)
    for each in (name, super_name or name, *interfaces):
        if each.startswith("["):
            raise reader.fail(f"array class {each} as a class, superclass or interface", at)
    if super_name == name or name in interfaces or len(set(interfaces)) < len(interfaces):
        raise reader.fail(f"class {name} names itself or an interface twice among its supertypes", at)
    return name, super_name, interfaces


def _bootstraps(reader: Reader, pool: ConstantPool) -> tuple[Bootstrap, ...]:
    count = pool.bootstraps = reader.u2()
    return tuple(_bootstrap(reader, pool) for _ in range(count))


def _bootstrap(reader: Reader, pool: ConstantPool) -> Bootstrap:
    handle = pool.get(reader.u2(), MethodHandleConst, reader.at - 2)
    return Bootstrap(handle, tuple(pool.loadable(reader.u2(), reader.at - 2) for _ in range(reader.u2())))


def _record(reader: Reader, pool: ConstantPool) -> tuple[RecordComponent, ...]:
    return tuple(_component(reader, pool) for _ in range(reader.u2()))


def _component(reader: Reader, pool: ConstantPool) -> RecordComponent:
    at = reader.at
    name, descriptor = attributes.text(reader, pool), attributes.text(reader, pool)
    checked_field_descriptor(pool, descriptor, at)
    component_attributes = Attributes(reader, pool, _COMPONENT)
    return RecordComponent(name, descriptor, component_attributes.read("Signature", attributes.text))


def _inner_classes(reader: Reader, pool: ConstantPool) -> tuple[InnerClass, ...]:
    return tuple(
        InnerClass(
            attributes.class_name(reader, pool),
            attributes.optional_class(reader, pool),
            attributes.optional_text(reader, pool),
            reader.u2(),
        )
        for _ in range(reader.u2())
    )


def _enclosing_method(reader: Reader, pool: ConstantPool) -> EnclosingMethod:
    owner = attributes.class_name(reader, pool)
    at, index = reader.at, reader.u2()
    if index == 0:
        return EnclosingMethod(owner, None)
    name, descriptor = pool.name_and_type(index, at)
    checked_method_descriptor(pool, descriptor, at)
    return EnclosingMethod(owner, (name, descriptor))
