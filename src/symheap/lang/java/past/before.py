"""Run initialisers before the call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

from symheap.core.outcome import Threw
from symheap.lang.java.classes import CLINIT, INIT
from symheap.lang.java.inputs.universe import subject_names
from symheap.lang.java.locate import Subject
from symheap.lang.java.natives.throwables import complete_made
from symheap.lang.java.past.objects import reached
from symheap.lang.java.past.observed import JavaPast
from symheap.lang.java.past.reasons import DEFERRED_TEXT, reason_of
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.pseudo import PSEUDO
from symheap.lang.target import TargetError
from symheap.objects import ir
from symheap.objects.interpreter import initialize

INITIALIZER_STEPS = 1_000_000
"""The largest number of steps of a user's initialiser before the call; a longer one runs on the path."""


def run_initializers(
    program: ir.Program, table: JavaTable, classes: tuple[str, ...], first: int
) -> tuple[ir.Program, Mapping[str, str]]:
    """Run the initialisers of the user's classes and of enums among `classes`, in the initial heap.

    `classes` are the one under test and those that inputs may have: where there is an object, its class has been
    initialised.  All others run on the path that needs them, as in a JVM that has just started.  So does one that
    throws or comes to no end, or that keeps a text that is not written out, and it leaves no trace here.  `first` is
    the number of the first object of the user's.
    """
    initial, heap = table.initial, table.initial.heap
    names = [name for name in dict.fromkeys(classes) if _is_run(table, name)]
    skipped: dict[str, str] = {}
    while True:
        before = dict(heap.objects)
        left = [name for name in names if name not in skipped]
        finish = partial(complete_made, table.world)
        outcome = initialize(program, heap, left, max_steps=INITIALIZER_STEPS, finish=finish)
        skipped.update({name: reason_of(end) for name, end in outcome.why.items()})
        deferred = [name for name in left if name in outcome.done and _keeps_deferred(table, name, first)]
        skipped.update(dict.fromkeys(deferred, DEFERRED_TEXT))
        if not deferred and not any(isinstance(end, Threw) for end in outcome.why.values()):
            break
        heap.objects.update(before)
    initial.initialized.update(outcome.done)
    initial.forget_hashes()
    return replace(program, initialized=frozenset(outcome.done)), skipped


def _keeps_deferred(table: JavaTable, name: str, first: int) -> bool:
    """Whether static fields of a class lead to a text that is not written out."""
    heap = table.initial.heap
    numbers = reached(table, heap, table.initial.holder(name).location.number, first)
    return any(heap.class_of(number) in PSEUDO for number in numbers)


def past_of(program: ir.Program, table: JavaTable, subject: Subject, existing: tuple[str, ...], first: int) -> JavaPast:
    """Try the initialisers of all classes that the program may use, starting with those that inputs may have."""
    past = JavaPast(program, table, first)
    world = subject.world
    names = dict.fromkeys((*existing, *subject_names(world, subject.class_name)))
    past.try_all(n for n in names if CLINIT in world.find(n).methods and _is_run(table, n))
    return past


def with_objects(subject: Subject, names: tuple[str, ...], impossible: Mapping[str, str]) -> tuple[str, ...]:
    """Return the classes that have objects: a class whose initialiser throws has none."""
    world = subject.world
    possible = tuple(name for name in names if not any(world.is_subtype(name, failing) for failing in impossible))
    if not subject.method.is_static and subject.method.name != INIT:
        for failing, why in impossible.items():
            if world.is_subtype(subject.class_name, failing):
                raise TargetError(f"there is no object to call it on: the initialiser {why}", failing)
    return possible


def _is_run(table: JavaTable, name: str) -> bool:
    java_class = table.world.find(name)
    return java_class.is_user or table.constants(name) is not None
