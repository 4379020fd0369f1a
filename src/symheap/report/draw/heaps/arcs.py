"""Arcs: arrows of a line that lead neither to the next object nor to the one before.  They run above the line.

Arcs that overlap have different lanes, and a longer arc is above a shorter one.
"""

from __future__ import annotations

from dataclasses import dataclass

from symheap.report.draw.heaps.structure import Structure


@dataclass(frozen=True, slots=True)
class Arc:
    source: int
    slot: str
    target: int


@dataclass(slots=True)
class Arcs:
    """The lane of each arc, from 0 on upwards; of each line, the number of lanes."""

    lane: dict[Arc, int]
    by_line: dict[int, int]
    ends: dict[int, list[Arc]]
    starts: dict[int, list[Arc]]

    def lanes(self, line: list[int]) -> int:
        return self.by_line.get(line[0], 0)

    def entering(self, number: int) -> int:
        return len(self.ends.get(number, ()))

    def between(self, line: list[int], at: int) -> int:
        """Return how many arcs start in the gap behind an object."""
        return max(0, len(self.starts.get(line[at], ())) - 1)

    def left(self, line: list[int]) -> int:
        return 2 if self.starts.get(line[0]) else 0

    def right(self, line: list[int]) -> int:
        return len(self.starts.get(line[-1], ())) + 2 if self.starts.get(line[-1]) else 0


def arcs_of(structure: Structure) -> Arcs:
    result = Arcs({}, {}, {}, {})
    for line in structure.lines:
        found = list(_arcs(structure, line))
        taken: list[list[tuple[float, float]]] = []
        for low, high, arc in sorted(found, key=lambda each: (each[1] - each[0], each[0])):
            lane = next((i for i, row in enumerate(taken) if all(high < a or b < low for a, b in row)), len(taken))
            # An arc may not be below one that it spans.
            over = [i for i, row in enumerate(taken) if any(low <= a and b <= high for a, b in row)]
            lane = max(lane, *(i + 1 for i in over), 0) if over else lane
            while len(taken) <= lane:
                taken.append([])
            taken[lane].append((low, high))
            result.lane[arc] = lane
            result.ends.setdefault(arc.target, []).append(arc)
            result.starts.setdefault(arc.source, []).append(arc)
        result.by_line[line[0]] = len(taken)
    return result


def _arcs(structure: Structure, line: list[int]) -> list[tuple[float, float, Arc]]:
    place = {number: at for at, number in enumerate(line)}
    found: dict[Arc, tuple[float, float]] = {}
    for number in line:
        for slot in structure.scene.things[number].slots:
            for target in slot.targets():
                if target in place and abs(place[target] - place[number]) != 1:
                    # An arc starts to the right of its box and ends above the left part of its target.
                    a, b = place[number] + 0.5, place[target] - 0.25
                    found[Arc(number, slot.name, target)] = min(a, b), max(a, b)
    return [(*span, arc) for arc, span in found.items()]
