"""The methods of a class file that count for coverage: those in the source, not those that the compiler generates."""

from __future__ import annotations

from collections.abc import Iterator

from symheap.lang.java.classes import JavaClass, JavaMethod
from symheap.lang.java.classfile.access import BRIDGE, ENUM, SYNTHETIC
from symheap.lang.java.classfile.classfile import ClassFile
from symheap.lang.java.classfile.members import MethodInfo

_LINKED = ("toString", "hashCode", "equals")


def counted(file: ClassFile) -> Iterator[MethodInfo]:
    return (method for method in file.methods if method.code is not None and not is_made(file, method))


def is_implicit(java_class: JavaClass, method: JavaMethod) -> bool:
    """Whether the compiler made a method that nobody wrote, such as ``valueOf`` of an enum."""
    return java_class.file is not None and method.info is not None and is_made(java_class.file, method.info)


def is_made(file: ClassFile, method: MethodInfo) -> bool:
    """Whether the compiler made a method that nobody wrote."""
    if method.access & (SYNTHETIC | BRIDGE):
        return not method.name.startswith("lambda$")
    if file.access & ENUM and file.super_name == "java.lang.Enum":
        return f"{method.name}{method.descriptor}" == "values()" + f"[L{file.name.replace('.', '/')};" or (
            method.name == "valueOf" and method.descriptor.startswith("(Ljava/lang/String;)") and method.is_static
        )
    if file.record is not None and method.name in _LINKED and method.code is not None:
        return any(i.mnemonic == "invokedynamic" for i in method.code.instructions)
    return False
