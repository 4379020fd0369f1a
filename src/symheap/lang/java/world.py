"""All classes, loaded and linked as by the JVM, JVMS 5: on demand, each once."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.deadline import look
from symheap.core.types import Field
from symheap.lang.java.classes import JavaClass, JavaField, JavaMethod, holder_name
from symheap.lang.java.classfile.access import ABSTRACT, FINAL, PUBLIC
from symheap.lang.java.classfile.classfile import ClassFile
from symheap.lang.java.classfile.members import MethodInfo
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.selection import Selection
from symheap.lang.java.values.types import OBJECT, dimensions, element_class, is_array, is_primitive, type_of

__all__ = ["ARRAY_INTERFACES", "JavaClass", "JavaField", "JavaMethod", "World"]

ARRAY_INTERFACES = ("java.lang.Cloneable", "java.io.Serializable")
_BUILT_IN = PUBLIC | FINAL | ABSTRACT


class World:
    """Classes by name. The answer of `find` for a name never changes; the cache only grows, and no path observes it.

    Missing classes raise `NotFound`; a hierarchy that no JVM would load raises `Malformed`.
    """

    def __init__(self, class_path: ClassPath) -> None:
        self.class_path = class_path
        self._classes: dict[str, JavaClass] = {}
        self._declaring: dict[str, list[str]] = {}
        self._selection = Selection(self)

    def find(self, name: str) -> JavaClass:
        java_class = self._classes.get(name)
        if java_class is None:
            java_class = self._built_in(name) or self._load(name)
        return java_class

    def exists(self, name: str) -> bool:
        """Whether a class exists and can be linked."""
        try:
            self.find(name)
        except (NotFound, Malformed):
            return False
        return True

    def define(self, java_class: JavaClass) -> None:
        """Add a class without a file. Its supertypes must be linked already."""
        if java_class.name in self._classes:
            raise Malformed(f"class {java_class.name} is there twice", java_class.name, 0)
        self._classes[java_class.name] = java_class
        for key, method in java_class.methods.items():
            if method.is_virtual and not method.is_abstract:
                self._declaring.setdefault(key, []).append(java_class.name)

    def implementing(self, key: str) -> list[str]:
        """Return the known classes that declare a virtual method with a body; the list only grows."""
        return self._declaring.setdefault(key, [])

    # Loading

    def _built_in(self, name: str) -> JavaClass | None:
        if is_primitive(name):
            built = JavaClass(name, None, (), _BUILT_IN, frozenset((name,)))
        elif is_array(name):
            self._check_element(name)
            above = frozenset((name, OBJECT, *ARRAY_INTERFACES))
            built = JavaClass(name, OBJECT, ARRAY_INTERFACES, _BUILT_IN, above)
        else:
            return None
        self._classes[name] = built
        return built

    def _check_element(self, name: str) -> None:
        base = name.lstrip("[")
        if base.startswith("L"):
            self.find(base[1:-1])

    def _load(self, name: str) -> JavaClass:
        """Link supertypes before the class, with an explicit stack, since chains may be long."""
        pending: dict[str, ClassFile] = {}
        stack = [name]
        while stack:
            look()
            at = stack[-1]
            if at in self._classes:
                stack.pop()
                continue
            if at not in pending:
                pending[at] = self.class_path.require(at)
            file = pending[at]
            missing = [s for s in _direct(file) if s not in self._classes]
            if not missing:
                self._link(file)
                stack.pop()
                continue
            for above in missing:
                if above in pending:
                    raise Malformed(f"class {at} is among its own supertypes", file.file, 0)
            stack.append(missing[0])
        return self._classes[name]

    def _link(self, file: ClassFile) -> None:
        if file.super_name is None and file.name != OBJECT:
            raise NotFound(f"{file.file}: {file.name} is a module and not a class")
        supers = [self.find(each) for each in _direct(file)]
        for above in supers:
            if above.is_interface != (above.name in file.interfaces):
                wrong = "an interface" if above.is_interface else "no interface"
                raise Malformed(f"class {file.name} has {above.name} above it, which is {wrong}", file.file, 0)
        self.define(
            JavaClass(
                name=file.name,
                parent=file.super_name,
                interfaces=file.interfaces,
                access=file.access,
                supertypes=frozenset((file.name,)).union(*(above.supertypes for above in supers)),
                file=file,
                fields=self._fields(file),
                methods={m.name + m.descriptor: _method(file, m) for m in file.methods},
                is_user=self.class_path.is_user(file.name),
            )
        )

    def _fields(self, file: ClassFile) -> dict[tuple[str, str], JavaField]:
        """Return the declared fields, each with a name that is unique within an object.

        An instance field whose name also occurs in a superclass is called ``Owner.name``. Of two fields with one name
        in one class, which only compilers of other languages generate, the later one is ``Owner.name:descriptor``.
        """
        inherited = {f.name for above in self.chain(file.super_name) for f in above.instance_fields}
        used: set[tuple[bool, str]] = set()
        declared: dict[tuple[str, str], JavaField] = {}
        for f in file.fields:
            unique = f"{file.name}.{f.name}" if not f.is_static and f.name in inherited else f.name
            if (f.is_static, unique) in used:
                unique = f"{file.name}.{f.name}:{f.descriptor}"
            used.add((f.is_static, unique))
            owner = holder_name(file.name) if f.is_static else file.name
            core = Field(owner, unique, type_of(f.descriptor))
            declared[f.name, f.descriptor] = JavaField(
                file.name, f.name, f.descriptor, f.access, core, f.constant, f.signature
            )
        return declared

    # Queries

    def chain(self, name: str | None) -> Iterator[JavaClass]:
        """Yield the class itself, its superclass, and so on."""
        while name is not None:
            at = self.find(name)
            yield at
            name = at.parent

    def is_subtype(self, name: str, of: str) -> bool:
        """Whether a value of type `name` can be assigned to `of`. Arrays are covariant in classes."""
        if is_array(name) and is_array(of):
            shared = min(dimensions(name), dimensions(of))
            name, of = element_class(name, shared), element_class(of, shared)
        return name == of or of in self.find(name).supertypes

    def resolve_field(self, owner: str, name: str, descriptor: str) -> JavaField:
        """Resolve a field, JVMS 5.4.3.2: in the class, its superinterfaces, its superclass, and so on."""
        for at in self.chain(owner):
            for each in (at, *self.superinterfaces(at)):
                declared = each.fields.get((name, descriptor))
                if declared is not None:
                    return declared
        raise NotFound(f"class {owner} has no field {name} of type {descriptor}")

    def superinterfaces(self, java_class: JavaClass) -> Iterator[JavaClass]:
        """Yield the direct and indirect superinterfaces of a class, depth first, without those of superclasses."""
        stack = list(reversed(java_class.interfaces))
        seen: set[str] = set()
        while stack:
            name = stack.pop()
            if name not in seen:
                seen.add(name)
                at = self.find(name)
                yield at
                stack.extend(reversed(at.interfaces))

    def superinterfaces_first(self, java_class: JavaClass) -> Iterator[JavaClass]:
        """As `superinterfaces`, but each after those above it: the order of initialisation."""
        stack = [(name, False) for name in reversed(java_class.interfaces)]
        seen: set[str] = set()
        while stack:
            name, done = stack.pop()
            if done:
                yield self.find(name)
            elif name not in seen:
                seen.add(name)
                stack.append((name, True))
                stack.extend((above, False) for above in reversed(self.find(name).interfaces))

    def resolve_method(self, owner: str, name: str, descriptor: str) -> JavaMethod | None:
        """Return the method of a reference, JVMS 5.4.3.3 and 5.4.3.4; it need not have a body."""
        return self._selection.resolve(owner, name, descriptor)

    def select(self, class_name: str, key: str) -> str | None:
        """Return the class whose body a virtual call of `key` on an object of `class_name` runs, JVMS 5.4.6."""
        return self._selection.select(class_name, key)

    def call_key(self, resolved: JavaMethod) -> str:
        """Return the key for a virtual call of a resolved method: see `Selection.call_key`."""
        return self._selection.call_key(resolved)


def _direct(file: ClassFile) -> tuple[str, ...]:
    return file.interfaces if file.super_name is None else (file.super_name, *file.interfaces)


def _method(file: ClassFile, info: MethodInfo) -> JavaMethod:
    return JavaMethod(file.name, info.name, info.descriptor, info.access, info)
