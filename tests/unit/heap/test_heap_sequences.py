"""Random requests to a heap model, one feasible branch after the other, compared with a concrete heap.

The concrete heap is the witness: the `inputs` under the model of the path, at the end of all requests.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from heap_ways import ANY, FLAG, MORE, NEXT, TABLE, VAL, Way, scalar, start
from hypothesis import given, settings
from hypothesis import strategies as st

from symheap.core.model import Plain
from symheap.core.outcome import ErrorKind
from symheap.core.terms import BOOL, NULL, REF
from symheap.core.types import Field
from symheap.heap.api import Cell
from symheap.heap.registry import MODELS
from symheap.objects.concrete import ConcreteHeap

FIELDS = (NEXT, NEXT, ANY, VAL, FLAG, MORE)
NUMBERS = st.integers(0, 10**6)
REQUESTS = st.lists(
    st.tuples(st.sampled_from(("load", "load", "store", "store", "same", "alloc")), NUMBERS, NUMBERS, NUMBERS, NUMBERS),
    min_size=3,
    max_size=9,
)
Replay = Callable[[ConcreteHeap, list[int]], "Plain | ErrorKind | None"]


@dataclass
class Session:
    """The symbolic requests so far, each with its result and the concrete request."""

    way: Way
    refs: list[Cell]
    asked: list[tuple[Cell | ErrorKind | None, Replay]] = field(default_factory=list)

    def follow(self, ways: list[Way], which: int) -> Way:
        assert ways, "no branch is possible"
        self.way = ways[which % len(ways)]
        return self.way

    def request(self, kind: str, a: int, b: int, f: int, which: int) -> bool:
        """Make one request; return False if it ended the program."""
        i, j, slot = a % len(self.refs), b % len(self.refs), FIELDS[f % len(FIELDS)]
        if kind == "alloc":
            self.way, made = self.way.alloc(("A", "B", "D")[a % 3])
            self.refs.append(made)
            self.asked.append((None, lambda heap, refs: refs.append(heap.new(("A", "B", "D")[a % 3]))))
        elif kind == "same":
            self._same(i, j, which)
        elif kind == "load":
            self._load(i, slot, which)
        else:
            self._store(i, slot, j, which)
        last = self.asked[-1][0]
        return not isinstance(last, ErrorKind)

    def _same(self, i: int, j: int, which: int) -> None:
        compared = self.follow(self.way.same(self.refs[i], self.refs[j]), which)
        decided = self.follow(compared.decide(scalar(compared.cell)), which // 7)
        self.asked.append((decided.cell, lambda heap, refs: refs[i] == refs[j]))

    def _load(self, i: int, slot: Field, which: int) -> None:
        result = self.follow(self.way.load(self.refs[i], slot), which).result
        assert not isinstance(result, str)
        is_ref = slot.type.sort is REF and not isinstance(result, ErrorKind)
        if is_ref and not isinstance(result, ErrorKind):
            self.refs.append(result)

        def replay(heap: ConcreteHeap, refs: list[int]) -> Plain | ErrorKind | None:
            outcome = fault(heap, refs[i], slot) or heap.get(refs[i], slot)
            if is_ref and not isinstance(outcome, ErrorKind):
                refs.append(int(outcome))
                return None
            return outcome

        self.asked.append((None if is_ref else result, replay))

    def _store(self, i: int, slot: Field, j: int, which: int) -> None:
        value: Cell = self.refs[j] if slot.type.sort is REF else bool(j % 2) if slot.type.sort is BOOL else 40 + j
        result = self.follow(self.way.store(self.refs[i], slot, value), which).result

        def replay(heap: ConcreteHeap, refs: list[int]) -> Plain | ErrorKind | None:
            error = fault(heap, refs[i], slot)
            if error is None:
                heap.put(refs[i], slot, refs[j] if slot.type.sort is REF else int(scalar_of(value)))
            return error

        self.asked.append((result if isinstance(result, ErrorKind) else None, replay))


def scalar_of(value: Cell) -> int:
    assert isinstance(value, int)
    return value


def fault(heap: ConcreteHeap, number: int, slot: Field) -> ErrorKind | None:
    if number == 0:
        return ErrorKind.NULL
    return None if heap.is_instance(number, TABLE.subtypes(slot.owner)) else ErrorKind.NO_FIELD


@pytest.mark.parametrize("name", MODELS)
@settings(max_examples=60, deadline=None, derandomize=True)
@given(requests=REQUESTS)
def test_a_concrete_heap_gives_what_the_model_predicts(
    name: str, requests: list[tuple[str, int, int, int, int]]
) -> None:
    way, (x, y) = start(name, ("x", "A"), ("y", "Object"))
    session = Session(way, [x, y, NULL])
    for request in requests:
        if not session.request(*request):
            break
    model = session.way.path.model
    assert model is not None
    assert all(model.satisfies(c) for c in session.way.path.conjuncts())
    heap = session.way.model.inputs(session.way.heap, model)
    refs = [int(heap.roots["x"]), int(heap.roots["y"]), 0]
    for predicted, replay in session.asked:
        actual = replay(heap, refs)
        if isinstance(predicted, ErrorKind) or predicted is None:
            assert actual is predicted
        else:
            assert actual == session.way.concrete(predicted)
    same_objects(session, refs)


def same_objects(session: Session, refs: list[int]) -> None:
    """Check that the model's references and the concrete ones, in order of appearance, are equal in the same pairs."""
    predicted = [session.way.concrete(cell) for cell in session.refs]
    assert len(predicted) == len(refs)
    assert len(set(zip(predicted, refs, strict=True))) == len(set(predicted)) == len(set(refs))
    assert all((p > 0) is (r > 0) and (p == 0) is (r == 0) for p, r in zip(predicted, refs, strict=True))
