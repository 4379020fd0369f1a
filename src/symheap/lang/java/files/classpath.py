"""Class files by name: the user's entries first, then the JDK."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from symheap.core.theories.near import file_near
from symheap.lang.java.classfile.classfile import ClassFile, parse
from symheap.lang.java.errors import Malformed, NotFound, printable
from symheap.lang.java.files.archive import Archive
from symheap.lang.java.files.container import Container
from symheap.lang.java.files.folder import Folder, container_of_class
from symheap.lang.java.files.jdk import Jdk

JDK_ONLY = "java."


class ClassPath:
    """Finds classes. The answer for a name never changes; classes of `java.` packages come from the JDK alone."""

    def __init__(self, entries: Sequence[Container], jdk: Jdk) -> None:
        self.entries = tuple(entries)
        self.jdk = jdk
        self._found: dict[str, ClassFile | None] = {}
        self._files: dict[str, bool] = {}

    def find(self, name: str) -> ClassFile | None:
        """Return a class, or None if it does not exist. Raises `Malformed` if its file is invalid or holds another
        class.
        """
        if name not in self._found:
            self._found[name] = self._search(name)
        return self._found[name]

    def require(self, name: str) -> ClassFile:
        file = self.find(name)
        if file is None:
            raise NotFound(
                f"class {printable(name)} is neither on the class path nor in {self.jdk.home}; add its jar with -cp"
            )
        return file

    def has(self, path: str) -> bool:
        """Whether a file of any kind exists at a path, in the user's entries or the JDK."""
        if path not in self._files:
            self._files[path] = any(container.has(path) for container in (*self.entries, self.jdk.container))
        return self._files[path]

    def is_user(self, name: str) -> bool:
        """Whether `find` answers from the user's entries."""
        return name in self._user

    def user_names(self) -> tuple[str, ...]:
        """Return the user's classes in the order of the entries, without repetitions."""
        return tuple(self._user)

    @cached_property
    def _user(self) -> dict[str, None]:
        names = (name for entry in self.entries for name in entry.names())
        return dict.fromkeys(name for name in names if not name.startswith(JDK_ONLY))

    def _search(self, name: str) -> ClassFile | None:
        for container in () if name.startswith(JDK_ONLY) else self.entries:
            content = container.read(name)
            if content is not None:
                return _named(parse(content, container.where(name)), name)
        content = self.jdk.container.read(name)
        return None if content is None else _named(_of_jdk(content, self.jdk.container.where(name)), name)


@lru_cache(maxsize=4096)
def _of_jdk(content: bytes, file: str) -> ClassFile:
    """A class of the JDK, parsed once for all class paths of this process: it does not depend on the others."""
    return parse(content, file)


def _named(file: ClassFile, name: str) -> ClassFile:
    if file.name != name:
        raise Malformed(f"holds class {file.name}, not {name}", file.file, 0)
    return file


def open_entry(path: Path, feature: int) -> Container:
    """Open a jar, a class folder, or a class file with its neighbours; `feature` selects in multi-release jars."""
    if path.is_dir():
        return Folder(path)
    if not path.exists():
        raise NotFound(f"{path}: no such file or folder{file_near(str(path))}")
    if not path.is_file():
        raise NotFound(f"{path}: neither a file nor a folder")
    if path.suffix == ".class":
        return container_of_class(path)
    return Archive(path, feature)
