"""Classes that have a name in their source, and those that other code can use."""

from __future__ import annotations

from typing import Final

from symheap.lang.java.classfile.access import PRIVATE, SYNTHETIC
from symheap.lang.java.classfile.classfile import ClassFile, InnerClass

NOT_CLASSES: Final = ("module-info", "package-info")
"""Simple names of class files that contain no class."""


def is_named(file: ClassFile) -> bool:
    """Whether a class has a name in the source, and is a member of its package or of another class."""
    nested = _nested(file, file.name)
    is_member = nested is None or (nested.outer is not None and nested.simple_name is not None)
    return is_member and not file.access & SYNTHETIC


def is_usable(file: ClassFile) -> bool:
    """Whether other code can name a class: neither it nor a class around it is private, local or anonymous."""
    if not is_named(file):
        return False
    nested = _nested(file, file.name)
    while nested is not None:
        if nested.access & PRIVATE or nested.outer is None:
            return False
        nested = _nested(file, nested.outer)
    return True


def _nested(file: ClassFile, name: str) -> InnerClass | None:
    """Return the class file's record that `name` is nested: it lists itself and every class that it mentions."""
    return next((each for each in file.inner_classes if each.name == name), None)
