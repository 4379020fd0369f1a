"""`lib/modules` of a JDK, read in place.

The file is a header, a perfect hash table over resource names (`/java.base/java/lang/String.class`), the locations it
leads to, the strings of the names, and the resources. Numbers are in the byte order of the machine that wrote the file,
except for the attributes of locations, which are big-endian.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path

from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.container import MAX_CLASS_SIZE, MAX_ENTRIES, class_of_path, path_of_class
from symheap.lang.java.files.decompress import decompress

MAGIC = 0xCAFEDADA
VERSION = 0x00010000
HASH_MULTIPLIER = 0x01000193
HEADER_SIZE = 28
MAX_STRING = 1 << 16
MAX_NAME = 1 << 12


class Attribute(IntEnum):
    END = 0
    MODULE = 1
    PARENT = 2
    BASE = 3
    EXTENSION = 4
    OFFSET = 5
    COMPRESSED = 6
    UNCOMPRESSED = 7


def image_hash(name: bytes, seed: int = HASH_MULTIPLIER) -> int:
    """FNV over 32 bits. Higher bits never affect lower ones, so masking is exact."""
    for byte in name:
        seed = ((seed * HASH_MULTIPLIER) ^ byte) & 0xFFFFFFFF
    return seed & 0x7FFFFFFF


class Jimage:
    """A container over a mapped image. Opening it reads the header alone; every lookup is by hash."""

    def __init__(self, data: bytes | mmap.mmap, label: str) -> None:
        self._data = data
        self._label = label
        self._modules: dict[str, str] = {}
        if len(data) < HEADER_SIZE:
            raise self._fail("truncated image header", len(data))
        order = next((o for o in "<>" if struct.unpack_from(f"{o}I", data, 0)[0] == MAGIC), None)
        if order is None:
            raise self._fail("not a run-time image", 0)
        self._order = order
        _, version, _, count, length, locations, strings = struct.unpack_from(f"{order}7I", data, 0)
        if version != VERSION:
            raise self._fail(f"run-time image version {version >> 16}.{version & 0xFFFF}", 4)
        if length > MAX_ENTRIES or count > length:
            raise self._fail(f"run-time image of {count} resources in {length} places", 12)
        self._length: int = length
        self._offsets_at = HEADER_SIZE + 4 * length
        self._locations_at = self._offsets_at + 4 * length
        self._strings_at = self._locations_at + locations
        self._resources_at = self._strings_at + strings
        if self._resources_at > len(data):
            raise self._fail("the image ends inside its index", len(data))

    @property
    def label(self) -> str:
        return self._label

    def where(self, class_name: str) -> str:
        return f"{self._label}!/{path_of_class(class_name) or class_name}"

    def read(self, class_name: str) -> bytes | None:
        path = path_of_class(class_name)
        if path is None:
            return None
        content = self.resource(f"/java.base/{path}")
        if content is None:
            module = self._module_of(class_name.rpartition(".")[0])
            content = self.resource(f"/{module}/{path}") if module else None
        return content

    def has(self, path: str) -> bool:
        """Whether some module has the path, exported or not."""
        return any(each == path for _, each in self.paths())

    def names(self) -> Iterator[str]:
        seen: set[str] = set()
        for _, path in self.paths():
            name = class_of_path(path)
            if name is not None and name not in seen:
                seen.add(name)
                yield name

    def names_in(self, module: str) -> Iterator[str]:
        """Yield the classes of one module."""
        for owner, path in self.paths():
            name = class_of_path(path) if owner == module else None
            if name is not None:
                yield name

    def paths(self) -> Iterator[tuple[str, str]]:
        """Yield (module, path) of every resource, in the order of the table."""
        for place in range(self._length):
            attributes = self._attributes(place)
            module = self._name(attributes[Attribute.MODULE])
            if module not in (b"", b"packages", b"modules"):
                yield module.decode("latin-1"), self._path(attributes).decode("utf-8", "replace")

    def resource(self, path: str) -> bytes | None:
        """Return the contents of `/module/folder/name.extension`, decompressed."""
        name = path.encode("utf-8", "surrogatepass")
        place = self._place(name)
        if place is None:
            return None
        attributes = self._attributes(place)
        if b"/" + self._name(attributes[Attribute.MODULE]) + b"/" + self._path(attributes) != name:
            return None
        return self._content(attributes)

    def _place(self, name: bytes) -> int | None:
        if not self._length:
            return None
        first = image_hash(name) % self._length
        redirect = int(struct.unpack_from(f"{self._order}i", self._data, HEADER_SIZE + 4 * first)[0])
        if redirect > 0:
            return image_hash(name, redirect) % self._length
        place = -1 - redirect
        return place if redirect < 0 and place < self._length else None

    def _attributes(self, place: int) -> list[int]:
        """Return the values by `Attribute`; missing ones are 0."""
        (offset,) = struct.unpack_from(f"{self._order}I", self._data, self._offsets_at + 4 * place)
        at, end, data = self._locations_at + offset, self._strings_at, self._data
        values = [0] * len(Attribute)
        for _ in range(2 * len(Attribute)):
            head = data[at] if at < end else 0xFF
            kind, size = head >> 3, (head & 7) + 1
            if kind == Attribute.END:
                return values
            if kind >= len(Attribute) or at + 1 + size > end:
                break
            values[kind] = int.from_bytes(data[at + 1 : at + 1 + size], "big")
            at += 1 + size
        raise self._fail("malformed location of a resource", self._locations_at + offset)

    def _path(self, attributes: list[int]) -> bytes:
        parent = self._name(attributes[Attribute.PARENT])
        extension = self._name(attributes[Attribute.EXTENSION])
        base = self._name(attributes[Attribute.BASE])
        return (parent + b"/" if parent else b"") + base + (b"." + extension if extension else b"")

    def _name(self, offset: int) -> bytes:
        """Return a part of a resource's name; these are short, which bounds the cost of listing all."""
        return self._string(offset, MAX_NAME) if offset else b""

    def _string(self, offset: int, limit: int = MAX_STRING) -> bytes:
        start = self._strings_at + offset
        end = -1
        if start < self._resources_at:
            end = self._data.find(b"\0", start, min(self._resources_at, start + limit))
        if end < 0:
            raise self._fail("string outside the table of strings", self._strings_at)
        return self._data[start:end]

    def _content(self, attributes: list[int]) -> bytes:
        stored = attributes[Attribute.COMPRESSED]
        size = attributes[Attribute.UNCOMPRESSED]
        start = self._resources_at + attributes[Attribute.OFFSET]
        if max(size, stored) > MAX_CLASS_SIZE:
            raise self._fail(f"resource of {max(size, stored)} bytes", start)
        end = start + (stored or size)
        if end > len(self._data):
            raise self._fail("the image ends inside a resource", min(start, len(self._data)))
        content = self._data[start:end]
        return decompress(content, size, self._order, self._string, self._label, start) if stored else content

    def _module_of(self, package: str) -> str | None:
        """Return the module that holds `package`, by the image's own `/packages/` entries, or None."""
        if package not in self._modules:
            self._modules[package] = self._find_module(package)
        return self._modules[package] or None

    def _find_module(self, package: str) -> str:
        entries = self.resource(f"/packages/{package}") or b""
        for at in range(0, len(entries) - 7, 8):
            is_empty, name = struct.unpack_from(f"{self._order}II", entries, at)
            if not is_empty:
                return self._string(name).decode("utf-8", "replace")
        return ""

    def _fail(self, message: str, offset: int) -> Malformed:
        return Malformed(message, self._label, offset)


def open_jimage(path: Path) -> Jimage:
    try:
        with path.open("rb") as file:
            return Jimage(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), str(path))
    except ValueError:
        raise Malformed("empty run-time image", str(path), 0) from None
    except OSError as error:
        raise NotFound(f"cannot read {path}: {error.strerror}") from None
