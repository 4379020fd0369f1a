"""Find the input objects that assertions mention: those that the call returns, or stores somewhere else.

A test has variables for them, to assert the identity of an object and not only its existence.
"""

from __future__ import annotations

from collections.abc import Iterator

from symheap.core.deadline import tick
from symheap.core.model import Plain
from symheap.core.outcome import Returned
from symheap.core.terms import REF
from symheap.core.types import ClassTable
from symheap.lang.java.values.types import element_sort, is_array
from symheap.objects.concrete import ConcreteObject
from symheap.testgen.building.known import BOXES
from symheap.testgen.building.strings import is_string
from symheap.testgen.cases import Candidate


def spoken_of(candidate: Candidate) -> frozenset[int]:
    """Return their numbers in the witness.  Strings and boxes are excluded, because they are compared by value.

    A changed object that is no longer reachable needs a variable as well.
    """
    witness, run = candidate.witness, candidate.run
    table = candidate.java.table
    numbers = {run.thrown}
    if isinstance(run.end, Returned) and run.returned_ref:
        numbers.add(int(run.end.value))
    for number, after in run.heap.objects.items():
        before = witness.objects.get(number)
        known = dict(_references(table, before)) if before is not None else {}
        numbers.update(int(value) for step, value in _references(table, after) if value and known.get(step, 0) != value)
    numbers |= _changed(candidate) - _reachable(candidate)
    return frozenset(n for n in numbers if n in witness.objects and not _is_value(witness.objects[n].class_name))


def _changed(candidate: Candidate) -> set[int]:
    after = candidate.run.heap.objects
    return {n for n, obj in candidate.witness.objects.items() if n in after and _contents(obj) != _contents(after[n])}


def _contents(obj: ConcreteObject) -> object:
    """Return the values that differ from the default."""
    return {name: value for name, value in (*obj.fields.items(), *obj.elements.items()) if value}


def _reachable(candidate: Candidate) -> set[int]:
    """Return the input objects that are reachable from the inputs after the call."""
    heap, table = candidate.run.heap, candidate.java.table
    inputs = [declared.name for declared in candidate.java.program.inputs if declared.type.sort is REF]
    pending = [int(heap.roots.get(name, 0)) for name in inputs]
    reached: set[int] = set()
    while pending:
        tick()
        number = pending.pop()
        if number and number not in reached and number in heap.objects:
            reached.add(number)
            pending.extend(int(value) for _, value in _references(table, heap.objects[number]))
    return reached


def _is_value(class_name: str) -> bool:
    return is_string(class_name) or class_name in BOXES


def _references(table: ClassTable, obj: ConcreteObject) -> Iterator[tuple[str | int, Plain]]:
    if is_array(obj.class_name):
        yield from obj.elements.items() if element_sort(obj.class_name) is REF else ()
        return
    names = {f.name for f in table.fields(obj.class_name) if f.type.sort is REF}
    yield from ((name, value) for name, value in obj.fields.items() if name in names)
