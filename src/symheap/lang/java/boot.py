"""The JVM as it is when the program starts: the initialisers of the core classes have been run.

They are run once for each JDK, by the concrete interpreter; the heap that they leave is kept in a file.  A class whose
initialiser does not come to its end is left as it was, and runs on the path that needs it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from symheap.core.outcome import Threw, Unsupported
from symheap.core.source import Position
from symheap.lang.java import snapshot
from symheap.lang.java.core_classes import CORE_CLASSES
from symheap.lang.java.files.cache import cache_folder, prune, write_atomically
from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.initial import Initial
from symheap.lang.java.natives.threads import main_thread
from symheap.lang.java.table import JavaTable
from symheap.lang.java.types import is_array
from symheap.lang.java.world import World
from symheap.objects import ir
from symheap.objects.concrete import INITIAL
from symheap.objects.interpreter import End, initialize

_KEPT = 8
_STEPS = 2_000_000
"""Steps that one initialiser may take: a longer one is not worth its place in the file."""


@dataclass(frozen=True, slots=True)
class Boot:
    """`failed` says of the core classes that are not initialised why not."""

    initial: Initial
    failed: Mapping[str, str] = field(default_factory=dict)


def boot(world: World, environ: Mapping[str, str] | None = None) -> Initial:
    """The initial heap for a world: from the file of its JDK, which is made if there is none that is any good."""
    file = snapshot_file(world, os.environ if environ is None else environ)
    found = snapshot.read(file, world)
    if found is not None:
        return found
    initial = cold_boot(world.class_path).initial
    if write_atomically(file, snapshot.encoded(initial)):
        prune(file.parent, _KEPT)
    return Initial(world, initial.heap, initial.interned)


def snapshot_file(world: World, environ: Mapping[str, str]) -> Path:
    return cache_folder(environ) / "boot" / f"{snapshot.key(world.class_path.jdk)}.json.z"


def cold_boot(class_path: ClassPath) -> Boot:
    """Run the initialisers, in a world without the user's classes."""
    world = World(ClassPath((), class_path.jdk))
    initial = Initial(world)
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
    """A program without an entry, whose classes are those of a table."""
    from symheap.lang.java.entry import ERRORS, methods_of

    initial = table.initial
    at = Position("boot", 0, 0)
    entry = ir.Method("", "boot", (), 1, ((ir.Return(0, at),),), at)
    return ir.Program(
        table, methods_of(table), entry, (), (), "boot", ERRORS, initial.heap, frozenset(initial.initialized)
    )


def _initialize(program: ir.Program, initial: Initial, name: str) -> str | None:
    """Why not, if the class cannot be initialised; then the heap is as it was."""
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
    """Whether a class is made by lowering: a world that has not lowered the same code does not have it."""
    from symheap.lang.java.classes import held_class

    return held_class(class_name) is None and not is_array(class_name) and world.find(class_name).file is None


def _reason(end: End) -> str:
    if isinstance(end, Threw):
        return f"throws {end.exception or end.error.value} ({end.detail}) at {end.position}"
    return f"unsupported: {end.what}" if isinstance(end, Unsupported) else "does not end within the bounds"


def _collect(initial: Initial) -> None:
    """Drop what no static field, literal or class object leads to.  Any number may be that of an object."""
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
            found = objects[number]
            pending += [int(value) for value in (*found.fields.values(), *found.elements.values()) if value >= INITIAL]
    for number in objects.keys() - reached:
        del objects[number]
