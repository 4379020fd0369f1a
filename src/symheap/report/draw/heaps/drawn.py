"""Drawings of heaps as plain shapes in groups, which pages and SVG files draw one by one.

A group says on which sides it is seen: 1 is before the run, 2 after it, 3 both.  Its marks are one of

| mark | shape |
|---|---|
| ``["r", x, y, width, height, style]`` | a rectangle |
| ``["t", x, y, text, style]`` | a text on its base line |
| ``["p", path, style]`` | a line, or an area |
| ``["c", x, y]`` | the dot at which an arrow starts |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from symheap.report.draw.geometry import head_text, number_text, path_text
from symheap.report.draw.heaps.boxes import PAD, ROW, Box, Cell, shown, variable_width
from symheap.report.draw.heaps.place import PILL, STEM, Placed, place, strip
from symheap.report.draw.heaps.route import Arrow, Side, arrows
from symheap.report.draw.heaps.scene import Content, Scene, Slot, Thing, Variable
from symheap.report.draw.heaps.structure import folded, structure_of
from symheap.store.records import Json

Mark = list[Json]
_ORDER: Final = {"arrow": 1, "variable": 2}
"""Arrows are drawn over boxes, and variables over arrows."""
SIDES: Final[dict[Side, int]] = {"before": 1, "after": 2}


@dataclass(frozen=True, slots=True)
class Group:
    """What belongs together; `tip` describes it in words."""

    on: int
    kind: str
    tip: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class HeapsDrawing:
    """A heap before and after a run, which a notebook shows as a picture.

    `whole` is the same drawing with nothing folded, if something is.  `story` tells how the null of a crash came about.
    """

    width: float
    height: float
    groups: tuple[Group, ...]
    has_after: bool
    whole: HeapsDrawing | None = None
    story: str = ""

    @property
    def is_changed(self) -> bool:
        return any(group.on != 3 for group in self.groups)

    def svg(self, title: str = "") -> str:
        """Return both heaps, side by side, as an SVG document."""
        from symheap.report.draw.heaps.svg import to_svg

        return to_svg(self, title)

    def _repr_svg_(self) -> str:
        return self.svg()

    def to_json(self) -> dict[str, Json]:
        told: dict[str, Json] = {"story": self.story} if self.story else {}
        form: dict[str, Json] = {
            **told,
            "w": round(self.width, 1),
            "h": round(self.height, 1),
            "after": self.has_after,
            "groups": [[each.on, each.kind, each.tip, *each.marks] for each in self.groups],
        }
        return form if self.whole is None else {**form, "whole": self.whole.to_json()}


def draw_scene(scene: Scene, opened: Scene | None = None) -> HeapsDrawing:
    """Draw a scene with long lists folded; `opened` is the scene to draw on request, if it differs."""
    structure = structure_of(scene)
    small = folded(structure)
    placed = place(small)
    whole = None
    if small is not structure or scene.is_folded:
        whole = _drawn(place(structure_of(opened) if opened is not None else structure), None)
    return _drawn(placed, whole)


def _drawn(placed: Placed, whole: HeapsDrawing | None) -> HeapsDrawing:
    has_after = placed.structure.scene.has_after
    sides: tuple[Side, ...] = ("before", "after") if has_after else ("before",)
    found: dict[tuple[str, str, str], Group] = {}
    for side in sides:
        for kind, tip, marks in _Painter(placed, side).groups():
            key = kind, tip, repr(marks)
            before = found[key].on if key in found else 0
            found[key] = Group(before | SIDES[side], kind, tip, marks)
    groups = sorted(found.values(), key=lambda group: _ORDER.get(group.kind.partition(" ")[0], 0))
    return HeapsDrawing(placed.width, placed.height, tuple(groups), has_after, whole, placed.structure.scene.story)


class _Painter:
    """Draws one side."""

    def __init__(self, placed: Placed, side: Side) -> None:
        self.placed, self.side = placed, side
        self.scene = placed.structure.scene

    def groups(self) -> Iterator[tuple[str, str, tuple[Mark, ...]]]:
        for thing in self.scene.things.values():
            if thing.is_before if self.side == "before" else thing.is_after:
                yield self._style(thing), self.words(thing), tuple(self._thing(thing))
        for arrow in arrows(self.placed, self.side):
            yield self._arrow_style(arrow), self._arrow_words(arrow), tuple(_arrow(arrow))
        for number, variables in self.placed.pills.items():
            yield from self._pills(number, [self.scene.variables[at] for at in variables])
        for at, x, y in strip(self.placed.structure):
            yield from self._in_strip(self.scene.variables[at], x, y)

    def content(self, slot: Slot | Variable) -> Content | None:
        return slot.before if self.side == "before" else slot.after

    # Objects

    def _style(self, thing: Thing) -> str:
        style = "object" if thing.kind == "object" else thing.kind
        if self.side == "before":
            return style
        return f"{style} new" if thing.is_new else f"{style} garbage" if thing.is_garbage else style

    def _is_written(self, thing: Thing, slot: Slot) -> bool:
        """Whether the run changed a slot of an object that existed before."""
        return self.side == "after" and thing.is_before and slot.before != slot.after and slot.after is not None

    def _thing(self, thing: Thing) -> Iterator[Mark]:
        box, (x, y) = self.placed.boxes[thing.number], self.placed.at[thing.number]
        yield ["r", _n(x), _n(y), _n(box.width), _n(box.height), "box"]
        yield ["t", _n(x + PAD), _n(y + 15), self._title(thing), "title"]
        slots = {slot.name: slot for slot in thing.slots}
        for row in box.rows:
            yield from self._row(thing, slots[row.name], row, x, y)
        for cell in box.cells:
            yield from self._cell(thing, slots[cell.name], cell, x, y)
        if thing.note is not None and self.side == "after" and thing.note[1]:
            yield ["t", _n(x + PAD), _n(y + self._note_at(box, thing.note[0])), thing.note[1], "note"]

    def _note_at(self, box: Box, name: str) -> float:
        cell, is_cell = box.slot(name)
        return box.height - 4 if is_cell else cell.y + ROW / 2 + 10

    def _title(self, thing: Thing) -> str:
        return thing.last_title if self.side == "after" and thing.last_title else thing.title

    def _row(self, thing: Thing, slot: Slot, row: Cell, x: float, y: float) -> Iterator[Mark]:
        style = self._slot_style(thing, slot)
        if style:
            yield ["r", _n(x + 1), _n(y + row.y - ROW / 2), _n(row.width - 2), ROW, style]
        yield ["t", _n(x + PAD), _n(y + row.y + 4), slot.name, "name"]
        text = shown(self.content(slot))
        if text:
            yield ["t", _n(x + row.width - PAD), _n(y + row.y + 4), text, _text_style("value", self.content(slot))]

    def _cell(self, thing: Thing, slot: Slot, cell: Cell, x: float, y: float) -> Iterator[Mark]:
        if self.content(slot) is None and thing.kind == "cells":
            return
        style = self._slot_style(thing, slot)
        top, middle = y + cell.y - 18, x + cell.x + cell.width / 2
        yield ["r", _n(x + cell.x), _n(top), _n(cell.width), 36, f"cell {style}".rstrip()]
        yield ["t", _n(middle), _n(top + 12), slot.name, "index"]
        text = shown(self.content(slot))
        if text:
            yield ["t", _n(middle), _n(top + 29), text, _text_style("held", self.content(slot))]

    def _slot_style(self, thing: Thing, slot: Slot) -> str:
        if self.side == "after" and thing.note is not None and thing.note[0] == slot.name:
            return "wrong"
        return "written" if self._is_written(thing, slot) else ""

    def words(self, thing: Thing) -> str:
        """Return an object with its contents as one line of text."""
        known = [slot for slot in thing.slots if thing.kind != "cells" or self.content(slot) is not None]
        held = ", ".join(f"{slot.name}: {self._told(self.content(slot))}" for slot in known)
        return f"{self._title(thing)} {{{held}}}"

    def _told(self, content: Content | None) -> str:
        if content is None:
            return "not read"
        return content.text if content.to is None else self._name(content.to)

    def _name(self, number: int) -> str:
        thing = self.scene.things.get(number)
        return "?" if thing is None else thing.title.split(" ")[0] if thing.kind != "fold" else thing.title

    # Arrows and variables

    def _arrow_style(self, arrow: Arrow) -> str:
        source = self.scene.things[arrow.source]
        if self.side == "after" and source.is_garbage:
            return "arrow garbage"
        return "arrow new" if self.side == "after" and source.is_new else "arrow moved" if arrow.is_changed else "arrow"

    def _arrow_words(self, arrow: Arrow) -> str:
        return f"{self._name(arrow.source)}.{arrow.slot} is {self._name(arrow.target)}"

    def _pills(self, number: int, variables: list[Variable]) -> Iterator[tuple[str, str, tuple[Mark, ...]]]:
        box, (x, y) = self.placed.boxes[number], self.placed.at[number]
        middle = x + box.width / 2
        total = sum(variable_width(each) + 6 for each in variables) - 6
        is_crowded = number in self.placed.structure.parent or self.placed.arcs.entering(number)
        left = middle + 4 if is_crowded else middle - total / 2
        for variable in variables:
            wide = variable_width(variable)
            content = self.content(variable)
            if content is not None:
                centre = left + wide / 2
                tip = min(max(centre, x + 6), x + box.width - 6)
                yield (
                    self._variable_style(variable),
                    f"{variable.name} is {self._told(content)}",
                    (
                        ["r", _n(left), _n(y - STEM - PILL), _n(wide), PILL, "pill"],
                        ["t", _n(centre), _n(y - STEM - PILL / 2 + 4), variable.name, "label"],
                        ["p", f"M{_n(centre)},{_n(y - STEM)} L{_n(tip)},{_n(y - 6)}", "line"],
                        ["p", head_text((tip, y), (0.0, 1.0)), "head"],
                    ),
                )
            left += wide + 6

    def _in_strip(self, variable: Variable, x: float, y: float) -> Iterator[tuple[str, str, tuple[Mark, ...]]]:
        content = self.content(variable)
        if content is None:
            return
        text = f"{variable.name} = {shown(content)}"
        wide = variable_width(variable, with_value=True)
        is_wrong = bool(variable.note) and self.side == "after"
        marks: tuple[Mark, ...] = (
            ["r", _n(x), _n(y - PILL / 2), _n(wide), PILL, "pill wrong" if is_wrong else "pill"],
            ["t", _n(x + wide / 2), _n(y + 4), text, "label"],
        )
        yield self._variable_style(variable), text, marks

    def _variable_style(self, variable: Variable) -> str:
        return "variable new" if self.side == "after" and variable.before is None else "variable"


def _text_style(style: str, content: Content | None) -> str:
    return f"{style} unread" if content is None else f"{style} null" if content.is_null else style


def _arrow(arrow: Arrow) -> Iterator[Mark]:
    yield ["p", path_text(arrow.path), "line"]
    yield ["p", head_text(arrow.tip, arrow.heading), "head"]
    yield ["c", _n(arrow.start[0]), _n(arrow.start[1])]


def _n(number: float) -> Json:
    text = number_text(number)
    return float(text) if "." in text else int(text)
