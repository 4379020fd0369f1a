"""The example of a path as a drawing: the concrete heap before the run and after it, in the same places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from symheap.core.outcome import Threw
from symheap.report.draw.heaps.drawn import HeapsDrawing, draw_scene
from symheap.report.draw.heaps.scene import Content, Result, Scene, mark, scene_of

if TYPE_CHECKING:
    from symheap.report.explore.explored import Path

_WRONG: Final = re.compile(r"`([A-Za-z_$][\w$.]*)` is null")
_NULL: Final = re.compile(r"([A-Za-z_$][\w$.]*) == null")
_LONGEST: Final = 22


def heaps_drawing(path: Path, ending: str = "") -> HeapsDrawing | None:
    """Draw the example of a path; None if no solver found one.  `ending` describes the end of the path."""
    scene = _scene(path)
    if scene is None:
        return None
    opened = _scene(path, opened=True) if scene.is_folded else None
    for each in (scene, opened):
        if each is not None and isinstance(path.trace.end, Threw):
            _mark_null(each, path, ending)
    return draw_scene(scene, opened)


def _scene(path: Path, *, opened: bool = False) -> Scene | None:
    before = path.inputs()
    if before is None:
        return None
    run, trace = path.run, path.trace
    after, returned = run.last_heap(trace), run.returned(trace)
    result = None
    if returned is not None:
        name = "returned" if "result" in before.roots else "result"
        result = Result(name, *returned, run.notation.result_kind, path.value())
    return scene_of(before, after, types=run.input_types(), notation=run.notation, result=result, opened=opened)


# The null of a crash --------------------------------------------------------------------------------------------------


def _mark_null(scene: Scene, path: Path, ending: str) -> None:
    """Mark the slot whose null a crash is about: the expression in its message, or what the path decided last."""
    end = path.trace.end
    assert isinstance(end, Threw)
    place = f"line {end.position.line}" if path.run.notation.is_own(end.position) else ""
    told = _WRONG.search(ending)
    if told is not None and _mark(scene, told[1], place, at_end=True):
        return
    conditions = path.conditions()
    decided = _NULL.fullmatch(conditions[-1]) if conditions else None
    if decided is not None and end.error.value == "null":
        _mark(scene, decided[1], place, at_end=False)


def _mark(scene: Scene, expression: str, place: str, *, at_end: bool) -> bool:
    """Mark the slot that an expression reads, at the end of the run or before it.  Returns whether there is one."""
    steps = expression.split(".")
    names = {variable.name: variable for variable in scene.variables}
    if steps[0] not in names and "this" in names:
        steps = ["this", *steps]
    if steps[0] not in names:
        return False
    variable = names[steps[0]]
    shown = expression if len(expression) <= _LONGEST else "…" + expression[-_LONGEST:]
    note = f"{shown} is null" + (f", {place}" if place else "")
    at = variable.after if at_end else variable.before
    if len(steps) == 1:
        if at is None or not at.is_null:
            return False
        variable.note, scene.story = note, _story(expression, place, at)
        return True
    for step in steps[1:-1]:
        at = next(_read(scene, at, step, at_end), None)
    thing = None if at is None or at.to is None else scene.things.get(at.to)
    held = next(_read(scene, at, steps[-1], at_end), None)
    if thing is None or held is None or not held.is_null:
        return False
    thing.note = steps[-1], note
    if thing.is_before:
        scene.story = _story(expression, place, next(_read(scene, at, steps[-1], at_end=False), None))
    return True


def _story(expression: str, place: str, before: Content | None) -> str:
    """Tell how an expression became null; `before` is what it held when the call began."""
    used = f", and {place} uses it" if place else ""
    if before is None:
        return ""
    if before.is_null:
        return f"`{expression}` is null when the call begins{used}."
    was = before.text if before.to is None else mark(before.to)
    return f"`{expression}` is {was} when the call begins; the run sets it to null{used}."


def _read(scene: Scene, at: Content | None, name: str, at_end: bool) -> Iterator[Content]:
    thing = None if at is None or at.to is None else scene.things.get(at.to)
    for slot in thing.slots if thing is not None else ():
        content = slot.after if at_end else slot.before
        if slot.name == name and content is not None:
            yield content
