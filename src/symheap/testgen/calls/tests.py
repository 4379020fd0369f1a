"""Turn a call that was run into a test: the calls before it build the inputs, and the call is the act."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from symheap.core.model import Plain
from symheap.lang.java.entry import JavaProgram
from symheap.lang.java.values.types import descriptor_of
from symheap.objects.concrete import ConcreteHeap
from symheap.objects.interpreter import run as run_concretely
from symheap.testgen.access import Access
from symheap.testgen.asserting.observe import uses_helper
from symheap.testgen.asserting.oracle import test_of
from symheap.testgen.asserting.shared import depends_on_order
from symheap.testgen.asserting.spoken import spoken_of
from symheap.testgen.building.context import live
from symheap.testgen.building.emit import StatementLayout, lay_out
from symheap.testgen.building.heap import as_input, positive
from symheap.testgen.building.steps import BuildState, Operand, Slot, Workshop
from symheap.testgen.calls.search import Called
from symheap.testgen.cases import Built, Candidate, NoTest, Test, Why
from symheap.testgen.code import Code, Declare, Statement
from symheap.testgen.inputs.candidates import CALLS, STEPS
from symheap.testgen.paths import OwnPaths
from symheap.testgen.writing.naming import Names

_AGAIN = 200
"""Runs for the statements of one test."""


def test_of_call(called: Called, java: JavaProgram, number: str, access: Access, junit: int) -> Test | NoTest:
    """Return the test of a call, or why there is none.  `java` is the program of the method that is called."""
    return _Writing(called, java, number, access).test(junit)


@dataclass(slots=True)
class _Writing:
    called: Called
    java: JavaProgram
    number: str
    access: Access

    @property
    def _operands(self) -> dict[str, tuple[str, Operand]]:
        """Return the inputs by name, each with its descriptor."""
        called = self.called
        names = [declared.name for declared in self.java.program.inputs]
        given = [*zip(called.member.parameters, called.arguments, strict=True)]
        if called.receiver is not None:
            given.insert(0, (descriptor_of(self.java.subject.class_name), called.receiver))
        return dict(zip(names, given, strict=True))

    def test(self, junit: int) -> Test | NoTest:
        operands = self._operands
        before = self.called.state
        first = self._candidate(self._input(before.heap, operands, {}), before.initialized)
        paths = OwnPaths(self.java)
        if paths.of(first.run) != paths.of(self.called.run):
            return self._none(Why.SHARED_STATE, "the call takes another path on its own")
        names = Names()
        layout = self._layout(operands, first, names)
        again = Workshop(self.java.program, _AGAIN).apply_all(_start(self.java), layout.order)
        if again is None:
            return self._none(Why.SHARED_STATE, "the calls do not work without those before them")
        built = self._built(operands, layout, *again)
        candidate = self._candidate(built.heap, frozenset(built.program.initialized))
        if paths.of(candidate.run) != paths.of(first.run):
            return self._none(Why.SHARED_STATE, "the call takes another path without the calls before it")
        world = self.java.table.world
        late = sorted(n for n in candidate.run.initialized - built.program.initialized if world.class_path.is_user(n))
        if late and depends_on_order(built.program, built.heap, candidate.run, late, paths):
            detail = f"what comes of the call depends on whether {', '.join(late)} was initialised before"
            return self._none(Why.SHARED_STATE, detail)
        test = test_of(candidate, built, candidate.run, self.access, names, junit=junit)
        return through_public_members(test) if isinstance(test, Test) else test

    def _none(self, why: Why, detail: str) -> NoTest:
        return NoTest(self.number, why, detail)

    def _candidate(self, heap: ConcreteHeap, initialized: frozenset[str]) -> Candidate:
        program = replace(self.java.program, initialized=initialized)
        run = run_concretely(program, heap.copy(), max_calls=CALLS, max_steps=STEPS)
        return Candidate(self.java, self.number, None, heap, run)

    def _input(
        self, heap: ConcreteHeap, operands: Mapping[str, tuple[str, Operand]], numbers: Mapping[int, int]
    ) -> ConcreteHeap:
        roots: dict[str, Plain] = {}
        for name, (descriptor, operand) in operands.items():
            is_reference = descriptor[0] in "L["
            roots[name] = numbers.get(operand.number, operand.number) if is_reference else operand.value
        return as_input(heap, roots, {name: descriptor for name, (descriptor, _) in operands.items()})

    def _layout(self, operands: Mapping[str, tuple[str, Operand]], first: Candidate, names: Names) -> StatementLayout:
        """Return the statements that build the inputs, with a variable for each object that assertions mention."""
        steps = self.called.state.steps
        made = {positive(step.made): step.made for step in steps if step.made}
        inputs = [o.number for d, o in operands.values() if d[0] in "L[" and o.number in made.values()]
        own: dict[int, str] = {}
        for name, (descriptor, operand) in operands.items():
            if descriptor[0] in "L[" and operand.number in inputs and operand.number not in own:
                class_name = first.witness.class_of(positive(operand.number))
                own[operand.number] = names.variable((name,), class_name)
        needed = live(steps, inputs)
        kept = {step.made for step in needed if step.made}
        spoken = [made[number] for number in sorted(spoken_of(first)) if made.get(number) in kept]
        return lay_out(needed, [*inputs, *spoken], lambda number, kind: own.get(number) or names.fresh(_simple(kind)))

    def _built(
        self,
        operands: Mapping[str, tuple[str, Operand]],
        layout: StatementLayout,
        state: BuildState,
        numbers: Mapping[int, int],
    ) -> Built:
        values: dict[str, Code] = {}
        for name, (descriptor, operand) in operands.items():
            variable = layout.variables.get(operand.number) if descriptor[0] in "L[" else None
            values[name] = variable or tuple(part for part in operand.code if not isinstance(part, Slot))
        return Built(
            tuple(layout.statements),
            self._input(state.heap, operands, numbers),
            replace(self.java.program, initialized=state.initialized),
            values,
            {positive(numbers.get(n, n)): code for n, code in layout.variables.items()},
            uses_helper=any(step.is_helper for step in layout.order),
            checked=any(step.checked for step in layout.order),
        )


def through_public_members(test: Test) -> Test:
    """Return a test without the assertions that read private fields, if others say how the call ends."""
    hidden: set[str] = set()
    kept: list[Statement] = []
    for each in test.asserts:
        code = each.value if isinstance(each, Declare) else each.code
        words = {word for part in code if isinstance(part, str) for word in _WORD.findall(part)}
        if not uses_helper(code) and not words & hidden:
            kept.append(each)
        elif isinstance(each, Declare):
            hidden.add(each.variable)
    if not kept and test.throws is None:
        return test
    restored = any(uses_helper(each.value if isinstance(each, Declare) else each.code) for each in test.restores)
    return replace(test, asserts=tuple(kept), uses_helper=test.built.uses_helper or restored)


_WORD: Final = re.compile(r"\w+")


def _start(java: JavaProgram) -> BuildState:
    return Workshop(java.program, 0).start()


def _simple(class_name: str) -> str:
    return class_name.rpartition(".")[2].rpartition("$")[2]
