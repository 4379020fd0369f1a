"""Which classes, constructors, methods and fields a test may name, by Java's rules, from the package of the test.

Rule: JLS 6.6 (access control); JPMS (a package of the JDK must be exported)
"""

from __future__ import annotations

from dataclasses import dataclass

from symheap.lang.java.classes import JavaClass, JavaField, JavaMethod, package_of
from symheap.lang.java.classfile.access import PRIVATE, PUBLIC, STATIC, SYNTHETIC
from symheap.lang.java.classfile.classfile import InnerClass
from symheap.lang.java.inputs.stubs import is_stub
from symheap.lang.java.values.types import OBJECT, class_named_by, descriptor_of
from symheap.lang.java.world import World
from symheap.testgen.code import TypeName

_EXPORTED = ("java.",)
_CLOSED = ("java.lang.invoke.",)
WORDS = frozenset(
    {
        *("abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const", "continue"),
        *("default", "do", "double", "else", "enum", "extends", "false", "final", "finally", "float", "for", "goto"),
        *("if", "implements", "import", "instanceof", "int", "interface", "long", "native", "new", "null", "package"),
        *("private", "protected", "public", "return", "short", "static", "strictfp", "super", "switch"),
        *("synchronized", "this", "throw", "throws", "transient", "true", "try", "void", "volatile", "while", "_"),
    }
)


@dataclass(frozen=True, slots=True)
class Access:
    """Access from one package.  Class files may contain names that source cannot write; these are never accessible."""

    world: World
    package: str

    def can_name(self, class_name: str) -> bool:
        """Whether source in the package can name a class."""
        if class_name.startswith("["):
            innermost = class_name.lstrip("[")
            return not innermost.startswith("L") or self.can_name(class_named_by(innermost))
        if is_stub(class_name) or not self.world.exists(class_name):
            return False
        java_class = self.world.find(class_name)
        if java_class.is_primitive:
            return True
        nested = _nested(java_class)
        if nested is None:
            return self._is_in_reach(java_class, java_class.access) and is_source_name(class_name)
        if nested.outer is None or nested.simple_name is None or nested.access & PRIVATE:
            return False
        is_word = is_source_name(nested.simple_name)
        return is_word and self._is_in_reach(java_class, nested.access) and self.can_name(nested.outer)

    def nearest(self, class_name: str) -> str:
        """Return the class itself if it can be named, else its nearest superclass that can be, else an interface."""
        above = [java_class.name for java_class in self.world.chain(class_name) if java_class.name != OBJECT]
        interfaces = [each.name for at in self.world.chain(class_name) for each in self.world.superinterfaces(at)]
        return next((name for name in (*above, *interfaces) if self.can_name(name)), OBJECT)

    def type_of(self, class_name: str) -> TypeName:
        """Return the type of a variable for objects of a class: the nearest type that can be named."""
        return TypeName(descriptor_of(class_name if class_name.startswith("[") else self.nearest(class_name)))

    def can_call(self, class_name: str, method: JavaMethod) -> bool:
        """Whether a method can be called on an expression of type `class_name`, or a constructor of that class used."""
        return self._member(class_name, method.owner, method.name, method.access)

    def can_get(self, class_name: str, field: JavaField) -> bool:
        """Whether a field can be read by its name on an expression of type `class_name`."""
        return self._member(class_name, field.owner, field.name, field.access)

    def _member(self, class_name: str, owner: str, name: str, access: int) -> bool:
        """Whether a member is accessible.

        Protected counts as package-private, since a test extends none of the user's classes.
        """
        if access & (PRIVATE | SYNTHETIC) or not self.can_name(class_name):
            return False
        if not (name.startswith("<") or is_source_name(name)):
            return False
        if access & PUBLIC:
            return self.can_name(owner) or not access & STATIC
        return package_of(owner) == self.package

    def _is_in_reach(self, owner: JavaClass, access: int) -> bool:
        if owner.is_user:
            return bool(access & PUBLIC) or package_of(owner.name) == self.package
        return bool(access & PUBLIC) and owner.name.startswith(_EXPORTED) and not owner.name.startswith(_CLOSED)


def _nested(java_class: JavaClass) -> InnerClass | None:
    inner = java_class.file.inner_classes if java_class.file is not None else ()
    return next((each for each in inner if each.name == java_class.name), None)


def is_source_name(name: str) -> bool:
    """Whether Java accepts a text as the name of a package or class."""
    return all(part.isidentifier() and part not in WORDS for part in name.replace("$", "_").split("."))
