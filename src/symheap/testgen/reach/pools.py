"""Values to call public methods with: what the class itself mentions, what a crash needs, and a few plain ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Final

from symheap.core.model import Plain
from symheap.core.terms import Op, Term
from symheap.lang.java.table import JavaTable
from symheap.lang.java.types import OBJECT, STRING, class_named_by, descriptor_of, is_array
from symheap.lang.java.universe import REPRESENTATIVES
from symheap.objects import ir
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.interpreter import Pointer
from symheap.report.java import string_of
from symheap.testgen.building.literals import NULL, text_literal, units
from symheap.testgen.building.members import Member, Members
from symheap.testgen.building.steps import Operand, Slot, State, Step, Workshop
from symheap.testgen.code import TypeName

_PLAIN: Final[dict[str, tuple[int, ...]]] = {
    "I": (1, 0, 2, -1),
    "J": (1, 0, 2, -1),
    "S": (1, 0, -1),
    "B": (1, 0, -1),
    "C": (97, 32, 48),
    "Z": (1, 0),
    "F": (0x3F800000, 0, 0xBF800000),
    "D": (0x3FF0000000000000, 0, 0xBFF0000000000000),
}
_TEXTS: Final = ("a", "", "b")
_RANGES: Final = {"I": 31, "J": 63, "S": 15, "B": 7}
_SIGNS: Final = frozenset(map(ord, " +-*/=,;:.()[]{}<>!?@#$%&|^~_'\"\\"))
"""Characters that a program which handles texts asks for."""

_MOST_NUMBERS = 9
_MOST_TEXTS = 8
_SAMPLE = 600


@dataclass(slots=True)
class Pools:
    """Numbers and texts, the most promising first: hints of an input that crashes, plain ones, those of the code."""

    numbers: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    hinted_numbers: list[int] = field(default_factory=list)
    hinted_texts: list[str] = field(default_factory=list)

    def hinted(self, heap: ConcreteHeap) -> Pools:
        """The pools that look first at the numbers and texts of an input that crashes."""
        hints = Pools()
        hints._take(heap)
        return Pools(self.numbers, self.texts, hints.numbers, hints.texts)

    def _take(self, heap: ConcreteHeap) -> None:
        for obj in heap.objects.values():
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
        """Add the constants that methods mention."""
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
                    found = table.initial.heap.objects.get(value.location.number)
                    text = string_of(table.initial.heap, found)
                    if text is not None and len(text) <= 12:
                        self._text(text)

    def scalars(self, descriptor: str) -> list[int]:
        """Values for a parameter of a primitive type, plain ones first."""
        plain = _PLAIN[descriptor]
        if descriptor in _RANGES:
            limit = 1 << _RANGES[descriptor]
            hints, own = ([n for n in each if -limit <= n < limit] for each in (self.hinted_numbers, self.numbers))
        elif descriptor == "C":
            hints, own = ([n for n in each if 32 <= n < 127] for each in (self.hinted_numbers, self.numbers))
        else:
            return list(plain)
        return list(dict.fromkeys((*hints, *plain, *own)))[: _MOST_NUMBERS + len(hints)]

    def strings(self) -> list[str]:
        signs = [chr(n) for n in self.numbers if n in _SIGNS]
        return list(dict.fromkeys((*self.hinted_texts, *_TEXTS, *self.texts, *signs)))[
            : _MOST_TEXTS + len(self.hinted_texts)
        ]


Given = tuple[State, tuple[Operand, ...]]
"""A state in which the arguments of a call exist, and the arguments."""


@dataclass(slots=True)
class Arguments:
    """Lists of arguments for members, the plainest first."""

    table: JavaTable
    members: Members
    workshop: Workshop
    pools: Pools

    def lists(self, state: State, member: Member, most: int) -> Iterator[Given]:
        """The state with the objects that the arguments are, and the arguments."""
        made: list[list[Operand]] = []
        for at, descriptor in enumerate(member.parameters):
            state, choices = self._choices(state, member, at, descriptor)
            if not choices:
                return
            made.append(choices)
        ranked = sorted(islice(product(*map(enumerate, made)), _SAMPLE), key=lambda each: sum(r for r, _ in each))
        for each in ranked[:most]:
            yield state, tuple(operand for _, operand in each)

    def _choices(self, state: State, member: Member, at: int, descriptor: str) -> tuple[State, list[Operand]]:
        if descriptor[0] not in "L[":
            return state, [self.members.scalar(descriptor, value) for value in self.pools.scalars(descriptor)]
        name = class_named_by(descriptor)
        if self._takes_text(name):
            texts = [self.text(text) for text in self.pools.strings()]
            if member.method.name == "equals" and name == OBJECT:
                return self._others(state, member, texts[:1])
            return state, texts if name in (STRING, "java.lang.CharSequence") else texts[:3]
        constants = self.table.constants(name) if not is_array(name) else None
        if constants:
            return state, [o for o in map(self._known, constants) if o is not None][:4]
        return self._made(state, name, member)

    @staticmethod
    def _takes_text(name: str) -> bool:
        """Objects of any class and of type variables are texts: one type a receiver, so none of them is mistyped."""
        return name in (STRING, OBJECT, "java.lang.CharSequence", "java.lang.Comparable")

    def _others(self, state: State, member: Member, texts: list[Operand]) -> tuple[State, list[Operand]]:
        """Every object may be compared with null, with a text, and with another one of its class."""
        after, own = self._made(state, member.owner, member)
        return after, [*own, Operand(Pointer(0), NULL), *texts]

    def text(self, text: str) -> Operand:
        literal = self.table.literal(units(text))
        return Operand(Pointer(literal.location.number), text_literal(text), STRING)

    def _known(self, constant: Term) -> Operand | None:
        """An enum's constant, by its field."""
        number, name = constant.location.number, constant.location.class_name
        java_class = self.table.world.find(name)
        for declared in java_class.fields.values():
            if declared.is_enum_constant and self.table.initial.static(name, declared.field.name) == number:
                return Operand(Pointer(number), (TypeName(descriptor_of(name)), f".{declared.name}"), name)
        return None

    def _made(self, state: State, name: str, member: Member) -> tuple[State, list[Operand]]:
        """A new object by the first maker that works with plain arguments, an empty and a small array."""
        if is_array(name):
            return self._arrays(state, name)
        wanted = REPRESENTATIVES.get(name, name)
        for maker in self.members.makers(wanted):
            if maker.outer or len(maker.parameters) > 4:
                continue
            if any(d[0] in "L[" and not self._takes_text(class_named_by(d)) for d in maker.parameters):
                continue
            for given, arguments in self.lists(state, maker, 3):
                after = self.workshop.apply(given, self.members.make(maker, arguments))
                if after is not None and after.heap.class_of(after.steps[-1].made) == wanted:
                    return after, [operand_of(after.steps[-1])]
        return state, []

    def _arrays(self, state: State, name: str) -> tuple[State, list[Operand]]:
        element = name[1:]
        found: list[Operand] = []
        scalars = element[0] not in "L["
        values: Sequence[Operand] = ()
        if scalars:
            values = [self.members.scalar(element, v) for v in self.pools.scalars(element)[:2]]
        elif self._takes_text(class_named_by(element)):
            values = [self.text("a"), self.text("b")]
        for count in range(len(values) + 1):
            step = self.members.array(name, count, tuple(values[:count]))
            after = self.workshop.apply(state, step)
            if after is not None:
                state = after
                found.append(operand_of(after.steps[-1]))
        return state, list(reversed(found))


def operand_of(step: Step) -> Operand:
    """An expression for the object that a step made."""
    assert step.makes is not None
    return Operand(Pointer(step.made), (Slot(step.made),), step.makes)
