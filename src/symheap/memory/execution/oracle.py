"""Answers to what a program leaves open: values of ``nondet``, unset bytes, failing allocations, addresses."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final, Protocol

from symheap.memory.execution.placement import Adjacent, Mixed, Placement
from symheap.memory.execution.space import AddressSpace


class Oracle(Protocol):
    """Decides what a program leaves open.

    Laws: `value` is of `size` bytes, unsigned; `contents` returns `count` bytes; `place` is as in `Placement`.
    """

    def value(self, size: int) -> int: ...

    def contents(self, count: int) -> bytes: ...

    def fails(self) -> bool: ...

    def place(self, space: AddressSpace, size: int, alignment: int) -> int: ...


class ZeroOracle:
    """Answers zero to every question; allocation succeeds."""

    def __init__(self, placement: Placement | None = None) -> None:
        self._placement = placement or Adjacent()

    def value(self, size: int) -> int:
        return 0

    def contents(self, count: int) -> bytes:
        return bytes(count)

    def fails(self) -> bool:
        return False

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        return self._placement.place(space, size, alignment)


_SMALL: Final = 8
_KNOWN_ADDRESSES: Final = 32


class RandomOracle:
    """Answers at random from a seed; small numbers and extremes are likelier than others.

    Some values and some bytes are addresses of objects placed before, as if the program got memory back from elsewhere.
    `failing` is the probability that an allocation which may fail does.
    """

    def __init__(self, seed: int, placement: Placement | None = None, failing: float = 0.1) -> None:
        self._random = random.Random(seed)
        self._placement = placement or Mixed(self._random)
        self._failing = failing
        self._addresses: list[int] = []
        self._pointer = 8

    def value(self, size: int) -> int:
        source = self._random
        how = source.random()
        if how < 0.35:
            return 0
        if how < 0.6:
            return 1
        if how < 0.8:
            return source.randrange(_SMALL)
        mask = (1 << (8 * size)) - 1
        if how < 0.9:
            return source.choice((mask, mask >> 1, (mask >> 1) + 1, mask - 1))
        if how < 0.95 and size == self._pointer and self._addresses:
            return source.choice(self._addresses)
        return source.getrandbits(8 * size)

    def contents(self, count: int) -> bytes:
        how = self._random.random()
        if how < 0.3:
            return bytes(count)
        if how < 0.5 and count % self._pointer == 0:
            words = (self.value(self._pointer) for _ in range(count // self._pointer))
            return b"".join(word.to_bytes(self._pointer, "little") for word in words)
        return self._random.randbytes(count)

    def fails(self) -> bool:
        return self._random.random() < self._failing

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        address = self._placement.place(space, size, alignment)
        self._pointer = space.pointer
        if len(self._addresses) < _KNOWN_ADDRESSES:
            self._addresses.append(address)
        else:
            self._addresses[self._random.randrange(_KNOWN_ADDRESSES)] = address
        return address


@dataclass(frozen=True, slots=True)
class Script:
    """Answers by kind of question, in the order of the questions."""

    values: tuple[int, ...] = ()
    contents: bytes = b""
    failures: tuple[bool, ...] = ()
    places: tuple[int, ...] = ()


class ScriptedOracle:
    """Answers from a script, and from `otherwise` when the script is exhausted.  Only the low bits of a value count."""

    def __init__(self, script: Script, otherwise: Oracle | None = None) -> None:
        self._otherwise = otherwise or ZeroOracle()
        self._values = iter(script.values)
        self._contents = script.contents
        self._failures = iter(script.failures)
        self._places = iter(script.places)

    def value(self, size: int) -> int:
        answer = next(self._values, None)
        return self._otherwise.value(size) if answer is None else answer & ((1 << (8 * size)) - 1)

    def contents(self, count: int) -> bytes:
        answer, self._contents = self._contents[:count], self._contents[count:]
        missing = count - len(answer)
        return answer + self._otherwise.contents(missing) if missing else answer

    def fails(self) -> bool:
        answer = next(self._failures, None)
        return self._otherwise.fails() if answer is None else answer

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        answer = next(self._places, None)
        return self._otherwise.place(space, size, alignment) if answer is None else answer


class RecordingOracle:
    """Records the answers of another oracle.

    Law: a run with the oracle of `script()` is the same as the recorded run.
    """

    def __init__(self, asked: Oracle) -> None:
        self._asked = asked
        self._values: list[int] = []
        self._contents = bytearray()
        self._failures: list[bool] = []
        self._places: list[int] = []

    def script(self) -> Script:
        return Script(tuple(self._values), bytes(self._contents), tuple(self._failures), tuple(self._places))

    def value(self, size: int) -> int:
        self._values.append(self._asked.value(size))
        return self._values[-1]

    def contents(self, count: int) -> bytes:
        answer = self._asked.contents(count)
        self._contents += answer
        return answer

    def fails(self) -> bool:
        self._failures.append(self._asked.fails())
        return self._failures[-1]

    def place(self, space: AddressSpace, size: int, alignment: int) -> int:
        self._places.append(self._asked.place(space, size, alignment))
        return self._places[-1]
