"""Tell conditions about the user's own fields from conditions about the insides of a library's objects."""

from __future__ import annotations

from collections.abc import Mapping

from symheap.core.origin import Origin
from symheap.core.terms import REF
from symheap.core.types import LENGTH
from symheap.core.walk import symbols
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.values.types import class_named_by
from symheap.report.explore.explored import Path


def is_about_a_library(path: Path) -> bool:
    """Whether the condition of a path mentions a field that a class of a library declares, such as `String.value`."""
    java = path.run.loaded.java
    if java is None:
        return False
    classes = {i.name: i.type.class_name for i in java.program.inputs if i.type.sort is REF}
    origins = {each.origin for term in path.trace.path.conjuncts(facts=False) for each in symbols(term)}
    return any(_enters_a_library(java, classes, origin) for origin in origins)


def _enters_a_library(java: JavaProgram, classes: Mapping[str, str], origin: Origin) -> bool:
    """Whether an access path goes through a field of a library.  Casts and arrays of objects are not followed."""
    root, steps = origin.steps()
    name = classes.get(root)
    for step in steps:
        if name is None or name.startswith("[") or not isinstance(step, str) or step == LENGTH.name:
            return False
        chain = java.table.world.chain(name)
        declared = next((f for c in chain for f in c.fields.values() if f.field.name == step), None)
        owner = java.table.world.find(name if declared is None else declared.owner)
        if not owner.is_user and _top(owner.name) != _top(java.subject.class_name):
            return True
        if declared is None:
            return False
        name = class_named_by(declared.descriptor) if declared.descriptor[0] in "L[" else None
    return False


def _top(name: str) -> str:
    return name.partition("$")[0]
