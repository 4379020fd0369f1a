"""A cursor over bytes that never moves past the end."""

from __future__ import annotations

from symheap.lang.java.errors import Malformed


class Reader:
    """Reads big-endian numbers from `data[at:end]`.  Every read either advances `at` or raises `Malformed`."""

    __slots__ = ("at", "data", "end", "file")

    def __init__(self, data: memoryview, file: str, at: int = 0, end: int | None = None) -> None:
        self.data = data
        self.file = file
        self.at = at
        self.end = len(data) if end is None else end

    def fail(self, message: str, at: int | None = None) -> Malformed:
        return Malformed(message, self.file, self.at if at is None else at)

    def part(self, at: int, end: int) -> Reader:
        """Return another cursor, over `data[at:end]`, with the same offsets."""
        return Reader(self.data, self.file, at, end)

    def skip(self, count: int) -> int:
        """Skip bytes and return the offset before them."""
        at = self.at
        if count > self.end - at:
            raise self.fail(f"truncated: {count} bytes expected, {self.end - at} left")
        self.at = at + count
        return at

    def u1(self) -> int:
        at = self.at
        if at >= self.end:
            raise self.fail("truncated: 1 byte expected, 0 left")
        self.at = at + 1
        return self.data[at]

    def u2(self) -> int:
        at = self.at
        if at + 2 > self.end:
            raise self.fail(f"truncated: 2 bytes expected, {self.end - at} left")
        self.at = at + 2
        data = self.data
        return data[at] << 8 | data[at + 1]

    def u4(self) -> int:
        at = self.skip(4)
        return int.from_bytes(self.data[at : at + 4], "big")

    def s1(self) -> int:
        value = self.u1()
        return value - 0x100 if value & 0x80 else value

    def s2(self) -> int:
        value = self.u2()
        return value - 0x10000 if value & 0x8000 else value

    def s4(self) -> int:
        at = self.skip(4)
        return int.from_bytes(self.data[at : at + 4], "big", signed=True)

    def s8(self) -> int:
        at = self.skip(8)
        return int.from_bytes(self.data[at : at + 8], "big", signed=True)

    def bytes(self, count: int) -> bytes:
        at = self.skip(count)
        return self.data[at : at + count].tobytes()

    def finish(self, what: str) -> None:
        """Check that an item is read to its end: leftover bytes mean that its length is wrong."""
        if self.at != self.end:
            raise self.fail(f"{what} is {self.end - self.at} bytes longer than its contents")
