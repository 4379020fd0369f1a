"""POSE's machine follows the printed rules, and sees the paths of the engine."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from symheap.core.outcome import Answer, Returned
from symheap.core.terms import Value
from symheap.engine.bounds import Bounds
from symheap.engine.explore import Exploration
from symheap.heap.pose.model import Pose
from symheap.lang.pose.include import read_source
from symheap.lang.pose.lower import load
from symheap.lang.pose.machine.machine import PoseMachine
from symheap.lang.pose.machine.show import show_context, show_heap, show_path
from symheap.objects.decisions import PathKey
from symheap.solver.api import Query
from symheap.solver.chain import default_chain
from symheap.solver.path import PathCondition

ROOT = Path(__file__).parents[4]
PROGRAMS = sorted((ROOT / "examples" / "pose").glob("*.pose")) + sorted((ROOT / "tests/programs/errata").glob("*.pose"))
MAX_CALLS = 4
SOLVER, STATISTICS = default_chain()


def feasible(path: PathCondition, condition: Value) -> Answer:
    return SOLVER.check(Query(path, condition))


def machine(text: str, max_calls: int = MAX_CALLS) -> PoseMachine:
    return PoseMachine(read_source(text, "program.pose"), feasible, max_calls)


def by_engine(text: str) -> Counter[PathKey]:
    program = load(text, "program.pose")
    exploration = Exploration(program, Pose(program.table), SOLVER, STATISTICS, Bounds(max_calls=MAX_CALLS))
    return Counter(trace.key for trace in exploration)


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_machine_and_engine_see_the_same_traces(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = Counter(end.key for end in machine(text).run())
    assert found
    assert found == by_engine(text)


@pytest.mark.parametrize("condition", ["(1 < 2)", "(~ (1 < 2))", "((3 - 1) < 2)", "(true && (~ false))"])
def test_operators_in_both(condition: str) -> None:
    text = f"if {condition} then 1 else 2"
    assert Counter(end.key for end in machine(text).run()) == by_engine(text)


# Rules by name --------------------------------------------------------------------------------------------------------


CLASSES = """class A { A n; int f; int m(int x) := x; }
class B extends A { int g; }
"""

BY_NAME = {
    "New": "new A",
    "Let": "let a := 1 in a",
    "Getfield (r1)": "(Y0.f)",
    "Getfield (r1.b)": "let a := (Y0.f) in (Y0.g)",
    "Getfield (r2)": "(Y0.f)",
    "Getfield (c1)": "(Y0.f)",
    "Getfield (c2)": "let a := (Y0.n := Y1) in ((Y2.n).f)",
    "Getfield (c3)": "let a := (Y1.n := null) in let b := (Y0.n := Y2) in ((Y1.n).f)",
    "Getfield (c4)": "let a := (Y0.n := null) in ((Y1.n).f)",
    "Getfield (c5)": "((new A).f)",
    "Putfield (r1)": "(Y0.f := 1)",
    "Putfield (r1.b)": "let a := (Y0.f) in (Y0.g := 1)",
    "Putfield (c1)": "(Y0.f := 1)",
    "Putfield (c2)": "let a := (Y0.n := Y1) in ((Y2.n).f := 1)",
    "Putfield (c3)": "let a := (Y1.n := null) in let b := (Y0.n := Y2) in ((Y1.n).f := 1)",
    "Putfield (c4)": "let a := (Y0.n := null) in ((Y1.n).f := 1)",
    "Putfield (c5)": "((new A).f := 1)",
    "Op (c1)": "(1 + 2)",
    "Op (c2)": "(~ true)",
    "Eq (c1)": "(Y0 = Y0)",
    "Eq (c2)": "(1 = 2)",
    "Eq (c3)": "(new A = new A)",
    "Eq (c4)": "(new A = null)",
    "Eq (c5)": "(null = new A)",
    "Eq (c6)": "(Y0 = new A)",
    "Eq (c7)": "(new A = Y0)",
    "If (c1)": "if true then 1 else 2",
    "If (c2)": "if false then 1 else 2",
    "If (c3)": "if X0 then 1 else 2",
    "If (c4)": "if X0 then 1 else 2",
    "Invoke (c1)": "((new A).m[1])",
    "Invoke (c2)": "(Y0.m[1])",
    "Invoke (c3), (c4)": "let a := (Y0.n := Y1) in ((Y2.n).m[1])",
}


def rules_of(text: str) -> set[str]:
    """Return the names of all rules in the runs of a program."""
    stepping = machine(text)
    names: set[str] = set()
    pending = [stepping.initial()]
    while pending:
        for name, successor in stepping.step(pending.pop()):
            names.add(name)
            pending.append(successor)
    return names


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("let a := 7 in (a - 2)", 5),
        ("(~ true)", False),
        ("if (1 < 2) then 3 else 4", 3),
        ("let a := new A in let b := (a.f := 5) in (a.f)", 5),
        ("((new A).m[8])", 8),
        ("((2 - 1) - 3)", -2),
    ],
)
def test_values(text: str, value: int) -> None:
    (end,) = machine(CLASSES + text).run()
    assert isinstance(end.at, Returned)
    assert end.at.value is value or end.at.value == value


@pytest.mark.parametrize("rule", BY_NAME)
def test_rules_by_name(rule: str) -> None:
    assert rule in rules_of(CLASSES + BY_NAME[rule])


def test_every_rule_of_figures_10_to_12_has_a_program() -> None:
    """The context rules are no steps of their own: they are how the redex of a step is found."""
    from_figures = {name for names in FIGURES.values() for name in names.split("; ")}
    assert set(BY_NAME) == from_figures


FIGURES = {
    "Fig. 10": "New; Let; Op (c1); Op (c2); "
    + "; ".join(f"Getfield (c{i}); Putfield (c{i})" for i in range(1, 6))
    + "; "
    + "; ".join(f"Eq (c{i})" for i in range(1, 8)),
    "Fig. 11": "If (c1); If (c2); If (c3); If (c4); Invoke (c1); Invoke (c2); Invoke (c3), (c4)",
    "Fig. 12": "Getfield (r1); Getfield (r1.b); Getfield (r2); Putfield (r1); Putfield (r1.b)",
}


# What is shown --------------------------------------------------------------------------------------------------------


def example(name: str) -> str:
    return (ROOT / "examples" / "pose" / f"{name}.pose").read_text(encoding="utf-8")


def shown(text: str, rule: str, occurrence: int) -> tuple[list[str], list[str]]:
    """Return H and Σ, as shown, after the n-th step by a rule on the first path without an error."""
    stepping = machine(text)
    at = stepping.initial()
    while at.end is None:
        successors = [(name, each) for name, each in stepping.step(at) if "no rule" not in name]
        name, at = successors[0]
        occurrence -= name == rule
        if occurrence == 0:
            return show_heap(at.heap), show_path(at)
    raise AssertionError(f"the path has no such step: {rule}")


def test_figure_2_b() -> None:
    heap, path = shown(example("p1"), "Getfield (c1)", 3)
    assert heap == [
        "Y0 ↦ (f ↦ Y0.f)",
        "Y1 ↦ (f ↦ ite(Y0 == Y1, Y0.f, Y1.f))",
        "Y2 ↦ (f ↦ ite(Y1 == Y2, ite(Y0 == Y1, Y0.f, Y1.f), ite(Y0 == Y2, Y0.f, Y2.f)))",
    ]
    assert [f"Y{i}.f = Z, called Y{i}.f" for i in range(3)] == path[-3:]


def test_figure_3_d() -> None:
    heap, _ = shown(example("p2"), "Putfield (c1)", 3)
    assert sorted(heap) == [
        "Y0 ↦ (f ↦ 0)",
        "Y1 ↦ (f ↦ ite(Y0 == Y1, 0, 1))",
        "Y2 ↦ (f ↦ ite(Y0 == Y2, 0, ite(Y1 == Y2, 1, 2)))",
    ]


def test_a_fault_is_an_end_that_names_the_missing_rule() -> None:
    stepping = machine(CLASSES + "(Y0.f)")
    names = [name for name, _ in stepping.step(stepping.initial())]
    assert names == ["Getfield (r1)", "Getfield (r1), no rule (null)", "Getfield (r1), no rule (no-such-field)"]


def test_the_context_of_a_deep_recursion_is_cut() -> None:
    text = "class A { int down(A a) := (1 + (this.down[a])); }\n(Y0.down[Y0])"
    stepping = machine(text, max_calls=30)
    at = stepping.initial()
    while at.end is None:
        before, at = at, stepping.step(at)[0][1]
    assert show_context(before.context).startswith("… (1 + ")
    assert len(show_context(before.context)) < 80
