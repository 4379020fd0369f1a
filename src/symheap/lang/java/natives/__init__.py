"""Models of native methods, and of methods whose bytecode no path should enter.

The table is assembled from one file for each area. A model is written once and used by both machines.
"""

from __future__ import annotations

from symheap.lang.java.natives import (
    asked,
    atomics,
    bounds,
    filling,
    maths,
    mismatch,
    numbers,
    objects,
    ordering,
    system,
    threads,
    throwables,
    unsafe,
)
from symheap.lang.java.natives.model import Model, Models, Nothing
from symheap.lang.java.natives.reflection import (
    accessors,
    array_classes,
    classes,
    executables,
    instances,
    loaders,
    nesting,
)
from symheap.lang.java.natives.services import formats, loggers, output, refused, writers
from symheap.lang.java.natives.texts import (
    builders,
    character_functions,
    characters,
    patterns,
    replacing,
    slices,
    strings,
    text_functions,
)

__all__ = ["ASKED", "EVERYWHERE", "MODELS", "SERVICES", "Model"]

EVERYWHERE = (".registerNatives()V", ".initIDs()V")
"""Native methods without effect, in any class: they register other methods with the virtual machine."""


class _Table(Models):
    """All models: those of single methods, then the rules."""

    def __getitem__(self, name: str) -> Model:
        try:
            return super().__getitem__(name)
        except KeyError:
            if name.endswith(EVERYWHERE):
                return Nothing(native=True)
            model = (
                refused.in_refused_class(name) or builders.reading(name) or character_functions.character_class(name)
            )
            if model is None:
                raise
            return model


def _table() -> Models:
    table = _Table()
    reflection = (accessors, array_classes, classes, executables, instances, loaders, nesting)
    texts = (strings, text_functions, characters, character_functions, replacing, builders, patterns, slices)
    java_lang = (objects, *texts, numbers, maths, system, asked, ordering, threads, throwables)
    services = (output, writers, formats, loggers, refused)
    for area in (*reflection, *java_lang, unsafe, atomics, bounds, filling, mismatch, *services):
        table.update(area.MODELS)
    return table


MODELS: Models = _table()
"""The models of methods by their full names, ``java.lang.Math.sqrt(D)D``."""

ASKED: Models = asked.ASKED
"""Models for calls from the program itself, which gets other answers than the JDK."""

SERVICES = frozenset((*formats.SERVICES, *loggers.SERVICES))
"""The classes of opaque services: the values of the fields of their objects are not modelled."""
