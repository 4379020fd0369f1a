"""The boxes of objects: a title, rows of fields, and cells at the bottom, from which arrows lead downwards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from symheap.report.draw.geometry import CELL
from symheap.report.draw.heaps.scene import Content, Slot, Thing, Variable
from symheap.report.draw.heaps.structure import Structure
from symheap.report.draw.labels import width

FONT: Final = 12
SMALL: Final = 10
ROW: Final = 18.0
TITLE: Final = 22.0
CELL_HEIGHT: Final = 36.0
PAD: Final = 8.0
_DOT: Final = 14.0
UNREAD: Final = "·"
"""A field that no path has read."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell, or a row: `x` and `y` are its left end and its middle, both from the corner of the box."""

    name: str
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Box:
    width: float
    height: float
    rows: tuple[Cell, ...]
    cells: tuple[Cell, ...]

    def slot(self, name: str) -> tuple[Cell, bool]:
        """Return the row or the cell of a slot, and whether it is a cell."""
        cell = next((each for each in self.cells if each.name == name), None)
        return (cell, True) if cell is not None else (next(each for each in self.rows if each.name == name), False)


def text_width(text: str, font: int = FONT) -> float:
    return width(text) * CELL * font


def variable_width(variable: Variable, *, with_value: bool = False) -> float:
    """Return the width of a variable's pill."""
    if not with_value:
        return text_width(variable.name) + 12
    held = max((text_width(each.text) for each in (variable.before, variable.after) if each is not None), default=0.0)
    return text_width(f"{variable.name} = ") + held + 12


def shown(content: Content | None) -> str:
    """Return the text of a content; an arrow has none."""
    return UNREAD if content is None else "" if content.to is not None else content.text


def box_of(thing: Thing, structure: Structure) -> Box:
    cells = [slot for slot in thing.slots if structure.is_cell(thing, slot)]
    rows = [slot for slot in thing.slots if slot not in cells]
    rows.sort(key=lambda slot: structure.rank(thing, slot))
    inner = max([max(map(text_width, (thing.title, thing.last_title))) + 2 * PAD, *map(_row_width, rows)])
    if thing.note is not None:
        inner = max(inner, text_width(thing.note[1], SMALL) + 2 * PAD)
    widths = [_cell_width(slot) for slot in cells]
    wide = max(inner, sum(widths), 40.0)
    widths = [each + (wide - sum(widths)) / len(widths) for each in widths] if widths else []
    y, placed = TITLE, []
    for slot in rows:
        placed.append(Cell(slot.name, 0.0, y + ROW / 2, wide))
        y += ROW + (_note_height(thing) if thing.note is not None and thing.note[0] == slot.name else 0.0)
    y += 4.0 if rows else 0.0
    x, bottom = 0.0, []
    for slot, each in zip(cells, widths, strict=True):
        bottom.append(Cell(slot.name, x, y + CELL_HEIGHT / 2, each))
        x += each
    y += CELL_HEIGHT if cells else 0.0
    if thing.note is not None and any(cell.name == thing.note[0] for cell in bottom):
        y += _note_height(thing)
    return Box(wide, y, tuple(placed), tuple(bottom))


def _note_height(thing: Thing) -> float:
    return 14.0 if thing.note is not None and thing.note[1] else 0.0


def _row_width(slot: Slot) -> float:
    held = max(text_width(shown(slot.before)), text_width(shown(slot.after)), _DOT)
    return text_width(slot.name) + held + 2 * PAD + 12


def _cell_width(slot: Slot) -> float:
    held = max(text_width(shown(slot.before)), text_width(shown(slot.after)), _DOT)
    return max(held, text_width(slot.name, SMALL)) + 10
