"""Random concrete calls of Java methods: edge and ordinary values, object graphs, and results of earlier calls.

Objects of `raw` classes are graphs over their fields, including shared and cyclic ones. Objects of all other classes
come from earlier calls, so that their own code has created them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from symheap.core.terms import REF, wrap
from symheap.lang.java.classes import INIT, JavaMethod
from symheap.lang.java.classfile.access import BRIDGE, PUBLIC, SYNTHETIC
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.values.types import STRING, class_named_by, element_descriptor, is_array, sort_of
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject, Numbers
from symheap.objects.interpreter import ConcreteRun
from symheap_testing.java.jvm.call import Kind, Value, units
from symheap_testing.java.jvm.convert import kind_named, plain_of
from symheap_testing.java.principles import SALTED
from symheap_testing.java.sides import CallRequest, Sides

BOXES = {
    "java.lang.Integer": "I",
    "java.lang.Long": "J",
    "java.lang.Short": "S",
    "java.lang.Byte": "B",
    "java.lang.Character": "C",
    "java.lang.Boolean": "Z",
    "java.lang.Float": "F",
    "java.lang.Double": "D",
}
_COMMON = (STRING, STRING, STRING, "java.lang.Integer", "java.lang.Integer", *BOXES)
_WIDTHS = {"B": 8, "S": 16, "C": 16, "I": 32, "J": 64, "F": 32, "D": 64}
_TEXTS = (
    "", "", " ", "a", "b", "abc", "ABC", "aBc", "hello world", "  trim me\t\n", "0", "-1", "+7", "42", "007", "-128",
    "127", "128", "2147483647", "-2147483648", "2147483648", "9223372036854775807", "-9223372036854775809", "0x1F",
    "#ff", "1e10", "-0.0", "3.14", "1.7976931348623157e308", "4.9e-324", "NaN", "Infinity", "1f", "true", "TRUE",
    "yes", "null", "a,b,,c", "a.b.c", "x=1;y=2", "\u00e9t\u00e9", "\u00df", "\u0130i", "\u03a3\u03c3\u03c2",
    "\u20ac", "\ud83d\ude00", "\ud800", "\udc00x", "\u0000", "\uffff", "\u0661\u0662", "aaaaaaaaab", "abababab",
    "Robert", "Rupert", "Tymczak", "SGVsbG8=", "48656c6c6f", "{a}", "$1", "\\", "A-B_C", "a b c d", "\r\n", "Aa",
    "BB",
)  # fmt: skip
_CHARS = tuple(map(ord, "\0\t\n 09AZaz\x7f\xdf\xe9\xff\u0130\u03a3\u0661\u20ac\ud800\udc00\uffff"))
_DOUBLES = (
    0.0, -0.0, 1.0, -1.0, 0.5, 1.5, 2.5, -2.5, 3.999, 1e10, -1e10, 1e300, 5e-324, 2.2250738585072014e-308,
    float("inf"), float("-inf"), float("nan"), 0.1, 100.0, 2147483647.0, -2147483649.0, 9.223372036854776e18,
    1.7976931348623157e308,
)  # fmt: skip
_ALPHABETS = ("ab", "abcxyz", "0123456789", "ABCabc 123.,-_", "\u00e4\u20acx\ud83d")
_OBJECTS_KEPT = 400
_KEPT = 12


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An object and everything that it refers to, under positive numbers or those that exist before every call."""

    root: int
    objects: dict[int, ConcreteObject]


