"""Random requests to a heap model, each with the same request to a concrete heap."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

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
    ITEMS,
    LIST,
    MORE,
    NEXT,
    NUMBERS,
    RED,
    SECOND,
    STATICS,
    TABLE,
    TINT,
    TO,
    VAL,
)
from heap_ways import Way, as_ref, impossible, scalar, shared_chain
from hypothesis import strategies as st

from symheap.core.model import Plain
from symheap.core.outcome import ErrorKind
from symheap.core.terms import BV32, NULL, REF, Op, Term, Value, and_, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.core.types import ELEMENTS, LENGTH, Field
from symheap.engine.machine import View
from symheap.heap.api import Answer, Cell, Index
from symheap.laws.guards import not_split, shared_facts
from symheap.objects.concrete import ConcreteHeap

FIELDS = (NEXT, NEXT, ANY, VAL, DATA, DATA, ITEMS, ITEMS, COLOR, TINT, MORE, CACHE, COUNT)


INDICES: tuple[Value, ...] = (0, 1, 2, AT, TO, bitvector(Op.BVADD, 32, AT, 1))


KINDS = ("load", "store", "get", "get", "put", "put", "copy", "fill", "fill", "same", "same", "alloc", "array", "class")


ROOTS = (
    ("a", "A"),
    ("b", "A"),
    ("o", "Object"),
    ("n", "[I"),
    ("m", "[I"),
    ("p", "[LA;"),
    ("q", "[LA;"),
    ("c", "Color"),
)


KNOWN = (FIRST, SECOND, NUMBERS, LIST, RED, BLUE, STATICS)


NUMBERS_ = st.integers(0, 10**6)


REQUESTS = st.lists(st.tuples(st.sampled_from(KINDS), NUMBERS_, NUMBERS_, NUMBERS_, NUMBERS_), min_size=3, max_size=9)


Refs = list[int]


Replay = Callable[[ConcreteHeap, Refs, Callable[[Value], int]], "Plain | ErrorKind | None"]


@dataclass
class Session:
    """The symbolic requests so far, each with its result and the concrete request."""

    way: Way
    refs: list[Cell]
    asked: list[tuple[Cell | ErrorKind | None, Replay]] = field(default_factory=list)
    ended: bool = False

    def follow(self, answer: Answer[object], which: int) -> Cell | ErrorKind | None:
        """Take a branch that is possible.  Guards are disjoint and cover the path."""
        overlap = and_(shared_facts(answer), not_split([branch.guard for branch in answer]))
        assert impossible(self.way.path, overlap), "guards overlap or leave a gap"
        ways = self.way.take(answer)
        assert ways, "no branch is possible"
        going_on = [way for way in ways if not way.fails()]
        ways = going_on if going_on and which % 8 else ways
        self.way = ways[which % len(ways)]
        result = self.way.result
        assert not isinstance(result, str)
        self.ended = isinstance(result, ErrorKind)
        return result

    def decide(self, condition: Value) -> bool:
        """Continue where `condition` holds, if that is possible."""
        ways = [way for way in self.way.decide(condition) if way.cell is True]
        if ways:
            self.way = ways[0]
        return bool(ways)

    def view(self) -> View:
        return View(shared_chain()[0], self.way.path, False)

    def request(self, kind: str, a: int, b: int, c: int, which: int) -> None:
        i, j = a % len(self.refs), b % len(self.refs)
        getattr(self, f"_{kind}")(i, j, c, which)

    def _alloc(self, i: int, j: int, c: int, which: int) -> None:
        name = ("A", "B")[c % 2]
        self.way, made = self.way.alloc(name)
        self.refs.append(made)
        self.asked.append((None, lambda heap, refs, value: refs.append(heap.new(name))))

    def _array(self, i: int, j: int, c: int, which: int) -> None:
        name, length = ("[I", "[LA;")[c % 2], (2, 3, AT)[which % 3]
        if length is AT and not self.decide(and_(not_(bitvector(Op.BVSLT, 32, AT, 0)), bitvector(Op.BVSLT, 32, AT, 5))):
            return
        heap, made = self.way.model.alloc_array(self.way.heap, name, length)
        self.way = replace(self.way, heap=heap)
        self.refs.append(made)
        self.asked.append((None, lambda heap, refs, value: refs.append(heap.new_array(name, value(length)))))

    def _same(self, i: int, j: int, c: int, which: int) -> None:
        result = self.follow(
            self.way.model.same(self.way.heap, as_ref(self.refs[i]), as_ref(self.refs[j]), self.view()), which
        )
        assert result is not None
        assert not isinstance(result, ErrorKind)
        ways = self.way.decide(scalar(result))
        self.way = ways[c % len(ways)]
        self.asked.append((self.way.cell, lambda heap, refs, value: refs[i] == refs[j]))

    def _class(self, i: int, j: int, c: int, which: int) -> None:
        result = self.follow(self.way.model.class_of(self.way.heap, as_ref(self.refs[i]), self.view()), which)

        def replay(heap: ConcreteHeap, refs: Refs, value: Callable[[Value], int]) -> Plain | ErrorKind | None:
            return CLASSES[heap.class_of(refs[i])].location.number if refs[i] else ErrorKind.NULL

        self.asked.append((result, replay))

    def _load(self, i: int, j: int, c: int, which: int) -> None:
        slot = FIELDS[c % len(FIELDS)]
        result = self.follow(self.way.model.load(self.way.heap, as_ref(self.refs[i]), slot, self.view()), which)
        self._loaded(result, slot.type.sort is REF, lambda heap, refs, value: get(heap, refs[i], slot))

    def _loaded(self, result: Cell | ErrorKind | None, is_ref: bool, replay: Replay) -> None:
        if not is_ref or isinstance(result, ErrorKind):
            self.asked.append((result, replay))
            return
        assert result is not None
        self.refs.append(result)

        def keep(heap: ConcreteHeap, refs: Refs, value: Callable[[Value], int]) -> Plain | ErrorKind | None:
            result = replay(heap, refs, value)
            if isinstance(result, ErrorKind) or result is None:
                return result
            refs.append(int(result))
            return None

        self.asked.append((None, keep))

    def _store(self, i: int, j: int, c: int, which: int) -> None:
        slot = FIELDS[c % len(FIELDS)]
        put: Cell = self._fitting(slot.type.class_name, j) if slot.type.sort is REF else 40 + j
        at = self.refs.index(put) if slot.type.sort is REF else -1
        result = self.follow(self.way.model.store(self.way.heap, as_ref(self.refs[i]), slot, put, self.view()), which)

        def replay(heap: ConcreteHeap, refs: Refs, value: Callable[[Value], int]) -> Plain | ErrorKind | None:
            error = fault(heap, refs[i], slot)
            if error is None:
                heap.put(refs[i], slot, refs[at] if at >= 0 else 40 + j)
            return error

        self.asked.append((result if self.ended else None, replay))

    def _fitting(self, class_name: str, j: int) -> Cell:
        """Return a reference that certainly fits, since the types of a program are checked before it runs."""
        for cell in (*self.refs[j:], *self.refs[:j]):
            for way in self.way.take(
                self.way.model.is_a(self.way.heap, as_ref(cell), TABLE.subtypes(class_name), self.view())
            ):
                if impossible(way.path, not_(scalar(way.cell))):
                    self.way = way
                    return cell
                break
        return NULL

    def _bounded(self, i: int, index: Value, which: int) -> bool:
        """Read the length and stay within the bounds; False if that is impossible or the program ended."""
        result = self.follow(self.way.model.load(self.way.heap, as_ref(self.refs[i]), LENGTH, self.view()), which)
        self.asked.append((result, lambda heap, refs, value: get(heap, refs[i], LENGTH)))
        if self.ended:
            return False
        assert result is not None
        assert not isinstance(result, ErrorKind)
        small = bitvector(Op.BVSLT, 32, scalar(result), 6)
        return self.decide(
            and_(
                not_(bitvector(Op.BVSLT, 32, index, 0)) if not isinstance(index, int) else True,
                bitvector(Op.BVSLT, 32, index, scalar(result)),
                small,
            )
        )

    def _get(self, i: int, j: int, c: int, which: int) -> None:
        kind, index = (BV32, REF)[j % 2], INDICES[c % len(INDICES)]
        if not self._bounded(i, index, which):
            return
        result = self.follow(
            self.way.model.load(self.way.heap, as_ref(self.refs[i]), Index(kind, index), self.view()), which // 3
        )
        self._loaded(
            result,
            kind is REF,
            lambda heap, refs, value: fault(heap, refs[i], ELEMENTS[kind]) or heap.element(refs[i], value(index), kind),
        )

    def _put(self, i: int, j: int, c: int, which: int) -> None:
        kind, index = (BV32, REF)[j % 2], INDICES[c % len(INDICES)]
        put: Cell = 60 + j if kind is BV32 else self._fitting("B", j)
        at = self.refs.index(put) if kind is REF else -1
        if not self._bounded(i, index, which):
            return
        answer = self.way.model.store(self.way.heap, as_ref(self.refs[i]), Index(kind, index), put, self.view())
        result = self.follow(answer, which // 3)

        def replay(heap: ConcreteHeap, refs: Refs, value: Callable[[Value], int]) -> Plain | ErrorKind | None:
            error = fault(heap, refs[i], ELEMENTS[kind])
            if error is None:
                heap.set_element(refs[i], value(index), refs[at] if at >= 0 else 60 + j)
            return error

        self.asked.append((result if self.ended else None, replay))

    def _copy(self, i: int, j: int, c: int, which: int) -> None:
        start, at = INDICES[c % len(INDICES)], INDICES[c // 7 % len(INDICES)]
        for ref, index in ((i, start), (j, at)):
            if not self._bounded(ref, bitvector(Op.BVADD, 32, index, 1), which) or not self._is_array(ref):
                return
            if not self.decide(not_(bitvector(Op.BVSLT, 32, index, 0)) if not isinstance(index, int) else True):
                return
        refs_ = as_ref(self.refs[i]), as_ref(self.refs[j])
        answer = self.way.model.copy_range(self.way.heap, BV32, refs_[0], start, refs_[1], at, 2, self.view())
        result = self.follow(answer, which // 5)

        def replay(heap: ConcreteHeap, refs: Refs, value: Callable[[Value], int]) -> Plain | ErrorKind | None:
            held = [heap.element(refs[i], value(start) + k, BV32) for k in range(2)]
            for k, element in enumerate(held):
                heap.set_element(refs[j], value(at) + k, element)
            return None

        self.asked.append((result if self.ended else None, replay))

    def _fill(self, i: int, j: int, c: int, which: int) -> None:
        """Fill all of it, or one or two elements from an index on."""
        kind, at, count = (BV32, REF)[j % 2], INDICES[c % len(INDICES)], 1 + c % 2
        value: Cell = 60 * (j % 3) if kind is BV32 else self._fitting("B", j)
        stored = self.refs.index(value) if kind is REF else -1
        last = at if count == 1 else bitvector(Op.BVADD, 32, at, 1)
        if not self._bounded(i, 0 if which % 2 else last, which) or not self._is_array(i, ("[I", "[LA;")[j % 2]):
            return
        if isinstance(at, Term) and not self.decide(not_(bitvector(Op.BVSLT, 32, at, 0))):
            return
        size = self._length(i)
        start, length = (0, size) if which % 2 else (at, count)
        array = as_ref(self.refs[i])
        answer = self.way.model.fill_range(self.way.heap, kind, array, start, length, value, self.view())
        result = self.follow(answer, which // 5)

        def replay(heap: ConcreteHeap, refs: Refs, evaluate: Callable[[Value], int]) -> Plain | ErrorKind | None:
            for k in range(evaluate(length)):
                heap.set_element(refs[i], evaluate(start) + k, refs[stored] if stored >= 0 else 60 * (j % 3))
            return None

        self.asked.append((result if self.ended else None, replay))

    def _length(self, i: int) -> Value:
        """Return the length of a known array."""
        (ok,) = self.way.take(self.way.model.load(self.way.heap, as_ref(self.refs[i]), LENGTH, self.view()))
        self.way = ok
        return scalar(ok.cell)

    def _is_array(self, i: int, class_name: str = "[I") -> bool:
        ways = self.way.take(
            self.way.model.is_a(self.way.heap, as_ref(self.refs[i]), TABLE.subtypes(class_name), self.view())
        )
        for way in ways:
            self.way = way
            if self.decide(scalar(way.cell)):
                return True
        return False


def get(heap: ConcreteHeap, number: int, slot: Field) -> Plain | ErrorKind:
    error = fault(heap, number, slot)
    if error is not None:
        return error
    length = heap.length(number)
    return length if slot is LENGTH and length is not None else heap.get(number, slot)


def fault(heap: ConcreteHeap, number: int, slot: Field) -> ErrorKind | None:
    if number == 0:
        return ErrorKind.NULL
    return None if heap.is_instance(number, TABLE.holders(slot)) else ErrorKind.NO_FIELD
