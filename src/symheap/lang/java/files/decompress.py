"""Compressed resources of a run-time image: `zip` and `compact-cp`, possibly stacked.

Each layer begins with a header that names its compression; layers are removed until there is no header.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

from symheap.lang.java.errors import Malformed
from symheap.lang.java.files.container import MAX_CLASS_SIZE

COMPRESSED_MAGIC = 0xCAFEFAFA
MAX_LAYERS = 8

_SHARED_STRING, _SHARED_DESCRIPTOR = 23, 25
_UTF8, _LONG, _DOUBLE = 1, 5, 6
_SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}

Strings = Callable[[int], bytes]


class _Bad(Exception):
    """Raised when a layer does not match its header."""


def decompress(content: bytes, size: int, order: str, strings: Strings, label: str, offset: int) -> bytes:
    """Return the decompressed resource of `size` bytes; `strings` is the image's table of strings."""
    header = struct.Struct(f"{order}IQQIIB")
    for _ in range(MAX_LAYERS):
        if len(content) < header.size or header.unpack_from(content)[0] != COMPRESSED_MAGIC:
            break
        _, stored, original, name, _, _ = header.unpack_from(content)
        body = content[header.size : header.size + stored]
        undo = _LAYERS.get(strings(name))
        if undo is None or original > MAX_CLASS_SIZE or len(body) != stored:
            raise Malformed(f"resource compressed with {strings(name)[:40]!r}", label, offset)
        try:
            content = undo(body, original, strings)
        except _Bad as error:
            raise Malformed(f"compressed resource: {error}", label, offset) from None
        if len(content) != original:
            raise Malformed(f"compressed resource of {len(content)} bytes, not {original}", label, offset)
    if len(content) != size:
        raise Malformed(f"compressed resource of {len(content)} bytes, not {size}", label, offset)
    return content


def _unzip(body: bytes, original: int, strings: Strings) -> bytes:
    try:
        return zlib.decompressobj().decompress(body, original + 1)
    except zlib.error as error:
        raise _Bad(str(error)) from None


class _Shared:
    """A class file whose constants are in the image's table of strings."""

    def __init__(self, body: bytes, limit: int) -> None:
        self.body = body
        self.at = 0
        self.limit = limit
        self.out = bytearray()

    def take(self, count: int) -> bytes:
        if count > len(self.body) - self.at:
            raise _Bad("truncated")
        self.at += count
        return self.body[self.at - count : self.at]

    def copy(self, count: int) -> bytes:
        self.put(taken := self.take(count))
        return taken

    def put(self, data: bytes) -> None:
        if len(data) > self.limit - len(self.out):
            raise _Bad("longer than its header says")
        self.out += data

    def index(self) -> int:
        """Read a number. If its top bit is set, the next two bits count its bytes; else it takes four."""
        head = self.take(1)[0]
        count = (head >> 5 & 3) if head & 0x80 else 4
        value = head & 0x1F if head & 0x80 else head
        return int.from_bytes(bytes((value,)) + self.take(max(count - 1, 0)), "big")

    def text(self, data: bytes) -> None:
        if len(data) > 0xFFFF:
            raise _Bad("string of more than 65535 bytes")
        self.put(bytes((_UTF8,)) + len(data).to_bytes(2, "big") + data)


def _unshare(body: bytes, original: int, strings: Strings) -> bytes:
    source = _Shared(body, original)
    source.copy(8)
    count = int.from_bytes(source.copy(2), "big")
    index = 1
    while index < count:
        tag = source.take(1)[0]
        if tag == _SHARED_STRING:
            source.text(strings(source.index()))
        elif tag == _SHARED_DESCRIPTOR:
            source.text(_descriptor(source, strings))
        elif tag == _UTF8:
            source.text(source.take(int.from_bytes(source.take(2), "big")))
        elif tag in _SIZES:
            source.put(bytes((tag,)))
            source.copy(_SIZES[tag])
        else:
            raise _Bad(f"constant with tag {tag}")
        index += 2 if tag in (_LONG, _DOUBLE) else 1
    source.copy(len(body) - source.at)
    return bytes(source.out)


def _descriptor(source: _Shared, strings: Strings) -> bytes:
    """Read a descriptor without class names: a shared package and a shared class follow for each `L`."""
    template = strings(source.index())
    length = source.index()
    end = source.at + length
    first, *others = template.split(b"L")
    filled = bytearray(first)
    for part in others:
        if source.at >= end:
            raise _Bad("descriptor with too few names")
        package, name = strings(source.index()), strings(source.index())
        filled += b"L" + (package + b"/" if package else b"") + name + part
        if len(filled) > 0xFFFF:
            raise _Bad("string of more than 65535 bytes")
    if source.at != end:
        raise _Bad("descriptor with too many names")
    return bytes(filled)


_LAYERS: dict[bytes, Callable[[bytes, int, Strings], bytes]] = {b"zip": _unzip, b"compact-cp": _unshare}
