"""Casts, and fields that two unrelated classes declare: the engine and the concrete interpreter have the same ends."""

from __future__ import annotations

from collections import Counter

import pytest
from engine_programs import AT, TABLE, at, by_hand, exploration

from symheap.core.outcome import Returned, Threw
from symheap.core.types import ref_type
from symheap.heap.registry import MODELS
from symheap.lang.pose.lower import load
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.decisions import PathKey, path_key
from symheap.objects.interpreter import run
from symheap.objects.ir import Cast, New, Program, Return


def ends(program: Program, model: str) -> Counter[str]:
    traces = list(exploration(program, model))
    assert all(t.confirmed for t in traces)
    return Counter(t.end.error.value if isinstance(t.end, Threw) else t.end.kind for t in traces)


# Casts ----------------------------------------------------------------------------------------------------------------


def cast_of_input(declared: str, to: str) -> Program:
    cast = (Cast(1, 0, TABLE.subtypes(to), at(3)), Return(1, AT))
    return by_hand((("a", ref_type(declared)),), 2, cast)


@pytest.mark.parametrize("model", MODELS)
def test_a_cast_passes_null_and_subclasses_and_nothing_else(model: str) -> None:
    program = cast_of_input("Object", "A")
    running = exploration(program, model)
    passed: set[str] = set()
    for trace in running:
        heap = running.witness(trace)
        assert heap is not None
        kind = "null" if heap.roots["a"] == 0 else heap.class_of(int(heap.roots["a"]))
        if isinstance(trace.end, Returned):
            passed.add(kind)
            assert trace.end.value is trace.inputs[0] or model.startswith(("lazy", "lazier"))
        assert isinstance(trace.end, Returned) is (kind in ("null", "A", "B"))
    assert passed
    assert ends(program, model)["bad-cast"] == 1


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("declared", ["A", "B"])
def test_a_cast_to_a_superclass_cannot_fail(model: str, declared: str) -> None:
    assert set(ends(cast_of_input(declared, "A"), model)) == {"return"}


@pytest.mark.parametrize("model", MODELS)
def test_a_cast_to_another_class_passes_null_only(model: str) -> None:
    program = cast_of_input("D", "A")
    running = exploration(program, model)
    ended = {type(t.end): running.witness(t) for t in running}
    assert set(ended) == {Returned, Threw}
    returned, threw = ended[Returned], ended[Threw]
    assert returned is not None
    assert threw is not None
    assert returned.roots["a"] == 0
    assert threw.roots["a"] != 0


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("made", "end"), [("A", "bad-cast"), ("B", "return"), ("D", "bad-cast")])
def test_a_cast_of_a_new_object(model: str, made: str, end: str) -> None:
    program = by_hand((), 2, (New(0, made, AT), Cast(1, 0, TABLE.subtypes("B"), at(3)), Return(1, AT)))
    assert ends(program, model) == {end: 1}


# Fields of one name in unrelated classes ------------------------------------------------------------------------------

CLASSES = """
class Lamp { bool on; }
class Door { bool on; bool locked; }
class Gate extends Door { }
class Knob { int on; }
class Wall { }
"""
KINDS = ("null", "Lamp", "Door", "Gate", "Knob", "Wall")

ACCESSES = {
    "read": "(Y0.on)",
    "write a truth value": "let _ := (Y0.on := true) in (Y0.on)",
    "write a number": "let _ := (Y0.on := 3) in (Y0.on)",
    "write a reference": "let _ := (Y0.on := null) in 1",
    "read of a number": "(3.on)",
    "write to a truth value": "let _ := (true.on := true) in 1",
    "write of an input": "let _ := (Y0.on := X0) in ((Y0.on) = X0)",
    "through a new object": "let w := new Wall in (w.on)",
    "through null": "(null.on)",
}


def load_access(access: str) -> Program:
    return load(f"{CLASSES}\n{ACCESSES[access]}", "t.pose")


def concrete(program: Program, kind: str) -> PathKey:
    """Return the interpreter's path on an input of that class."""
    objects = {} if kind == "null" else {1: ConcreteObject(kind, {})}
    roots = {i.name: (0 if kind == "null" else 1) if i.type.class_name else 0 for i in program.inputs}
    actual = run(program, ConcreteHeap(program.table, dict(roots), objects), max_calls=5)
    return path_key(actual.decisions, actual.end)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("access", ACCESSES)
def test_the_engine_ends_as_the_interpreter_does_for_every_class(access: str, model: str) -> None:
    """Null, then a missing field, then a value that does not fit: the first of them ends the path."""
    program = load_access(access)
    expected = {concrete(program, kind) for kind in KINDS}
    assert {trace.key for trace in exploration(program, model)} == expected


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("access", ACCESSES)
def test_the_witness_of_each_end_meets_it(access: str, model: str) -> None:
    program = load_access(access)
    running = exploration(program, model)
    traces = list(running)
    for trace in traces:
        heap = running.witness(trace)
        assert heap is not None
        actual = run(program, heap, max_calls=5)
        assert path_key(actual.decisions, actual.end) == trace.key
    assert traces


def test_which_field_is_meant_is_a_decision_by_the_class_that_declares_it() -> None:
    program = load_access("read")
    owners = {kind: concrete(program, kind)[0] for kind in ("Lamp", "Door", "Gate", "Knob")}
    assert owners == {"Lamp": "Lamp", "Door": "Door", "Gate": "Door", "Knob": "Knob"}


def test_a_value_that_fits_no_field_is_an_error_of_those_that_have_it_only() -> None:
    program = load_access("write a reference")
    errors = {kind: concrete(program, kind)[-1].partition("@")[0] for kind in KINDS}
    assert errors == {
        "null": "null",
        "Wall": "no-such-field",
        **dict.fromkeys(("Lamp", "Door", "Gate", "Knob"), "type-error"),
    }
