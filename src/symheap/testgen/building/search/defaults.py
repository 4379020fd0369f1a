"""Default arguments where nothing is known: the plainest object of each type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from symheap.lang.java.classfile.access import FINAL
from symheap.lang.java.inputs.universe import REPRESENTATIVES
from symheap.lang.java.values.types import OBJECT, STRING, class_named_by, descriptor_of, is_array
from symheap.testgen.building.context import Context
from symheap.testgen.building.members import Member
from symheap.testgen.building.steps import BuildState, Operand, Step

_TEXTS: Final = (STRING, "java.lang.CharSequence", "java.lang.Comparable", OBJECT)


def with_defaults(context: Context, state: BuildState, members: Iterable[Member]) -> BuildState:
    """Create an object for each parameter type except for the class itself, and record them in the context."""
    for member in members:
        for descriptor in member.parameters:
            is_own = descriptor == descriptor_of(member.owner)
            if descriptor[0] in "L[" and descriptor not in context.defaults and not is_own:
                state = _with_default(context, state, descriptor)
    return state


def _with_default(context: Context, state: BuildState, descriptor: str) -> BuildState:
    name = class_named_by(descriptor)
    constant = next(iter(context.members.table.constants(name) or ()), None) if not is_array(name) else None
    if name in _TEXTS:
        context.defaults[descriptor] = (context.text(""), context.text("a"))
        return state
    known = context.reference(constant.location.number) if constant is not None else _constant(context, name)
    if known is not None:
        context.defaults[descriptor] = (known,)
        return state
    step = _making(context, name)
    after = None if step is None else context.workshop.apply(state, step)
    operand = None if after is None else context.made_operand(after, after.steps[-1].made)
    if after is None or operand is None:
        return state
    context.defaults[descriptor] = (operand,)
    return after


def _constant(context: Context, name: str) -> Operand | None:
    """Return the value of a static field of the class itself: ``Locale.ROOT``, ``BigDecimal.ZERO``."""
    world, initial = context.members.table.world, context.members.table.initial
    fields = world.find(name).fields.values() if not is_array(name) else ()
    own = [f for f in fields if f.is_static and f.access & FINAL and f.descriptor == descriptor_of(name)]
    numbers = [int(initial.static(name, f.field.name) or 0) for f in own]
    operands = (context.reference(number) for number in numbers if number)
    return next((o for o in operands if o is not None and o.type == name), None)


def _making(context: Context, name: str) -> Step | None:
    if is_array(name):
        return context.members.array(name, 0, None)
    makers = context.members.makers(REPRESENTATIVES.get(name, name))
    plain = next((m for m in makers if not m.parameters), None)
    return None if plain is None else context.members.make(plain, ())
