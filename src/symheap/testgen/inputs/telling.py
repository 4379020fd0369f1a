"""Choose values that a path does not determine.

A test in which everything is zero and null passes for many wrong programs, such as a swap of two zeros or a field that
was never set.  So free values become small values that differ from each other and from the defaults: numbers from one,
letters from *a*, and new objects instead of null.  A zero that the path decides on is kept only at a boundary, where
the next number above or below would change the path.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from symheap.core.model import Plain
from symheap.core.terms import BOOL, REF, Op, Term
from symheap.core.theories import ieee
from symheap.core.types import LENGTH, Field
from symheap.core.walk import symbols
from symheap.engine.state import Trace
from symheap.lang.java.classes import INIT
from symheap.lang.java.classfile.access import FINAL
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.values.types import OBJECT, STRING
from symheap.objects.concrete import INITIAL, ConcreteHeap, ConcreteObject
from symheap.solver.backends.levels import by_age
from symheap.testgen.access import Access
from symheap.testgen.inputs.minimal import Minimization, is_length

_MOST = 100
_LETTERS = 26


def tell_inputs(search: Minimization, trace: Trace[Any]) -> None:
    """Choose values for the parameters and letters that the path does not decide on."""
    letters = (element for element in _elements(trace) if search.is_letter(element))
    _tell(search, trace, [cell for cell in (*trace.inputs, *letters) if isinstance(cell, Term) and cell.op is Op.SYM])


def tell_fields(search: Minimization, trace: Trace[Any], access: Access) -> None:
    """Choose values for fields and elements that the path reads without deciding on them.

    Only fields of user classes are chosen that a test can set: by an assignment, or by a constructor with a parameter
    of that type.  Other fields might need reflection.
    """
    named = (each.value for each in trace.heap.inputs.bindings if _is_given(each.field, access))
    cells = (*named, *_elements(trace))
    _tell(search, trace, [value for value in cells if isinstance(value, Term) and value.op is Op.SYM])


def _elements(trace: Trace[Any]) -> tuple[Term, ...]:
    return by_age(element.value for every in trace.heap.inputs.elements.values() for element in every)


def _is_given(field: Field, access: Access) -> bool:
    world = access.world
    if field is LENGTH or field.type.sort.element is not None or not world.exists(field.owner):
        return False
    owner = world.find(field.owner)
    declared = next((each for each in owner.fields.values() if each.field is field), None)
    if declared is None or not owner.is_user:
        return False
    if not declared.access & FINAL and access.can_get(owner.name, declared):
        return True
    constructors = (m for m in owner.methods.values() if m.name == INIT and access.can_call(owner.name, m))
    return any(
        declared.descriptor in [p.descriptor for p in method_type(m.descriptor).parameters] for m in constructors
    )


def _tell(search: Minimization, trace: Trace[Any], found: list[Term]) -> None:
    decided = {each for term in trace.path.conjuncts(facts=False) for each in symbols(term)}
    numbers = count(_largest(search, trace) + 1)
    letters = count()
    for at in dict.fromkeys(found):
        if search.model[at] != 0 or at.sort is BOOL or is_length(at):
            continue
        if at in decided:
            _move_inside(search, at, numbers)
        elif at.sort is REF:
            _tell_reference(search, trace, at)
        elif search.is_letter(at):
            search.change(at, ord("a") + next(letters) % _LETTERS)
        else:
            search.change(at, _number(at, next(numbers)))


def _move_inside(search: Minimization, at: Term, numbers: Iterator[int]) -> None:
    if at.sort.width and not search.is_letter(at) and search.allows(at, -1) and search.allows(at, 1):
        search.change(at, next(numbers)) or search.change(at, 1)


def _largest(search: Minimization, trace: Trace[Any]) -> int:
    """Return the largest small number in use; new ones differ from all of these."""
    known = {each for term in trace.path.conjuncts() for each in symbols(term)}
    used = (int(search.model[each]) for each in known if _is_plain(search, each))
    return max((number for number in used if 0 <= number < _MOST), default=0)


def _is_plain(search: Minimization, at: Term) -> bool:
    return bool(at.sort.width) and not is_length(at) and not search.is_letter(at)


def _number(at: Term, number: int) -> Plain:
    return ieee.writer(at.sort.float_width)(float(number)) if at.sort.float_width else number


def _tell_reference(search: Minimization, trace: Trace[Any], at: Term) -> None:
    """Choose a new object, if any object will do or a string is needed."""
    bounds = trace.heap.inputs.bounds[at]
    for wanted in (OBJECT, STRING):
        if wanted in bounds.names():
            search.change(at, search.model.largest_object() + 1, bounds.universe.index(wanted))
            return


# Strings --------------------------------------------------------------------------------------------------------------


def with_letters(heap: ConcreteHeap) -> ConcreteHeap:
    """Return the heap with letters in place of characters that no path read.

    Each string about which nothing is known becomes a different single letter.
    """
    filled = heap.copy()
    letters = _unused(heap)
    for number, obj in heap.objects.items():
        if obj.class_name == STRING and number < INITIAL:
            own = filled.objects[number]
            if "value" not in own.fields:
                bytes_ = _free_number(filled)
                filled.objects[bytes_] = ConcreteObject("[B", length=1, elements={0: next(letters)})
                own.fields |= {"value": bytes_, "coder": 0}
            else:
                _fill(filled, int(own.fields["value"]))
    return filled


def _fill(heap: ConcreteHeap, number: int) -> None:
    array = heap.objects.get(number)
    if array is not None and number < INITIAL and array.length is not None:
        for at in range(array.length):
            array.elements.setdefault(at, ord("a"))


def _unused(heap: ConcreteHeap) -> Iterator[int]:
    """Yield letters that are not yet single-letter strings in the heap, as long as there are any."""
    arrays = (obj for obj in heap.objects.values() if obj.class_name == "[B" and obj.length == 1)
    used = {int(array.elements.get(0, 0)) for array in arrays}
    free = [letter for letter in range(ord("a"), ord("z") + 1) if letter not in used] or [ord("a")]
    return (free[at % len(free)] for at in count())


def _free_number(heap: ConcreteHeap) -> int:
    return max((number for number in heap.objects if number < INITIAL), default=0) + 1
