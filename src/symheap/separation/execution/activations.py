"""The part of a symbolic heap that pending calls own: registers and locals, as roots by depth."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

import immutables

from symheap.core.terms import Value
from symheap.core.walk import symbols
from symheap.memory import ir
from symheap.memory.expressions import Expression
from symheap.separation.execution.commands import ended
from symheap.separation.execution.evaluate import Evaluation
from symheap.separation.heaps.canonical import garbage
from symheap.separation.heaps.formula import Atom, Object, SymbolicHeap
from symheap.separation.heaps.renaming import values_of


def parameters(
    heap: SymbolicHeap, callee: ir.Function, depth: int, arguments: Sequence[Value]
) -> tuple[SymbolicHeap, dict[str, Value]]:
    """Return the values of parameters by root: those of the arguments, or unknown values."""
    values: dict[str, Value] = {}
    for number, parameter in enumerate(callee.parameters):
        if number < len(arguments):
            value = arguments[number]
        else:
            heap, value = heap.fresh(parameter.size)
        values[f"{depth}:{parameter.name}"] = value
    return heap, values


def fits(call: ir.Call, callee: ir.Function) -> bool:
    """Whether arguments and result have the sizes that the callee declares, as far as both give them."""
    given = zip(call.arguments, callee.parameters, strict=False)
    if any(argument.size != parameter.size for argument, parameter in given):
        return False
    return call.target is None or callee.result is None or call.target.size == callee.result


def begun(heap: SymbolicHeap, callee: ir.Function, depth: int, arguments: Sequence[Value]) -> SymbolicHeap:
    """Return the heap at the beginning of a call."""
    heap, values = parameters(heap, callee, depth, arguments)
    for name, value in values.items():
        heap = heap.with_root(name, value)
    return heap


def killed(
    heap: SymbolicHeap, depth: int, live: Collection[str], variables: Collection[str] | None = None
) -> SymbolicHeap:
    """Return the heap without the dead registers of a call and without the contents of its dead locals.

    The contents of a local matter as long as the program may take its address again or holds it somewhere.  A variable
    in scope that alone leads to some memory keeps it, since that memory is not lost; None: each register is a variable.
    """
    prefix = f"{depth}:"
    dead = [name for name in heap.roots if name.startswith(prefix) and name[len(prefix) :] not in live]
    if not dead:
        return heap
    new = _without(heap, dead, prefix)
    lost = unreached(new)
    if not lost or lost == unreached(heap):
        return new
    held = [name for name in dead if variables is None or name[len(prefix) :].removeprefix("&") in variables]
    new = _without(heap, [name for name in dead if name not in held], prefix)
    for name in held:
        less = _without(new, [name], prefix)
        if len(unreached(less)) == len(unreached(new)):
            new = less
    return new


def _without(heap: SymbolicHeap, names: Collection[str], prefix: str) -> SymbolicHeap:
    heap = heap.without_roots(name for name in names if name[len(prefix)] != "&")
    for name in names:
        if name[len(prefix)] == "&":
            heap = _forgotten(heap, name)
    return heap


def unreached(heap: SymbolicHeap) -> list[Atom]:
    """Return the memory to be released that no root leads to."""
    return [each for each in garbage(heap) if not isinstance(each, Object) or each.lifetime is ir.Lifetime.HEAP]


def _forgotten(heap: SymbolicHeap, name: str) -> SymbolicHeap:
    base = heap.roots[name]
    thing = next((atom for atom in heap.atoms if isinstance(atom, Object) and atom.base is base), None)
    if thing is None or not (thing.cells or thing.zero):
        return heap
    if any(thing.base in symbols(value) for root, value in heap.roots.items() if root != name):
        return heap
    others = (atom for atom in heap.atoms if atom is not thing)
    if any(thing.base in symbols(value) for atom in others for value in values_of(atom)):
        return heap
    return heap.replaced(thing, replace(thing, cells=immutables.Map(), zero=False))


def result(heap: SymbolicHeap, value: Expression | None, depth: int) -> tuple[SymbolicHeap, Value | None]:
    """Return the heap and the value that a call returns, or None."""
    if value is None:
        return heap, None
    evaluation = Evaluation(heap, depth)
    returned = evaluation.value(value)
    return evaluation.heap, returned


def left(heap: SymbolicHeap, depth: int) -> SymbolicHeap:
    """Return the heap without the registers and the objects of a call."""
    prefix = f"{depth}:"
    names = [name for name in heap.roots if name.startswith(prefix)]
    for name in names:
        if name.startswith(f"{prefix}&"):
            base = heap.roots[name]
            for atom in heap.atoms:
                if isinstance(atom, Object) and atom.base is base:
                    heap = ended(heap, atom)
    return heap.without_roots(names)


def received(heap: SymbolicHeap, target: str, value: Value | None, size: int) -> SymbolicHeap:
    """Return the heap with the result of a call in a root; a call without a result gives an unknown value."""
    if value is None:
        heap, value = heap.fresh(size)
    return heap.with_root(target, value)
