"""The concrete machine as the host of models in Python: every value is plain."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.core.model import Plain, object_number
from symheap.core.terms import BOOL, REF, Sort, location, wrap
from symheap.core.types import Field
from symheap.objects.host import CALLERS, STRING, UNVERIFIED, Cell, Part, Refused, Symbolic, Throws, within_limit
from symheap.objects.steps.machine import NOTHING, ConcreteMachine, Pointer
from symheap.objects.steps.values import typed

NULL_POINTER = "java.lang.NullPointerException"
MESSAGE = "detailMessage"
LATIN1, UTF16 = 0, 1
MAX_ELEMENTS = 1 << 16
"""The largest number of array elements that a model gets at once."""


class ConcreteHost:
    """A reference is a `Pointer`; a truth value in a field or array is a ``bool``, which `plain` turns into 0 or 1."""

    def __init__(self, machine: ConcreteMachine) -> None:
        self._machine = machine
        self._heap = machine.heap
        self._table = machine.program.table

    # Values -----------------------------------------------------------------------------------------------------------

    def plain(self, cell: Cell) -> int:
        assert isinstance(cell, int)
        assert not isinstance(cell, Pointer)
        return int(cell)

    def is_null(self, cell: Cell) -> bool:
        return _pointer(cell) == 0

    def same(self, a: Cell, b: Cell) -> bool:
        return _pointer(a) == _pointer(b)

    def null(self) -> Pointer:
        return NOTHING

    # Objects ----------------------------------------------------------------------------------------------------------

    def class_of(self, ref: Cell) -> str:
        return self._heap.class_of(_object(ref))

    def is_a(self, ref: Cell, class_name: str) -> int:
        at = _pointer(ref)
        return int(bool(at) and self._heap.is_instance(at, self._table.subtypes(class_name)))

    def get(self, ref: Cell, owner: str, name: str) -> Plain:
        return self._load(_object(ref), self._held(ref, owner, name))

    def put(self, ref: Cell, owner: str, name: str, value: Cell) -> None:
        self._store(_object(ref), self._held(ref, owner, name), value)

    def _held(self, ref: Cell, owner: str, name: str) -> Field:
        """Return the field, after checking that the object has the class."""
        if not self._table.subtypes(owner).contains(self.class_of(ref)):
            raise Refused(UNVERIFIED)
        return self._field(owner, owner, name)

    def get_static(self, owner: str, name: str) -> Plain:
        """Read a static field without running an initialiser."""
        holder = self._table.holder(owner).location
        return self._load(holder.number, self._field(holder.class_name, owner, name))

    def put_static(self, owner: str, name: str, value: Cell) -> None:
        holder = self._table.holder(owner).location
        self._store(holder.number, self._field(holder.class_name, owner, name), value)

    def _field(self, class_name: str, owner: str, name: str) -> Field:
        for field in self._table.fields(class_name):
            if field.name in (name, f"{owner}.{name}"):
                return field
        raise KeyError(f"{owner}.{name}")

    def _load(self, number: int, field: Field) -> Plain:
        return typed(self._heap.get(number, field), field.type.sort)

    def _store(self, number: int, field: Field, value: Cell) -> None:
        self._heap.put(number, field, _narrowed(value, field.type.sort))

    def new(self, class_name: str) -> Pointer:
        return Pointer(self._heap.new(class_name))

    # Arrays -----------------------------------------------------------------------------------------------------------

    def new_array(self, class_name: str, elements: Sequence[Cell]) -> Pointer:
        made = Pointer(self._heap.new_array(class_name, len(elements)))
        kind = self._kind(class_name)
        for index, value in enumerate(elements):
            self._heap.set_element(made, index, _narrowed(value, kind))
        return made

    def _kind(self, class_name: str) -> Sort:
        element = self._table.fields(class_name)[-1].type.sort.element
        assert element is not None
        return element

    def length(self, ref: Cell) -> int:
        size = self._heap.length(_object(ref))
        if size is None:
            raise Refused(UNVERIFIED)
        return size

    def elements(self, ref: Cell) -> list[Cell]:
        at, size = _object(ref), within_limit(self.length(ref), MAX_ELEMENTS)
        kind = self._kind(self._heap.class_of(at))
        return [typed(self._heap.element(at, index, kind), kind) for index in range(size)]

    def set_element(self, ref: Cell, index: int, value: Cell) -> None:
        at = _object(ref)
        self._heap.set_element(at, index, _narrowed(value, self._kind(self._heap.class_of(at))))

    # Strings and classes ----------------------------------------------------------------------------------------------

    def text(self, ref: Cell) -> str:
        """Return the text of a string, but raise `Symbolic` for one without contents.

        An input string that a path does not read is empty.
        """
        if not self._table.fields(self._heap.class_of(_object(ref))):
            raise Symbolic
        value = self.get(ref, STRING, "value")
        if not value:
            return ""
        units = [self.plain(unit) for unit in self.elements(value)]
        if self.class_of(value) == "[C":
            return "".join(chr(unit & 0xFFFF) for unit in units)
        if self.plain(self.get(ref, STRING, "coder")) == LATIN1:
            return "".join(chr(unit & 0xFF) for unit in units)
        pairs = zip(units[::2], units[1::2], strict=True)
        return "".join(chr(low & 0xFF | (high & 0xFF) << 8) for low, high in pairs)

    def string(self, text: str) -> Pointer:
        made = self.new(STRING)
        if self._field(STRING, STRING, "value").type.class_name == "[C":
            self.put(made, STRING, "value", self.new_array("[C", [ord(unit) for unit in text]))
            return made
        fits = all(unit <= "\xff" for unit in text)
        data = text.encode("latin-1") if fits else text.encode("utf-16-le", "surrogatepass")
        self.put(made, STRING, "coder", LATIN1 if fits else UTF16)
        self.put(made, STRING, "value", self.new_array("[B", list(data)))
        return made

    def joined(self, class_name: str, parts: tuple[Part, ...], *, room: bool = False) -> Pointer:
        """Raise `Symbolic`: all parts are plain here, so nothing needs to be deferred."""
        raise Symbolic

    def parts(self, ref: Cell) -> None:
        return None

    def message(self, exception: Pointer) -> str:
        """Return the message of an exception object, or an empty text."""
        text = self._heap.find(exception).fields.get(MESSAGE, 0)
        try:
            return self.text(Pointer(text)) if text else ""
        except Symbolic:
            return ""

    def literal(self, text: str) -> Pointer:
        return Pointer(object_number(self._table.literal(text)))

    def class_object(self, name: str) -> Pointer:
        return Pointer(object_number(self._table.class_object(name)))

    def class_named(self, class_object: Cell) -> str:
        at = _object(class_object)
        try:
            return self._table.class_named(location(at, self._heap.class_of(at), initial=True))
        except KeyError:
            raise Refused(UNVERIFIED) from None

    def fixed_environment(self) -> bool:
        return self._table.fixed_environment

    def pinned_hashes(self) -> bool:
        return self._machine.pinned

    def exceptions(self) -> Sequence[Cell]:
        return [at for at, birth in self._machine.births.items() if not birth.foreign]

    def stack(self) -> tuple[str, ...]:
        frames = self._machine.frames
        self._machine.told_entry |= len(frames) < CALLERS
        methods = [self._machine.method, *[segment.method for segment, _, _, _ in frames[:-CALLERS:-1]]]
        return tuple(f"{method.owner}.{method.key}" for method in methods)


def _pointer(cell: Cell) -> Pointer:
    assert isinstance(cell, Pointer)
    return cell


def _object(cell: Cell) -> Pointer:
    at = _pointer(cell)
    if not at:
        raise Throws(NULL_POINTER)
    return at


def _narrowed(value: Cell, sort: Sort) -> Plain:
    """Return a value as a field or an array of that sort stores it."""
    assert isinstance(value, int)
    if sort is REF:
        return _pointer(value)
    if sort is BOOL:
        return bool(value & 1)
    return wrap(value, sort.width or sort.float_width)
