"""A concrete initial heap is chosen first: on every request, the branch whose guard holds there gives its result.

This is exactness from the other side: no heap is excluded by a fact, and each is in one branch.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from array_world import (
    ANY,
    AT,
    BLUE,
    CACHE,
    CLASSES,
    COLOR,
    COUNT,
    DATA,
    FIRST,
    FIXED,
    HELD,
    ITEMS,
    LIST,
    MORE,
    NEXT,
    NUMBERS,
    RED,
    SECOND,
    SIZE,
    STATICS,
    TABLE,
    TINT,
    TO,
    VAL,
    initial_heap,
)
from heap_ways import Anything, as_ref

from symheap.core.model import Plain
from symheap.core.origin import Origin
from symheap.core.outcome import ErrorKind
from symheap.core.terms import BV32, NULL, REF, Op, Value
from symheap.core.theories.bitvectors import bitvector
from symheap.core.types import ELEMENTS, LENGTH, Field
from symheap.heap.api import Answer, Cell, Index, Ok
from symheap.heap.registry import MODELS, heap_model
from symheap.laws.small_heaps import NaturalModel
from symheap.objects.concrete import ConcreteHeap, ConcreteObject

ROOTS = (("a", "A"), ("b", "A"), ("o", "Object"), ("n", "[I"), ("m", "[I"), ("p", "[LA;"), ("c", "Color"), ("x", "Box"))
KNOWN = (FIRST, SECOND, NUMBERS, LIST, RED, BLUE, STATICS)
FIELDS = (NEXT, NEXT, VAL, DATA, ITEMS, ANY, COLOR, TINT, MORE, CACHE, COUNT, SIZE, FIXED, HELD)
INDICES: tuple[Value, ...] = (0, 1, 2, AT, TO, bitvector(Op.BVADD, 32, AT, 1), bitvector(Op.BVSUB, 32, TO, AT))
CLASS_NAMES = ("A", "B", "[I", "[LA;", "[LB;", "Box")


def random_heap(dice: random.Random) -> ConcreteHeap:
    """Return up to five objects that refer to each other, to null and to objects from before the run."""
    heap = ConcreteHeap(TABLE, base=initial_heap().objects)
    for number in range(1, dice.randint(2, 6)):
        heap.objects[number] = ConcreteObject(dice.choice(CLASS_NAMES))

    def pick(class_name: str, *, nullable: bool = True) -> int:
        known = [ref.location.number for ref in KNOWN]
        types = TABLE.subtypes(class_name)
        fitting = [n for n in (*heap.objects, *heap.objects, *known) if heap.is_instance(n, types)]
        return dice.choice([*([0] if nullable else []), *fitting])

    for obj in heap.objects.values():
        fill(obj, dice, pick)
    for root, class_name in ROOTS:
        heap.roots[root] = pick(class_name)
    heap.roots["i"], heap.roots["j"] = dice.randint(-1, 2), dice.randint(0, 3)
    return heap


def fill(obj: ConcreteObject, dice: random.Random, pick: Callable[..., int]) -> None:
    if LENGTH in TABLE.fields(obj.class_name):
        obj.length = dice.randint(0, 3)
        component = TABLE.component(obj.class_name)
        for at in range(obj.length):
            obj.elements[at] = pick(component) if component is not None else dice.randint(5, 7)
        return
    for field in TABLE.fields(obj.class_name):
        if field.type.sort is REF:
            obj.fields[field.name] = pick(field.type.class_name, nullable=field is not HELD)
        else:
            obj.fields[field.name] = 7 if field is FIXED else dice.randint(0, 3)


class Run:
    """A symbolic heap and the concrete one by which its branches are chosen."""

    def __init__(self, name: str, heap: ConcreteHeap) -> None:
        self.actual = heap.copy()
        self.natural = NaturalModel(heap)
        self.model = heap_model(name, TABLE)
        self.heap = self.model.empty(initial_heap())
        self.refs: list[tuple[Cell, int]] = [(NULL, 0), *((ref, ref.location.number) for ref in KNOWN)]
        for root, class_name in ROOTS:
            origin, types = Origin.root(root), TABLE.subtypes(class_name)
            self.heap, ref, facts = self.model.symbolic(self.heap, origin, types, nullable=True)
            assert self.holds(facts)
            self.refs.append((ref, int(heap.roots[root])))

    def holds(self, facts: tuple[Value, ...]) -> bool:
        return all(self.natural.satisfies(fact) for fact in facts)

    def take(self, answer: Answer[object]) -> Cell | ErrorKind:
        """Return the branch that is taken.  All facts must be true, also those of the others."""
        assert all(self.holds(branch.facts) for branch in answer)
        (taken,) = (branch for branch in answer if self.natural.satisfies(branch.guard))
        self.heap = taken.heap
        if not isinstance(taken, Ok):
            return taken.error
        assert not isinstance(taken.value, str)
        return taken.value

    def expect(self, answer: Answer[object], expected: Plain | ErrorKind, *, is_ref: bool = False) -> bool:
        """Require the expected answer; return False if it ends the program."""
        result = self.take(answer)
        if isinstance(expected, ErrorKind) or isinstance(result, ErrorKind):
            assert result is expected
            return False
        assert self.model.concrete(self.heap, self.natural, result) == expected
        if is_ref:
            self.refs.append((result, int(expected)))
        return True

    def fault(self, number: int, field: Field) -> ErrorKind | None:
        if number == 0:
            return ErrorKind.NULL
        return None if self.actual.is_instance(number, TABLE.holders(field)) else ErrorKind.NO_FIELD

    def step(self, dice: random.Random) -> bool:
        kind = dice.choice(
            ("load", "load", "store", "get", "get", "put", "put", "copy", "same", "same", "new", "class")
        )
        (ref, number), (other, value) = dice.choice(self.refs), dice.choice(self.refs)
        request: Callable[[random.Random, Cell, int, Cell, int], bool] = getattr(self, f"_{kind}")
        return request(dice, ref, number, other, value)

    def _load(self, dice: random.Random, ref: Cell, number: int, other: Cell, value: int) -> bool:
        field = dice.choice((*FIELDS, LENGTH))
        result = self.fault(number, field)
        if result is not None and dice.random() < 0.9:
            return True
        held = self.actual.length(number) if result is None and field is LENGTH else None
        expected = result or (held if held is not None else self.actual.get(number, field))
        answer = self.model.load(self.heap, as_ref(ref), field, Anything())
        return self.expect(answer, expected, is_ref=field.type.sort is REF)

    def _store(self, dice: random.Random, ref: Cell, number: int, other: Cell, value: int) -> bool:
        fields = [f for f in FIELDS if number and self.fault(number, f) is None]
        if not fields:
            return True
        field = dice.choice(fields)
        if field.type.sort is not REF:
            other, value = dice.randint(40, 50), 0
            value = int(other)
        elif value and not self.actual.is_instance(value, TABLE.subtypes(field.type.class_name)):
            return True
        self.take(self.model.store(self.heap, as_ref(ref), field, other, Anything()))
        self.actual.put(number, field, value)
        return True

    def _index(self, dice: random.Random, number: int) -> tuple[Value, int] | None:
        """Return an index within the bounds of an array."""
        length = self.actual.length(number) if number else None
        inside = [(i, at) for i in INDICES if 0 <= (at := int(self.natural.evaluate(i))) < (length or 0)]
        return dice.choice(inside) if inside else None

    def _get(self, dice: random.Random, ref: Cell, number: int, other: Cell, value: int) -> bool:
        result = self._index(dice, number)
        if result is None:
            return True
        kind = TABLE.fields(self.actual.class_of(number))[-1].type.sort.element or BV32
        answer = self.model.load(self.heap, as_ref(ref), Index(kind, result[0]), Anything())
        return self.expect(answer, self.actual.element(number, result[1], kind), is_ref=kind is REF)

    def _put(self, dice: random.Random, ref: Cell, number: int, other: Cell, value: int) -> bool:
        result = self._index(dice, number)
        if result is None:
            return True
        component = TABLE.component(self.actual.class_of(number))
        if component is None:
            other = value = dice.randint(60, 70)
        elif value and not self.actual.is_instance(value, TABLE.subtypes(component)):
            return True
        slot = Index(BV32 if component is None else REF, result[0])
        self.take(self.model.store(self.heap, as_ref(ref), slot, other, Anything()))
        self.actual.set_element(number, result[1], value)
        return True

    def _copy(self, dice: random.Random, ref: Cell, number: int, other: Cell, value: int) -> bool:
        start, at = self._index(dice, number), self._index(dice, value)
        kinds = {TABLE.fields(self.actual.class_of(n))[-1] for n in (number, value) if n}
        if start is None or at is None or len(kinds) != 1:
            return True
        if self.actual.class_of(value) != self.actual.class_of(number):
            return True
        most = min((self.actual.length(number) or 0) - start[1], (self.actual.length(value) or 0) - at[1])
        count = dice.choice([(n, c) for n in (1, 2, 3, TO) if 0 <= (c := int(self.natural.evaluate(n))) <= most])
        kind = kinds.pop().type.sort.element
        assert kind is not None
        for k in range(count[1]):  # what nobody has looked at has no value in a witness
            self.take(self.model.load(self.heap, as_ref(ref), Index(kind, start[1] + k), Anything()))
        answer = self.model.copy_range(
            self.heap, kind, as_ref(ref), start[0], as_ref(other), at[0], count[0], Anything()
        )
        assert not isinstance(self.take(answer), ErrorKind)
        held = [self.actual.element(number, start[1] + k, kind) for k in range(count[1])]
        for k, element in enumerate(held):
            self.actual.set_element(value, at[1] + k, element)
        return True

    def _same(self, dice: random.Random, ref: Cell, number: int, other: Cell, value: int) -> bool:
        return self.expect(self.model.same(self.heap, as_ref(ref), as_ref(other), Anything()), number == value)

    def _new(self, dice: random.Random, ref: Cell, number: int, other: Cell, value: int) -> bool:
        name = dice.choice(("A", "[I", "[LA;"))
        if name == "A":
            self.heap, made = self.model.alloc(self.heap, name)
        else:
            self.heap, made = self.model.alloc_array(self.heap, name, 2)
        new = int(self.model.concrete(self.heap, self.natural, made))
        self.actual.objects[new] = ConcreteObject(name, length=None if name == "A" else 2)
        self.refs.append((made, new))
        return True

    def _class(self, dice: random.Random, ref: Cell, number: int, other: Cell, value: int) -> bool:
        if number == 0 and dice.random() < 0.9:
            return True
        expected = CLASSES[self.actual.class_of(number)].location.number if number else ErrorKind.NULL
        return self.expect(self.model.class_of(self.heap, as_ref(ref), Anything()), expected)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("seed", range(60))
def test_one_branch_is_taken_and_tells_what_the_heap_does(name: str, seed: int) -> None:
    dice = random.Random(seed)
    run = Run(name, random_heap(dice))
    for _ in range(25):
        if not run.step(dice):
            break
    final = run.model.final(run.heap, run.natural)
    inputs = run.model.inputs(run.heap, run.natural)
    final = replace(final.completed_by(inputs), base=initial_heap().objects)
    for number in {number for _, number in run.refs} - {0}:
        agrees(final, run.actual, number)


def agrees(final: ConcreteHeap, actual: ConcreteHeap, number: int) -> None:
    """Check that the final heap is right about an object, and silent about fields that the run did not read."""
    told, true = final.find(number), actual.find(number)
    assert told.class_name == true.class_name
    assert told.length in (None, true.length) or not told.fields
    for field in TABLE.fields(true.class_name):
        if field.name in told.fields:
            assert told.fields[field.name] == actual.get(number, field)
    kind = TABLE.fields(true.class_name)[-1].type.sort.element if true.length is not None else None
    for at, value in told.elements.items() if kind is not None else ():
        assert value == actual.element(number, at, kind if kind is not None else ELEMENTS[BV32].type.sort)
