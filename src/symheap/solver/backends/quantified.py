"""Formulas with quantifiers, as SMT-LIB text: bit-vectors and uninterpreted functions (UFBV)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Union

import z3


@dataclass(frozen=True, slots=True)
class QuantifiedModel:
    """A model: the values of the constants, with bit-vectors as unsigned numbers and truth values as 0 and 1."""

    constants: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class NoModel:
    """The formula has no model."""


@dataclass(frozen=True, slots=True)
class NotKnown:
    """The solver gave up; `why` is its own explanation."""

    why: str


Solved = Union[QuantifiedModel, NoModel, NotKnown]


def solve_text(text: str, timeout_ms: int) -> Solved:
    """Return z3's answer to SMT-LIB declarations and assertions."""
    context = z3.Context()
    solver = z3.SolverFor("UFBV", ctx=context)
    solver.set("timeout", timeout_ms)
    solver.from_string(text)
    answer = solver.check()
    if answer == z3.unsat:
        return NoModel()
    if answer != z3.sat:
        return NotKnown(solver.reason_unknown())
    model = solver.model()
    constants: dict[str, int] = {}
    for declaration in model.decls():
        if declaration.arity() == 0:
            value = model[declaration]
            constants[declaration.name()] = value.as_long() if z3.is_bv_value(value) else int(z3.is_true(value))
    return QuantifiedModel(constants)
