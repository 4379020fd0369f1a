"""Create objects through builders: call a setter of the builder for each property, then its build method."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.values.types import class_named_by, descriptor_of, is_array
from symheap.objects import ir
from symheap.objects.interpreter import Pointer
from symheap.testgen.asserting.observe import declares_checked
from symheap.testgen.building.context import Context
from symheap.testgen.building.members import AT, Member, Members, straight
from symheap.testgen.building.search.arguments import argument_lists
from symheap.testgen.building.search.defaults import with_defaults
from symheap.testgen.building.steps import BuildState, Operand, Step

_SETTERS = 4
_CHOICES = 3
_MOST = 64

Choice = tuple[Member, tuple[Operand, ...]] | None
"""A call of a setter; None if it is left out."""


def built(context: Context, number: int, class_name: str, start: BuildState) -> Iterator[BuildState]:
    """Yield states whose last step lets a builder create an object of the class, those with fewer calls first."""
    for make, build in builders(context.members, class_name):
        builder = class_named_by(make.result) if make.method.is_static else make.owner
        setters = [m for m in context.members.methods(builder) if len(m.parameters) == 1][:_SETTERS]
        state = with_defaults(context, start, setters)
        made = context.workshop.apply(state, context.members.make(make, ()))
        operand = None if made is None else context.made_operand(made, made.steps[-1].made)
        if made is None or operand is None:
            continue
        for chosen in _chosen(context, number, setters):
            after = _called(context, made, operand, chosen)
            done = None if after is None else context.workshop.apply(after, _asked(context, build, operand))
            if done is not None:
                yield done


def builders(members: Members, class_name: str) -> Iterator[tuple[Member, Member]]:
    """Yield the ways to create a builder without arguments, each with the builder's method that returns the class."""
    world = members.table.world
    java_class = world.find(class_name)
    if not java_class.is_user or not members.access.can_name(class_name):
        return
    own = [m for m in java_class.methods.values() if m.is_static and members.access.can_call(class_name, m)]
    static = [members.member(java_class, m) for m in own if m.descriptor.startswith("()L")]
    nested = [i.name for i in java_class.file.inner_classes if i.outer == class_name] if java_class.file else []
    makers = [*static, *(m for name in nested if world.exists(name) for m in members.makers(name) if not m.parameters)]
    seen: set[str] = set()
    for make in makers:
        builder = class_named_by(make.result) if make.method.is_static else make.owner
        if builder in seen or is_array(builder) or not world.find(builder).is_user or builder == class_name:
            continue
        seen.add(builder)
        for method in members.methods(builder):
            result = method_type(method.method.descriptor).result.descriptor
            if not method.parameters and result == descriptor_of(class_name):
                yield make, method


def _chosen(context: Context, number: int, setters: Sequence[Member]) -> Iterator[tuple[Choice, ...]]:
    choices: list[list[Choice]] = [
        [None, *((setter, given) for given in argument_lists(context, number, setter, _CHOICES))] for setter in setters
    ]
    every = sorted(product(*(enumerate(each) for each in choices)), key=lambda each: sum(rank for rank, _ in each))
    for each in islice(every, _MOST):
        yield tuple(choice for _, choice in each)


def _called(context: Context, state: BuildState, builder: Operand, chosen: Sequence[Choice]) -> BuildState | None:
    after: BuildState | None = state
    for choice in chosen:
        if after is not None and choice is not None:
            after = context.workshop.apply(after, context.members.call(choice[0], builder, choice[1]))
    return after


def _asked(context: Context, member: Member, receiver: Operand) -> Step:
    """Return a call of a method without parameters for its result."""
    world = context.members.table.world
    body = straight(2, ir.Call(1, world.call_key(member.method), 0, (), AT), ir.Return(1, AT))
    code = (*receiver.code, f".{member.method.name}()")
    checked = declares_checked(world, member.method)
    return Step(code, body, (Pointer(receiver.number),), makes=class_named_by(member.result), checked=checked)
