"""The byte positions of the parts of a valid class file, for targeted damage."""

from __future__ import annotations

from dataclasses import dataclass, field

from symheap.lang.java.classfile.classfile import parse

SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
"""The size in bytes of a constant after its tag, except for texts."""
WIDE_TAGS = (5, 6)


@dataclass
class Attribute:
    """An attribute: `at` is the position of its name; its content begins six bytes later."""

    name: str
    at: int
    length: int


@dataclass
class CodePart:
    """The content of a Code attribute: `at` is the position of its first byte, `pcs` are those of the instructions."""

    at: int
    length: int
    handlers: int
    pcs: tuple[int, ...] = ()

    def place(self, pc: int) -> int:
        return self.at + 8 + pc

    def size(self, number: int) -> int:
        """Return the length of an instruction."""
        after = self.pcs[number + 1] if number + 1 < len(self.pcs) else self.length
        return after - self.pcs[number]


@dataclass
class Anatomy:
    """The positions of the parts of a valid class file."""

    pool: list[tuple[int, int, int]] = field(default_factory=list)
    """Offset, tag and length of each constant."""
    header: int = 0
    """The position of the access flags."""
    interfaces: int = 0
    members: list[int] = field(default_factory=list)
    attributes: list[Attribute] = field(default_factory=list)
    codes: list[CodePart] = field(default_factory=list)


class _Walk:
    """Reads a valid class file from beginning to end."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 8
        self._text: dict[int, str] = {}
        self.found = Anatomy()
        self._pool()
        self._header()
        for _ in range(2):
            for _ in range(self._u2()):
                self.found.members.append(self._at)
                self._at += 6
                self._attributes()
        self._attributes()

    def _u2(self) -> int:
        self._at += 2
        return int.from_bytes(self._data[self._at - 2 : self._at], "big")

    def _u4(self) -> int:
        return self._u2() << 16 | self._u2()

    def _pool(self) -> None:
        count, index = self._u2(), 1
        while index < count:
            at, tag = self._at, self._data[self._at]
            self._at += 1
            if tag == 1:
                length = self._u2()
                self._text[index] = self._data[self._at : self._at + length].decode("utf-8", "replace")
                self._at += length
            else:
                self._at += SIZES[tag]
            self.found.pool.append((at, tag, self._at - at))
            index += 2 if tag in WIDE_TAGS else 1

    def _header(self) -> None:
        self.found.header = self._at
        self._at += 6
        self.found.interfaces = self._u2()
        self._at += 2 * self.found.interfaces

    def _attributes(self) -> None:
        for _ in range(self._u2()):
            at = self._at
            name, length = self._text.get(self._u2(), ""), self._u4()
            self.found.attributes.append(Attribute(name, at, length))
            if name == "Code":
                self._code()
            self._at = at + 6 + length

    def _code(self) -> None:
        start = self._at
        self._at += 4
        length = self._u4()
        self._at += length
        handlers = self._u2()
        self.found.codes.append(CodePart(start, length, handlers))
        self._at += 8 * handlers
        self._attributes()


def anatomy(data: bytes) -> Anatomy:
    """Return the anatomy of a valid class file."""
    parts = _Walk(data).found
    bodies = [code for method in parse(data, "").methods if (code := method.code) is not None]
    for part, code in zip(parts.codes, bodies, strict=True):
        part.pcs = tuple(instruction.pc for instruction in code.instructions)
    return parts
