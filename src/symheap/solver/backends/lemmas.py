"""Lemmas on applications of functions known by evaluation, true in every model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from symheap.core.model import Model, Plain
from symheap.core.terms import Op, Term, Value, and_, eq, implies, ite
from symheap.core.theories.functions import REGION, Function, apply, expansion, function_of
from symheap.solver.backends.opaque import constant_of, opaque


def laws(application: Term) -> Iterator[Value]:
    """Yield lemmas available at once: the function's law, and case splits on an argument that is a choice of
    contents.
    """
    function, args = function_of(application), application.args
    if function.law is not None:
        yield function.law(application, *args)
    for at, arg in enumerate(args):
        if isinstance(arg, Term) and arg.sort.element is not None and arg.op is Op.ITE:
            condition, then, other = arg.args
            first, second = (apply(function, *args[:at], each, *args[at + 1 :]) for each in (then, other))
            yield eq(application, ite(condition, first, second, application.sort))
            return


def between(application: Term, others: Iterable[Term]) -> Iterator[Value]:
    """Yield the laws that relate an application and others, in both directions."""
    for other in others:
        for one, another in ((application, other), (other, application)):
            law = function_of(one).between
            if law is not None:
                yield law(one, another)


def by_sizes(application: Term, model: Model) -> Value | None:
    """Return a lemma: with the sizes that the model gives, the application equals its expansion.

    The model's values of nested applications are taken as given, right or wrong. Returns None if the model satisfies
    the lemma, so that its mistake is in the sizes.
    """
    function, args = function_of(application), application.args
    sizes = {at: int(_as_told(args[at], model)) for at in function.sizes}
    if not can_expand(application, sizes):
        return None
    lemma = implies(and_(*(eq(args[at], size) for at, size in sizes.items())), expanded(application, sizes))
    return None if _as_told(lemma, model) else lemma


def _as_told(value: Value, model: Model) -> Plain:
    return model.evaluate(opaque(value)) if isinstance(value, Term) else value


def by_value(application: Term, model: Model) -> Value:
    """Return a lemma for an application that a model has wrong: with its sizes or arguments, it has its true value.

    Raises `Unreadable` if the application has no value.
    """
    function, args = function_of(application), application.args
    value = model.evaluate(application)
    if model[constant_of(application)] == value:
        return True
    sizes = {at: int(model.evaluate(args[at])) for at in function.sizes}
    if can_expand(application, sizes):
        return implies(and_(*(eq(args[at], size) for at, size in sizes.items())), expanded(application, sizes))
    if any(isinstance(arg, Term) and arg.sort.element is not None for arg in args):
        return True
    here = and_(*(eq(arg, model.evaluate(arg)) for arg in args if isinstance(arg, Term)))
    return implies(here, eq(application, value))


def can_expand(application: Term, sizes: dict[int, int]) -> bool:
    function = function_of(application)
    return function.expand is not None and all(size <= function.at_most for size in sizes.values())


def expanded(application: Term, sizes: dict[int, int]) -> Value:
    """Return the equation of an application with plain sizes and its expansion."""
    args = tuple(sizes.get(at, arg) for at, arg in enumerate(application.args))
    return eq(application, expansion(function_of(application), args))


def congruence(applications: Sequence[Term], model: Model) -> Iterator[Value]:
    """Yield lemmas for applications with equal arguments to which a model gives different values.

    Contents are equal if they are the same term, or if an application of REGION says so of their first elements.
    """
    known = _regions(applications, model)
    by_function: dict[Function, list[Term]] = {}
    for application in applications:
        others = by_function.setdefault(function_of(application), [])
        for other in others:
            if model[constant_of(other)] != model[constant_of(application)]:
                same = _same_arguments(other, application, known, model)
                if same is not None:
                    yield implies(same, eq(other, application))
        others.append(application)


_Regions = dict[tuple[Value, Value], Term]


def _regions(applications: Sequence[Term], model: Model) -> _Regions:
    """Return the equalities of contents, from their first element on, that hold in a model."""
    regions: _Regions = {}
    for application in applications:
        if function_of(application) is REGION and model[constant_of(application)] is True:
            a, start, b, at, _ = application.args
            if start == 0 and at == 0:
                regions[a, b] = regions[b, a] = application
    return regions


def _same_arguments(a: Term, b: Term, known: _Regions, model: Model) -> Value | None:
    """Return the condition under which two applications have equal arguments, if the model satisfies it."""
    extents = dict(function_of(a).extents)
    conditions: list[Value] = []
    for at, (x, y) in enumerate(zip(a.args, b.args, strict=True)):
        if isinstance(x, Term) and x.sort.element is not None:
            region = known.get((x, y)) if at in extents else None
            if x is not y and region is None:
                return None
            if x is not y and region is not None:
                conditions += [region, eq(region.args[4], a.args[extents[at]])]
        elif x is not y:
            conditions.append(eq(x, y))
    condition = and_(*conditions)
    return condition if all(_as_told(each, model) for each in conditions if not _is_region(each)) else None


def _is_region(condition: Value) -> bool:
    return isinstance(condition, Term) and condition.op is Op.APPLY
