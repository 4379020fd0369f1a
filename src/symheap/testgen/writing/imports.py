"""How to write the types of a file: by simple names with imports, unless another type has that name.

A nested type is written with its enclosing class, ``Map.Entry``; the outermost class is imported.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from symheap.lang.java.classes import JavaClass, package_of
from symheap.lang.java.classfile.access import STATIC
from symheap.lang.java.classfile.classfile import InnerClass
from symheap.lang.java.classfile.descriptors import PRIMITIVES
from symheap.lang.java.classfile.signatures import class_signature
from symheap.lang.java.values.types import class_named_by
from symheap.lang.java.world import World
from symheap.testgen.code import Code, TypeName

_LANG = "java.lang"


@dataclass(frozen=True, slots=True)
class Imports:
    """`simple` are the outermost classes written without their package; `imported` those that need an import."""

    world: World
    simple: frozenset[str]
    imported: tuple[str, ...]

    def name(self, type_name: TypeName) -> str:
        descriptor = type_name.descriptor
        base = descriptor.lstrip("[")
        brackets = "[]" * (len(descriptor) - len(base))
        if base in PRIMITIVES:
            return PRIMITIVES[base] + brackets
        count = type_parameters(self.world, class_named_by(base)) if type_name.open else 0
        arguments = f"<{', '.join('?' * count)}>" if count else ""
        return self._class(class_named_by(base)) + arguments + brackets

    def _class(self, class_name: str) -> str:
        outer, *inner = source_parts(self.world, class_name)
        first = outer.rpartition(".")[2] if outer in self.simple else outer
        return ".".join((first, *inner))

    def text(self, code: Code) -> str:
        return "".join(part if isinstance(part, str) else self.name(part) for part in code)


def imports_of(world: World, package: str, types: Iterable[TypeName], taken: frozenset[str]) -> Imports:
    """Return the imports of a file in `package`.  `taken` are simple names with another meaning there.

    A class of the same package precedes all others, because it is visible anyway.  Rule: JLS 6.4.1 (shadowing)
    """
    classes = {class_named_by(t.descriptor.lstrip("[")) for t in types if t.descriptor.lstrip("[") not in PRIMITIVES}
    outermost = sorted(
        {source_parts(world, name)[0] for name in classes}, key=lambda name: (_rank(package, name), name)
    )
    owners: dict[str, str] = {}
    for name in outermost:
        simple = name.rpartition(".")[2]
        hidden = package_of(name) == _LANG != package and world.exists(_in(package, simple))
        if simple not in taken and not hidden:
            owners.setdefault(simple, name)
    imported = sorted(name for name in owners.values() if package_of(name) not in (package, _LANG))
    return Imports(world, frozenset(owners.values()), tuple(name for name in imported if package_of(name)))


def _in(package: str, simple: str) -> str:
    return f"{package}.{simple}" if package else simple


def _rank(package: str, name: str) -> int:
    return 0 if package_of(name) == package else 1 if package_of(name) == _LANG else 2


def source_parts(world: World, class_name: str) -> tuple[str, ...]:
    """Return the full name of the outermost class, and the simple names of the nested classes down to a class."""
    nested = nesting(world.find(class_name)) if world.exists(class_name) else None
    if nested is None or nested.outer is None or nested.simple_name is None:
        return (class_name,)
    return (*source_parts(world, nested.outer), nested.simple_name)


def nesting(java_class: JavaClass) -> InnerClass | None:
    inner = java_class.file.inner_classes if java_class.file is not None else ()
    return next((each for each in inner if each.name == java_class.name), None)


def has_raw(world: World, code: Code) -> bool:
    """Whether a generic class is used as a type without its arguments.  A class name before a dot is not such a use."""
    after = (*code[1:], "")
    return any(
        isinstance(part, TypeName) and is_raw(world, part) and not (isinstance(behind, str) and behind[:1] == ".")
        for part, behind in zip(code, after, strict=True)
    )


def is_raw(world: World, type_name: TypeName) -> bool:
    """Whether a type lacks type arguments: its own, or those of an enclosing class of an inner class."""
    base = type_name.descriptor.lstrip("[")
    if base in PRIMITIVES or not world.exists(class_named_by(base)):
        return False
    nested = nesting(world.find(class_named_by(base)))
    if nested is not None and nested.outer is not None and not nested.access & STATIC and is_raw_outer(world, nested):
        return True
    return not type_name.open and type_parameters(world, class_named_by(base)) > 0


def is_raw_outer(world: World, nested: InnerClass) -> bool:
    outer = nested.outer
    return outer is not None and not world.find(nested.name).is_interface and type_parameters(world, outer) > 0


def type_parameters(world: World, class_name: str) -> int:
    """Return the number of type parameters that a class declares."""
    file = world.find(class_name).file if world.exists(class_name) else None
    signature = class_signature(file.signature) if file is not None and file.signature is not None else None
    return len(signature.parameters) if signature is not None else 0
