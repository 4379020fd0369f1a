"""Guess arguments for a constructor or method that creates a wanted object, best first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from symheap.core.model import Plain
from symheap.lang.java.values.types import is_array
from symheap.testgen.building.context import Context
from symheap.testgen.building.members import Member
from symheap.testgen.building.steps import Operand

_SAMPLE = 400
_REGION = 24
_REFERENCES = 6
_ROOM = 10
"""A number that is large enough for most purposes, for example as a capacity."""


def argument_lists(
    context: Context, number: int, member: Member, most: int, receiver: Operand | None = None
) -> Iterator[tuple[Operand, ...]]:
    """Yield arguments that fit the parameters, better guesses first.

    A method may get its `receiver` as an argument.
    """
    choices = [
        _choices(context, number, name, descriptor, receiver)
        for name, descriptor in zip(member.names, member.parameters, strict=True)
    ]
    accepted = context.accepted.get(member)
    for own, further in zip(choices, accepted or (), strict=False):
        own += [further] if further not in own else []
    ranked = sorted(islice(product(*map(enumerate, choices)), _SAMPLE), key=lambda each: sum(rank for rank, _ in each))
    yield from (tuple(operand for _, operand in each) for each in ranked[:most])
    if accepted is not None:
        yield accepted


def _choices(
    context: Context, number: int, name: str, descriptor: str, receiver: Operand | None = None
) -> list[Operand]:
    """Return guesses for a parameter: a field of the same name, then other fields, distant values, and defaults."""
    if descriptor[0] in "L[":
        return _references(context, number, name, descriptor, receiver)
    values = dict.fromkeys(_scalars(context, number, name, descriptor))
    return [context.members.scalar(descriptor, value) for value in islice(values, 6)]


def _references(context: Context, number: int, name: str, descriptor: str, receiver: Operand | None) -> list[Operand]:
    """Return guesses for a reference; values of fields with exactly that type precede others that fit."""
    target = context.target
    region = target.reachable(number)[:_REGION]
    mentions = [(n != number, m) for n in region for m in target.mentions(n) if m.is_reference]
    mentions.sort(key=lambda each: (each[0] or each[1].step != name, each[1].descriptor != descriptor, each[0]))
    values = dict.fromkeys(int(m.value) for _, m in mentions)
    operands = [receiver if value == number else context.reference(value) for value in (*values, 0)]
    if not any(o is not None and o.number and context.members.fits(o, descriptor) for o in operands):
        operands += [*context.operands.values(), *context.defaults.get(descriptor, ())]
    fitting = [o for o in operands if o is not None and context.members.fits(o, descriptor)]
    return list(dict.fromkeys(fitting))[:_REFERENCES]


def _scalars(context: Context, number: int, name: str, descriptor: str) -> Iterator[Plain]:
    target = context.target
    own = [m for m in target.mentions(number) if m.descriptor == descriptor]
    yield from (m.value for m in sorted(own, key=lambda m: m.step != name))
    region = target.reachable(number)[1:_REGION]
    if descriptor == "I":
        yield from (target.find(n).length or 0 for n in region if is_array(target.class_of(n)))
    yield from (m.value for n in region for m in target.mentions(n) if m.descriptor == descriptor)
    yield False if descriptor == "Z" else 0
    yield True if descriptor == "Z" else 1 if descriptor in "IJSB" else 0
    yield _ROOM if descriptor == "I" else 0
