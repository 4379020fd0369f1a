"""The content of a drawing: objects with their slots, and variables, each before and after the run.

Strings, boxes, enum constants and objects that exist before the run are texts in the slots that refer to them.
Collections of the JDK are drawn by their meaning, unless they are opened.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from symheap.core.deadline import tick
from symheap.core.model import Plain
from symheap.core.types import Type
from symheap.objects.concrete import ConcreteHeap
from symheap.report.draw.concrete import ConcreteView
from symheap.report.draw.heaps.collections import Entries, entries_of
from symheap.report.draw.labels import printable
from symheap.report.formats.notation import Notation, quoted, written

Kind = Literal["object", "cells", "fold"]
"""An object with named fields, one with a row of cells (an array or a collection), or a folded part of a list."""

BOXES: Final = frozenset(
    f"java.lang.{n}" for n in ("Integer", "Long", "Short", "Byte", "Character", "Boolean", "Float", "Double")
)
_CIRCLED: Final = "①②③④⑤⑥⑦⑧⑨⑩"
_FILLED: Final = "❶❷❸❹❺❻❼❽❾❿"
_PACKAGE: Final = re.compile(r"\b(?:[a-z_]\w*\.)+(?=[A-Z])")
MOST: Final = 250
"""The number of objects that are drawn; a reference to any other is a text."""
_CELLS: Final = 12
"""The number of cells that are drawn of a longer array."""
_LONGEST: Final = 26


@dataclass(frozen=True, slots=True)
class Content:
    """The content of a slot: an arrow to a drawn object, or a text."""

    text: str = ""
    to: int | None = None

    @property
    def is_null(self) -> bool:
        return self.to is None and self.text == NULL.text


NULL: Final = Content("null")


@dataclass(frozen=True, slots=True)
class Slot:
    """A field, an element or an entry.  A content is None where it is unknown, or where the object does not exist."""

    name: str
    before: Content | None
    after: Content | None

    def targets(self) -> Iterator[int]:
        for content in (self.before, self.after):
            if content is not None and content.to is not None:
                yield content.to


@dataclass(slots=True)
class Thing:
    """A drawn object.  `note` marks a slot, by name, as the null that a crash is about.

    `last_title` is its title after the run, if that differs: the size of a collection.
    """

    number: int
    kind: Kind
    title: str
    class_name: str
    slots: tuple[Slot, ...]
    is_before: bool
    is_after: bool
    is_garbage: bool = False
    note: tuple[str, str] | None = None
    last_title: str = ""

    @property
    def is_new(self) -> bool:
        return not self.is_before


@dataclass(slots=True)
class Variable:
    """An input, or the result of the run."""

    name: str
    before: Content | None
    after: Content | None
    note: str = ""


@dataclass(slots=True)
class Scene:
    things: dict[int, Thing] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    has_after: bool = True
    is_folded: bool = False
    """Whether something is drawn in less detail than the heap has."""
    story: str = ""
    """How the null of a crash came about."""


@dataclass(frozen=True, slots=True)
class Result:
    """The value that a run returned.  `text` describes it if it is a string without known contents."""

    name: str
    value: Plain
    is_reference: bool
    kind: str = ""
    text: str = ""


def scene_of(
    before: ConcreteHeap,
    after: ConcreteHeap | None,
    *,
    types: Mapping[str, Type] | None = None,
    notation: Notation | None = None,
    result: Result | None = None,
    opened: bool = False,
) -> Scene:
    """Return the scene of a run.  `after` is None if the heap at its end is unknown."""
    return _Builder(before, after, types, notation or Notation(), result, opened).scene()


class _Side:
    """One of the two heaps, and which of its objects are drawn."""

    def __init__(
        self, heap: ConcreteHeap, types: Mapping[str, Type] | None, notation: Notation, opened: bool, names: Fields
    ) -> None:
        self.view = ConcreteView(heap, types, notation=notation)
        self.notation = notation
        self.fields = names
        self.collections: dict[int, Entries] = {}
        self.hidden: set[int] = set(self.view.hidden)
        for number in () if opened else self.view.order:
            entries = entries_of(self.view, number)
            if entries is not None:
                self.collections[number] = entries
        for entries in self.collections.values():
            self.hidden |= entries.hidden - self.collections.keys()

    def is_drawn(self, number: int) -> bool:
        return number in self.view.heap.objects and number not in self.hidden and self.atom(number) is None

    def atom(self, number: int) -> str | None:
        """Return the text of an object that is drawn as a value."""
        view = self.view
        if number in view.known:
            return _cut(view.known[number])
        if number in view.strings:
            return quoted(view.strings[number], _LONGEST)
        item = view.heap.objects.get(number)
        if item is None:
            return f"{mark(number)} not read" if number else NULL.text
        if item.class_name in BOXES and "value" in item.fields:
            return _cut(written(self.notation.field(item.class_name, "value"), item.fields["value"]))
        is_string = item.class_name.partition("+")[0] == "java.lang.String"
        return f"{mark(number)} String" if is_string else None

    def reference(self, number: int) -> Content:
        return Content(to=number) if self.is_drawn(number) else Content(self.atom(number) or mark(number))

    def value(self, value: Plain, is_reference: bool, kind: str) -> Content:
        return self.reference(int(value)) if is_reference else Content(_cut(written(kind, value)))

    def slots(self, number: int) -> dict[str, Content]:
        if number in self.collections:
            return {_cut(name): self.value(*value) for name, value in self.collections[number].items.items()}
        array = self.view.array(number)
        contents: dict[str, Content] = {}
        for name, value, is_reference in self.view.fields(number):
            contents[name] = (
                self.reference(int(value)) if is_reference else Content(_cut(self.view.field_text(number, name, value)))
            )
        if array is not None:
            shown = min(array.length if array.length is not None else 0, _CELLS)
            for at in dict.fromkeys((*range(shown), *array.elements)):
                value = array.elements.get(at, 0)
                contents[f"[{at}]"] = self.value(value, array.holds_references, array.kind)
        return contents

    def title(self, number: int) -> str:
        if number in self.collections:
            return f"{mark(number)} {_simple(self.collections[number].title)}"
        return f"{mark(number)} {_simple(self.view.title(number).partition(' ')[2])}"

    def leads_to(self, number: int) -> Iterable[int]:
        return (each for _, each in self.view.references(number))


Fields = Callable[[str], list[str]]


class _Builder:
    def __init__(
        self,
        before: ConcreteHeap,
        after: ConcreteHeap | None,
        types: Mapping[str, Type] | None,
        notation: Notation,
        result: Result | None,
        opened: bool,
    ) -> None:
        self._names: dict[str, list[str]] = {}
        self.result = result
        self.notation = notation
        self.before = _Side(before, types, notation, opened, self._fields)
        self.after = None if after is None else _Side(after, types, notation, opened, self._fields)

    def scene(self) -> Scene:
        scene = Scene(has_after=self.after is not None)
        kept = self._kept()
        drawn = {
            n: None
            for n in self._order()
            if any(s.is_drawn(n) and (s is self.before or n in kept) for s in self._sides())
        }
        drawn = self._nearest(drawn)
        contents = {n: (self._slots(self.before, n, drawn), self._slots(self.after, n, drawn)) for n in drawn}
        for number in drawn:
            self._note_fields(number, contents[number])
        for number in drawn:
            scene.things[number] = self._thing(number, *contents[number], kept)
        for variable in self._variables():
            variable.before = variable.before and _drawable(variable.before, drawn)
            variable.after = variable.after and _drawable(variable.after, drawn)
            scene.variables.append(variable)
        scene.is_folded = any(side.collections for side in self._sides())
        return scene

    def _nearest(self, drawn: Mapping[int, None]) -> dict[int, None]:
        """Return the first objects of a walk, as many as can be drawn."""
        return dict.fromkeys(list(drawn)[:MOST])

    def _sides(self) -> list[_Side]:
        return [self.before] if self.after is None else [self.before, self.after]

    def _order(self) -> list[int]:
        return list(dict.fromkeys(n for side in self._sides() for n in side.view.order))

    def _kept(self) -> set[int]:
        """Return the objects after the run that are reachable from a variable or from objects before the run."""
        if self.after is None:
            return set()
        objects = self.after.view.heap.objects
        pending = [int(v.after.to) for v in self._variables() if v.after is not None and v.after.to is not None]
        pending += [number for number in objects if number in self.after.view.known]
        reached: set[int] = set()
        while pending:
            tick()
            number = pending.pop()
            if number not in reached and number in objects:
                reached.add(number)
                pending += self.after.leads_to(number)
        return reached

    def _variables(self) -> Iterator[Variable]:
        view = self.before.view
        for name, value in view.heap.roots.items():
            held = (value, view.root_is_reference(name), self.notation.root(name))
            yield Variable(
                printable(name), self.before.value(*held), None if self.after is None else self.after.value(*held)
            )
        if self.result is not None and self.after is not None:
            held = (self.result.value, self.result.is_reference, self.result.kind)
            content = self.after.value(*held)
            is_open = content.text.endswith(" String") and bool(self.result.text)
            yield Variable(self.result.name, None, Content(_cut(self.result.text)) if is_open else content)

    # Objects

    def _slots(self, side: _Side | None, number: int, drawn: Mapping[int, None]) -> dict[str, Content] | None:
        if side is None or number not in side.view.heap.objects:
            return None
        return {name: _drawable(content, drawn) for name, content in side.slots(number).items()}

    def _fields(self, class_name: str) -> list[str]:
        return self._names.setdefault(class_name, [])

    def _side_of(self, number: int) -> _Side:
        if self.after is not None and number not in self.before.view.heap.objects:
            return self.after
        return self.before

    def _note_fields(self, number: int, contents: tuple[Mapping[str, Content] | None, ...]) -> None:
        """Note which fields some object of a class has: all objects of the class get a row for them."""
        side = self._side_of(number)
        names = self._fields(side.view.heap.class_of(number))
        for held in contents:
            names += [name for name in held or () if name not in names]

    def _thing(
        self, number: int, before: Mapping[str, Content] | None, after: Mapping[str, Content] | None, kept: set[int]
    ) -> Thing:
        side = self._side_of(number)
        name = side.view.heap.class_of(number)
        is_cells = number in side.collections or side.view.array(number) is not None
        names = list(dict.fromkeys((*(before or ()), *(after or ())))) if is_cells else self._declared(name)
        slots = tuple(Slot(printable(each), (before or {}).get(each), (after or {}).get(each)) for each in names)
        is_after = after is not None and (number in kept or before is not None)
        garbage = self.after is not None and number not in kept
        title = printable(side.title(number))
        later = self.after
        last = printable(later.title(number)) if is_cells and later is not None and after is not None else ""
        kind: Kind = "cells" if is_cells else "object"
        was = before is not None
        return Thing(number, kind, title, name, slots, was, is_after, garbage, last_title=last)

    def _declared(self, class_name: str) -> list[str]:
        seen = self._fields(class_name)
        table = self.before.view.heap.table
        order = [f.name for f in table.fields(class_name)] if class_name in table else []
        return [*(name for name in order if name in seen), *(name for name in seen if name not in order)]


def _drawable(content: Content, drawn: Mapping[int, None]) -> Content:
    return content if content.to is None or content.to in drawn else Content(f"{mark(content.to)} …")


def mark(number: int) -> str:
    """Return the sign of an object: a number in a circle, which is filled if the run made the object.

    Few fonts have circles for more than ten.
    """
    if abs(number) <= len(_CIRCLED):
        return (_CIRCLED if number > 0 else _FILLED)[abs(number) - 1]
    return f"#{number}" if number > 0 else f"new#{-number}"


def _simple(name: str) -> str:
    """Return a class name without its packages."""
    return _PACKAGE.sub("", name)


def _cut(text: str) -> str:
    shown = printable(text)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"
