"""Places for the objects of a scene.

Law: no two boxes overlap, and everything is inside the drawing.  Lists run from left to right on one line, and what
hangs below an object is below the box, in the order of its cells.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from symheap.core.deadline import tick
from symheap.report.draw.heaps.arcs import Arcs, arcs_of
from symheap.report.draw.heaps.boxes import Box, box_of, variable_width
from symheap.report.draw.heaps.structure import Structure

GAP = 46.0
"""Between the objects of a list: room for arrows."""
DROP = 40.0
"""Between an object and what hangs below it."""
LANE = 9.0
PILL = 20.0
STEM = 16.0
"""A variable above its object, and the arrow below the variable."""
MARGIN = 10.0
_BESIDE = 20.0
_STUB = 26.0
"""Between subtrees; and the room that is kept for an empty branch of a tree."""
_WIDE = 620.0
_BETWEEN = 26.0


@dataclass(slots=True)
class Block:
    """Some placed boxes, from (0, 0) on; `anchor` is the middle of the topmost box, to which an arrow leads."""

    width: float = 0.0
    height: float = 0.0
    anchor: float = 0.0
    at: dict[int, tuple[float, float]] = field(default_factory=dict)

    def put(self, other: Block, x: float, y: float) -> None:
        for number, (left, top) in other.at.items():
            self.at[number] = left + x, top + y
        self.width = max(self.width, x + other.width)
        self.height = max(self.height, y + other.height)


@dataclass(slots=True)
class Placed:
    structure: Structure
    boxes: dict[int, Box]
    at: dict[int, tuple[float, float]]
    """The left top corner of each box."""
    pills: dict[int, list[int]]
    """The variables above each object, as positions in the scene's list."""
    arcs: Arcs
    width: float
    height: float
    top: float
    """The height of the strip with the other variables."""


def place(structure: Structure) -> Placed:
    scene = structure.scene
    boxes = {number: box_of(thing, structure) for number, thing in scene.things.items()}
    pills: dict[int, list[int]] = {}
    for at, variable in enumerate(scene.variables):
        content = variable.before if variable.before is not None else variable.after
        if content is not None and content.to in boxes:
            pills.setdefault(content.to, []).append(at)
    return _Places(structure, boxes, pills, arcs_of(structure)).placed()


