"""The effect of a concrete run from the heap before the call, in a form that a path can adopt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import immutables

from symheap.core.terms import Term, Value
from symheap.core.types import Field
from symheap.heap.initial import exactly
from symheap.heap.input import Inputs


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a concrete run.

    `read` are the objects from before the call that the run read or changed. `objects` are the objects that it
    allocated, with all their fields, and its changes to objects from before the call that no input can alias, such as
    the holders of static fields.
    """

    read: frozenset[Term]
    objects: Mapping[Term, immutables.Map[Field, Value]]


def is_untouched(inputs: Inputs, objects: Mapping[Term, object], read: Iterable[Term]) -> bool:
    """Whether objects from before the call are certainly unchanged: unwritten, and no alias of a written input."""
    written = inputs.written
    for ref in read:
        if ref in objects:
            return False
        class_name = ref.location.class_name
        if written and exactly(inputs.table, class_name) and not written.isdisjoint(inputs.table.fields(class_name)):
            return False
    return True
