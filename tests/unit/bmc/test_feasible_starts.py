"""Searches that begin in the middle of a program."""

from __future__ import annotations

from symheap.bmc.check import feasible
from symheap.bmc.counterexample import Doomed, NoneFound
from symheap.bmc.execution.start import Given, state_at
from symheap.bmc.execution.state import SearchState
from symheap.bmc.limits import SearchLimits
from symheap.core.terms import Op, Value, eq, not_
from symheap.core.theories.bitvectors import bitvector
from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.memory import ir
from symheap.memory.errors import MemoryErrorKind
from symheap.separation.heaps.formula import variable
from symheap.separation.proof.transition import Point, Site

SEARCH = SearchLimits(seconds=10.0)
WALK = """
struct node { struct node *next; int value; };
void walk(struct node *list) {
    while (list)
        list = list->next;
}
int main(void) {
    walk(0);
    return 0;
}
"""
A, B, X = variable(0, 8), variable(1, 8), variable(2, 8)


def program() -> ir.Program:
    return load_text(WALK, "walk.c", COptions())


def head(text: ir.Program) -> str:
    """Return the block that tests the list."""
    return next(label for label, block in text.functions["walk"].blocks.items() if isinstance(block.end, ir.Branch))


def start(objects: tuple[Given, ...], first: Value, condition: Value = True) -> tuple[ir.Program, SearchState]:
    text = program()
    call = next(
        Site("main", label, index)
        for label, block in text.functions["main"].blocks.items()
        for index, command in enumerate(block.commands)
        if isinstance(command, ir.Call)
    )
    walk = text.functions["walk"]
    registers = {parameter.name: first for parameter in walk.parameters}
    point = Point((call,), "walk", head(text))
    return text, state_at(text, point, ({}, registers), objects, condition)


def test_a_list_that_ends_in_null_is_walked_to_its_end() -> None:
    nodes = (Given(A, 16, {0: (8, B)}), Given(B, 16, {0: (8, 0)}))
    text, state = start(nodes, A)
    answer = feasible(text, (), limits=SEARCH, starts=(state,))
    assert isinstance(answer, NoneFound)
    assert answer.reason == "exhausted"


def test_a_list_that_ends_anywhere_is_doomed() -> None:
    text, state = start((Given(A, 16, {0: (8, X)}),), A, not_(bitvector(Op.BVULT, 64, X, 4096)))
    answer = feasible(text, (), limits=SEARCH, starts=(state,))
    assert isinstance(answer, Doomed)
    assert answer.start is state
    assert answer.failure.kind is MemoryErrorKind.INVALID
    assert [site.function for site in answer.failure.stack] == ["main", "walk"]
    assert answer.model.evaluate(X) & ((1 << 64) - 1) >= 4096
    assert answer.model.evaluate(A) != answer.model.evaluate(X)


def test_a_node_that_was_freed_is_used() -> None:
    text, state = start((Given(A, 16, {0: (8, B)}), Given(B, 16, lifetime=ir.Lifetime.ENDED)), A)
    answer = feasible(text, (), limits=SEARCH, starts=(state,))
    assert isinstance(answer, Doomed)
    assert answer.failure.kind is MemoryErrorKind.DANGLING


def test_bytes_that_nobody_gave_are_anything() -> None:
    text, state = start((Given(A, 16),), A)
    answer = feasible(text, (), limits=SEARCH, starts=(state,))
    assert isinstance(answer, Doomed)
    assert answer.end.asked.bytes == 8


def test_objects_are_apart() -> None:
    text, state = start((Given(A, 16), Given(B, 16)), A, eq(A, B))
    answer = feasible(text, (), limits=SEARCH, starts=(state,))
    assert isinstance(answer, NoneFound)
    assert (answer.reason, answer.effort.steps) == ("exhausted", 0)


def test_the_start_that_is_doomed_is_named() -> None:
    text, right = start((Given(A, 16, {0: (8, 0)}),), A)
    _, wrong = start((Given(A, 8, {0: (8, B)}), Given(B, 4)), A)
    answer = feasible(text, (), limits=SEARCH, starts=(right, wrong))
    assert isinstance(answer, Doomed)
    assert answer.start is wrong
    assert answer.failure.kind is MemoryErrorKind.BOUNDS


def test_what_called_a_summarised_function_is_not_known() -> None:
    text = program()
    point = Point((Site("walk", "#0", -1),), "walk", head(text))
    parameter = text.functions["walk"].parameters[0].name
    state = state_at(text, point, ({parameter: A},), (Given(A, 16, {0: (8, 0)}),))
    answer = feasible(text, (), limits=SEARCH, starts=(state,))
    assert isinstance(answer, NoneFound)
    assert answer.reason == "bound"


def test_locals_and_globals_are_found_by_name() -> None:
    text = load_text("int g; int main(void) { int x; int *p = &x; *p = g; return x; }", "test.c", COptions())
    (local,) = (
        each.name
        for block in text.functions["main"].blocks.values()
        for command in block.commands
        if isinstance(command, ir.Enter)
        for each in command.locals
    )
    main = text.functions["main"]
    (label,) = main.blocks
    (index,) = (n for n, c in enumerate(main.blocks[label].commands) if isinstance(c, ir.Enter))
    objects = (
        Given(A, 4, name="g", lifetime=ir.Lifetime.GLOBAL, zero=True),
        Given(B, 4, name=local, lifetime=ir.Lifetime.LOCAL, depth=0),
    )
    state = state_at(text, Point((), "main", label, index + 1), ({},), objects)
    assert state.globals["g"] == 0
    assert state.frame.locals[local] == 1
    answer = feasible(text, (), limits=SEARCH, starts=(state,))
    assert isinstance(answer, NoneFound)
    assert answer.reason == "exhausted"