class Calls:
    """Random calls in one world. `raw` are the classes whose objects are created field by field."""

    def __init__(self, sides: Sides, random: Random, raw: Sequence[str] = ()) -> None:
        self.sides = sides
        self.random = random
        self.raw = tuple(name for name in raw if self._instantiable(name))
        self.stock: dict[str, list[Snapshot]] = {}

    def _instantiable(self, name: str) -> bool:
        java_class = self.sides.world.find(name)
        return not (java_class.is_abstract or java_class.is_interface or self.sides.table.constants(name) is not None)

    def request(self, class_name: str, method: JavaMethod) -> CallRequest | None:
        """Return a call of a method; None if there is no receiver for it."""
        builder = _Builder(self)
        receiver: int | None = None
        if not method.is_static and method.name != INIT:
            receiver = builder.reference(class_name, nullable=False)
            if receiver == 0:
                return None
        types = method_type(method.descriptor).parameters
        arguments = tuple(builder.value(t.descriptor) for t in types)
        return CallRequest(class_name, method, receiver, arguments, builder.heap)

    def keep(self, request: CallRequest, run: ConcreteRun, result: int) -> None:
        """Add the receiver and the result of a call to the stock."""
        for number in {result, request.receiver or 0} - {0}:
            snapshot = self._snapshot(run.heap, number)
            if snapshot is not None:
                shelf = self.stock.setdefault(run.heap.class_of(number), [])
                if len(shelf) < _KEPT:
                    shelf.append(snapshot)
                else:
                    shelf[self.random.randrange(_KEPT)] = snapshot

    def _snapshot(self, heap: ConcreteHeap, root: int) -> Snapshot | None:
        """Return a snapshot; None for large objects, or for classes that the JVM does not have."""
        if heap.class_of(root) in (*BOXES, STRING) or root >= INITIAL:
            return None
        numbers = {root: 1}
        pending = [root]
        for number in pending:
            java_class = self.sides.world.find(heap.class_of(number))
            synthetic = java_class.file is None and not java_class.is_array
            if len(numbers) > _OBJECTS_KEPT or synthetic or java_class.name in SALTED:
                return None
            for _, target in self.sides.references(heap, number):
                if target < INITIAL and target not in numbers:
                    numbers[target] = len(numbers) + 1
                    pending.append(target)
        return Snapshot(1, {new: self._moved(heap, old, numbers) for old, new in numbers.items()})

    def _moved(self, heap: ConcreteHeap, number: int, numbers: dict[int, int]) -> ConcreteObject:
        made = heap.find(number).copy()
        if is_array(made.class_name):
            if sort_of(element_descriptor(made.class_name)) is REF:
                made.elements = {i: numbers.get(int(value), value) for i, value in made.elements.items()}
            return made
        for field in self.sides.table.fields(made.class_name):
            if field.type.sort is REF and field.name in made.fields:
                value = made.fields[field.name]
                made.fields[field.name] = numbers.get(int(value), value)
        return made

    def moved(self, snapshot: Snapshot, heap: ConcreteHeap, first: int) -> int:
        """Copy a snapshot into a heap."""
        numbers = {old: first + i for i, old in enumerate(snapshot.objects)}
        source = ConcreteHeap(self.sides.table, objects=snapshot.objects)
        heap.objects.update({new: self._moved(source, old, numbers) for old, new in numbers.items()})
        return numbers[snapshot.root]


