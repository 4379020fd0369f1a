"""Find the lines of Java sources that have code, from class files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from symheap.core.source import CodePosition
from symheap.lang.java.counted import counted
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.classpath import ClassPath

INITIALIZER = "<clinit>"


class MethodLines(NamedTuple):
    """A method that comes from a source; `position` is some position in it."""

    owner: str
    key: str
    position: CodePosition
    lines: frozenset[int]


def classes_beside(class_path: ClassPath, class_name: str) -> Iterator[str]:
    """Yield the class, its top-level class, and the user's classes nested in that."""
    top = class_name.partition("$")[0]
    yield from dict.fromkeys((class_name, top, *(n for n in class_path.user_names() if n.startswith(f"{top}$"))))


def classes_in(class_path: ClassPath, file: str) -> Iterator[str]:
    """Yield the classes compiled from a source of that name in the first entry of the class path.

    Malformed class files are skipped.
    """
    for name in class_path.entries[0].names() if class_path.entries else ():
        try:
            class_file = class_path.find(name)
        except Malformed:
            continue
        if class_file is not None and class_file.source_file == file:
            yield name


def lines_of(class_path: ClassPath, names: Iterable[str]) -> Iterator[MethodLines]:
    """Yield the lines of each method of the classes, without class initialisers, which run before the call."""
    for name in names:
        try:
            file = class_path.find(name)
            for method in counted(file) if file is not None else ():
                if method.name == INITIALIZER or method.code is None:
                    continue
                assert file is not None
                source = file.source_file or f"{name.rpartition('.')[2].partition('$')[0]}.java"
                lines = frozenset(line for _, line in method.code.lines.entries)
                member = f"{name}.{method.name}{method.descriptor}"
                place = CodePosition(source, min(lines, default=0), 0, member)
                yield MethodLines(name, method.name + method.descriptor, place, lines)
        except (Malformed, NotFound):
            continue
