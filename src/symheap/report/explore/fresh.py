"""New paths as `KeptPath`s whose texts are computed on demand."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from symheap.objects.decisions import PathKey
from symheap.report.explore import text
from symheap.report.explore.explored import Path
from symheap.report.explore.forms import end_form, picture_form
from symheap.report.explore.path_heaps import heaps_drawing
from symheap.report.explore.path_pictures import final_picture, input_picture
from symheap.report.explore.told_decisions import told_decisions
from symheap.report.formats import json
from symheap.store.records import Document, ToldDecision


class ShownPath:
    """The texts and drawings of a path, each computed once."""

    path: Path
    _chosen: tuple[Collection[str], Document] | None = None

    @cached_property
    def key(self) -> PathKey:
        return self.path.trace.key

    @cached_property
    def document(self) -> Document:
        return json.result(self.path)

    def chosen(self, names: Collection[str]) -> Document:
        """Return parts of `document`, computed once for the same names."""
        if self._chosen is None or self._chosen[0] != names:
            self._chosen = names, json.chosen(self.path, names)
        return self._chosen[1]

    @cached_property
    def formula(self) -> str:
        return self.path.formula()

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        return self.path.conditions()

    @cached_property
    def told_decisions(self) -> tuple[ToldDecision, ...]:
        return told_decisions(self.path)

    @cached_property
    def ending(self) -> str:
        return text.ending(self.path)[0]

    @cached_property
    def text(self) -> str:
        return text.block(self.path)

    @cached_property
    def input(self) -> Document | None:
        picture = input_picture(self.path)
        return None if picture is None else picture_form(picture)

    @cached_property
    def heaps(self) -> Document | None:
        drawing = heaps_drawing(self.path, self.ending)
        return None if drawing is None else drawing.to_json()

    @cached_property
    def final(self) -> Document | None:
        return picture_form(final_picture(self.path))


class FreshPath(ShownPath):
    """A `KeptPath` of the exploration in progress."""

    test = None

    def __init__(self, path: Path) -> None:
        self.path = path
        self.number = int(path.id)
        self.place = str(path.run.exploration.place or "")
        self.confirmed = path.confirmed
        self.style = text.style(path)

    @cached_property
    def end(self) -> Document:
        return end_form(self.path.trace.end)

    @cached_property
    def decided(self) -> tuple[list[str], str] | None:
        """The decisions in the source, as `text.own_decisions` gives them; None if the condition is to be shown."""
        from symheap.report.java.library import is_about_a_library

        return text.own_decisions(self.path) if is_about_a_library(self.path) else None
