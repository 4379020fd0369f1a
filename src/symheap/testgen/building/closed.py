"""Create JDK objects, whose fields no test may set: collections from their contents, others from their texts.

The result may differ internally and is not inspected; the final run shows whether the path is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symheap.lang.java.classes import INIT
from symheap.lang.java.inputs.universe import REPRESENTATIVES
from symheap.lang.java.values.types import STRING, THROWABLE, descriptor_of
from symheap.testgen.building.context import Context
from symheap.testgen.building.library import Contents
from symheap.testgen.building.members import Member
from symheap.testgen.building.steps import BuildState, Operand
from symheap.testgen.building.target import is_input

Made = tuple[BuildState, Operand]


@dataclass(slots=True)
class Closed:
    """Creates JDK objects.

    `ensure` creates an object of the target first; `state` returns the state of the builder.
    """

    context: Context
    ensure: Callable[[int], Operand | None]
    state: Callable[[], BuildState]

    def made(self, number: int) -> Made | None:
        """Return an object with the wanted contents or text; None if there is no way to create it."""
        context = self.context
        contents = context.library.contents(number, by_scan=bool(context.mode.loose))
        made = self._speaking(number) if contents is None else self._holding(number, contents)
        if made is not None:
            context.target.opaque.add(number)
        return made

    def _holding(self, number: int, contents: Contents) -> Made | None:
        context, class_name = self.context, self._class_for(number)
        held = [[self._held(number, i, each) for each in row] for i, row in enumerate(contents.rows)]
        adding = next((m for m in context.members.methods(class_name) if m.method.key == contents.method), None)
        making = next((m for m in self._constructors(class_name) if not m.parameters), None)
        if adding is None or making is None:
            return None
        state = context.workshop.apply(self.state(), context.members.make(making, ()))
        made = None if state is None else context.made_operand(state, state.steps[-1].made)
        for row in held:
            operands = [operand for operand in row if operand is not None]
            if len(operands) < len(row) and context.mode.loose:
                continue
            if state is None or made is None or len(operands) < len(row):
                return None
            state = context.workshop.apply(state, context.members.call(adding, made, operands))
        return None if state is None or made is None else (state, made)

    def _class_for(self, number: int) -> str:
        """Return the class itself, or if a test cannot use it, the usual class of its interface, where that fits."""
        context, class_name = self.context, self.context.target.class_of(number)
        if any(not m.parameters for m in self._constructors(class_name)):
            return class_name
        world = context.target.table.world
        reference_types = context.target.wanted_as(number)
        stands = (REPRESENTATIVES[name] for name in REPRESENTATIVES if world.is_subtype(class_name, name))
        return next((c for c in stands if all(world.is_subtype(c, each) for each in reference_types)), class_name)

    def _held(self, number: int, row: int, value: int) -> Operand | None:
        """Return an expression for an element, which is named by its index in the collection."""
        target = self.context.target
        if is_input(value):
            if value in target.dominated(number):
                target.rename(value, (*target.paths[number], f"[{row}]"))
            self.ensure(value)
        return self.context.reference(value)

    def _speaking(self, number: int) -> Made | None:
        """Create an object by a constructor from a text, if the object then has that text."""
        context, class_name = self.context, self.context.target.class_of(number)
        making = next((m for m in self._constructors(class_name) if m.parameters == (descriptor_of(STRING),)), None)
        empty = next((m for m in self._constructors(class_name) if not m.parameters), None)
        if making is None or context.target.table.world.is_subtype(class_name, THROWABLE):
            return None
        text = context.library.text(context.target.heap, number)
        if text is None:
            return None
        step = context.members.make(making, [context.text(text)])
        step = context.members.make(empty, ()) if not text and empty is not None else step
        state = context.workshop.apply(self.state(), step)
        made = None if state is None else context.made_operand(state, state.steps[-1].made)
        if state is None or made is None or context.library.text(state.heap, made.number) != text:
            return None
        return state, made

    def _constructors(self, class_name: str) -> list[Member]:
        return [m for m in self.context.members.makers(class_name) if m.method.name == INIT]