class _Builder:
    """The heap of one call, under construction."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._random = calls.random
        self._table = calls.sides.table
        self.heap = ConcreteHeap(self._table)
        self._made: list[int] = []
        self._budget = self._random.choice((2, 6, 12))

    # Scalars

    def value(self, descriptor: str) -> Value:
        if descriptor[0] in "L[":
            return Value("ref", self.reference(class_named_by(descriptor)))
        kind: Kind = kind_named(class_named_by(descriptor))
        return Value(kind, self._bits(descriptor))

    def _bits(self, descriptor: str) -> int:
        random = self._random
        if descriptor == "Z":
            return random.getrandbits(1)
        if descriptor == "C":
            return random.choice(_CHARS) if random.random() < 0.5 else random.randrange(32, 127)
        if descriptor in "FD" and random.random() < 0.8:
            number = random.choice(_DOUBLES) if random.random() < 0.5 else random.uniform(-100, 100)
            return _float_bits(number, descriptor)
        width = _WIDTHS[descriptor]
        chosen = random.random()
        if chosen < 0.3:
            top = 1 << (width - 1)
            return random.choice((0, 1, -1, 2, 3, 10, 16, 31, -top, top - 1, 1 - top))
        return random.randrange(-3, 40) if chosen < 0.8 else wrap(random.getrandbits(width), width)

    # References

    def reference(self, class_name: str, *, nullable: bool = True) -> int:
        random = self._random
        if nullable and random.random() < 0.1:
            return 0
        fitting = [n for n in self._made if self._fits(self.heap.class_of(n), class_name)]
        if fitting and (random.random() < 0.3 or (self._budget <= 0 and nullable)):
            return random.choice(fitting)
        if self._budget <= 0 and nullable and random.random() < 0.5:
            return 0
        self._budget -= 1
        return self._new(class_name)

    def _fits(self, class_name: str, of: str) -> bool:
        return self._table.is_subclass(class_name, of)

    def _new(self, class_name: str) -> int:
        if class_name == STRING:
            return self._string()
        if is_array(class_name):
            return self._array(class_name)
        if class_name in BOXES:
            return self._box(class_name)
        constants = self._table.constants(class_name)
        if constants:
            return self._random.choice(constants).location.number
        candidates = self._candidates(class_name)
        if not candidates:
            return 0
        chosen = self._random.choice(candidates)
        if chosen in (STRING, *BOXES):
            return self._new(chosen)
        shelf = self._calls.stock.get(chosen)
        return self._from_stock(self._random.choice(shelf)) if shelf else self._raw(chosen)

    def _candidates(self, class_name: str) -> list[str]:
        """Return classes for a type: for the user's types their subclasses; strings and boxes first for open types."""
        raw = [name for name in self._calls.raw if self._fits(name, class_name)]
        common = [name for name in _COMMON if self._fits(name, class_name)]
        stocked = [name for name in self._calls.stock if self._fits(name, class_name)]
        if common and (self._random.random() < 0.8 or not (stocked or raw)):
            return common
        return raw + stocked

    def _add(self, obj: ConcreteObject) -> int:
        number = len(self.heap.objects) + 1
        self.heap.objects[number] = obj
        return number

    def _from_stock(self, snapshot: Snapshot) -> int:
        number = self._calls.moved(snapshot, self.heap, len(self.heap.objects) + 1)
        self._made.append(number)
        return number

    def _string(self) -> int:
        random = self._random
        if random.random() < 0.6:
            text = random.choice(_TEXTS)
        else:
            alphabet = random.choice(_ALPHABETS)
            text = "".join(random.choice(alphabet) for _ in range(random.randrange(12)))
        initial = self._calls.sides.table.initial
        number = add_string(self.heap, initial, "".join(map(chr, units(text))))
        self._made.append(number)
        return number

    def _box(self, class_name: str) -> int:
        descriptor = BOXES[class_name]
        plain = plain_of(self.value(descriptor))
        number = self._add(ConcreteObject(class_name, {"value": plain}))
        self._made.append(number)
        return number

    def _array(self, class_name: str) -> int:
        descriptor = element_descriptor(class_name)
        length = self._random.choice((0, 1, 2, 3, 5, 8, 17))
        if sort_of(descriptor) is REF and class_name.startswith("[["):
            length = min(length, 3)
        made = ConcreteObject(class_name, length=length)
        number = self._add(made)
        self._made.append(number)
        one_class = self._element_class(class_named_by(descriptor)) if descriptor[0] == "L" else None
        for i in range(length):
            if one_class is not None and self._random.random() < 0.85:
                made.elements[i] = self.reference(one_class)
            else:
                made.elements[i] = plain_of(self.value(descriptor))
        return number

    def _element_class(self, class_name: str) -> str:
        """Return the class of elements: arrays of any type mostly hold elements of one kind, which are comparable."""
        fitting = [name for name in _COMMON if self._fits(name, class_name)]
        return self._random.choice(fitting) if fitting else class_name

    def _raw(self, class_name: str) -> int:
        made = ConcreteObject(class_name)
        number = self._add(made)
        self._made.append(number)
        for at in self._table.world.chain(class_name):
            for f in at.fields.values():
                if not f.is_static:
                    made.fields[f.field.name] = plain_of(self.value(f.descriptor))
        return number


def add_string(heap: ConcreteHeap, initial: InitialObjects, text: str) -> int:
    """Add a String of its own to a heap of inputs, one character for each UTF-16 code unit."""
    scratch = InitialObjects(initial.world, ConcreteHeap(heap.table, numbers=Numbers(len(heap.objects) + 1)))
    number = scratch.string(text)
    heap.objects.update(scratch.heap.objects)
    return number


def _float_bits(number: float, descriptor: str) -> int:
    if descriptor == "D":
        return int(struct.unpack(">q", struct.pack(">d", number))[0])
    try:
        return int(struct.unpack(">i", struct.pack(">f", number))[0])
    except OverflowError:
        return 0x7F800000 if number > 0 else wrap(0xFF800000, 32)


# Methods --------------------------------------------------------------------------------------------------------------


def methods_of_class(sides: Sides, class_name: str, *, public: bool) -> Iterator[JavaMethod]:
    """Yield the methods and constructors to call: with a body, not synthetic, and public if required."""
    java_class = sides.world.find(class_name)
    for method in java_class.methods.values():
        if method.access & (SYNTHETIC | BRIDGE) or method.is_abstract or method.name == "<clinit>":
            continue
        if public and not method.access & PUBLIC:
            continue
        if method.name == INIT and (java_class.is_abstract or java_class.is_enum):
            continue
        yield method


def inherited_methods(sides: Sides, class_name: str) -> Iterator[JavaMethod]:
    """Yield the public methods that a class inherits, except those of Object."""
    seen = set(sides.world.find(class_name).methods)
    for at in sides.world.chain(class_name):
        for each in (at, *sides.world.superinterfaces(at)):
            if each.name in (class_name, "java.lang.Object"):
                continue
            for method in methods_of_class(sides, each.name, public=True):
                if method.key not in seen and not method.is_static and method.name != INIT:
                    seen.add(method.key)
                    yield method
