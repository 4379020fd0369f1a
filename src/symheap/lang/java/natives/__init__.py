"""Models of native methods, and of methods whose bytecode leads nowhere that a path should go.

One table, put together from one file for each area.  A model is written once: both machines run it.
"""

from __future__ import annotations

from symheap.lang.java.natives import (
    accessors,
    array_classes,
    asked,
    atomics,
    bounds,
    builders,
    character_functions,
    characters,
    classes,
    executables,
    filling,
    formats,
    instances,
    loaders,
    loggers,
    maths,
    mismatch,
    nesting,
    numbers,
    objects,
    ordering,
    output,
    patterns,
    refused,
    replacing,
    slices,
    strings,
    system,
    text_functions,
    threads,
    throwables,
    unsafe,
    writers,
)
from symheap.lang.java.natives.model import Model, Models, Nothing

__all__ = ["ASKED", "EVERYWHERE", "MODELS", "SERVICES", "Model"]

EVERYWHERE = (".registerNatives()V", ".initIDs()V")
"""Native methods without effect, in whatever class they are: they tell the virtual machine about the others."""


class _Table(Models):
    """All models: those of single methods, then the rules."""

    def __getitem__(self, name: str) -> Model:
        try:
            return super().__getitem__(name)
        except KeyError:
            if name.endswith(EVERYWHERE):
                return Nothing(native=True)
            found = (
                refused.in_refused_class(name) or builders.reading(name) or character_functions.character_class(name)
            )
            if found is None:
                raise
            return found


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
"""The classes of opaque services: what the fields of their objects hold here is nobody's."""
