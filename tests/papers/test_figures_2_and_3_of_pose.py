"""[POSE] Figs. 2(b) and 3(b) to (d): the symbolic states of p1 and p2, clause by clause, and what the text says
of them.

X0, X1 and X2 of the paper are the initial values of the field: here they are named by where they stand (`Y0.f`).
"""

from __future__ import annotations

from paper_programs import example, shared_chain

from symheap.core.origin import Origin
from symheap.core.outcome import ErrorKind, Returned, Sat, Unsat
from symheap.core.terms import INT, NULL, REF, Term, Value, add, and_, eq, ite, not_, symbol
from symheap.engine.explore import Exploration
from symheap.engine.state import Trace
from symheap.heap.api import Fault, Ok, PathView
from symheap.heap.pose.model import Pose, PoseHeap
from symheap.objects.ir import Program
from symheap.solver.api import Query
from symheap.solver.path import EMPTY_PATH

Y = tuple(symbol(Origin.root(name), REF) for name in ("Y0", "Y1", "Y2"))
X = tuple(symbol(y.origin.then("f"), INT) for y in Y)


class Anything(PathView):
    """A path that excludes nothing."""

    def may(self, condition: Value) -> bool:
        return True


class Run:
    """Runs the heap model, one access after the other, on Y0, Y1 and Y2 of the field's class.

    `sigma` collects the guards of success.
    """

    def __init__(self, program: Program) -> None:
        (self.field,) = program.table.declaring("f")
        self.model = Pose(program.table)
        self.heap: PoseHeap = self.model.empty()
        self.sigma: list[Value] = []
        types = program.table.subtypes(self.field.owner)
        for y in Y:
            self.heap, _, _ = self.model.symbolic(self.heap, y.origin, types, nullable=True)

    def read(self, y: Term) -> Value:
        success, *faults = self.model.load(self.heap, y, self.field, Anything())
        return self._taken(success, faults)

    def write(self, y: Term, value: int) -> None:
        success, *faults = self.model.store(self.heap, y, self.field, value, Anything())
        self._taken(success, faults)

    def _taken(self, success: Ok[PoseHeap] | Fault[PoseHeap], faults: list[Ok[PoseHeap] | Fault[PoseHeap]]) -> Value:
        assert isinstance(success, Ok)
        assert [f.error for f in faults if isinstance(f, Fault) and f.error is ErrorKind.NULL] == [ErrorKind.NULL]
        self.heap = success.heap
        self.sigma.append(success.guard)
        assert isinstance(success.value, (int, Term))
        return success.value

    def f(self, y: Term) -> Value | None:
        return self.heap.slot(y, self.field)


def not_null(*refs: Term) -> Value:
    return and_(*(not_(eq(ref, NULL)) for ref in refs))


def implied(premise: Value, conclusion: Value) -> bool:
    """Whether `premise` is possible, and only together with `conclusion`."""
    solver, _ = shared_chain()
    path = EMPTY_PATH.with_model(None)
    possible = solver.check(Query(path, premise))
    refuted = solver.check(Query(path, and_(premise, not_(conclusion))))
    return isinstance(possible, Sat) and isinstance(refuted, Unsat)


def possible(condition: Value) -> bool:
    solver, _ = shared_chain()
    return isinstance(solver.check(Query(EMPTY_PATH.with_model(None), condition)), Sat)


def paths(name: str, value: Value) -> list[Value]:
    """Return the conditions of the paths of an example that end normally with `value`."""
    program = example(name)
    solver, statistics = shared_chain()
    traces: list[Trace[PoseHeap]] = list(Exploration(program, Pose(program.table), solver, statistics))
    return [and_(*t.path.conjuncts()) for t in traces if isinstance(t.end, Returned) and t.end.value is value]


# Fig. 2 ---------------------------------------------------------------------------------------------------------------

A1 = ite(eq(Y[1], Y[0]), X[0], X[1])
A2 = ite(eq(Y[2], Y[1]), A1, ite(eq(Y[2], Y[0]), X[0], X[2]))


