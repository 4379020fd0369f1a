"""The initial state of the JVM: the heap after the initialisers of the core classes.

They are run once for each JDK, by the concrete interpreter, and the resulting heap is cached in a file. A class whose
initialiser does not finish is left uninitialised, and its initialiser runs on the path that needs it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from symheap.core.cache import cache_folder, prune, write_atomically
from symheap.core.outcome import Threw, Unsupported
from symheap.core.source import Position
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.natives.threads import main_thread
from symheap.lang.java.past import snapshot
from symheap.lang.java.past.core_classes import CORE_CLASSES
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.types import is_array
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.concrete import INITIAL
from symheap.objects.interpreter import End, initialize

_KEPT = 8
_STEPS = 2_000_000
"""The largest number of steps of one initialiser: a longer one is not worth its place in the file."""


@dataclass(frozen=True, slots=True)
class Boot:
    """The initial heap; `failed` has the reason for each core class that is not initialised."""

    initial: InitialObjects
    failed: Mapping[str, str] = field(default_factory=dict)


def boot(world: World, environ: Mapping[str, str] | None = None) -> InitialObjects:
    """Return the initial heap for a world, from the file of its JDK. A missing or invalid file is created."""
    file = snapshot_file(world, os.environ if environ is None else environ)
    cached = snapshot.read(file, world)
    if cached is not None:
        return cached
    initial = cold_boot(world.class_path).initial
    if write_atomically(file, snapshot.encoded(initial)):
        prune(file.parent, _KEPT)
    return InitialObjects(world, initial.heap, initial.interned)


def snapshot_file(world: World, environ: Mapping[str, str]) -> Path:
    return cache_folder(environ) / "boot" / f"{snapshot.key(world.class_path.jdk)}.json.z"


def cold_boot(class_path: ClassPath) -> Boot:
    """Run the initialisers, in a world without the user's classes."""
    world = World(ClassPath((), class_path.jdk))
    initial = InitialObjects(world)
    program = booting(JavaTable(world, (), initial))
    main_thread(initial)
    failed: dict[str, str] = {}
    for name in CORE_CLASSES:
        if not world.exists(name):
            continue
        reason = _initialize(program, initial, name)
        if reason is not None:
            failed[name] = reason
    _collect(initial)
    return Boot(initial, failed)


def booting(table: JavaTable) -> ir.Program:
    """Return a program without a real entry, with the classes of a table."""
    from symheap.lang.java.entry import ERRORS, methods_of

    initial = table.initial
    at = Position("boot", 0, 0)
    entry = ir.Method("", "boot", (), 1, ((ir.Return(0, at),),), at)
    return ir.Program(
        table, methods_of(table), entry, (), (), "boot", ERRORS, initial.heap, frozenset(initial.initialized)
    )


def _initialize(program: ir.Program, initial: InitialObjects, name: str) -> str | None:
    """Initialise a class; on failure return the reason and restore the heap."""
    heap = initial.heap
    before = dict(heap.objects)
    outcome = initialize(replace(program, initialized=frozenset(initial.initialized)), heap, [name], max_steps=_STEPS)
    synthetic = [
        n for n, obj in heap.objects.items() if n not in before and _is_synthetic(initial.world, obj.class_name)
    ]
    if name not in outcome.why and not synthetic:
        initial.initialized.update(outcome.done)
        return None
    heap.objects.update(before)
    if name in outcome.why:
        return _reason(outcome.why[name])
    return f"makes an object of {heap.objects[synthetic[0]].class_name}"


def _is_synthetic(world: World, class_name: str) -> bool:
    """Whether a class is created by lowering, so that it exists only in worlds that lowered the same code."""
    from symheap.lang.java.classes import held_class

    return held_class(class_name) is None and not is_array(class_name) and world.find(class_name).file is None


def _reason(end: End) -> str:
    if isinstance(end, Threw):
        return f"throws {end.exception or end.error.value} ({end.detail}) at {end.position}"
    return f"unsupported: {end.what}" if isinstance(end, Unsupported) else "does not end within the bounds"


def _collect(initial: InitialObjects) -> None:
    """Drop objects unreachable from static fields, literals and class objects. Any number may be an object's."""
    objects, interned = initial.heap.objects, initial.interned
    pending = [
        main_thread(initial),
        *interned.literals.values(),
        *interned.classes.values(),
        *interned.holders.values(),
    ]
    reached: set[int] = set()
    while pending:
        number = pending.pop()
        if number not in reached and number in objects:
            reached.add(number)
            obj = objects[number]
            pending += [int(value) for value in (*obj.fields.values(), *obj.elements.values()) if value >= INITIAL]
    for number in objects.keys() - reached:
        del objects[number]
