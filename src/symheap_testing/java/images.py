"""Small run-time images (`lib/modules`), written from scratch to test the reader."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from itertools import count
from typing import Literal

from symheap.lang.java.files.decompress import COMPRESSED_MAGIC
from symheap.lang.java.files.jimage import HASH_MULTIPLIER, MAGIC, VERSION, Attribute, image_hash

ByteOrder = Literal["<", ">"]


class _Strings:
    """The table of strings; offset 0 is the empty one."""

    def __init__(self) -> None:
        self.data = bytearray(b"\0")
        self._offsets = {"": 0}

    def add(self, text: str) -> int:
        if text not in self._offsets:
            self._offsets[text] = len(self.data)
            self.data += text.encode() + b"\0"
        return self._offsets[text]


def make_image(classes: Mapping[str, Mapping[str, bytes]], order: ByteOrder, *, zipped: int = 0) -> bytes:
    """Return an image of modules: resource path -> bytes, each compressed `zipped` times."""
    strings = _Strings()
    contents: dict[str, tuple[str, bytes]] = {}
    for module, resources in classes.items():
        for path, content in resources.items():
            contents[f"/{module}/{path}"] = (module, content)
        for package in sorted({path.rpartition("/")[0].replace("/", ".") for path in resources}):
            entry = struct.pack(f"{order}II", 0, strings.add(module))
            contents[f"/packages/{package}"] = ("packages", entry)
    redirect, places = _perfect_hash(list(contents))
    locations, bodies = bytearray(b"\0"), bytearray()
    offsets = []
    for name in places:
        module, content = contents[name]
        stored = content
        for _ in range(0 if module == "packages" else zipped):
            stored = _zip(stored, order, strings.add("zip"))
        offsets.append(len(locations))
        size = len(stored) if stored is not content else 0
        locations += _location(name, module, strings, len(bodies), size, len(content))
        bodies += stored
    header = struct.pack(f"{order}7I", MAGIC, VERSION, 0, len(places), len(places), len(locations), len(strings.data))
    tables = struct.pack(f"{order}{len(redirect)}i{len(offsets)}I", *redirect, *offsets)
    return header + tables + bytes(locations) + bytes(strings.data) + bytes(bodies)


def _zip(content: bytes, order: ByteOrder, name: int) -> bytes:
    packed = zlib.compress(content)
    return struct.pack(f"{order}IQQIIB", COMPRESSED_MAGIC, len(packed), len(content), name, 0, 1) + packed


def _location(name: str, module: str, strings: _Strings, offset: int, stored: int, size: int) -> bytes:
    path = name[len(module) + 2 :]
    parent, _, file = path.rpartition("/")
    base, extension = (file, "") if module == "packages" else (file.rpartition(".")[0], file.rpartition(".")[2])
    values = {
        Attribute.MODULE: strings.add(module),
        Attribute.PARENT: strings.add(parent),
        Attribute.BASE: strings.add(base),
        Attribute.EXTENSION: strings.add(extension),
        Attribute.OFFSET: offset,
        Attribute.COMPRESSED: stored,
        Attribute.UNCOMPRESSED: size,
    }
    encoded = bytearray()
    for kind, value in values.items():
        if value:
            length = (value.bit_length() + 7) // 8
            encoded += bytes((kind << 3 | length - 1,)) + value.to_bytes(length, "big")
    return bytes(encoded) + b"\0"


def _perfect_hash(names: list[str]) -> tuple[list[int], list[str]]:
    """Return the redirect table and the name at each place: crowded buckets get a seed, the others a place."""
    size = len(names)
    buckets: dict[int, list[str]] = {}
    for name in names:
        buckets.setdefault(image_hash(name.encode(), HASH_MULTIPLIER) % size, []).append(name)
    redirect, places = [0] * size, [""] * size
    for bucket, members in sorted(buckets.items(), key=lambda item: -len(item[1])):
        if len(members) == 1:
            place = places.index("")
            places[place] = members[0]
            redirect[bucket] = -1 - place
            continue
        for seed in count(1):
            spots = [image_hash(name.encode(), seed) % size for name in members]
            if len(set(spots)) == len(spots) and not any(places[spot] for spot in spots):
                break
        redirect[bucket] = seed
        for spot, name in zip(spots, members, strict=True):
            places[spot] = name
    return redirect, places
