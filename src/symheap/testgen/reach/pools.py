"""Numbers and texts as arguments of public methods: hints from crashes, plain values, and constants of the class."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final

from symheap.core.model import Plain
from symheap.core.terms import Op, Term
from symheap.lang.java.table import JavaTable
from symheap.objects import ir
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.interpreter import Pointer
from symheap.report.java.notation import string_of

_PLAIN: Final[dict[str, tuple[int, ...]]] = {
    "I": (1, 0, 2, -1),
    "J": (1, 0, 2, -1),
    "S": (1, 0, -1),
    "B": (1, 0, -1),
    "C": (97, 32, 48),
    "Z": (1, 0),
    "F": (0x3F800000, 0, -0x40800000),
    "D": (0x3FF0000000000000, 0, -0x4010000000000000),
}
_TEXTS: Final = ("a", "", "b", "ab")
_FURTHER: Final = ("a b", "1", " ")
_RANGES: Final = {"I": 31, "J": 63, "S": 15, "B": 7}
_SIGNS: Final = frozenset(map(ord, " +-*/=,;:.()[]{}<>!?@#$%&|^~_'\"\\"))
"""Characters that programs for text processing look for."""

_TEXT: Final = "text"
_MOST_NUMBERS = 9
_MOST_TEXTS = 10
_SAMPLE = 600
_LONGEST = 1_000
"""Longer arrays give no hint, because a sequence of calls would have to create one."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The numbers and texts of a crashing input."""

    numbers: tuple[int, ...]
    texts: tuple[str, ...]


def hint_of(heap: ConcreteHeap) -> Hint:
    """Return the numbers and texts of an input, each once."""
    found = Pools()
    found._take(heap)
    return Hint(tuple(found.numbers), tuple(found.texts))


@dataclass(slots=True)
class Pools:
    """Numbers and texts, most promising first: hints from a crashing input, plain values, constants of the code."""

    numbers: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    hinted_numbers: list[int] = field(default_factory=list)
    hinted_texts: list[str] = field(default_factory=list)
    _asked: dict[str, list[int] | list[str]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def answers_as(self, other: Pools) -> bool:
        """Whether all that `other` was asked for so far is the same here: then a search with it finds the same."""
        return all((self._texts() if of == _TEXT else self._numbers(of)) == had for of, had in other._asked.items())

    def hinted(self, *hints: Hint) -> Pools:
        """Return pools that prefer the numbers and texts of crashing inputs."""
        numbers = dict.fromkeys(number for hint in hints for number in hint.numbers)
        texts = dict.fromkeys(text for hint in hints for text in hint.texts)
        return Pools(self.numbers, self.texts, [*numbers], [*texts])

    def _take(self, heap: ConcreteHeap) -> None:
        for obj in heap.objects.values():
            if obj.length is not None and obj.length < _LONGEST:
                self._add_number(obj.length)
            text = string_of(heap, obj)
            if text is not None and len(text) <= 40:
                self._text(text)
            elif not obj.class_name.startswith(("[", "java.", "jdk.")):
                for name, value in obj.fields.items():
                    self._number(heap, obj.class_name, name, value)
        for value in heap.roots.values():
            if isinstance(value, int) and not isinstance(value, Pointer) and value not in heap.objects:
                self._add_number(int(value))

    def _number(self, heap: ConcreteHeap, class_name: str, name: str, value: Plain) -> None:
        declared = next((f for f in heap.table.fields(class_name) if f.name == name), None)
        if declared is not None and declared.type.sort.width:
            self._add_number(int(value))

    def _add_number(self, value: int) -> None:
        if value not in self.numbers:
            self.numbers.append(value)

    def _text(self, text: str) -> None:
        if text not in self.texts:
            self.texts.append(text)

    def mention(self, table: JavaTable, methods: Iterable[ir.Method]) -> None:
        """Add the constants in some methods."""
        for method in methods:
            for instruction in (i for block in method.blocks for i in block):
                if isinstance(instruction, ir.Switch):
                    for key, _ in instruction.cases:
                        self._add_number(int(key))
                if not isinstance(instruction, ir.Const):
                    continue
                value = instruction.value
                if isinstance(value, int) and not isinstance(value, bool):
                    self._add_number(value)
                elif isinstance(value, Term) and value.op is Op.LOC:
                    literal = table.initial.heap.objects.get(value.location.number)
                    text = string_of(table.initial.heap, literal)
                    if text is not None and len(text) <= 12:
                        self._text(text)

    def scalars(self, descriptor: str) -> list[int]:
        """Return values for a parameter of a primitive type: hints, plain values, then constants."""
        numbers = self._numbers(descriptor)
        self._asked[descriptor] = numbers
        return numbers

    def strings(self) -> list[str]:
        """Return values for a parameter that takes a text."""
        texts = self._texts()
        self._asked[_TEXT] = texts
        return texts

    def _numbers(self, descriptor: str) -> list[int]:
        plain = _PLAIN[descriptor]
        if descriptor in _RANGES:
            limit = 1 << _RANGES[descriptor]
            hints, own = ([n for n in each if -limit <= n < limit] for each in (self.hinted_numbers, self.numbers))
        elif descriptor == "C":
            hints, own = ([n for n in each if 32 <= n < 127] for each in (self.hinted_numbers, self.numbers))
        else:
            return list(plain)
        return list(dict.fromkeys((*hints, *plain, *own)))[: _MOST_NUMBERS + len(hints)]

    def _texts(self) -> list[str]:
        signs = [chr(n) for n in self.numbers if n in _SIGNS]
        mixed = [each for pair in zip_longest(_TEXTS, self.texts) for each in pair if each is not None]
        texts = dict.fromkeys((*self.hinted_texts, *mixed, *signs, *_FURTHER))
        return list(texts)[: _MOST_TEXTS + len(self.hinted_texts)]
