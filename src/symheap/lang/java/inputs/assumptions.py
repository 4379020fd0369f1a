"""Boolean methods that are assumed true of the inputs before the call: ``--assume Class.method``."""

from __future__ import annotations

from collections.abc import Iterable

from symheap.core.terms import REF
from symheap.lang.java.classes import JavaMethod
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.inputs.synthesis import Assumption
from symheap.lang.java.locate import written
from symheap.lang.java.table import JavaTable
from symheap.lang.java.values.types import class_named_by
from symheap.lang.target import TargetError
from symheap.objects.ir import InputDecl


class AssumptionDoesNotFitError(TargetError):
    """Raised when no method of an assumption takes the inputs of the explored method. `text` is the assumption."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message, text)
        self.text = text


def assumptions(
    table: JavaTable, class_name: str, text: str, inputs: tuple[InputDecl, ...], descriptors: tuple[str, ...]
) -> tuple[Assumption, ...]:
    """Return the calls that ``Class.method`` or ``method`` stands for, over the inputs that are arguments.

    A method without parameters is called on every input of its class: on ``this``, else on each parameter that is not
    null. A method with parameters takes all arguments, without ``this`` or, if it is static, with it.
    """
    owner, _, name = text.rpartition(".")
    methods = _named(table, class_name, owner, name, text)
    fitting = [calls for method in methods if (calls := _calls(table, method, inputs, descriptors))]
    if not fitting:
        shown = ", ".join(written(m) for m in methods)
        raise AssumptionDoesNotFitError(f"--assume: {shown} does not fit the inputs of the method", text)
    return fitting[0]


def _named(table: JavaTable, class_name: str, owner: str, name: str, text: str) -> list[JavaMethod]:
    start = _class(table, class_name, owner, text)
    chain = (m for c in table.world.chain(start) for m in c.methods.values())
    every: dict[str, JavaMethod] = {}
    for method in chain:
        if method.name == name and method.descriptor.endswith(")Z"):
            every.setdefault(method.key, method)
    if not every:
        raise TargetError(f"--assume: class {start} has no method {name} that returns a boolean", text)
    return list(every.values())


def _class(table: JavaTable, class_name: str, owner: str, text: str) -> str:
    """Return the class under test, or the class that is named by its binary name or the end of it."""
    if not owner:
        return class_name
    names = (*table.world.class_path.user_names(), *table.universe)
    dotted = "." + owner.replace("$", ".")
    fits = dict.fromkeys(n for n in names if ("." + n.replace("$", ".")).endswith(dotted))
    if owner in fits or (not fits and table.world.exists(owner)):
        return owner
    if len(fits) != 1:
        what = f"several classes {owner}: {', '.join(fits)}" if fits else f"no class {owner}"
        raise TargetError(f"--assume: there is {what}", text)
    return next(iter(fits))


def _calls(
    table: JavaTable, method: JavaMethod, inputs: tuple[InputDecl, ...], descriptors: tuple[str, ...]
) -> tuple[Assumption, ...]:
    everything = tuple(range(len(inputs)))
    this = [i for i in everything if inputs[i].name == "this"]
    others = tuple(i for i in everything if i not in this)
    expected = [p.descriptor for p in method_type(method.descriptor).parameters]
    if method.is_static:
        choices: Iterable[tuple[int, ...]] = (others, everything, tuple(this), *((i,) for i in others))
        fits = [c for c in choices if _fits(table, expected, [descriptors[i] for i in c])]
        return (Assumption(method, fits[0]),) if fits else ()
    receivers = [i for i in everything if inputs[i].type.sort is REF and _is_a(table, descriptors[i], method.owner)]
    if expected:
        fitting = _fits(table, expected, [descriptors[i] for i in others])
        return (Assumption(method, (*this, *others)),) if this and this[0] in receivers and fitting else ()
    if this and this[0] in receivers:
        return (Assumption(method, (this[0],)),)
    return tuple(Assumption(method, (i,), guarded=inputs[i].nullable) for i in receivers)


def _fits(table: JavaTable, wanted: list[str], given: list[str]) -> bool:
    return len(wanted) == len(given) and all(
        g == w or (g[0] in "L[" and w[0] in "L[" and _is_a(table, g, class_named_by(w)))
        for w, g in zip(wanted, given, strict=True)
    )


def _is_a(table: JavaTable, descriptor: str, class_name: str) -> bool:
    return table.is_subclass(class_named_by(descriptor), class_name)
