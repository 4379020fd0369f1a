"""The structure of a scene: which objects form lines, what hangs below what, and which slots are cells.

A depth-first walk gives each object one slot that it is drawn at.  An object continues a line if it is in the slot with
which its class forms lists, such as `next`; trees and everything else hang down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from symheap.core.deadline import tick
from symheap.report.draw.heaps.scene import Content, Scene, Slot, Thing, Variable

_BACKWARD: Final = frozenset(
    (
        "prev",
        "previous",
        "before",
        "pred",
        "predecessor",
        "parent",
        "up",
        "owner",
        "outer",
        "this$0",
        "back",
        "last",
        "prior",
    )
)
_BRANCHES: Final = frozenset(("left", "right", "children", "child", "kids", "lo", "hi", "l", "r"))
_ENDS: Final = 3
"""The number of objects that are drawn at each end of a folded list."""
_LONG: Final = 9
"""A list with more objects is folded."""


@dataclass(slots=True)
class Structure:
    """`parent` of an object is the object and the slot at which it is drawn.  `lines` are lists of objects, each from
    left to right; `line_of` locates an object on its line."""

    scene: Scene
    parent: dict[int, tuple[int, str]] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)
    line_slot: dict[str, str] = field(default_factory=dict)
    trees: set[str] = field(default_factory=set)
    lines: list[list[int]] = field(default_factory=list)
    line_of: dict[int, int] = field(default_factory=dict)
    children: dict[int, dict[str, list[int]]] = field(default_factory=dict)
    referring: set[tuple[str, str]] = field(default_factory=set)
    """The fields, by class, in which some object has a reference to a drawn object."""

    def below(self, number: int) -> list[tuple[str, int]]:
        """Return the objects that hang below one, by slot."""
        held = self.children.get(number, {})
        slots = self.scene.things[number].slots if held else ()
        return [(s.name, each) for s in slots for each in held.get(s.name, ()) if not self._continues(each)]

    def _continues(self, child: int) -> bool:
        line = self.lines[self.line_of[child]]
        return line[0] != child

    def rank(self, thing: Thing, slot: Slot) -> int:
        """Order the rows of a class: values, then arrows, and last the one along the line, which no other crosses."""
        if self.line_slot.get(thing.class_name) == slot.name:
            return 2
        return 1 if (thing.class_name, slot.name) in self.referring else 0

    def is_cell(self, thing: Thing, slot: Slot) -> bool:
        """Whether a slot is a cell at the bottom of its object, and not a row."""
        if thing.kind == "cells":
            return True
        if any(self.parent.get(to) == (thing.number, slot.name) and not self._continues(to) for to in slot.targets()):
            return True
        contents = [each for each in (slot.before, slot.after) if each is not None]
        refers = any(each.to is not None or each.is_null for each in contents)
        return thing.class_name in self.trees and refers and slot.name not in _BACKWARD


def structure_of(scene: Scene) -> Structure:
    structure = Structure(scene)
    _walk(structure)
    _find_roles(structure)
    _find_lines(structure)
    return structure


# The walk -------------------------------------------------------------------------------------------------------------


def _walk(structure: Structure) -> None:
    scene = structure.scene
    visited: set[int] = set()
    starts = [to for variable in scene.variables for to in _targets(variable)]
    for start in (*starts, *scene.things):
        stack: list[tuple[int, tuple[int, str] | None]] = [(_head(scene, start, visited), None)]
        while stack:
            tick()
            number, by = stack.pop()
            if number in visited or number not in scene.things:
                continue
            visited.add(number)
            structure.order.append(number)
            if by is not None:
                structure.parent[number] = by
            stack += [(to, (number, name)) for name, to in reversed(_onwards(scene.things[number]))]
        if start not in visited:
            _walk_rest(structure, start, visited)


def _walk_rest(structure: Structure, start: int, visited: set[int]) -> None:
    """Add an object that the walk from the head of its list does not reach."""
    if start in structure.scene.things:
        visited.add(start)
        structure.order.append(start)


def _targets(variable: Variable) -> Iterator[int]:
    for content in (variable.before, variable.after):
        if content is not None and content.to is not None:
            yield content.to


def _onwards(thing: Thing) -> list[tuple[str, int]]:
    """Return the references of an object: before the run first, and links backwards last."""
    held = sorted(enumerate(thing.slots), key=lambda each: (each[1].name in _BACKWARD, each[0]))
    before = [(s.name, s.before.to) for _, s in held if s.before is not None and s.before.to is not None]
    after = [(s.name, s.after.to) for _, s in held if s.after is not None and s.after.to is not None]
    return before + [each for each in after if each not in before]


def _head(scene: Scene, start: int, visited: set[int]) -> int:
    """Return the first object of the list that `start` is in, found along its links backwards."""
    seen = {start}
    at = start
    while True:
        thing = scene.things.get(at)
        back = None if thing is None else next(_backwards(scene, thing), None)
        if back in seen:
            return start
        if back is None or back in visited or not _is_linked(scene.things[back], at):
            return at
        seen.add(back)
        at = back


def _backwards(scene: Scene, thing: Thing) -> Iterator[int]:
    for slot in thing.slots:
        to = slot.before.to if slot.before is not None else None
        if slot.name in _BACKWARD and to in scene.things and scene.things[to].class_name == thing.class_name:
            yield to


def _is_linked(thing: Thing, to: int) -> bool:
    return any(name not in _BACKWARD and at == to for name, at in _onwards(thing))


# Roles ----------------------------------------------------------------------------------------------------------------


def _find_roles(structure: Structure) -> None:
    """Find the slot with which each class forms lists, and the classes that form trees."""
    things = structure.scene.things
    for child, (parent, at) in structure.parent.items():
        structure.children.setdefault(parent, {}).setdefault(at, []).append(child)
    alike: dict[str, Counter[str]] = {}
    first: dict[str, str] = {}
    for child, (parent, at) in structure.parent.items():
        above, below = things[parent], things[child]
        if above.kind == "cells":
            continue
        if above.class_name == below.class_name:
            alike.setdefault(above.class_name, Counter())[at] += 1
        else:
            first.setdefault(above.class_name, at)
    for thing in things.values():
        structure.referring |= {(thing.class_name, slot.name) for slot in thing.slots if any(slot.targets())}
        names = [slot.name for slot in thing.slots]
        forward = {at for at in alike.get(thing.class_name, ()) if at not in _BACKWARD}
        if len(forward) > 1 or sum(name in _BRANCHES for name in names) > 1:
            structure.trees.add(thing.class_name)
    for name in {*alike, *first} - structure.trees:
        counts = alike.get(name)
        structure.line_slot[name] = counts.most_common(1)[0][0] if counts else first[name]


def _find_lines(structure: Structure) -> None:
    things = structure.scene.things
    nexts = {
        parent: child
        for child, (parent, at) in structure.parent.items()
        if structure.line_slot.get(things[parent].class_name) == at and things[parent].kind != "cells"
    }
    continued = set(nexts.values())
    for number in structure.order:
        if number in continued:
            continue
        line = [number]
        while line[-1] in nexts:
            line.append(nexts[line[-1]])
        for each in line:
            structure.line_of[each] = len(structure.lines)
        structure.lines.append(line)


# Folding --------------------------------------------------------------------------------------------------------------


def folded(structure: Structure) -> Structure:
    """Return the structure with the middle of each long list folded into one box: ``… 12 more``.

    An object stays if it changes, if something hangs below it, or if anything but its neighbours refers to it.
    """
    gone: dict[int, int] = {}
    plain = _Plain(structure)
    for line in structure.lines:
        for run in _runs(line, plain) if len(line) > _LONG else ():
            if len(run) > 1:
                gone |= dict.fromkeys(run, run[0])
    return structure_of(_without(structure.scene, gone)) if gone else structure


def _runs(line: list[int], plain: _Plain) -> Iterator[list[int]]:
    run: list[int] = []
    for at in range(_ENDS, len(line) - _ENDS):
        if plain.holds(line[at - 1], line[at], line[at + 1]):
            run.append(line[at])
        else:
            yield run
            run = []
    yield run


class _Plain:
    """Tells which objects of a list may be folded."""

    def __init__(self, structure: Structure) -> None:
        self._structure = structure
        scene = structure.scene
        self._named = {to for variable in scene.variables for to in _targets(variable)}
        self._referring: dict[int, set[int]] = {}
        for thing in scene.things.values():
            for slot in thing.slots:
                for to in slot.targets():
                    self._referring.setdefault(to, set()).add(thing.number)

    def holds(self, left: int, number: int, right: int) -> bool:
        thing = self._structure.scene.things[number]
        has_changed = self._structure.scene.has_after and any(slot.before != slot.after for slot in thing.slots)
        if has_changed or thing.note or number in self._named or self._structure.below(number):
            return False
        ends = {to for slot in thing.slots for to in slot.targets()}
        return self._referring.get(number, set()) | ends <= {left, right}


def _without(scene: Scene, gone: dict[int, int]) -> Scene:
    """Return the scene in which one box stands for each folded part."""
    counts = Counter(gone.values())
    after = Scene({}, [*scene.variables], scene.has_after, True, scene.story)
    last = {first: number for number, first in gone.items()}
    for number, thing in scene.things.items():
        if number not in gone:
            slots = tuple(Slot(s.name, _led(s.before, gone), _led(s.after, gone)) for s in thing.slots)
            after.things[number] = replace(thing, slots=slots)
        elif gone[number] == number:
            onwards = scene.things[last[number]].slots
            slots = tuple(_fold_slot(s, thing, gone) for s in onwards)
            after.things[number] = Thing(
                number, "fold", f"… {counts[number]} more", thing.class_name, slots, thing.is_before, thing.is_after
            )
    return after


def _fold_slot(last: Slot, first: Thing, gone: dict[int, int]) -> Slot:
    """Return a slot of a folded part: forward links leave its last object, and backward links its first."""
    slot = next(s for s in first.slots if s.name == last.name) if last.name in _BACKWARD else last
    if not any(slot.targets()):
        return Slot(slot.name, Content("…"), Content("…"))
    return Slot(slot.name, _led(slot.before, gone), _led(slot.after, gone))


def _led(content: Content | None, gone: dict[int, int]) -> Content | None:
    if content is None or content.to not in gone:
        return content
    return Content(to=gone[content.to])
