"""Java's notation: values by declared type, arrays, strings, and names for objects that exist before the call."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING

from symheap.core.outcome import Threw
from symheap.core.printing import glance, infix
from symheap.core.source import CodePosition, Position
from symheap.core.terms import REF, Op, Term, Value
from symheap.lang.java.classes import INIT, held_class
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.counted import is_implicit
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.inputs.stubs import answers
from symheap.lang.java.natives.asked import kind_of_answer
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.pseudo import JOINED
from symheap.lang.java.values.types import STRING, descriptor_of, element_descriptor, is_array
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject
from symheap.objects.decisions import Decision
from symheap.objects.host import Part
from symheap.report.explore.places import source_file
from symheap.report.formats.notation import VOID, Notation, Read, quoted, written
from symheap.report.java.known_objects import BOXES, CLASS, KnownObjects, type_name
from symheap.report.java.made import VALUES, chosen_box, made_text
from symheap.report.java.strings import joined_text, string_text

if TYPE_CHECKING:
    from symheap.report.java.crash_words import CrashWords
    from symheap.report.java.decisions import DecisionWords

_KNOWN = re.compile(r"[^\s(){},!]+#(\d{7,})(?![\d…])")
_DIGEST = re.compile(r"(?<!…)~[0-9a-f]{12}(?=\])")
_MADE = re.compile(r"([^\s(){},!]+)#(\d+)")
_WAY = r"[\w$.]+(?:\[[^\[\]]*\][\w$.]*)*"
_COMPARED = re.compile(rf"\bcompare\(({_WAY})\.value\[\], ({_WAY})\.value\[\]\)")
_ALIKE = re.compile(
    rf"(?<![\w$.\]])({_WAY})\.value\.length == ({_WAY})\.value\.length && "
    r"region\((?:\1\.value\[\], 0, \2|\2\.value\[\], 0, \1)\.value\[\], 0\)"
)
"""How strings are compared: what `compareTo` and `equals` ask."""
_ATOMS = BOXES | {STRING, CLASS}
_ENUM = "java.lang.Enum"
_LONGEST_CONTENTS = 10_000


class JavaNotation(Notation):
    """The notation of one program.

    `inputs` and `result` are descriptors, because the core's types do not distinguish a char from a short.  The program
    under test consists of the user's classes and the top-level class of `subject`.
    """

    def __init__(
        self,
        table: JavaTable,
        inputs: Mapping[str, str],
        result: str,
        subject: str = "",
        java: JavaProgram | None = None,
        target: str = "",
    ) -> None:
        self._java = java
        self._target = target
        self._table = table
        self._subject = _top_level(subject)
        self._inputs = inputs
        self._result = result
        self._fields: dict[str, dict[str, str]] = {}
        self._names = KnownObjects(table.initial)

    def root(self, name: str) -> str:
        """Return the kind of an input.  A value that a stub returned is named by its method and a number."""
        return self._inputs.get(name) or self._inputs.get(name.rpartition("#")[0]) or kind_of_answer(name)

    def field(self, class_name: str, name: str) -> str:
        descriptors = self._fields.get(class_name)
        if descriptors is None:
            descriptors = self._fields[class_name] = dict(self._descriptors(class_name))
        return descriptors.get(name, "")

    def _descriptors(self, class_name: str) -> Iterator[tuple[str, str]]:
        owner = held_class(class_name) or class_name
        world = self._table.world
        for java_class in world.chain(owner) if not is_array(owner) and world.exists(owner) else ():
            for declared in java_class.fields.values():
                yield declared.field.name, declared.descriptor

    def element(self, class_name: str) -> str:
        return element_descriptor(class_name)

    def type_name(self, class_name: str) -> str:
        return type_name(class_name)

    def array_name(self, class_name: str, length: str) -> str:
        base, brackets, rest = type_name(class_name).partition("[]")
        return f"{base}[{length}]{rest}" if brackets else base

    def holds_references(self, class_name: str) -> bool:
        return is_array(class_name) and element_descriptor(class_name)[0] in "L["

    @property
    def result_kind(self) -> str:
        return self._result

    def gives_back(self) -> bool:
        return self._result != VOID

    def known(self, number: int) -> str | None:
        return self._names.name(number) if number >= INITIAL else None

    def string(self, heap: ConcreteHeap, number: int) -> str | None:
        return string_of(heap, heap.objects.get(number))

    def whole(self, ref: Term, read: Read, parts: Sequence[Part] | None = None) -> str | None:
        """Describe strings and enum constants, and of objects from before the call also boxes and class objects."""
        if ref.op is not Op.LOC:
            return None
        name, is_initial = ref.location.class_name, ref.location.initial
        if name == JOINED and parts is not None:
            return f"{self.term(ref)}\n{joined_text(self.term, parts)}"
        if name == STRING and not is_initial:
            text = string_text(self.term, ref, read)
            return None if text is None else f"{self.term(ref)}\n{text}"
        if name in _ATOMS or not self.is_enum(name):
            return self.term(ref) if is_initial and name in _ATOMS else None
        constant = read(ref, "name")
        if is_initial or not isinstance(constant, Term):
            return self.term(ref)
        return f"{type_name(name)}.{self.term(constant).strip(chr(34))}"

    def is_value(self, class_name: str) -> bool:
        return class_name in VALUES

    def made(self, ref: Term, read: Read, parts: Sequence[Part] | None = None) -> str | None:
        return made_text(self.term, ref, read, parts) or self._copied(ref, read)

    def _copied(self, ref: Term, read: Read) -> str | None:
        """Describe a string that shares the contents of one from before the call."""
        contents, coder = read(ref, "value"), read(ref, "coder")
        if not isinstance(contents, Term) or contents.op is not Op.LOC or not isinstance(coder, int):
            return None
        copy = ConcreteObject(STRING, {"value": contents.location.number, "coder": coder})
        text = string_of(self._table.initial.heap, copy)
        return None if text is None else quoted(text)

    def chosen(self, value: Term) -> str | None:
        return chosen_box(self.term, value)

    def is_enum(self, class_name: str) -> bool:
        if is_array(class_name) or not self._table.world.exists(class_name):
            return False
        return any(each.name == _ENUM for each in self._table.world.chain(class_name))

    def is_own(self, position: Position) -> bool:
        return _is_own(position, self._subject, self._table)

    def is_own_class(self, class_name: str) -> bool:
        return _is_own_class(class_name, self._subject, self._table)

    @cached_property
    def _crash_words(self) -> CrashWords:
        from symheap.report.java.crash_words import CrashWords

        return CrashWords(self._table.world)

    def crash(self, end: Threw, place: Position, heap: ConcreteHeap | None = None) -> str | None:
        if heap is None or self._java is None:
            return self._crash_words.describe(end, place)
        return self._crash_words.describe_input(self._java, end, place, heap)

    def call(self, place: Position) -> str | None:
        return self._crash_words.call(place)

    @cached_property
    def _decision_words(self) -> DecisionWords | None:
        from symheap.report.java.decisions import DecisionWords

        return None if self._java is None else DecisionWords(self._java, partial(source_file, self._target))

    def decisions(self, made: Sequence[Decision]) -> list[tuple[Position, str]]:
        words = self._decision_words
        return super().decisions(made) if words is None else words.lines(made)

    def term(self, value: Value) -> str:
        """Write a term, with names for objects that exist before the call, and classes for those that the path created.

        The digests that distinguish the names of elements are left out; only `smt2` has them.
        """
        return self._spelled(infix(value, java=True))

    def glance(self, value: Value, limit: int) -> str:
        return self._spelled(glance(value, limit, java=True))

    def _spelled(self, text: str) -> str:
        text = _COMPARED.sub(r"\1.compareTo(\2)", _ALIKE.sub(r"\1.equals(\2)", text))
        text = _KNOWN.sub(lambda match: self._names.name(int(match[1]), match[0]), _DIGEST.sub("", text))
        return _MADE.sub(lambda match: f"{type_name(match[1])}#{match[2]}", text)

    def result(self, value: Value) -> str:
        if self._result == VOID:
            return "void"
        if isinstance(value, Term):
            text = self.term(value)
            return f"new {text}" if value.sort is REF and _MADE.fullmatch(text) else text
        return written(self._result, value)


def own_code(java: JavaProgram) -> Callable[[Position], bool]:
    """Return a test whether a position is in the program under test: in the user's classes or in the explored class."""
    return partial(_is_own, subject=_top_level(java.subject.class_name), table=java.table)


