"""Observe JDK objects through their methods, whose values the concrete interpreter computes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from symheap.core.model import Plain
from symheap.core.outcome import Returned
from symheap.core.source import CodePosition
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.values.types import OBJECT, STRING, class_named_by, is_array
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.interpreter import Pointer, call
from symheap.testgen.asserting.shared import CACHES
from symheap.testgen.building.known import BOXES
from symheap.testgen.building.strings import is_string, text_of

_AT = CodePosition("", 0, 0, "observation")
_STEPS = 100_000
_MOST = 6
_ANY = "Ljava/lang/Object;"
_KEY_SET = "keySet()Ljava/util/Set;"
_TO_ARRAY = "toArray()[Ljava/lang/Object;"
_SINGLE = {
    "java.util.Optional": "get()Ljava/lang/Object;",
    "java.util.concurrent.atomic.AtomicInteger": "get()I",
    "java.util.concurrent.atomic.AtomicLong": "get()J",
    "java.util.concurrent.atomic.AtomicBoolean": "get()Z",
    "java.util.concurrent.atomic.AtomicReference": "get()Ljava/lang/Object;",
    "java.lang.StringBuilder": "toString()Ljava/lang/String;",
    "java.lang.StringBuffer": "toString()Ljava/lang/String;",
    "java.util.StringJoiner": "toString()Ljava/lang/String;",
    "java.math.BigInteger": "toString()Ljava/lang/String;",
    "java.math.BigDecimal": "toString()Ljava/lang/String;",
    "java.util.BitSet": "toString()Ljava/lang/String;",
}
"""Classes that one method describes completely."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The result of one method of `owner`: `member` is the code that follows the expression of the object.

    `descriptor` is the type of the result.  With `argument`, the number of an object, the call is
    ``object.member(argument)``.
    """

    owner: str
    member: str
    descriptor: str
    value: Plain
    argument: int | None = None


@dataclass(frozen=True, slots=True)
class Observations:
    """Observations of objects in one heap, by methods that change nothing."""

    program: ir.Program
    world: World
    heap: ConcreteHeap

    def seen(self, number: int) -> tuple[Observation, ...] | None:
        """Return the most informative observations of an object.

        None if its class is not known here or gives no information.
        """
        class_name = self.heap.class_of(number)
        if is_array(class_name) or class_name in BOXES or not self.world.exists(class_name):
            return None
        if all(at.is_user or at.name == OBJECT for at in self.world.chain(class_name)):
            return None
        above = self.world.find(class_name).supertypes
        for name, key in _SINGLE.items():
            if name in above:
                return self._one(name, number, key)
        for name, look in self._looks():
            if name in above:
                return tuple(look(name, number)) or None
        return None

    def told(self, number: int) -> tuple[object, ...] | None:
        """Return the observations in a form that is comparable between heaps: texts and boxes by contents."""
        seen = self.seen(number)
        return None if seen is None else tuple((s.member, s.argument, self._contents(s)) for s in seen)

    def _contents(self, seen: Observation) -> object:
        if seen.descriptor[0] not in "L[" or not seen.value:
            return seen.value
        class_name = self.heap.class_of(int(seen.value))
        if is_string(class_name):
            return text_of(self.heap, int(seen.value))
        is_box = class_name in BOXES
        return (class_name, self.heap.find(int(seen.value)).fields.get("value", 0)) if is_box else seen.value

    def _looks(self) -> Iterator[tuple[str, Callable[[str, int], Iterator[Observation]]]]:
        yield "java.util.List", self._list
        yield "java.util.Map", self._map
        yield "java.util.Set", self._set
        yield "java.util.Collection", self._size

    def _one(self, owner: str, number: int, key: str) -> tuple[Observation, ...] | None:
        if owner == "java.util.Optional" and self.ask(number, "isPresent()Z") != 1:
            return (Observation(owner, ".isPresent()", "Z", False),)
        value = self.ask(number, key)
        return (
            None
            if value is None
            else (Observation(owner, f".{key.partition('(')[0]}()", key.partition(")")[2], value),)
        )

    def _size(self, owner: str, number: int) -> Iterator[Observation]:
        size = self.ask(number, "size()I")
        if size is not None:
            yield Observation(owner, ".isEmpty()", "Z", True) if size == 0 else Observation(owner, ".size()", "I", size)

    def _list(self, owner: str, number: int) -> Iterator[Observation]:
        yield from self._size(owner, number)
        for i, value in enumerate(self.items(number, _TO_ARRAY)):
            yield Observation(owner, f".get({i})", _ANY, value)

    def _set(self, owner: str, number: int) -> Iterator[Observation]:
        yield from self._size(owner, number)
        for value in self.items(number, _TO_ARRAY):
            yield Observation(owner, ".contains", "Z", True, value)

    def _map(self, owner: str, number: int) -> Iterator[Observation]:
        yield from self._size(owner, number)
        for key in self.items(number, _KEY_SET, _TO_ARRAY):
            value = self.ask(number, "get(Ljava/lang/Object;)Ljava/lang/Object;", key)
            if value is not None:
                yield Observation(owner, ".get", _ANY, value, key)

    def items(self, number: int, *keys: str) -> list[int]:
        """Return the elements of the array that a chain of calls returns, if they are few and existed before."""
        array = self._call(number, keys, ())
        if array is None:
            return []
        reference, heap = array
        length = heap.length(int(reference)) or 0
        elements = heap.find(int(reference)).elements
        items = [int(elements.get(i, 0)) for i in range(length)] if length <= _MOST else []
        return items if all(item == 0 or self._exists(item) for item in items) else []

    def ask(self, number: int, key: str, *arguments: int) -> Plain | None:
        """Return the value of a virtual call; None if it changes anything, does not return, or returns a new object."""
        answer = self._call(number, (key,), arguments)
        if answer is None:
            return None
        value, heap = answer
        if not self._unchanged(heap):
            return None
        is_new = key.partition(")")[2][0] in "L[" and value and not self._exists(int(value))
        if is_new and heap.class_of(int(value)) not in (STRING, *BOXES):
            return None
        if is_new:
            self._adopt(heap, int(value))
        return value

    def _exists(self, number: int) -> bool:
        return number in self.heap.objects or number in self.heap.base

    def _adopt(self, heap: ConcreteHeap, number: int) -> None:
        """Add a string or box that an observation created to this heap, where nothing else refers to it."""
        for at in (number, int(heap.find(number).fields.get("value", 0))):
            if at and not self._exists(at) and at in heap.objects:
                self.heap.objects[at] = heap.objects[at]

    def _call(
        self, number: int, keys: tuple[str, ...], arguments: tuple[int, ...]
    ) -> tuple[Plain, ConcreteHeap] | None:
        """Return the value of a chain of calls, each on the result of the previous one."""
        class_name, steps, at = self.heap.class_of(number), list[ir.Instruction](), 0
        for i, key in enumerate(keys, len(arguments) + 1):
            name, _, rest = key.partition("(")
            method = self.world.resolve_method(class_name, name, f"({rest}")
            if method is None:
                return None
            steps.append(ir.Call(i, self.world.call_key(method), at, tuple(range(1, len(arguments) + 1)), _AT))
            class_name, at = class_named_by(method_type(method.descriptor).result.descriptor), i
        entry = ir.Method("", "observe", (), at + 1, ((*steps, ir.Return(at, _AT)),), _AT)
        given = [Pointer(number), *(Pointer(each) for each in arguments)]
        run = call(self.program, self.heap, entry, given, max_calls=200, max_steps=_STEPS)
        return (run.end.value, run.heap) if isinstance(run.end, Returned) else None

    def _unchanged(self, after: ConcreteHeap) -> bool:
        for number, now in after.objects.items():
            if self._exists(number):
                before = self.heap.find(number)
                if now.elements != before.elements or not same_fields(before.fields, now.fields):
                    return False
        return True


def same_fields(before: dict[str, Plain], after: dict[str, Plain]) -> bool:
    """Whether all fields have equal values, ignoring caches of JDK objects."""
    return all(after.get(name, 0) == before.get(name, 0) for name in {*before, *after} - CACHES)
