"""Assert the changes of a call to objects that existed before, nearest to the inputs first."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from symheap.core.deadline import tick
from symheap.lang.java.values.types import element_descriptor, is_array, sort_of
from symheap.objects.concrete import INITIAL, ConcreteHeap
from symheap.testgen.access import Access
from symheap.testgen.asserting.assertions import Asserts
from symheap.testgen.asserting.library import Observations
from symheap.testgen.asserting.observe import Observer, View
from symheap.testgen.asserting.shared import Changed
from symheap.testgen.building.known import BOXES
from symheap.testgen.building.strings import is_string

Source = tuple[View, int, tuple[str, ...]]
"""An expression, the object that it denotes before and after the call, and the path that leads to it."""

_DEEPEST = 3
_MOST_ELEMENTS = 8
_UNCHANGED = 3


@dataclass(frozen=True, slots=True)
class Changes:
    """The heaps before and after a call, as tests see them."""

    access: Access
    before: Observations
    after: Observations

    @property
    def _observer(self) -> Observer:
        return Observer(self.access)

    def existed(self, number: int) -> bool:
        return exists(self.before.heap, number)

    def objects(self, sources: Iterator[Source], asserts: Asserts) -> None:
        """Assert the fields, elements and collections that changed.

        If a field did not change, the object that it refers to is examined in turn.
        """
        pending = deque(sources)
        done: set[int] = set()
        while pending and not asserts.is_full:
            tick()
            view, number, path = pending.popleft()
            class_name = self.after.heap.class_of(number)
            if number in done or not self.existed(number) or is_string(class_name) or class_name in BOXES:
                continue
            done.add(number)
            if is_array(class_name):
                pending.extend(self._elements(view, number, path, asserts))
            else:
                self._collection(view, number, path, asserts)
                pending.extend(self._fields(view, number, path, asserts))

    def statics(self, changed: tuple[Changed, ...], asserts: Asserts) -> None:
        """Assert changed static fields.

        Values that were set before the call, because the test created objects, are left out.
        """
        for each in changed:
            is_reference = each.field.descriptor[0] in "L[" and each.value != 0
            is_plain = not is_reference or asserts.variable(int(each.value)) is not None
            was_so = self.existed(each.holder) and self.before.heap.get(each.holder, each.field.field) == each.value
            if is_plain and was_so:
                continue
            asserts.check(self._observer.static(each.field), each.field.descriptor, each.value, (each.field.name,))

    def _fields(self, view: View, number: int, path: tuple[str, ...], asserts: Asserts) -> Iterator[Source]:
        """Assert changed fields, plain ones first; yield the objects in unchanged fields."""
        before, after = self.before.heap, self.after.heap
        class_name = after.class_of(number)
        changed = []
        for f in self._observer.fields(class_name):
            was, now = before.get(number, f.field), after.get(number, f.field)
            is_reference = f.descriptor[0] in "L["
            if was != now:
                is_plain = not is_reference or not now or asserts.variable(int(now)) is not None
                changed.append((not is_plain, f, now))
            elif is_reference and now and len(path) <= _DEEPEST and asserts.variable(int(now)) is None:
                seen = self._observer.field(view, class_name, f)
                if seen is not None:
                    yield seen, int(now), (*path, f.name)
        for _, f, now in sorted(changed, key=lambda each: each[0]):
            seen = self._observer.field(view, class_name, f)
            if seen is not None:
                asserts.check(seen, f.descriptor, now, (*path, f.name))

    def _elements(self, view: View, number: int, path: tuple[str, ...], asserts: Asserts) -> Iterator[Source]:
        heap = self.after.heap
        kind = element_descriptor(heap.class_of(number))
        before, after = self.before.heap.find(number).elements, heap.find(number).elements
        if any(before.get(i, 0) != after.get(i, 0) for i in {*before, *after}):
            asserts.array(view, number, path)
        elif kind[0] in "L[" and len(path) <= _DEEPEST and is_array(view.class_name):
            for i in range(min(heap.length(number) or 0, _MOST_ELEMENTS)):
                value = int(heap.element(number, i, sort_of(kind)))
                if value:
                    yield View((*view.code, f"[{i}]"), element_descriptor(view.class_name)), value, (*path, f"[{i}]")

    def _collection(self, view: View, number: int, path: tuple[str, ...], asserts: Asserts) -> None:
        """Assert the contents of a collection.  An object that was never written to is shared with the base heap."""
        if number in self.after.heap.objects and self.before.told(number) != self.after.told(number):
            asserts.library(view, number, path)

    def nothing(self, inputs: Mapping[str, Source], asserts: Asserts) -> None:
        """Assert some fields that a test can see, plain ones first, if the call changed nothing."""
        asserts.at_most(_UNCHANGED)
        fields = []
        for view, number, path in inputs.values():
            class_name = self.after.heap.class_of(number)
            for f in self._observer.fields(class_name):
                seen = self._observer.field(view, class_name, f)
                now = self.after.heap.get(number, f.field)
                is_plain = f.descriptor[0] not in "L[" or not now or asserts.variable(int(now)) is not None
                if seen is not None:
                    fields.append((not is_plain, seen, f, now, (*path, f.name)))
        for _, seen, f, now, path in sorted(fields, key=lambda each: each[0]):
            asserts.check(seen, f.descriptor, now, path)


def exists(heap: ConcreteHeap, number: int) -> bool:
    """Whether an object exists before the call."""
    return number in heap.objects or number in heap.base or number >= INITIAL