def _is_own(position: Position, subject: str, table: JavaTable) -> bool:
    if not isinstance(position, CodePosition):
        return True
    class_name, _, name = position.member.partition("(")[0].rpartition(".")
    if not _is_own_class(class_name, subject, table):
        return False
    return name != "valueOf" or not _is_implicit(table, class_name, position.member)


def _is_implicit(table: JavaTable, class_name: str, member: str) -> bool:
    """Whether the compiler made a method: its line is that of the class."""
    owner = table.world.find(class_name)
    method = owner.methods.get(member[len(class_name) + 1 :])
    return method is not None and is_implicit(owner, method)


def _is_own_class(class_name: str, subject: str, table: JavaTable) -> bool:
    return _top_level(class_name) == subject or table.world.class_path.is_user(class_name)


def notation_of(java: JavaProgram, target: str = "") -> JavaNotation:
    """Return the notation of a program.  `target` is its path.

    The inputs are the receiver and the parameters, followed by static fields.
    """
    method, table = java.subject.method, java.table
    types = method_type(method.descriptor)
    names = [declared.name for declared in java.program.inputs if declared.name != "this"]
    inputs = answers(table.world, table.universe)
    inputs.update(zip(names, (p.descriptor for p in types.parameters), strict=False))
    for name in names[len(types.parameters) :]:
        owner, _, field = name.rpartition(".")
        inputs.update((name, f.descriptor) for f in table.world.find(owner).fields.values() if f.name == field)
    class_name = java.subject.class_name
    result = descriptor_of(class_name) if method.name == INIT else types.result.descriptor
    return JavaNotation(table, inputs, result, class_name, java, target)


def _top_level(class_name: str) -> str:
    return class_name.partition("$")[0]


def string_of(heap: ConcreteHeap, obj: ConcreteObject | None) -> str | None:
    """Return the characters of a string whose contents a path has read.

    Rule: JEP 254 (a byte or two a character)
    """
    if obj is None or obj.class_name != STRING or "value" not in obj.fields:
        return None
    array = heap.objects.get(int(obj.fields["value"]))
    if array is None or array.length is None or array.length > _LONGEST_CONTENTS:
        return None
    units = [int(array.elements.get(i, 0)) for i in range(array.length)]
    if array.class_name == "[C":
        return "".join(chr(unit & 0xFFFF) for unit in units)
    raw = bytes(unit & 0xFF for unit in units)
    return raw.decode("utf-16-le", "surrogatepass") if obj.fields.get("coder") == 1 else raw.decode("latin-1")
