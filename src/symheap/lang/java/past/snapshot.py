"""The initial heap as a file of compressed JSON. A damaged file, or one of another version, is ignored."""

from __future__ import annotations

import hashlib
import json
import zlib
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from symheap.core.model import Plain
from symheap.core.types import ClassTable
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.past.initial import InitialObjects, Interned
from symheap.lang.java.world import World
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject, Numbers

_FORMAT = 1
_LIMIT = 1 << 28
"""The largest unpacked size of a file, in bytes."""

_PACKAGES = ("core", "objects", "lang/java")


def key(jdk: Jdk) -> str:
    """Return a key of everything that a snapshot depends on: the JDK's classes, and the code that ran them."""
    image = next((f for f in (jdk.home / "lib" / "modules", jdk.home / "lib" / "rt.jar") if f.is_file()), jdk.home)
    about = image.stat()
    parts = (str(_FORMAT), str(image.resolve()), jdk.version, str(about.st_size), str(about.st_mtime_ns), _code())
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


@cache
def _code() -> str:
    """Return a digest of the sources that affect the contents of a snapshot."""
    digest = hashlib.sha256(version("symheap").encode())
    root = Path(__file__).parents[3]
    for package in _PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            digest.update(file.read_bytes())
    return digest.hexdigest()


# Writing


def encoded(initial: InitialObjects) -> bytes:
    names: dict[str, int] = {}

    def number_of(name: str) -> int:
        return names.setdefault(name, len(names))

    objects: list[object] = []
    for number, obj in initial.heap.objects.items():
        fields = [part for name, value in obj.fields.items() for part in (number_of(name), _stored(value))]
        elements = _elements(obj)
        objects += [number, number_of(obj.class_name), fields, -1 if obj.length is None else obj.length, elements]
    interned = initial.interned
    form: _Form = {
        "names": list(names),
        "objects": objects,
        "literals": interned.literals,
        "classes": interned.classes,
        "holders": interned.holders,
        "initialized": sorted(interned.initialized),
    }
    raw = json.dumps(form, separators=(",", ":")).encode("ascii")
    return zlib.compress(raw, 6) + zlib.crc32(raw).to_bytes(4, "big")


def _stored(value: Plain) -> Plain:
    return value if isinstance(value, bool) else int(value)


def _elements(obj: ConcreteObject) -> list[object]:
    """Return all elements of an array from the first, if none is missing; else index-element pairs, after a null."""
    if list(obj.elements) == list(range(len(obj.elements))):
        return [_stored(value) for value in obj.elements.values()]
    return [None, *(part for at, value in obj.elements.items() for part in (at, _stored(value)))]


# Reading


def read(file: Path, world: World) -> InitialObjects | None:
    """Return the contents of a file; None if it is missing or invalid."""
    try:
        return _initial(_unpacked(file.read_bytes()), world)
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, zlib.error, RecursionError):
        return None


@lru_cache(maxsize=1)
def _unpacked(content: bytes) -> _Snapshot:
    """Return the contents of a file.  The methods of a class all begin with the same file.

    Raises one of the errors that `read` expects if the file is invalid.
    """
    unpacker = zlib.decompressobj()
    raw = unpacker.decompress(content[:-4], _LIMIT)
    if not unpacker.eof or zlib.crc32(raw) != int.from_bytes(content[-4:], "big"):
        raise ValueError("the file is damaged")
    return _decoded(json.loads(raw))


class _Form(TypedDict):
    """The form of a snapshot. `objects` has five entries each: number, class, fields (name, value, ...), length or -1,
    elements.

    A class and a field are given by their index in `names`.
    """

    names: list[str]
    objects: list[Any]
    literals: dict[str, int]
    classes: dict[str, int]
    holders: dict[str, int]
    initialized: list[str]


class _Snapshot(NamedTuple):
    """The contents of a file.  They are shared, and therefore copied before anything is added to them."""

    objects: dict[int, ConcreteObject]
    interned: Interned


def _decoded(form: _Form) -> _Snapshot:
    names, flat = form["names"], form["objects"]
    objects: dict[int, ConcreteObject] = {}
    parts = iter(flat)
    for number, name, fields, length, elements in zip(parts, parts, parts, parts, parts, strict=True):
        made = {names[fields[i]]: fields[i + 1] for i in range(0, len(fields), 2)}
        objects[number] = ConcreteObject(names[name], made, None if length < 0 else length, _elements_of(elements))
    return _Snapshot(objects, Interned(form["literals"], form["classes"], form["holders"], set(form["initialized"])))


def _initial(snapshot: _Snapshot, world: World) -> InitialObjects:
    objects = {number: obj.copy() for number, obj in snapshot.objects.items()}
    numbers = Numbers(max(objects, default=INITIAL - 1) + 1)
    return InitialObjects(
        world, ConcreteHeap(ClassTable(()), objects=objects, numbers=numbers), snapshot.interned.copy()
    )


def _elements_of(stored: list[Any]) -> dict[int, Plain]:
    if stored and stored[0] is None:
        return {stored[i]: stored[i + 1] for i in range(1, len(stored), 2)}
    return dict(enumerate(stored))
