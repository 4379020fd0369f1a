"""Routes of the arrows between placed boxes, for one side of a drawing.

Law: in a list or a tree, also one with links backwards, no two arrows cross.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from symheap.report.draw.geometry import Command
from symheap.report.draw.heaps.arcs import Arc
from symheap.report.draw.heaps.boxes import TITLE, Cell
from symheap.report.draw.heaps.place import DROP, LANE, Placed
from symheap.report.draw.heaps.scene import Slot, Thing
from symheap.report.draw.layout import Point

Side = Literal["before", "after"]
HEAD: Final = 7.0


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from a slot; `heading` is its direction at its tip."""

    source: int
    slot: str
    target: int
    start: Point
    path: tuple[Command, ...]
    tip: Point
    heading: Point
    is_changed: bool


def arrows(placed: Placed, side: Side) -> Iterator[Arrow]:
    router = _Router(placed)
    for thing in placed.structure.scene.things.values():
        if (side == "before" and not thing.is_before) or (side == "after" and not thing.is_after):
            continue
        for slot in thing.slots:
            content = slot.before if side == "before" else slot.after
            if content is not None and content.to in placed.at:
                yield router.arrow(thing, slot, content.to, side)


class _Router:
    def __init__(self, placed: Placed) -> None:
        self.placed = placed
        self.structure = placed.structure

    def arrow(self, thing: Thing, slot: Slot, target: int, side: Side) -> Arrow:
        cell, is_cell = self.placed.boxes[thing.number].slot(slot.name)
        is_changed = side == "after" and thing.is_before and slot.before != slot.after
        route = self._route(thing.number, slot.name, cell, is_cell, target)
        return Arrow(thing.number, slot.name, target, route[0], *route[1:], is_changed)

    def _route(
        self, source: int, slot: str, cell: Cell, is_cell: bool, target: int
    ) -> tuple[Point, tuple[Command, ...], Point, Point]:
        x, y = self.placed.at[source]
        if is_cell:
            return self._down(source, (x + cell.x + cell.width / 2, y + cell.y + 7), target)
        if self._is_up(source, slot, target):
            return self._up(source, y + cell.y, target)
        line = self.structure.lines[self.structure.line_of[source]]
        if target in line:
            steps = line.index(target) - line.index(source)
            if abs(steps) == 1:
                return self._beside(source, y + cell.y, target, steps)
            return self._arc(Arc(source, slot, target), y + cell.y)
        return self._anywhere((x + self.placed.boxes[source].width, y + cell.y), (1.0, 0.0), target)

    # Kinds of routes

    def _beside(
        self, source: int, y: float, target: int, steps: int
    ) -> tuple[Point, tuple[Command, ...], Point, Point]:
        """An arrow to a neighbour on the line."""
        start = (self._right(source) if steps > 0 else self.placed.at[source][0]), y
        edge = self.placed.at[target][0] if steps > 0 else self._right(target)
        top, bottom = self._span(target)
        tip = edge, min(max(y, top + 8), bottom - 8)
        end = tip[0] - steps * (HEAD - 1), tip[1]
        if tip[1] == y:
            return start, (("M", (start,)), ("L", (end,))), tip, (float(steps), 0.0)
        middle = (start[0] + end[0]) / 2
        curve = ("C", ((middle, y), (middle, tip[1]), end))
        return start, (("M", (start,)), curve), tip, (float(steps), 0.0)

    def _arc(self, arc: Arc, y: float) -> tuple[Point, tuple[Command, ...], Point, Point]:
        """An arrow above the line, from the right side of its object to the left part of its target's top."""
        arcs, number = self.placed.arcs, arc.source
        turn = self._right(number) + 10 + arcs.starts[number].index(arc) * LANE
        entries = sorted(arcs.ends[arc.target], key=lambda each: -arcs.lane[each])
        middle = self.placed.at[arc.target][0] + self.placed.boxes[arc.target].width / 2
        left = min(self.placed.at[arc.target][0] + 8, middle - 8 - 10 * len(entries))
        left = max(left, self.placed.at[arc.target][0] + 4)
        tip = left + 9 * entries.index(arc), self.placed.at[arc.target][1]
        line = self.structure.lines[self.structure.line_of[number]]
        ground = self.placed.at[line[0]][1] - self._pill_room(line)
        height = ground - 8 - arcs.lane[arc] * LANE
        start = self._right(number), y
        path = _rounded((start, (turn, y), (turn, height), (tip[0], height), (tip[0], tip[1] - HEAD + 1)))
        return start, path, tip, (0.0, 1.0)

    def _pill_room(self, line: list[int]) -> float:
        from symheap.report.draw.heaps.place import PILL, STEM

        return PILL + STEM if any(number in self.placed.pills for number in line) else 0.0

    def _down(self, source: int, start: Point, target: int) -> tuple[Point, tuple[Command, ...], Point, Point]:
        """An arrow from a cell to an object below."""
        bottom, (top, _) = self._span(source)[1], self._span(target)
        if top < bottom + 10:
            return self._anywhere((start[0], bottom), (0.0, 1.0), target, start)
        tip = self._middle(target), top
        return (
            start,
            (("M", (start,)), ("L", ((start[0], bottom),)), *self._fall((start[0], bottom), tip)),
            tip,
            (0.0, 1.0),
        )

    def _fall(self, start: Point, tip: Point) -> tuple[Command, ...]:
        """A curve downwards whose bend is directly below its start, and straight from there."""
        end = tip[0], tip[1] - HEAD + 1
        if start[0] == tip[0]:
            return (("L", (end,)),)
        high, low = start[1] + HEAD - 1, min(start[1] + DROP - HEAD, tip[1] - HEAD) + 1
        middle = (high + low) / 2
        curve = ("C", ((start[0], middle), (tip[0], middle), (tip[0], low)))
        return ("L", ((start[0], high),)), curve, ("L", (end,))

    def _is_up(self, source: int, slot: str, target: int) -> bool:
        return (
            self.structure.parent.get(source, (0, ""))[0] == target
            and target not in self.structure.lines[self.structure.line_of[source]]
        )

    def _up(self, source: int, y: float, target: int) -> tuple[Point, tuple[Command, ...], Point, Point]:
        """An arrow to the object that one hangs below.

        It runs to the right of the arrow downwards: their curves differ by a shift that keeps its sign.
        """
        by = self.structure.parent[source][1]
        cell, is_cell = self.placed.boxes[target].slot(by)
        right, top, bottom = self._right(source), self._span(source)[0], self._span(target)[1]
        if not is_cell:
            return self._anywhere((right, y), (1.0, 0.0), target)
        tip = self.placed.at[target][0] + cell.x + cell.width / 2 + 9, bottom
        turn = max(right + 9, self._middle(source) + 9)
        start, high, low = (right, y), bottom + HEAD - 1, min(bottom + DROP - HEAD, top - HEAD) + 1
        middle = (high + low) / 2
        rise = _rounded((start, (turn, y), (turn, low)))
        return start, (*rise, ("C", ((turn, middle), (tip[0], middle), (tip[0], high)))), tip, (0.0, -1.0)

    def _anywhere(
        self, start: Point, away: Point, target: int, dot: Point | None = None
    ) -> tuple[Point, tuple[Command, ...], Point, Point]:
        """An arrow between lines: sharing, and cycles that leave their line."""
        (left, _), (top, bottom) = self.placed.at[target], self._span(target)
        right, middle = self._right(target), self._middle(target)
        if bottom < start[1] - 6:
            tip, heading = (middle - 12, bottom), (0.0, -1.0)
        elif top > start[1] + 6:
            tip, heading = (middle + 12, top), (0.0, 1.0)
        elif left > start[0] + 12:
            tip, heading = (left, top + TITLE / 2), (1.0, 0.0)
        else:
            tip, heading = (right, top + TITLE / 2), (-1.0, 0.0)
        reach = max(24.0, 0.45 * (abs(tip[0] - start[0]) + abs(tip[1] - start[1])) / 1.5)
        end = tip[0] - heading[0] * (HEAD - 1), tip[1] - heading[1] * (HEAD - 1)
        first = start[0] + away[0] * reach, start[1] + away[1] * min(reach, 30.0)
        last = end[0] - heading[0] * reach, end[1] - heading[1] * reach
        head: tuple[Command, ...] = (("M", (start,)),) if dot is None else (("M", (dot,)), ("L", (start,)))
        return dot or start, (*head, ("C", (first, last, end))), tip, heading

    # Boxes

    def _right(self, number: int) -> float:
        return self.placed.at[number][0] + self.placed.boxes[number].width

    def _middle(self, number: int) -> float:
        return self.placed.at[number][0] + self.placed.boxes[number].width / 2

    def _span(self, number: int) -> tuple[float, float]:
        top = self.placed.at[number][1]
        return top, top + self.placed.boxes[number].height


def _rounded(knots: tuple[Point, ...], radius: float = 6.0) -> tuple[Command, ...]:
    """Return a line of horizontal and vertical parts with rounded corners."""
    commands: list[Command] = [("M", (knots[0],))]
    for before, corner, after in zip(knots, knots[1:], knots[2:], strict=False):
        near, far = _towards(corner, before, radius), _towards(corner, after, radius)
        commands += [("L", (near,)), ("C", (corner, corner, far))]
    return (*commands, ("L", (knots[-1],)))


def _towards(point: Point, other: Point, most: float) -> Point:
    dx, dy = other[0] - point[0], other[1] - point[1]
    length = (dx * dx + dy * dy) ** 0.5 or 1.0
    step = min(most, length / 2)
    return point[0] + dx / length * step, point[1] + dy / length * step
