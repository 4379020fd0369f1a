"""The host of models in Python over a symbolic heap: plain values are returned, symbolic ones are refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, TypeVar

from symheap.core.terms import BOOL, BV8, BV32, NULL, REF, Sort, Term, Value, ite
from symheap.core.theories.arrays import all_elements, table
from symheap.core.types import ELEMENTS, LENGTH, Field, default_of
from symheap.engine.instructions.texts import CHARACTERS, Unwritten, is_contents, unwritten
from symheap.engine.instructions.values import cell_of, reference, scalar
from symheap.engine.machine import Machine
from symheap.engine.state import State, Text
from symheap.heap.api import Answer, Cell, Index, Ok, Ref, Slot
from symheap.objects.host import CALLERS, STRING, UNVERIFIED, Held, Part, Refused, Shown, Symbolic, Throws, within_limit

H = TypeVar("H")

LATIN1, UTF16 = 0, 1
MAX_ELEMENTS = 1 << 12
"""The largest number of array elements that a model gets at once."""


class Unread(Exception):
    """Raised when a model reads a string whose contents are deferred; the model runs again after they are written.

    `texts` are the strings that it may be, with their conditions.
    """

    def __init__(self, texts: Unwritten) -> None:
        super().__init__(texts)
        self.texts = texts


class SymbolicHost(Generic[H]):
    """A host for one call of a model. `state` is the state after the model's actions so far."""

    def __init__(self, machine: Machine[H], state: State[H]) -> None:
        self.machine = machine
        self.state = state

    # Values -----------------------------------------------------------------------------------------------------------

    def plain(self, cell: object) -> int:
        if isinstance(cell, int):
            return int(cell)
        raise Symbolic

    def is_null(self, cell: object) -> bool:
        if self.machine.model.object_of(self.state.heap, _ref(cell)) is not None:
            return False
        return self.same(cell, NULL)

    def same(self, a: object, b: object) -> bool:
        answer = self.machine.model.same(self.state.heap, _ref(a), _ref(b), self.machine.view(self.state))
        value = self._settle(answer)
        if isinstance(value, Term):
            known = self.state.path.says(value)
            if known is None:
                raise Symbolic
            return known
        return value is True

    def null(self) -> Cell:
        return NULL

    # Objects ----------------------------------------------------------------------------------------------------------

    def class_of(self, ref: object) -> str:
        if self.is_null(ref):
            raise Throws("java.lang.NullPointerException")
        return self._object(ref).location.class_name

    def is_a(self, ref: object, class_name: str) -> Cell:
        types = self.machine.program.table.subtypes(class_name)
        answer = self.machine.model.is_a(self.state.heap, _ref(ref), types, self.machine.view(self.state))
        return ite(scalar(self._settle(answer)), 1, 0, BV32)

    def _object(self, ref: object) -> Term:
        """Return the only possible object of a reference."""
        known = self.machine.model.object_of(self.state.heap, _ref(ref))
        if known is None:
            raise Symbolic
        return known

    def get(self, ref: object, owner: str, name: str) -> Cell:
        return self._load(ref, self._field(owner, owner, name))

    def put(self, ref: object, owner: str, name: str, value: object) -> None:
        self._store(ref, self._field(owner, owner, name), value)

    def get_static(self, owner: str, name: str) -> Cell:
        holder = self.machine.program.table.holder(owner)
        return self._load(holder, self._field(holder.location.class_name, owner, name))

    def put_static(self, owner: str, name: str, value: object) -> None:
        holder = self.machine.program.table.holder(owner)
        self._store(holder, self._field(holder.location.class_name, owner, name), value)

    def _field(self, class_name: str, owner: str, name: str) -> Field:
        for field in self.machine.program.table.fields(class_name):
            if field.name in (name, f"{owner}.{name}"):
                return field
        raise KeyError(f"{owner}.{name}")

    def _load(self, ref: object, slot: Slot) -> Cell:
        if self.is_null(ref):
            raise Throws("java.lang.NullPointerException")
        if self.state.texts and is_contents(slot) and (texts := unwritten(self.machine, self.state, _ref(ref))):
            raise Unread(texts)
        answer = self.machine.model.load(self.state.heap, _ref(ref), slot, self.machine.view(self.state))
        return cell_of(self._settle(answer))

    def _store(self, ref: object, slot: Slot, value: object) -> None:
        sort = slot.kind if isinstance(slot, Index) else slot.type.sort
        cell: Cell = bool(value) if sort is BOOL and isinstance(value, int) else value  # type: ignore[assignment]
        answer = self.machine.model.store(self.state.heap, _ref(ref), slot, cell, self.machine.view(self.state))
        self._settle(answer)

    def _settle(self, answer: Answer[H]) -> Cell | str:
        """Enter the only branch of an answer; if there are several, the answer is symbolic."""
        possible = [branch for branch in answer if self.state.path.says(branch.guard) is not False]
        only = possible[0]
        if len(possible) != 1 or not isinstance(only, Ok):
            raise Symbolic
        state = self.machine.assume(self.state, True, only.facts, only.heap)
        assert state is not None
        self.state = state
        return only.value

    def new(self, class_name: str) -> Cell:
        heap, ref = self.machine.model.alloc(self.state.heap, class_name)
        self.state = self.state.with_heap(heap)
        return ref

    # Arrays -----------------------------------------------------------------------------------------------------------

    def new_array(self, class_name: str, elements: Sequence[object]) -> Cell:
        self.machine.array_classes.add(class_name)
        heap, ref = self.machine.model.alloc_array(self.state.heap, class_name, len(elements))
        self.state = self.state.with_heap(heap)
        kind = self._kind(class_name)
        if kind is REF:
            for index, value in enumerate(elements):
                self._store(ref, Index(kind, index), value)
        elif elements:
            values = [bool(value) if kind is BOOL and isinstance(value, int) else _scalar(value) for value in elements]
            self._store(ref, ELEMENTS[kind], table(values, default_of(kind), kind))
        return ref

    def _kind(self, class_name: str) -> Sort:
        elements = self.machine.program.table.fields(class_name)[-1]
        assert elements.type.sort.element is not None
        return elements.type.sort.element

    def length(self, ref: object) -> int:
        return self.plain(self._load(ref, LENGTH))

    def elements(self, ref: object) -> list[object]:
        size = within_limit(self.length(ref), MAX_ELEMENTS)
        kind = self._kind(self._object(ref).location.class_name)
        if kind is not REF and not self._object(ref).location.initial:
            known = all_elements(_scalar(self._load(ref, ELEMENTS[kind])), size)
            if known is not None:
                return list(known)
        return [self._load(ref, Index(kind, index)) for index in range(size)]

    def set_element(self, ref: object, index: int, value: object) -> None:
        self._store(ref, Index(self._kind(self._object(ref).location.class_name), index), value)

    # Strings and classes ----------------------------------------------------------------------------------------------

    def text(self, ref: object) -> str:
        if self.is_null(ref):
            raise Throws("java.lang.NullPointerException")
        known = self._object(ref)
        if known in self.state.texts or not self.machine.program.table.fields(known.location.class_name):
            raise Symbolic
        value = self.get(ref, STRING, "value")
        units = [self.plain(unit) for unit in self.elements(value)]
        if self._object(value).location.class_name == "[C":
            return "".join(chr(unit & 0xFFFF) for unit in units)
        if self.plain(self.get(ref, STRING, "coder")) == LATIN1:
            return "".join(chr(unit & 0xFF) for unit in units)
        pairs = zip(units[::2], units[1::2], strict=True)
        return "".join(chr(low & 0xFF | (high & 0xFF) << 8) for low, high in pairs)

    def string(self, text: str) -> Cell:
        ref = self.new(STRING)
        latin1 = all(character <= "\xff" for character in text)
        data = text.encode("latin-1") if latin1 else text.encode("utf-16-le", "surrogatepass")
        if ELEMENTS[BV8] is self._field_of_value():
            self.put(ref, STRING, "coder", LATIN1 if latin1 else UTF16)
            values: list[object] = [byte - 256 if byte > 127 else byte for byte in data]
            self.put(ref, STRING, "value", self.new_array("[B", values))
        else:
            units: list[object] = [_signed16(ord(character)) for character in text]
            self.put(ref, STRING, "value", self.new_array("[C", units))
        return ref

    def _field_of_value(self) -> Field:
        declared = self._field(STRING, STRING, "value").type.class_name
        return self.machine.program.table.fields(declared)[-1]

    def joined(self, class_name: str, parts: tuple[Part, ...], *, room: bool = False) -> Cell:
        """Inline the parts of strings that are deferred themselves; a builder's parts stay as appended."""
        if self._field_of_value() is not ELEMENTS[BV8]:
            raise Symbolic
        whole: list[Part] = []
        for part in parts:
            inner = None if room or not isinstance(part, Shown) else self.parts(part.cell)
            whole += [part] if inner is None else inner
        if not all(map(self._is_latin1, whole)):
            raise Symbolic
        ref = self.new(class_name)
        made = reference(ref)
        assert made is not None
        self.state = self.state.with_text(self._object(ref), Text(made, tuple(whole), room))
        return ref

    def _is_latin1(self, part: Part) -> bool:
        """Whether a part is known to be Latin-1. Unknown strings and characters are checked when they are read.

        The coding of a string never changes, so a string from before the run still has its original one.
        """
        if isinstance(part, str):
            return all(ord(unit) < CHARACTERS for unit in part)
        if isinstance(part, Held):
            return True
        if isinstance(part, Shown) and reference(part.cell) is None:  # type: ignore[arg-type]
            return part.kind != "C" or not isinstance(part.cell, int) or part.cell < CHARACTERS
        known = self.machine.model.object_of(self.state.heap, _ref(part.cell))
        if known is None or known in self.state.texts:
            return True
        if known.location.initial and self.machine.program.initial is not None:
            return self.machine.program.initial.find(known.location.number).fields.get("coder", LATIN1) == LATIN1
        readable = bool(self.machine.program.table.fields(known.location.class_name))
        return readable and self.plain(self.get(part.cell, STRING, "coder")) == LATIN1

    def parts(self, ref: object) -> tuple[Part, ...] | None:
        at = reference(ref)  # type: ignore[arg-type]
        known = None if at is None else self.machine.model.object_of(self.state.heap, at)
        text = None if known is None else self.state.texts.get(known)
        return None if text is None else text.parts

    def literal(self, text: str) -> Cell:
        return self.machine.program.table.literal(text)

    def class_object(self, name: str) -> Cell:
        return self.machine.program.table.class_object(name)

    def class_named(self, class_object: object) -> str:
        try:
            return self.machine.program.table.class_named(self._object(class_object))
        except KeyError:
            raise Refused(UNVERIFIED) from None

    def fixed_environment(self) -> bool:
        return self.machine.program.table.fixed_environment

    def pinned_hashes(self) -> bool:
        return self.state.asked.pinned

    def exceptions(self) -> Sequence[Cell]:
        return sorted((birth.ref for birth in self.state.births.values() if birth.ref is not None), key=str)

    def stack(self) -> tuple[str, ...]:
        methods: list[str] = []
        frame = self.state.frame
        while len(methods) < CALLERS:
            methods.append(f"{frame.method.owner}.{frame.method.key}")
            if frame.caller is None:
                break
            frame = frame.caller
        return tuple(methods)


def _scalar(cell: object) -> Value:
    assert isinstance(cell, int | Term)
    return cell


def _ref(cell: object) -> Ref:
    ref = reference(cell)  # type: ignore[arg-type]
    if ref is None:
        raise Symbolic
    return ref


def _signed16(unit: int) -> int:
    return unit - 0x10000 if unit > 0x7FFF else unit
