"""Class files built by hand, with contents that no compiler writes."""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from symheap.lang.java.classfile.access import PUBLIC, STATIC, SUPER
from symheap.lang.java.classfile.names import encode_modified_utf8


def u2(*values: int) -> bytes:
    return struct.pack(f">{len(values)}H", *values)


def u4(value: int) -> bytes:
    return struct.pack(">I", value)


@dataclass
class ClassBuilder:
    """A class under construction. Methods that add a constant return its number."""

    name: str = "A"
    super_name: str | None = "java/lang/Object"
    major: int = 52
    access: int = PUBLIC | SUPER
    constants: list[bytes] = field(default_factory=list)
    interfaces: list[int] = field(default_factory=list)
    fields: list[bytes] = field(default_factory=list)
    methods: list[bytes] = field(default_factory=list)
    attributes: list[bytes] = field(default_factory=list)

    def constant(self, tag: int, body: bytes) -> int:
        entry = bytes((tag,)) + body
        if entry not in self.constants:
            self.constants.append(entry)
            if tag in (5, 6):
                self.constants.append(b"")
        return self.constants.index(entry) + 1

    def utf8(self, text: str) -> int:
        raw = encode_modified_utf8(text)
        return self.constant(1, u2(len(raw)) + raw)

    def class_ref(self, name: str) -> int:
        return self.constant(7, u2(self.utf8(name)))

    def string(self, text: str) -> int:
        return self.constant(8, u2(self.utf8(text)))

    def member(self, tag: int, owner: str, name: str, descriptor: str) -> int:
        """Add a field (9), method (10) or interface method (11)."""
        pair = self.constant(12, u2(self.utf8(name), self.utf8(descriptor)))
        return self.constant(tag, u2(self.class_ref(owner), pair))

    def attribute(self, name: str, body: bytes) -> bytes:
        return u2(self.utf8(name)) + u4(len(body)) + body

    def field(self, name: str, descriptor: str, *, access: int = PUBLIC, attributes: tuple[bytes, ...] = ()) -> None:
        head = u2(access, self.utf8(name), self.utf8(descriptor), len(attributes))
        self.fields.append(head + b"".join(attributes))

    def method(
        self,
        code: bytes | None,
        *,
        name: str = "m",
        descriptor: str = "()V",
        access: int = PUBLIC | STATIC,
        max_locals: int = 4,
        handlers: tuple[tuple[int, int, int, int], ...] = (),
        tables: tuple[bytes, ...] = (),
    ) -> None:
        attributes = []
        if code is not None:
            table = u2(len(handlers)) + b"".join(u2(*handler) for handler in handlers)
            body = u2(4, max_locals) + u4(len(code)) + code + table + u2(len(tables)) + b"".join(tables)
            attributes.append(self.attribute("Code", body))
        head = u2(access, self.utf8(name), self.utf8(descriptor), len(attributes))
        self.methods.append(head + b"".join(attributes))

    def build(self) -> bytes:
        this = self.class_ref(self.name)
        parent = self.class_ref(self.super_name) if self.super_name else 0
        tail = u2(self.access, this, parent, len(self.interfaces), *self.interfaces)
        for items in (self.fields, self.methods, self.attributes):
            tail += u2(len(items)) + b"".join(items)
        pool = u2(len(self.constants) + 1) + b"".join(self.constants)
        return u4(0xCAFEBABE) + u2(0, self.major) + pool + tail
