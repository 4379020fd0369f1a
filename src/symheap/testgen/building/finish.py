"""The last part of a construction: keep the needed steps, write them as statements, and run them from the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from symheap.core.model import Plain
from symheap.objects import interpreter
from symheap.objects.concrete import ConcreteHeap
from symheap.testgen.asserting.spoken import spoken_of
from symheap.testgen.building.context import Context, live
from symheap.testgen.building.emit import StatementLayout, lay_out
from symheap.testgen.building.heap import as_input, positive
from symheap.testgen.building.match import match
from symheap.testgen.building.steps import BuildState, Operand, Slot
from symheap.testgen.building.stubs.code import asked
from symheap.testgen.building.target import is_input, is_value
from symheap.testgen.cases import Built, Candidate, Unconstructible
from symheap.testgen.code import Code
from symheap.testgen.writing.naming import Names

OTHER_PATH = "what a test can build does not take the path"
_CALLS = 600
_STEPS = 2_000_000
_FEW_STEPS = 50_000
"""Step limit for approximate inputs, which may take another path, possibly an infinite one."""


class Finish:
    """Keeps the needed steps, writes them as statements, and runs them again from the start.

    A failure leaves no names behind.
    """

    def __init__(
        self, candidate: Candidate, context: Context, state: BuildState, values: Mapping[str, Operand], names: Names
    ) -> None:
        self._candidate = candidate
        self._context = context
        self._state = state
        self._values = values
        self._given, self._names = names, names.copy()
        self._inputs = {declared.name for declared in candidate.java.program.inputs}
        self._places = {operand.number: n for n, operand in context.operands.items()}

    def finish(self) -> Built | Unconstructible:
        descriptors = {name: descriptor for name, (descriptor, _) in self._context.target.roots.items()}
        own = [(n, o) for n, o in self._values.items() if n in self._inputs]
        inputs = [o.number for n, o in own if descriptors[n][0] in "L[" and o.number in self._state.made]
        steps = live(self._state.steps, inputs)
        for name, operand in self._values.items():
            if operand.number in inputs and name in self._inputs:
                self._name(operand.number, operand.type)
        layout = lay_out(steps, [*inputs, *self._spoken_of()], self._name)
        again = self._context.workshop.apply_all(self._context.workshop.start(), layout.order)
        if again is None:
            return Unconstructible("the statements do not work one after the other")
        return self._built(layout, *again, descriptors)

    def _spoken_of(self) -> list[int]:
        """Return the objects that assertions must name."""
        operands = (self._context.operands.get(number) for number in spoken_of(self._candidate))
        return [operand.number for operand in operands if operand is not None]

    def _name(self, number: int, static_type: str) -> str:
        place = self._places.get(number)
        if place is None or place not in self._context.target.paths:
            return self._names.fresh(static_type.rpartition(".")[2].rpartition("$")[2])
        return self._names.variable(self._context.target.paths[place], self._context.target.class_of(place))

    def _built(
        self, layout: StatementLayout, state: BuildState, numbers: Mapping[int, int], descriptors: Mapping[str, str]
    ) -> Built | Unconstructible:
        roots: dict[str, Plain] = {}
        values: dict[str, Code] = {}
        for name, operand in self._values.items():
            is_reference = descriptors[name][0] in "L["
            number = numbers.get(operand.number, operand.number) if is_reference else 0
            roots[name] = number if is_reference else operand.value
            values[name] = layout.variables.get(operand.number) or _plain(operand) if is_reference else _plain(operand)
        heap = as_input(state.heap, roots, descriptors)
        java = self._candidate.java
        program = replace(java.program, initialized=state.initialized)
        pairs = self._pairs(heap)
        if isinstance(pairs, str):
            return Unconstructible(f"the statements do not build {pairs} as the path needs it")
        steps = _STEPS if self._context.mode.loose is None else _FEW_STEPS
        run = interpreter.run(program, heap, max_calls=_CALLS, max_steps=steps)
        paths = self._context.paths
        if paths.of(run) != paths.of(self._candidate.run):
            return Unconstructible(OTHER_PATH)
        stubs = self._context.stubs
        if stubs.calls and not stubs.answers_alike(asked(program, heap), pairs):
            return Unconstructible("the objects that stand for interfaces are asked in another order")
        self._given.become(self._names)
        named = {positive(numbers.get(n, n)): code for n, code in layout.variables.items()}
        return Built(
            tuple(layout.statements),
            heap,
            program,
            {name: code for name, code in values.items() if name in self._inputs},
            named,
            stubs.written(),
            uses_helper=any(step.is_helper for step in layout.order),
            checked=any(step.checked for step in layout.order),
        )

    def _pairs(self, heap: ConcreteHeap) -> dict[int, int] | str:
        """Return the object built for each object of the target.

        If an input is not as the path needs it, return the name of the input instead.
        """
        target = self._context.target
        pairs: dict[int, int] = {}
        for name, (descriptor, value) in target.roots.items():
            if descriptor[0] in "L[" and is_input(value) and not is_value(target.class_of(int(value))):
                matched = match(target, int(value), heap, int(heap.roots[name]), pairs, self._context.mode.exact)
                if matched.wrong or pairs.get(int(value)) not in (None, int(heap.roots[name])):
                    return name
                pairs.update(matched.pairs)
        return pairs


def _plain(operand: Operand) -> Code:
    return tuple(part for part in operand.code if not isinstance(part, Slot))
