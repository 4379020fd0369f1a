"""An object that is used as one of another class ends a run by name: no verifier accepts such code."""

from __future__ import annotations

import pytest
from java_like import LINK, NUMBER, Asking, Case, at

from symheap.core.model import Plain
from symheap.core.outcome import Unsupported
from symheap.core.terms import BV32, REF
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.host import UNVERIFIED, Cell, Host, HostFunction
from symheap.objects.interpreter import ConcreteRun
from symheap.objects.ir import Get, HostCall, Instruction, Length, Load, Put, Return, Store
from symheap.objects.steps.host import MAX_ELEMENTS

HEAPS = pytest.mark.parametrize("kind", [ConcreteHeap, Asking])
C, INTS, LONG_ARRAY = 1, 2, 3


def ran(code: Instruction, kind: type[ConcreteHeap], **roots: Plain) -> ConcreteRun:
    objects = {
        C: ConcreteObject("C"),
        INTS: ConcreteObject("[I", length=2),
        LONG_ARRAY: ConcreteObject("[I", length=MAX_ELEMENTS + 1),
    }
    return Case(((code, Return(4, at(2))),)).run(objects, kind=kind, **roots)


@HEAPS
@pytest.mark.parametrize("code", [Length(4, 0, at(1)), Load(4, 0, 2, BV32, at(1)), Store(0, 2, 3, BV32, at(1))])
def test_what_is_no_array(kind: type[ConcreteHeap], code: Instruction) -> None:
    assert ran(code, kind, a=C, n=0).end == Unsupported(UNVERIFIED, at(1))


@HEAPS
@pytest.mark.parametrize("code", [Load(4, 0, 2, REF, at(1)), Store(0, 2, 1, REF, at(1))])
def test_an_array_of_another_kind(kind: type[ConcreteHeap], code: Instruction) -> None:
    assert ran(code, kind, a=INTS, n=0).end == Unsupported(UNVERIFIED, at(1))


@HEAPS
@pytest.mark.parametrize(
    "code", [Get(4, 0, "number", (NUMBER,), at(1)), Put(0, "link", (LINK,), 1, at(1))], ids=["get", "put"]
)
def test_a_field_that_the_object_does_not_have(kind: type[ConcreteHeap], code: Instruction) -> None:
    assert ran(code, kind, a=C).end == Unsupported(UNVERIFIED, at(1))


def _reads_field(host: Host, args: tuple[Cell, ...]) -> Cell:
    return host.get(args[0], "A", "number")


def _reads_elements(host: Host, args: tuple[Cell, ...]) -> Cell:
    return len(host.elements(args[0]))


@HEAPS
@pytest.mark.parametrize("model", [_reads_field, _reads_elements])
def test_a_model_that_is_given_another_object(kind: type[ConcreteHeap], model: object) -> None:
    assert callable(model)
    call = HostCall(4, HostFunction("model", model), (0,), at(1))
    assert ran(call, kind, a=C).end == Unsupported(UNVERIFIED, at(1))


def test_a_model_is_not_given_more_than_it_can_read_in_one_step() -> None:
    call = HostCall(4, HostFunction("model", _reads_elements), (0,), at(1))
    end = ran(call, ConcreteHeap, a=LONG_ARRAY).end
    assert end == Unsupported(f"a model on {MAX_ELEMENTS + 1} array elements or characters", at(1))
