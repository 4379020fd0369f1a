"""Steps of a test before its call: each is run as soon as it is chosen."""

from __future__ import annotations

from construct_subject import java_of, needs_jdk

from symheap.core.source import Position
from symheap.objects.interpreter import Pointer
from symheap.objects.ir import Length, Method, Return
from symheap.testgen.building.steps import Step, Workshop

AT = Position("steps", 1, 1)
LENGTH = Method("", "length", (), 2, ((Length(1, 0, AT), Return(1, AT)),), AT)


@needs_jdk
def test_an_object_of_another_attempt_is_not_used() -> None:
    """2026-11-15: it was an internal error, and the path had no test."""
    workshop = Workshop(java_of("secret").program, runs=5)
    state = workshop.start()
    array = state.heap.new_array("[I", 3)
    assert workshop.apply(state, Step((), LENGTH, (Pointer(array),))) is not None
    assert workshop.apply(state, Step((), LENGTH, (Pointer(array - 7),))) is None
    assert workshop.runs == 4
