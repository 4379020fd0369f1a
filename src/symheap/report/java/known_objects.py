"""Names for the objects that exist before the call: expressions with which a program reaches them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping

from symheap.core.deadline import tick
from symheap.core.terms import REF
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.boxes import cached_boxes
from symheap.lang.java.values.pseudo import JOINED
from symheap.lang.java.values.types import STRING, descriptor_of, element_descriptor, is_array, source_name
from symheap.objects.concrete import INITIAL, ConcreteObject
from symheap.report.formats.notation import quoted, written

BOXES = frozenset(f"java.lang.{n}" for n in ("Integer", "Long", "Short", "Byte", "Character", "Boolean"))
CLASS = "java.lang.Class"


class KnownObjects:
    """Names objects: by a literal, a class, a cached box, an enum constant or a static field, else by a shortest path
    from a static field.

    The search starts at the object and goes backwards along references.  Most objects before the call are the JDK's, so
    few classes are read.  Objects may be added later; then objects without a name are looked up again.
    """

    def __init__(self, initial: InitialObjects) -> None:
        self._initial = initial
        self._names: dict[int, str] = {}
        self._nameless: set[int] = set()
        self._seen = -1
        self._referring: dict[int, list[int]] | None = None

    def name(self, number: int, otherwise: str | None = None) -> str:
        """Return the name of an object, or `otherwise` if it did not exist before the call."""
        objects = self._initial.heap.objects
        if self._seen != len(objects):
            self._seen, self._referring = len(objects), None
            self._nameless.clear()
        if number not in self._names and number not in self._nameless:
            self._look_up(number)
        name = self._names.get(number)
        if name is not None:
            return name
        obj = objects.get(number)
        if obj is None:
            return f"#{number}" if otherwise is None else otherwise
        return f"{type_name(obj.class_name)}#{number}"

    def _look_up(self, number: int) -> None:
        obj = self._initial.heap.objects.get(number)
        name = None
        if obj is not None:
            name = self._value(number, obj) or self._constant(number, obj) or self._way(number)
        if name is None:
            self._nameless.add(number)
        else:
            self._names[number] = name

    # Values and constants ---------------------------------------------------------------------------------------------

    def _value(self, number: int, obj: ConcreteObject) -> str | None:
        """Name a literal, a class or a box."""
        interned = self._initial.interned
        if obj.class_name == STRING:
            return next((quoted(text) for text, at in interned.literals.items() if at == number), None)
        if obj.class_name == CLASS:
            return next((f"{type_name(name)}.class" for name, at in interned.classes.items() if at == number), None)
        if obj.class_name in BOXES and number in cached_boxes(self._initial):
            return f"{type_name(obj.class_name)[10:]}.valueOf({_box(obj)})"
        return None

    def _constant(self, number: int, obj: ConcreteObject) -> str | None:
        """Name an enum constant: an object of the enum, or of a subclass for this constant."""
        world, name = self._initial.world, None
        if is_array(obj.class_name) or not world.exists(obj.class_name):  # a holder of static fields, say
            return None
        for java_class in world.chain(obj.class_name):
            owner = java_class.name
            for declared in java_class.fields.values() if owner in self._initial.interned.holders else ():
                if declared.is_enum_constant and self._initial.static(owner, declared.field.name) == number:
                    name = f"{type_name(owner)}.{declared.name}"
        return name

    # Ways -------------------------------------------------------------------------------------------------------------

    def _way(self, number: int) -> str | None:
        """Name an object by a shortest path from a static field, if possible a final one, which never changes."""
        others = [*self._contested(), *self._elsewhere()]
        leading = self._leading_to(number, {held for held, _ in others})
        objects = self._initial.heap.objects
        queue, seen = deque(each for each in (*self._first_steps(leading), *others) if each[0] in leading), set[int]()
        while queue:
            tick()
            at, way = queue.popleft()
            if at == number:
                return way
            if at not in seen and at in objects:
                seen.add(at)
                queue += ((held, way + step) for step, held in self._references(objects[at]) if held in leading)
        return None

    def _leading_to(self, number: int, starts: Collection[int]) -> set[int]:
        """Return the objects from which one is reachable, up to the distance of the nearest root.

        Roots are the objects in static fields and in `starts`.
        """
        holders = frozenset(self._initial.interned.holders.values())
        reached, level = {number}, [number]
        while level and not any(at in starts or self._refer(at, holders.__contains__) for at in level):
            level = list(dict.fromkeys(by for at in level for by in self._refer(at, lambda by: by not in reached)))
            reached.update(level)
        return reached

    def _refer(self, number: int, among: Callable[[int], bool]) -> list[int]:
        """Return the objects `among` others that refer to one."""
        tick()
        objects = self._initial.heap.objects
        held_by = filter(among, self._referring_to().get(number, ()))
        return [by for by in held_by if any(held == number for _, held in self._references(objects[by]))]

    def _referring_to(self) -> Mapping[int, list[int]]:
        """Return, for each number, the objects with a field of this value: a reference, or a plain number."""
        if self._referring is None:
            self._referring = {}
            is_plain: dict[str, bool] = {}
            for number, obj in self._initial.heap.objects.items():
                plain = is_plain.get(obj.class_name)
                if plain is None:
                    plain = is_plain[obj.class_name] = _is_plain_array(obj.class_name)
                if not plain:
                    for value in (*obj.fields.values(), *obj.elements.values()):
                        if value >= INITIAL:
                            self._referring.setdefault(int(value), []).append(number)
        return self._referring

    def _first_steps(self, leading: Collection[int]) -> Iterator[tuple[int, str]]:
        """Return the objects in static fields; final fields come first, because others may change."""
        others: list[tuple[int, str]] = []
        for owner, number in self._initial.interned.holders.items():
            holder = self._initial.heap.objects[number]
            if not any(value in leading for value in holder.fields.values()):
                continue
            final = {f.field.name for f in self._initial.world.find(owner).fields.values() if f.is_final}
            for step, held in self._references(holder):
                if step[1:] in final:
                    yield held, type_name(owner) + step
                else:
                    others.append((held, type_name(owner) + step))
        yield from others

    def _contested(self) -> Iterator[tuple[int, str]]:
        """Yield the objects in static fields of contested classes, which may or may not be initialised."""
        table = self._initial.heap.table
        for owner, static in (table.contested if isinstance(table, JavaTable) else {}).items():
            yield from ((number, f"{type_name(owner)}.{field}") for field, number in static.items())

    def _elsewhere(self) -> Iterator[tuple[int, str]]:
        """Return the objects that initialisers store in static fields of other classes.

        If the object in a field depends on which class was initialised, the name tells which: `Main.last@Node`.
        """
        table = self._initial.heap.table
        places = table.elsewhere if isinstance(table, JavaTable) else {}
        writers = Counter(place for held in places.values() for place in held)
        for by, held in places.items():
            for (owner, field), number in held.items():
                name = f"{type_name(owner)}.{field}"
                is_alone = writers[owner, field] == 1 and not self._initial.static(owner, field)
                yield number, name if is_alone else f"{name}@{type_name(by)}"

    def _references(self, obj: ConcreteObject) -> Iterator[tuple[str, int]]:
        if is_array(obj.class_name):
            if element_descriptor(obj.class_name)[0] in "L[":
                yield from ((f"[{at}]", int(value)) for at, value in obj.elements.items())
            return
        table = self._initial.heap.table
        references = {f.name for f in table.fields(obj.class_name) if f.type.sort is REF}
        yield from ((f".{name}", int(value)) for name, value in obj.fields.items() if name in references)


def _is_plain_array(class_name: str) -> bool:
    """Whether objects of a class hold numbers only."""
    return is_array(class_name) and element_descriptor(class_name)[0] not in "L["


def _box(obj: ConcreteObject) -> str:
    kind = {"java.lang.Character": "C", "java.lang.Boolean": "Z"}.get(obj.class_name, "")
    return written(kind, obj.fields.get("value", 0)).partition(" (")[0]


def type_name(class_name: str) -> str:
    """Return a class name as Java source writes it; any other name is unchanged."""
    if class_name == JOINED:
        class_name = STRING
    try:
        return source_name(descriptor_of(class_name)) if class_name else ""
    except ValueError:
        return class_name
