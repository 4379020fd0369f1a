"""Small heaps and their comparison, with what Java programs add: arrays, widths, strings, objects from before."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.core.model import object_number
from symheap.core.types import LENGTH
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.values.pseudo import DEFERRED
from symheap.laws.choice import Chooser, every_choice
from symheap.laws.same_heap import difference
from symheap.laws.small_heaps import MAX_LENGTH, UndecidedHeap
from symheap.objects.concrete import ConcreteHeap, ConcreteObject
from symheap.objects.interpreter import run
from symheap_testing.java.corpus import corpus_of, entries

FOLDER = Path(__file__).parents[2] / "programs" / "java"


def loaded(name: str, method: str) -> JavaProgram:
    corpus = corpus_of(FOLDER)
    if corpus is None:
        pytest.skip("no JDK with javac")
    [entry] = [e for e in entries(FOLDER / f"{name}.java") if e.method == method]
    return corpus.load(entry)


def heaps(java: JavaProgram) -> list[UndecidedHeap]:
    def one(chooser: Chooser) -> UndecidedHeap:
        heap = UndecidedHeap(java.program, chooser, max_int=1)
        run(java.program, heap, max_calls=20, max_loop=3)
        return heap

    return list(every_choice(one))


def test_arrays_of_all_small_lengths_and_contents() -> None:
    result = heaps(loaded("Arrays1", "indexOf(int[], int)"))
    arrays = [heap.objects[1] for heap in result if heap.roots["a"] == 1]
    assert sum(heap.roots["a"] == 0 for heap in result) == 3
    assert {array.length for array in arrays} == set(range(MAX_LENGTH + 1))
    assert {value for array in arrays for value in array.elements.values()} == {0, 1, -1}


def test_an_input_of_an_enum_is_one_of_its_constants() -> None:
    java = loaded("EnumLights", "next(Light)")
    constants = java.table.constants("EnumLights$Light")
    assert constants
    result = heaps(java)
    assert [heap.roots["light"] for heap in result] == [0, *map(object_number, constants)]
    assert all(not heap.objects for heap in result)


def arrays(java: JavaProgram, length: int, elements: dict[int, int]) -> ConcreteHeap:
    heap = ConcreteHeap(java.table)
    heap.objects[1] = ConcreteObject("[I", length=length, elements=dict(elements))
    return heap


def test_arrays_are_compared_by_length_and_elements() -> None:
    java = loaded("Arrays1", "indexOf(int[], int)")
    pairs = [("a", 1, 1)]
    long = 2**31 - 1
    assert difference(arrays(java, long, {5: 0}), arrays(java, long, {}), list(pairs)) is None
    assert difference(arrays(java, 3, {1: 4}), arrays(java, 3, {}), list(pairs)) == "a[1] is 4, not 0"
    assert difference(arrays(java, 3, {}), arrays(java, 2, {}), list(pairs)) == f"a.{LENGTH.name} is 3, not 2"


def test_a_deferred_string_is_like_any_string_but_like_nothing_else() -> None:
    table = loaded("Arrays1", "indexOf(int[], int)").table
    deferred, text, other = (
        ConcreteHeap(table, objects={-1: ConcreteObject(name)}) for name in (DEFERRED, "java.lang.String", "Arrays1")
    )
    assert difference(deferred, text, [("s", -1, -1)]) is None
    assert difference(deferred, other, [("s", -1, -1)]) is not None


def test_objects_from_before_the_run_are_themselves() -> None:
    java = loaded("EnumLights", "next(Light)")
    first, second, *_ = map(object_number, java.table.constants("EnumLights$Light") or ())
    base = java.table.initial.heap.shared()
    left, right = (ConcreteHeap(java.table, base=base) for _ in range(2))
    assert difference(left, right, [("x", first, first)]) is None
    assert difference(left, right, [("x", first, second)]) == "x is another object"
    field = next(f for f in java.table.fields("EnumLights$Light") if f.name == "ordinal")
    right.put(first, field, 7)
    assert difference(left, right, []) == f"#{first}.ordinal is 0, not 7"
