"""What is true of the applications of functions that are known by evaluation, whatever the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symheap.core.functions import Function, apply, expansion, function_of
from symheap.core.model import Model
from symheap.core.terms import Op, Term, Value, and_, eq, implies, ite
from symheap.solver.opaque import constant_of

LARGEST = 64
"""The size up to which applications are expanded."""


def laws(application: Term) -> Iterator[Value]:
    """What can be said at once: the law of the function, and the cases of an argument that is a choice of contents."""
    function, args = function_of(application), application.args
    if function.law is not None:
        yield function.law(application, *args)
    for at, arg in enumerate(args):
        if isinstance(arg, Term) and arg.sort.element is not None and arg.op is Op.ITE:
            condition, then, other = arg.args
            first, second = (apply(function, *args[:at], each, *args[at + 1 :]) for each in (then, other))
            yield eq(application, ite(condition, first, second, application.sort))
            return


def by_value(application: Term, model: Model) -> Value:
    """The application wherever the sizes, or all arguments, are those of a model that has it wrong.

    Raises `Unreadable` where it has no value.
    """
    function, args = function_of(application), application.args
    value = model.evaluate(application)
    if model[constant_of(application)] == value:
        return True
    sizes = {at: int(model.evaluate(args[at])) for at in function.sizes}
    if function.expand is not None and all(size <= LARGEST for size in sizes.values()):
        return implies(and_(*(eq(args[at], size) for at, size in sizes.items())), expanded(application, sizes))
    if any(isinstance(arg, Term) and arg.sort.element is not None for arg in args):
        return True
    here = and_(*(eq(arg, model.evaluate(arg)) for arg in args if isinstance(arg, Term)))
    return implies(here, eq(application, value))


def expanded(application: Term, sizes: dict[int, int]) -> Value:
    """That an application whose sizes are plain is its expansion."""
    args = tuple(sizes.get(at, arg) for at, arg in enumerate(application.args))
    return eq(application, expansion(function_of(application), args))


def congruence(applications: Sequence[Term], model: Model) -> Iterator[Value]:
    """Applications to the same contents whose scalars a model has equal, but whose values it has not."""
    first: dict[tuple[Function, tuple[Value, ...]], Term] = {}
    for application in applications:
        args = tuple(_contents_or(arg, model) for arg in application.args)
        other = first.setdefault((function_of(application), args), application)
        if model[constant_of(other)] != model[constant_of(application)]:
            same = and_(*(eq(a, b) for a, b in zip(other.args, application.args, strict=True) if a is not b))
            yield implies(same, eq(other, application))


def _contents_or(arg: Value, model: Model) -> Value:
    """Contents as they are, and the value of anything else."""
    return arg if isinstance(arg, Term) and arg.sort.element is not None else model.evaluate(arg)
