"""A heap model driven through its protocol: requests, and the ways on which their branches are possible."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from symheap.core.model import Plain
from symheap.core.origin import Origin
from symheap.core.outcome import Answer as SolverAnswer
from symheap.core.outcome import ErrorKind, Sat, Unsat
from symheap.core.terms import INT, REF, Term, Value, and_, conjunction, eq, not_, symbol
from symheap.core.types import BOOL_TYPE, INT_TYPE, ROOT, ClassInfo, ClassTable, Field, ref_type
from symheap.engine.machine import View
from symheap.heap.api import Answer, Cell, Handle, HeapModel, Ok, PathView, Ref
from symheap.heap.registry import heap_model
from symheap.lang.javalite.lower import load as load_javalite
from symheap.lang.pose.lower import load as load_pose
from symheap.objects.ir import Program
from symheap.solver.api import Query, Solver, Statistics
from symheap.solver.chain import default_chain
from symheap.solver.path import EMPTY_PATH, PathCondition

EXAMPLES = Path(__file__).parents[3] / "examples"

NEXT = Field("A", "next", ref_type("A"))
ANY = Field("A", "any", ref_type(ROOT))
VAL = Field("A", "val", INT_TYPE)
FLAG = Field("A", "flag", BOOL_TYPE)
MORE = Field("B", "more", INT_TYPE)
OTHER = Field("D", "other", INT_TYPE)
TABLE = ClassTable(
    [
        ClassInfo("A", ROOT, (NEXT, ANY, VAL, FLAG), frozenset({"m/0", "n/0"})),
        ClassInfo("B", "A", (MORE,), frozenset({"m/0"})),
        ClassInfo("D", ROOT, (OTHER,)),
    ]
)
N = symbol(Origin.root("n"), INT)


@cache
def shared_chain() -> tuple[Solver, Statistics]:
    return default_chain(timeout_ms=5_000)


@cache
def example(name: str) -> Program:
    folder = "javalite" if name.endswith(".jl") else "pose"
    text = (EXAMPLES / folder / name).read_text(encoding="utf-8")
    return load_javalite(text, name) if folder == "javalite" else load_pose(text, name)


def solve(path: PathCondition, goal: Value) -> SolverAnswer:
    return shared_chain()[0].check(Query(path, goal))


def impossible(path: PathCondition, goal: Value) -> bool:
    return isinstance(solve(path, goal), Unsat)


def certain(path: PathCondition, condition: Value) -> bool:
    return impossible(path, not_(condition))


class Anything(PathView):
    """A path that excludes only contradictions."""

    def may(self, condition: Value) -> bool:
        return condition is not False


@dataclass(frozen=True)
class Way:
    """A heap on a path, and the result of the last request: a cell, the name of a class, or an error."""

    model: HeapModel[Any]
    heap: Any
    path: PathCondition
    result: Cell | str | ErrorKind = 0

    def view(self) -> PathView:
        return View(shared_chain()[0], self.path, False)

    def take(self, answer: Answer[Any]) -> list[Way]:
        """Return the branches that are possible here."""
        found = []
        for branch in answer:
            goal = and_(branch.guard, *branch.facts)
            solved = solve(self.path, goal)
            if isinstance(solved, Sat):
                path = self.path.assume(goal, solved.model)
                result = branch.value if isinstance(branch, Ok) else branch.error
                found.append(Way(self.model, branch.heap, path, result))
        return found

    def load(self, ref: Cell, field: Field) -> list[Way]:
        return self.take(self.model.load(self.heap, as_ref(ref), field, self.view()))

    def store(self, ref: Cell, field: Field, value: Cell) -> list[Way]:
        return self.take(self.model.store(self.heap, as_ref(ref), field, value, self.view()))

    def same(self, a: Cell, b: Cell) -> list[Way]:
        return self.take(self.model.same(self.heap, as_ref(a), as_ref(b), self.view()))

    def alloc(self, class_name: str) -> tuple[Way, Ref]:
        heap, ref = self.model.alloc(self.heap, class_name)
        return replace(self, heap=heap), ref

    def fails(self) -> bool:
        return isinstance(self.result, ErrorKind)

    @property
    def cell(self) -> Cell:
        assert not isinstance(self.result, str | ErrorKind)
        return self.result

    def decide(self, condition: Value) -> list[Way]:
        """Return both sides of a condition that are possible, with its truth as the result."""
        return self.take((Ok(condition, (), self.heap, True), Ok(not_(condition), (), self.heap, False)))

    def concrete(self, cell: Cell) -> Plain:
        """Return the value of a cell under the model of the path."""
        assert self.path.model is not None
        return self.model.concrete(self.heap, self.path.model, cell)


def as_ref(cell: Cell) -> Ref:
    assert not isinstance(cell, int)
    return cell


def start(
    name: str, *inputs: tuple[str, str], table: ClassTable = TABLE, acyclic: frozenset[str] = frozenset()
) -> tuple[Way, list[Ref]]:
    """Return a way at its beginning, with nullable inputs of the declared classes."""
    model = heap_model(name, table, acyclic)
    heap = model.empty()
    refs: list[Ref] = []
    facts: list[Value] = []
    for root, class_name in inputs:
        heap, ref, about = model.symbolic(heap, Origin.root(root), table.subtypes(class_name), nullable=True)
        refs.append(ref)
        facts += about
    solved = solve(EMPTY_PATH, conjunction(facts))
    assert isinstance(solved, Sat)
    return Way(model, heap, EMPTY_PATH.assume(conjunction(facts), solved.model)), refs


def through(ways: list[Way], request: Callable[[Way], list[Way]]) -> list[Way]:
    """Make a request on every way that has not failed."""
    return [after for way in ways if not way.fails() for after in request(way)]


def equal_on(way: Way, a: Cell, b: Cell) -> bool:
    """Whether two cells are equal wherever this way leads."""
    if not (is_reference(a) and is_reference(b)):
        return certain(way.path, eq(scalar(a), scalar(b)))
    ways = way.same(a, b)
    assert ways, "a comparison leads nowhere"
    return all(certain(w.path, scalar(w.cell)) for w in ways)


def is_reference(cell: Cell) -> bool:
    return isinstance(cell, Handle) or (isinstance(cell, Term) and cell.sort is REF)


def scalar(cell: Cell) -> Value:
    assert not isinstance(cell, Handle)
    return cell
