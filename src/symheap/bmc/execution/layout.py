"""Addresses of objects: the interpreter's requirements of a placement, as facts about addresses.

An object whose address no decision depends on can be anywhere, so facts are stated of `SearchState.placed` only.  This
is correct by the following law: an object that is not placed has an address symbol that the path does not mention, and
an address space is so large that it always has room for it (`symheap.bmc.script` finds it).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from symheap.bmc.execution.state import SearchState, Thing
from symheap.core.model import Model
from symheap.core.terms import Op, Term, Value, conjunction, eq, ite, not_, or_, wrap
from symheap.core.theories.bitvectors import bitvector
from symheap.core.walk import symbols
from symheap.memory.execution.space import LOWEST, NULL_PAGE

_STEP: Final = 1 << 20
_TOP: Final = {4: 1 << 30, 8: 1 << 46}
"""Upper bound of the memory of programs, by the size of pointers: well below the end of the address space."""


def extent(thing: Thing, width: int) -> Value:
    """Return how many addresses an object occupies: one without bytes occupies one all the same."""
    size = thing.size
    if not isinstance(size, Term):
        return max(size & ((1 << width) - 1), 1)
    return ite(eq(size, 0), 1, size, size.sort)


def fits(thing: Thing, width: int) -> Value:
    """Return the condition that an object is aligned, not in the null page, and does not wrap."""
    base = thing.base
    room = bitvector(Op.BVSUB, width, -1, extent(thing, width))
    return conjunction(
        (
            eq(bitvector(Op.BVAND, width, base, thing.alignment - 1), 0),
            not_(bitvector(Op.BVULT, width, base, NULL_PAGE)),
            not_(bitvector(Op.BVULT, width, room, base)),
        )
    )


def apart(one: Thing, other: Thing, width: int) -> Value:
    """Return the condition that two objects which were alive at the same time do not overlap."""

    def before(a: Thing, b: Thing) -> Value:
        end = bitvector(Op.BVADD, width, a.base, extent(a, width))
        return not_(bitvector(Op.BVULT, width, b.base, end))

    return or_(before(one, other), before(other, one))


def mentioned(state: SearchState, condition: Value) -> list[int]:
    """Return the objects whose addresses a condition mentions."""
    if not isinstance(condition, Term):
        return []
    return sorted(number for name in symbols(condition) if (number := state.bases.get(name)) is not None)


def with_placed(state: SearchState, numbers: Iterable[int]) -> SearchState:
    """Return the state with the facts about more objects, at free addresses if possible."""
    for number in numbers:
        if number not in state.placed:
            state = _with_one(state, state.objects[number])
    return state


def facts(state: SearchState, thing: Thing) -> Value:
    """Return the conditions on `thing` given the placed objects."""
    width = 8 * state.pointer
    others = (state.objects[number] for number in sorted(state.placed) if number != thing.number)
    return conjunction(
        (fits(thing, width), *(apart(thing, other, width) for other in others if other.lived_with(thing)))
    )


def comfortable(state: SearchState) -> Value:
    """Return the condition that placed objects are where real programs have memory: not too low and not too high."""
    width = 8 * state.pointer
    top = _TOP[state.pointer]
    return conjunction(
        part
        for number in sorted(state.placed)
        for base in (state.objects[number].base,)
        for part in (not_(bitvector(Op.BVULT, width, base, LOWEST)), bitvector(Op.BVULT, width, base, top))
    )


def _with_one(state: SearchState, thing: Thing) -> SearchState:
    fact = facts(state, thing)
    path = state.path
    model = None
    for candidate in _somewhere(state, thing):
        if candidate.satisfies(fact):
            model = candidate
            break
    return replace(state, path=path.assume(fact, model, is_fact=True), placed=state.placed | {thing.number})


def _somewhere(state: SearchState, thing: Thing) -> Iterator[Model]:
    """Yield the path's model with the object at some addresses that are likely to be free."""
    model = state.path.model
    if model is None or not isinstance(thing.base, Term):
        return
    width = 8 * state.pointer
    ends = [LOWEST]
    for number in state.placed:
        other = state.objects[number]
        end = model.evaluate(other.base) + model.evaluate(extent(other, width))
        ends.append(end & ((1 << width) - 1))
    for start in (LOWEST + _STEP * (thing.number + 1), max(ends) + _STEP):
        address = wrap(-(-start // thing.alignment) * thing.alignment, width)
        yield Model({**model.values, thing.base: address}, model.classes, model.ranks)
