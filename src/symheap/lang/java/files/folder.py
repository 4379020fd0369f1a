"""Classes in folders, and single class files."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from symheap.lang.java.classfile.classfile import ClassFile, parse
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.container import MAX_CLASS_SIZE, MAX_ENTRIES, class_of_path, path_of_class

MAX_FOLDER_DEPTH = 64


def read_bounded(path: Path) -> bytes | None:
    """Return the bytes of a regular file of sane size, or None if there is none. Never blocks on a pipe or a device."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            return None
        if not stat.S_ISREG(status.st_mode):
            raise Malformed("not a regular file", str(path), 0)
        if status.st_size > MAX_CLASS_SIZE:
            raise Malformed(f"file of {status.st_size} bytes", str(path), 0)
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise Malformed(f"cannot be read: {error}", str(path), 0) from None


class Folder:
    """A class folder. Links to folders are not followed, and links to files only inside the folder."""

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise NotFound(f"{root}: no such folder")
        self._label = str(root)
        self._root = root
        self._real = os.path.realpath(root)

    def __reduce__(self) -> tuple[type[Folder], tuple[Path]]:
        return Folder, (self._root,)

    def travels(self) -> tuple[Path, Iterator[Path]]:
        """All files travel, since a program may ask whether one exists."""
        files = (Path(at, file) for at, _, files in os.walk(self._root, followlinks=False) for file in files)
        return self._root, (each for each in files if self._is_own(str(each)))

    @property
    def label(self) -> str:
        return self._label

    def where(self, class_name: str) -> str:
        return str(self._root / (path_of_class(class_name) or class_name))

    def read(self, class_name: str) -> bytes | None:
        relative = path_of_class(class_name)
        if relative is None:
            return None
        path = self._root / relative
        content = read_bounded(path)
        if content is not None and not Path(os.path.realpath(path)).is_relative_to(self._real):
            raise Malformed("a link that leaves the class folder", str(path), 0)
        return content

    def has(self, path: str) -> bool:
        return (self._root / path.strip("/")).exists()

    def names(self) -> Iterator[str]:
        """Yield the classes in the order of their paths."""
        count = 0
        for folder, folders, files in os.walk(self._root, followlinks=False):
            relative = os.path.relpath(folder, self._root)
            prefix = "" if relative == "." else relative.replace(os.sep, "/") + "/"
            if prefix.count("/") >= MAX_FOLDER_DEPTH:
                folders.clear()
            folders.sort()
            count += len(files) + len(folders)
            if count > MAX_ENTRIES:
                raise Malformed(f"class folder of more than {MAX_ENTRIES} files", self._label, 0)
            for file in sorted(files):
                name = class_of_path(prefix + file)
                if name is not None and self._is_own(os.path.join(folder, file)):
                    yield name

    def _is_own(self, path: str) -> bool:
        if not os.path.islink(path):
            return os.path.isfile(path)
        return os.path.isfile(path) and Path(os.path.realpath(path)).is_relative_to(self._real)


class SingleClass:
    """One class file outside a folder named like its package."""

    def __init__(self, path: Path, name: str, content: bytes) -> None:
        self._path = path
        self._name = name
        self._content = content

    def travels(self) -> tuple[Path, Iterator[Path]]:
        return self._path, iter((self._path,))

    @property
    def label(self) -> str:
        return str(self._path)

    def where(self, class_name: str) -> str:
        return str(self._path)

    def read(self, class_name: str) -> bytes | None:
        return self._content if class_name == self._name else None

    def has(self, path: str) -> bool:
        return (self._path.parent / path.strip("/")).exists()

    def names(self) -> Iterator[str]:
        yield self._name


def read_class_file(path: Path) -> tuple[ClassFile, bytes]:
    content = read_bounded(path)
    if content is None:
        raise NotFound(f"{path}: no such file")
    return parse(content, str(path)), content


def container_of_class(path: Path) -> Folder | SingleClass:
    """Return the folder where the class's package starts, so that its neighbours are found; else the class alone."""
    file, content = read_class_file(path)
    relative = Path(path_of_class(file.name) or "")
    absolute = path.absolute()
    if relative.parts and absolute.parts[-len(relative.parts) :] == relative.parts:
        return Folder(absolute.parents[len(relative.parts) - 1])
    return SingleClass(path, file.name, content)
