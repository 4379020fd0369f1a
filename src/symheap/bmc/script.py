"""Turn a model of a path into the oracle's answers, and run the interpreter with them."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.bmc.execution.memory import Fault
from symheap.bmc.execution.state import SearchState, Thing
from symheap.core.model import Model
from symheap.core.terms import Value
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import RecordingOracle, Script, ScriptedOracle
from symheap.memory.execution.placement import aligned
from symheap.memory.execution.space import LOWEST
from symheap.memory.ir import Program
from symheap.memory.outcome import Outcome


def script_of(state: SearchState, model: Model, avoid: Value | None = None) -> Script:
    """Return the answers of a model, in the order of the questions."""
    asked = state.asked
    return Script(
        tuple(_unsigned(model, value, value.sort.width) for value in asked.values),
        b"".join(
            _unsigned(model, value, value.sort.width).to_bytes(value.sort.width // 8, "little")
            for value in asked.contents
        ),
        asked.failures,
        _places(state, model, None if avoid is None else _unsigned(model, avoid, 8 * state.pointer)),
    )


def replayed(program: Program, script: Script) -> tuple[Outcome, Script]:
    """Return how the interpreter ends with a script, and all the answers that it received."""
    oracle = RecordingOracle(ScriptedOracle(script))
    return run(program, oracle), oracle.script()


def _unsigned(model: Model, value: Value, width: int) -> int:
    return int(model.evaluate(value)) & ((1 << width) - 1)


def _places(state: SearchState, model: Model, avoid: int | None) -> tuple[int, ...]:
    """Return the addresses of all objects: placed ones as in the model, the others one behind the other.

    Objects that are not placed get memory that was never used: no address is reused without need.
    """
    width = 8 * state.pointer
    things = [state.objects[number] for number in range(len(state.objects))]
    sizes = [max(_unsigned(model, thing.size, width), 1) for thing in things]
    fixed = {number: _unsigned(model, things[number].base, width) for number in state.placed}
    taken = sorted((fixed[number], fixed[number] + sizes[number]) for number in fixed)
    if avoid is not None:
        taken = sorted([*taken, (avoid, avoid + 1)])
    places: list[int] = []
    at = LOWEST
    for thing, size in zip(things, sizes, strict=True):
        if thing.number in fixed:
            places.append(fixed[thing.number])
        else:
            places.append(_free(taken, at, thing, size))
            at = places[-1] + size
    return tuple(places)


def _free(taken: Sequence[tuple[int, int]], start: int, thing: Thing, size: int) -> int:
    """Return the first address from `start` on where an object overlaps nothing of `taken`, which is sorted."""
    address = aligned(start, thing.alignment)
    for low, high in taken:
        if low < address + size and address < high:
            address = aligned(high, thing.alignment)
    return address


def failure_script(fault: Fault) -> Script:
    model = fault.state.path.model
    assert model is not None
    return script_of(fault.state, model, fault.avoid)
