"""Where classes come from.  Laws: `read(n)` is bytes for every `n` of `names()`; nothing is written anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from symheap.lang.java.classfile.classfile import MAX_CLASS_SIZE
from symheap.lang.java.classfile.names import is_internal_name

__all__ = ["MAX_CLASS_SIZE", "MAX_ENTRIES", "Container", "class_of_path", "path_of_class"]

MAX_ENTRIES = 1 << 19


class Container(Protocol):
    """A jar, a folder, a JDK's image or one class.  Names are as `Class.getName()` prints them."""

    @property
    def label(self) -> str: ...

    def read(self, class_name: str) -> bytes | None:
        """The class file's bytes, or None when there is none.  Raises `Malformed` when there is but it is no good."""

    def names(self) -> Iterator[str]:
        """Every class, each once."""

    def where(self, class_name: str) -> str:
        """What an error in that class calls the file."""

    def has(self, path: str) -> bool:
        """Whether there is a file of any kind at a path, as `ClassLoader.getResource` is given it."""


def path_of_class(class_name: str) -> str | None:
    """`java/util/Map$Entry.class`, or None for names that no file may have: these never reach a file system."""
    if "/" in class_name or "\\" in class_name or "\0" in class_name or ".." in class_name:
        return None
    path = class_name.replace(".", "/")
    return f"{path}.class" if is_internal_name(path) else None


def class_of_path(path: str) -> str | None:
    """The inverse of `path_of_class`; None for paths that hold no class that a program can name."""
    if not path.endswith(".class") or path.startswith("META-INF/") or path.endswith("module-info.class"):
        return None
    name = path[: -len(".class")].replace("/", ".")
    return name if path_of_class(name) == path else None
