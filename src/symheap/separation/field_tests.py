"""The tests that a program makes of numbers in memory: by them, items of a list may be told apart.

A test is a comparison whose only register was loaded from a field.  It says nothing of types: a field is an offset and
a size.  There are finitely many tests, so that finitely many kinds of items can be told apart by them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import immutables

from symheap.core.terms import Value
from symheap.memory import ir
from symheap.memory.expressions import COMPARISONS, Binary, Convert, Expression, Number, Operator, Register
from symheap.separation.evaluate import Evaluation
from symheap.separation.formula import SymbolicHeap
from symheap.separation.liveness import operands, registers_of

_MOST_TESTS: Final = 6
"""Fields with more tests are not looked at: too many kinds of items would be told apart."""

Field = tuple[int, int]
"""An offset in an object, and a size."""


@dataclass(frozen=True, slots=True)
class FieldTest:
    """`condition` is about `register` alone, which stands for the number in the field."""

    register: str
    condition: Expression

    def of(self, value: Value) -> Value:
        """The test of a value, as a boolean."""
        roots = immutables.Map({f"0:{self.register}": value})
        return Evaluation(SymbolicHeap(roots), 0).condition(self.condition)


FieldTests = Mapping[Field, tuple[FieldTest, ...]]


def field_tests(program: ir.Program) -> FieldTests:
    """The tests of each field; those that compare the same in another place are one.

    A field that is only compared with other values has none: what all items have in common of it is kept.
    """
    found: dict[Field, dict[str, FieldTest]] = {}
    for function in program.functions.values():
        fields = _loaded(function)
        for condition in _comparisons(function):
            names = sorted(set(registers_of(condition)))
            for compared in {fields[each] for each in names if each in fields}:
                found.setdefault(compared, {})
            name = names[0] if len(names) == 1 else ""
            field = fields.get(name)
            if field is not None:
                text = str(condition).replace(name, "field")
                found.setdefault(field, {}).setdefault(text, FieldTest(name, condition))
    return {field: tuple(tests.values()) for field, tests in found.items() if len(tests) <= _MOST_TESTS}


def _loaded(function: ir.Function) -> dict[str, Field]:
    """The registers that are loaded from one field, and the copies of such."""
    fields: dict[str, Field] = {}
    ambiguous: set[str] = set()
    for block in function.blocks.values():
        for command in block.commands:
            if isinstance(command, ir.Load):
                field = _offset(command.address), command.target.size
            elif isinstance(command, ir.Assign) and isinstance(command.value, Register):
                if command.value.name not in fields:
                    continue
                field = fields[command.value.name]
            else:
                continue
            if fields.setdefault(command.target.name, field) != field:
                ambiguous.add(command.target.name)
    return {name: field for name, field in fields.items() if name not in ambiguous}


def _offset(address: Expression) -> int:
    is_moved = isinstance(address, Binary) and address.operator is Operator.ADD and isinstance(address.right, Number)
    return address.right.value if is_moved else 0  # type: ignore[union-attr]


def _comparisons(function: ir.Function) -> Iterator[Expression]:
    """The comparisons of a function, and what it branches on without one."""
    for block in function.blocks.values():
        if isinstance(block.end, ir.Branch) and isinstance(block.end.condition, (Register, Convert)):
            yield block.end.condition
        for command in (*block.commands, block.end):
            waiting = list(operands(command))
            while waiting:
                at = waiting.pop()
                if isinstance(at, Convert):
                    waiting.append(at.operand)
                elif isinstance(at, Binary):
                    waiting += (at.left, at.right)
                    if at.operator in COMPARISONS:
                        yield at