class _Places:
    def __init__(self, structure: Structure, boxes: dict[int, Box], pills: dict[int, list[int]], arcs: Arcs) -> None:
        self.structure, self.boxes, self.pills, self.arcs = structure, boxes, pills, arcs

    def placed(self) -> Placed:
        top = MARGIN + strip_height(self.structure)
        whole = Block()
        x, y, row = MARGIN, top, 0.0
        for line in self.structure.lines:
            if self._hangs(line[0]):
                continue
            block = self.block(line)
            if x > MARGIN and (x + block.width > _WIDE or self._is_shared(line)):
                x, y, row = MARGIN, y + row + _BETWEEN, 0.0
            whole.put(block, x, y)
            x, row = x + block.width + GAP, max(row, block.height)
        width = max(whole.width, strip_width(self.structure)) + MARGIN
        return Placed(
            self.structure, self.boxes, whole.at, self.pills, self.arcs, width, max(whole.height, top) + MARGIN, top
        )

    def _hangs(self, number: int) -> bool:
        return number in self.structure.parent

    def _is_shared(self, line: list[int]) -> bool:
        """Whether something on a line refers to another line, or the other way round, without hanging below it."""
        things, line_of = self.structure.scene.things, self.structure.line_of
        mine = line_of[line[0]]
        for number, thing in things.items():
            for to in (to for slot in thing.slots for to in slot.targets() if to in line_of):
                if mine in (line_of[number], line_of[to]) and line_of[number] != line_of[to] and not self._hangs(to):
                    return True
                if line_of[number] == mine and self.structure.parent.get(to, (number, ""))[0] != number:
                    return line_of[to] != mine
        return False

    # Lines

    def block(self, line: list[int]) -> Block:
        """Place a line and all that hangs below its objects."""
        tick()
        result = Block()
        head = max(self._head(number) for number in line)
        hanging = {number: self._hanging(number) for number in line}
        x = max(self.arcs.left(line) * LANE, 0.0)
        middles: dict[int, float] = {}
        for at, number in enumerate(line):
            below = hanging[number]
            own = self._column(number)
            is_under = below is not None and (below.width <= 1.6 * own or at == len(line) - 1)
            left, right = own / 2, own / 2
            if below is not None and is_under:
                left = max(left, below.anchor)
                right = max(right, below.width - below.anchor)
            middles[number] = x + left
            box = self.boxes[number]
            result.at[number] = middles[number] - box.width / 2, head
            result.width = max(result.width, x + left + right)
            result.height = max(result.height, head + box.height)
            if below is not None and is_under:
                result.put(below, middles[number] - below.anchor, head + box.height + DROP)
                hanging[number] = None
            x += left + right + GAP + self.arcs.between(line, at) * LANE
        self._put_wide(result, hanging, middles)
        result.width += self.arcs.right(line) * LANE
        result.anchor = middles[line[0]]
        return result

    def _put_wide(self, result: Block, hanging: dict[int, Block | None], middles: dict[int, float]) -> None:
        """Place what is too wide for its column below everything to its right, so that no arrow crosses it."""
        for number, below in reversed(hanging.items()):
            if below is not None:
                result.put(below, max(0.0, middles[number] - below.anchor), result.height + DROP)

    def _head(self, number: int) -> float:
        """Return the height that an object needs above its box."""
        lanes = self.arcs.lanes(self.structure.lines[self.structure.line_of[number]])
        above = PILL + STEM if number in self.pills else 0.0
        return above + (lanes * LANE + 8 if lanes else 0.0)

    def _column(self, number: int) -> float:
        """Return the width of a box with the variables and arrows above it."""
        entries = 10.0 * self.arcs.entering(number)
        pills = sum(variable_width(self.structure.scene.variables[at]) + 6 for at in self.pills.get(number, ()))
        crowded = number in self.structure.parent or entries
        above = 2 * max(entries + 8, pills + 4) if crowded and (pills or entries) else pills
        return max(self.boxes[number].width, above)

    def _hanging(self, number: int) -> Block | None:
        """Place what hangs below an object, side by side."""
        below = self.structure.below(number)
        if not below:
            return None
        result, x = Block(), 0.0
        anchors: list[float] = []
        held: dict[str, list[int]] = {}
        for name, child in below:
            held.setdefault(name, []).append(child)
        is_tree = self.structure.scene.things[number].class_name in self.structure.trees
        highest = max(self._head(child) for _, child in below)
        for cell in self.boxes[number].cells:
            for child in held.get(cell.name, ()):
                block = self.block(self.structure.lines[self.structure.line_of[child]])
                result.put(block, x, highest - self._head(child))
                anchors.append(x + block.anchor)
                x += block.width + _BESIDE
            if is_tree and cell.name not in held:
                anchors.append(x + _STUB / 2)
                x += _STUB + _BESIDE
                result.width = max(result.width, x - _BESIDE)
        result.anchor = (anchors[0] + anchors[-1]) / 2
        return result


# The strip of variables without objects -------------------------------------------------------------------------------


def strip(structure: Structure) -> list[tuple[int, float, float]]:
    """Return the variables that refer to no object, with the left end and the middle of their texts."""
    scene = structure.scene
    found: list[tuple[int, float, float]] = []
    x, y = MARGIN, MARGIN + PILL / 2
    for at, variable in enumerate(scene.variables):
        content = variable.before if variable.before is not None else variable.after
        if content is not None and content.to in scene.things:
            continue
        width = variable_width(variable, with_value=True)
        if x > MARGIN and x + width > _WIDE:
            x, y = MARGIN, y + PILL + 6
        found.append((at, x, y))
        x += width + 10
    return found


def strip_height(structure: Structure) -> float:
    found = strip(structure)
    return found[-1][2] + PILL / 2 + 12 - MARGIN if found else 0.0


def strip_width(structure: Structure) -> float:
    ends = [x + variable_width(structure.scene.variables[at], with_value=True) for at, x, _ in strip(structure)]
    return max(ends, default=0.0)
