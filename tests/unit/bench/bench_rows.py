"""An invented study: two printed classes, one that is not printed, and rows for some of their methods."""

from __future__ import annotations

from dataclasses import replace

from symheap.bench.row import Cost, Row, RowOutcome
from symheap.bench.study import Printed, Study, StudyMethod, StudyProject
from symheap.engine.bounds import Bounds

STUDY = Study(
    name="toy",
    title="A toy study",
    projects=(StudyProject("toy", ("a.", "b."), (), ()),),
    methods=(
        StudyMethod("a.Plain", "extra", ()),
        StudyMethod("a.List", "add", ("a.Node",), printed=True),
        StudyMethod("a.List", "size", ()),
        StudyMethod("a.Tree", "put", ("int", "java.lang.Object"), printed=True),
        StudyMethod("a.Tree", "get", ("int",), printed=True),
    ),
    printed={
        "a.Tree": Printed(10, 1000, 500, 9000, 20.0, 300.0, 40.0, 36000.0, ("other_test_seconds",)),
        "a.List": Printed(4, 8, 50, 90, 0.5, 0.5, 3.0, 4.0),
    },
    bounds=Bounds(max_iterations=150),
    exact_types=True,
)
EMPTY = replace(STUDY, methods=(), printed={})


def row(
    method: str, heap: str = "pose", outcome: RowOutcome = RowOutcome.COMPLETE, traces: int = 1, **more: object
) -> Row:
    """Return a row that obeys the laws, except where `more` changes it."""
    made = Row(method, heap, outcome, traces, traces, f"digest of {method}", {"return": traces} if traces else {})
    return replace(made, **more)  # type: ignore[arg-type]


EXTRA, ADD, SIZE = "a.Plain::extra()", "a.List::add(a.Node)", "a.List::size()"
PUT, GET = "a.Tree::put(int,java.lang.Object)", "a.Tree::get(int)"

POSE = (
    row(GET, traces=4, cost=Cost(3, 20, 17, 120, 60, 0.25), seconds=1.5),
    row(
        PUT,
        outcome=RowOutcome.TIME,
        traces=7,
        reasons={"new Thread @ A.java:1": 2, "new Thread @ A.java:9": 1, "clone": 1},
        cost=Cost(5, 10, 5, 10**30, 10**29, 2.5),
        seconds=60.0,
    ),
    row(ADD, outcome=RowOutcome.CUT, traces=4, ends={"return": 3, "cut": 1}, cuts={"max-calls": 1}, seconds=0.5),
    row(SIZE, outcome=RowOutcome.UNSUPPORTED, traces=1, reasons={"new Thread @ B.java:3": 1}, seconds=0.25),
    row(EXTRA, outcome=RowOutcome.MISSING, traces=0, reasons={"no class a.Plain": 1}),
)
LAZY = (
    row(GET, "lazy", traces=40, paths=4, cost=Cost(1, 1, 0, 7, 7, 9.0), seconds=2.0),
    row(PUT, "lazy", RowOutcome.TIME, traces=900, paths=8),
    row(ADD, "lazy", RowOutcome.TIME, traces=3, paths=3, ends={"return": 2, "unknown": 1}),
    row(SIZE, "lazy", RowOutcome.FAILED, traces=0, reasons={"KeyError": 1}),
)