def test_p1_line_3() -> None:
    """Rule: [POSE] Fig. 2(b)"""
    run = Run(example("p1.pose"))
    v = add(add(run.read(Y[0]), run.read(Y[1])), run.read(Y[2]))
    assert run.f(Y[0]) is X[0]
    assert run.f(Y[1]) is A1
    assert run.f(Y[2]) is A2
    assert v is add(add(X[0], A1), A2)
    assert and_(*run.sigma) is not_null(*Y)


def test_p1_line_4_compares_what_line_3_read() -> None:
    run = Run(example("p1.pose"))
    first = [run.read(y) for y in Y]
    before = run.heap.objects
    assert [run.read(y) for y in Y] == first
    assert run.heap.objects == before


def test_p1_line_5_only_if_y0_and_y1_differ() -> None:
    (abort,) = paths("p1.pose", -1)
    assert implied(abort, not_(eq(Y[0], Y[1])))
    assert implied(abort, not_(eq(X[0], A1)))


def test_p1_line_5_does_not_depend_on_y2() -> None:
    (abort,) = paths("p1.pose", -1)
    for alias in (eq(Y[2], Y[0]), eq(Y[2], Y[1]), and_(not_(eq(Y[2], Y[0])), not_(eq(Y[2], Y[1])))):
        assert possible(and_(abort, alias))


def test_p1_line_6_whether_or_not_y0_and_y1_differ() -> None:
    """The result is X0, however v - a1.f - a2.f is written."""
    program = example("p1.pose")
    solver, statistics = shared_chain()
    traces = list(Exploration(program, Pose(program.table), solver, statistics))
    (last,) = [t for t in traces if isinstance(t.end, Returned) and isinstance(t.end.value, Term)]
    assert isinstance(last.end, Returned)
    assert isinstance(last.end.value, Term)
    condition = and_(*last.path.conjuncts())
    assert implied(condition, eq(last.end.value, X[0]))
    assert possible(and_(condition, eq(Y[0], Y[1])))
    assert possible(and_(condition, not_(eq(Y[0], Y[1]))))


# Fig. 3 ---------------------------------------------------------------------------------------------------------------


def test_p2_line_3() -> None:
    """Rule: [POSE] Fig. 3(b)"""
    run = Run(example("p2.pose"))
    run.write(Y[2], 2)
    assert run.f(Y[2]) == 2
    assert Y[1] not in run.heap.objects
    assert Y[0] not in run.heap.objects
    assert and_(*run.sigma) is not_null(Y[2])


def test_p2_line_4() -> None:
    """Rule: [POSE] Fig. 3(c)"""
    run = Run(example("p2.pose"))
    run.write(Y[2], 2)
    run.write(Y[1], 1)
    assert run.f(Y[2]) is ite(eq(Y[2], Y[1]), 1, 2)
    assert run.f(Y[1]) == 1
    assert Y[0] not in run.heap.objects
    assert and_(*run.sigma) is not_null(Y[2], Y[1])


def test_p2_line_5() -> None:
    """Rule: [POSE] Fig. 3(d)"""
    run = Run(example("p2.pose"))
    run.write(Y[2], 2)
    run.write(Y[1], 1)
    run.write(Y[0], 0)
    assert run.f(Y[2]) is ite(eq(Y[2], Y[0]), 0, ite(eq(Y[2], Y[1]), 1, 2))
    assert run.f(Y[1]) is ite(eq(Y[1], Y[0]), 0, 1)
    assert run.f(Y[0]) == 0
    assert and_(*run.sigma) is not_null(Y[2], Y[1], Y[0])


def test_p2_line_7_only_if_all_three_alias() -> None:
    (abort,) = paths("p2.pose", True)
    assert implied(abort, and_(eq(Y[0], Y[1]), eq(Y[1], Y[2])))
    assert implied(abort, not_null(*Y))


def test_p2_goes_past_line_7_whenever_two_differ() -> None:
    (passed,) = paths("p2.pose", False)
    assert implied(passed, not_(and_(eq(Y[0], Y[1]), eq(Y[1], Y[2]))))
