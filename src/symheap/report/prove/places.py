"""Report errors in the program's own files: an error inside a model of a library function is reported at the call."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from symheap.core.source import Position
from symheap.memory.ir import Program
from symheap.separation.proof.transition import Failure, Loss, Point, System

_PART: Final = "__symheap_"


def located(program: Program, system: System) -> System:
    """Return the system with its failures and losses at places of the program."""
    return replace(
        system,
        failures=[_failure(program, system, each) for each in system.failures],
        losses=[_loss(program, system, each) for each in system.losses],
    )


def _failure(program: Program, system: System, failure: Failure) -> Failure:
    fault, point = failure.fault, system.vertices[failure.vertex].point
    at = _own(program, point, fault.position)
    if at is fault.position:
        return failure
    why = "".join((fault.why, *(f", in {name}" for name in _modelled(program, point)[:1])))
    return replace(failure, fault=replace(fault, position=at, why=why))


def _modelled(program: Program, point: Point) -> list[str]:
    """Return the active library functions, innermost first, without the helper functions that models share."""
    names = [point.function, *(site.function for site in reversed(point.stack))]
    return [name for name in names if program.functions[name].position.is_in_model and not name.startswith(_PART)]


def _loss(program: Program, system: System, loss: Loss) -> Loss:
    if loss.vertex < 0:
        return loss
    return replace(loss, position=_own(program, system.vertices[loss.vertex].point, loss.position))


def _own(program: Program, point: Point, position: Position) -> Position:
    """Return the innermost position outside of models; if there is none, the position of the error itself."""
    for site in reversed(point.stack):
        if not position.is_in_model:
            break
        if site.index >= 0:
            position = program.functions[site.function].blocks[site.label].commands[site.index].position
    return position
