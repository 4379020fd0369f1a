"""Sources of classes. Laws: `read(n)` returns bytes for every `n` of `names()`; nothing is written anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from symheap.lang.java.classfile.classfile import MAX_CLASS_SIZE
from symheap.lang.java.classfile.names import is_internal_name

__all__ = ["MAX_CLASS_SIZE", "MAX_ENTRIES", "Container", "class_of_path", "path_of_class"]

MAX_ENTRIES = 1 << 19


class Container(Protocol):
    """A jar, a folder, a JDK's image or one class. Names are as printed by `Class.getName()`."""

    @property
    def label(self) -> str: ...

    def read(self, class_name: str) -> bytes | None:
        """Return the class file's bytes, or None if there is none. Raises `Malformed` if it is invalid."""

    def names(self) -> Iterator[str]:
        """Return every class once."""

    def where(self, class_name: str) -> str:
        """Return the name of the class's file for error messages."""

    def has(self, path: str) -> bool:
        """Whether a file of any kind exists at a path, in the form for `ClassLoader.getResource`."""


def path_of_class(class_name: str) -> str | None:
    """Return a path like `java/util/Map$Entry.class`; None for invalid names, which never reach a file system."""
    if "/" in class_name or "\\" in class_name or "\0" in class_name or ".." in class_name:
        return None
    path = class_name.replace(".", "/")
    return f"{path}.class" if is_internal_name(path) else None


def class_of_path(path: str) -> str | None:
    """Return the class at a path, the inverse of `path_of_class`; None if a program cannot name a class there."""
    if not path.endswith(".class") or path.startswith("META-INF/") or path.endswith("module-info.class"):
        return None
    name = path[: -len(".class")].replace("/", ".")
    return name if path_of_class(name) == path else None
