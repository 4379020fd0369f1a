"""The fuzzer with a real JVM, and a scripted explorer."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from symheap_testing.java.fuzz.campaign import Bench, reduced
from symheap_testing.java.fuzz.processes import Explorer, Jvm, Lines, Stopped, compiled_machine
from symheap_testing.java.fuzz.syntax import Condition, If, Method, Plain
from symheap_testing.java.fuzz.unit import Part, Unit

pytestmark = pytest.mark.skipif(shutil.which("javac") is None, reason="no javac on the PATH")

MARK = Plain(("w = 2;",))
NOISE = If(Condition("p0 == null"), (Plain(("w = w + 0;",)),))
SAME = If(Condition("p0 == H.Y"), (MARK,))
NODE = Part("C0", ("class C0 {", "  C0 next;", "  int x;", "}"))
HOLDER = Part("H", ("class H {", "  static final C0 Y = new C0();", "}"))


class Scripted(Explorer):
    """Reports one complete path, the one that returns 1."""

    def __init__(self) -> None:
        super().__init__("none", (), 1.0, {})
        self.answer: dict[str, Any] = {"complete": True, "traces": {}, "results": []}

    def explore(self, target: str) -> dict[str, Any]:
        return {"status": 0, "document": self.answer, "error": ""}


@pytest.fixture(scope="module")
def jvm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Jvm]:
    made = Jvm(compiled_machine(tmp_path_factory.mktemp("machine")), os.environ)
    yield made
    made.close()


@pytest.fixture
def bench(jvm: Jvm, tmp_path: Path) -> Bench:
    return Bench(jvm, Scripted(), tmp_path / "unit", 60)


def unit(*body: If) -> Unit:
    return Unit(1, (NODE, HOLDER), (Method("m0", (("C0", "p0"),), body),), ("H",), ("C0",), ("U", "H"), ())


def path(value: str, known: str | None, line: int) -> dict[str, Any]:
    objects = {"1": {"known": known}} if known else {}
    return {
        "id": value,
        "outcome": {"kind": "return", "value": value},
        "condition": "…",
        "inputs": {"roots": {"p0": {"ref": "1"} if known else None}, "objects": objects},
        "branches": [{"kind": "branch", "choice": known is not None, "position": f"U.java:{line}"}],
    }


def test_inputs_are_also_objects_of_static_fields(bench: Bench) -> None:
    subject = unit(SAME)
    line = min(subject.source(woven=False).simple)
    bench.explorer.answer["results"] = [path("1", None, line)]  # type: ignore[attr-defined]
    (row,) = bench.check(subject)
    assert row.status == "wrong"
    assert {problem.law for problem in row.problems} == {"missing path"}
    bench.explorer.answer["results"].append(path("2", "H.Y", line))  # type: ignore[attr-defined]
    (row,) = bench.check(subject)
    assert (row.status, row.reproduced) == ("right", 2)
    assert row.inputs == 60


def test_a_method_that_javac_refuses_is_left_out(bench: Bench) -> None:
    wrong = Method("m1", (), (Plain(("int w = 3;",)),))
    both = Unit(1, (NODE, HOLDER), (wrong, *unit(SAME).methods), ("H",), ("C0",), ("H",), ())
    assert [row.method for row in bench.check(both)] == ["m0"]


def test_a_wrong_answer_is_made_small(bench: Bench) -> None:
    bench.explorer.answer["results"] = []  # type: ignore[attr-defined]
    result = reduced(bench, unit(NOISE, SAME), "m0", "missing path", 30.0)
    assert result is not None
    small, row = result
    assert small.methods[0].body == ()
    assert [part.binary for part in small.parts] == []
    assert row.problems[0].law == "missing path"


def test_a_process_that_does_not_answer_is_stopped_and_started_again() -> None:
    lines = Lines(["sh", "-c", "read line; [ $line = quick ] && echo done; sleep 60"], os.environ)
    with pytest.raises(Stopped, match="no answer in time"):
        lines.ask("slow", 0.2)
    assert lines.ask("quick", 10.0) == ["done"]
    lines.close()
