"""A run line by line: the record is true, and recording does not change the run."""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.lang.c.entry import load, load_library
from symheap.lang.c.options import COptions
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import Script, ScriptedOracle
from symheap.memory.execution.trace import Trace, traced
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed
from symheap.report.draw.svg import to_svg
from symheap.report.prove.fields import Fields
from symheap.report.prove.trace import RunText

SOURCE = """#include <stdlib.h>
struct node { int value; struct node *next; };
int nondet(void);
int length(struct node *list) {
    int n = 0;
    for (; list; list = list->next)
        n++;
    return n;
}
int main(void) {
    struct node *list = 0;
    while (nondet()) {
        struct node *n = malloc(sizeof *n);
        n->value = nondet();
        n->next = list;
        list = n;
    }
    if (length(list) > 1) {
        free(list);
        return list->value;
    }
    return 0;
}
"""
SCRIPT = Script(values=(1, 7, 1, 0xFFFFFFFE, 0))


@pytest.fixture
def program(tmp_path: Path) -> Program:
    (tmp_path / "list.c").write_text(SOURCE)
    return load((tmp_path / "list.c",), COptions())


def _traced(program: Program, most: int = 200) -> Trace:
    return traced(program, lambda: ScriptedOracle(SCRIPT), most=most)


def test_a_watched_run_ends_as_the_run_does(program: Program) -> None:
    trace = _traced(program)
    assert isinstance(trace.outcome, Failed)
    assert trace.outcome == run(program, ScriptedOracle(SCRIPT))


def test_every_line_that_is_run_is_a_moment(program: Program) -> None:
    trace = _traced(program)
    rounds = [12, 13, 14, 15, 16] * 2
    assert [each.position.line for each in trace.moments] == [11, *rounds, 12, 18, 5, 6, 7, 6, 7, 6, 8, 18, 19, 20]
    assert trace.count == len(trace.moments)


def test_of_a_long_run_the_last_moments_are_told(program: Program) -> None:
    whole, part = _traced(program), _traced(program, most=3)
    assert part.count == whole.count
    assert part.moments == whole.moments[-3:]


def test_inputs_are_told_with_their_places(program: Program) -> None:
    given = [(each.position.line, each.value) for each in _traced(program).inputs if each.position is not None]
    assert given == [(12, 1), (14, 7), (12, 1), (14, 0xFFFFFFFE), (12, 0)]


def test_the_telling_names_members_and_marks_objects(program: Program, tmp_path: Path) -> None:
    fields = Fields(load_library((tmp_path / "list.c",), COptions()))
    telling = RunText(_traced(program), fields.members)
    text = "\n".join(telling.lines())
    assert "list.c:15:9: main: ② = {value: -2, next: ①}" in text
    assert "length: list = ②" in text
    assert "② = freed" in text
    assert text.endswith("error: use-after-free: the object ② has been freed")
    drawing = to_svg(telling.picture(telling.trace.moments[-1]))
    assert "freed" in drawing
    assert "value: 7" in drawing
