"""The tests that a program makes of numbers in memory, which may distinguish items of a list.

A test is a comparison whose only register was loaded from a field.  It ignores types: a field is an offset and a size.
There are finitely many tests, so they distinguish finitely many kinds of items.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

import immutables

from symheap.core.terms import Value
from symheap.memory import ir
from symheap.memory.expressions import COMPARISONS, Binary, Convert, Expression, Number, Operator, Register
from symheap.separation.execution.evaluate import Evaluation
from symheap.separation.execution.liveness import operands, registers_of
from symheap.separation.heaps.formula import SymbolicHeap

_MOST_TESTS: Final = 6
"""Fields with more tests are ignored: they would distinguish too many kinds of items."""

Field = tuple[int, int]
"""An offset in an object, and a size."""


@dataclass(frozen=True, slots=True)
class FieldTest:
    """A test of a field: `condition` mentions only `register`, which stands for the number in the field."""

    register: str
    condition: Expression

    def of(self, value: Value) -> Value:
        """Return the outcome of the test on a value, as a boolean."""
        roots = immutables.Map({f"0:{self.register}": value})
        return Evaluation(SymbolicHeap(roots), 0).condition(self.condition)


FieldTests = Mapping[Field, tuple[FieldTest, ...]]


def field_tests(program: ir.Program) -> FieldTests:
    """Return the tests of each field, without duplicates.

    A field that is only compared with other values has no tests: all that its items have in common is kept.
    """
    tests_of: dict[Field, dict[str, FieldTest]] = {}
    for function in program.functions.values():
        fields = _loaded(function)
        for condition in _comparisons(function):
            names = sorted(set(registers_of(condition)))
            for compared in {fields[each] for each in names if each in fields}:
                tests_of.setdefault(compared, {})
            name = names[0] if len(names) == 1 else ""
            field = fields.get(name)
            if field is not None:
                text = str(condition).replace(name, "field")
                tests_of.setdefault(field, {}).setdefault(text, FieldTest(name, condition))
    return {field: tuple(tests.values()) for field, tests in tests_of.items() if len(tests) <= _MOST_TESTS}


def _loaded(function: ir.Function) -> dict[str, Field]:
    """Return the registers that are loaded from one field, and copies of such registers."""
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
    """Yield the comparisons of a function, and the conditions of branches without a comparison."""
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
