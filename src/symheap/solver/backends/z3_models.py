"""Models of z3 as models of the chain."""

from __future__ import annotations

from collections.abc import Hashable

import z3
from z3 import z3core

from symheap.core.model import Model, Plain
from symheap.core.terms import BOOL, NULL, REF, Sort, Term, wrap
from symheap.solver.backends.backend import (
    only_argument,
)
from symheap.solver.backends.levels import Level, by_age
from symheap.solver.backends.numbering import Numbering
from symheap.solver.backends.z3_formulas import Formulas

_TRUE = 1


class ModelReader:
    """Reads a model as far as the assertions mention it. Objects are numbered in the order of the symbols."""

    def __init__(self, context: z3.ContextObj, model: z3.Model, formulas: Formulas, level: Level) -> None:
        self.context = context
        self.model = model
        self.formulas = formulas
        self.level = level
        locations = {term.location.number: term for term in level.features.locations}
        fixed: dict[Hashable, int] = {}
        for number, term in ((0, NULL), *locations.items()):
            element = self._interpretation(term)
            if element is not None:
                fixed[element.value] = number
        self.numbers = Numbering(fixed, taken=locations)

    def read(self) -> Model:
        values: dict[Term, Plain] = {}
        for symbol in self.level.symbols:
            value = self._interpretation(symbol)
            if value is not None:
                values[symbol] = self._plain(value, symbol.sort)
        model = Model(values, {})
        needed = self.level.features
        classes = self.level.known_classes()
        for ref in by_age(needed.classified):
            number = int(model.evaluate(ref))
            if number and number not in classes:
                index = self._evaluate_int(self.formulas.class_index(ref))
                classes[number] = min(max(index, 0), len(needed.universe) - 1)
        ranks: dict[tuple[str, int], int] = {}
        for term in by_age(needed.ranked):
            number = int(model.evaluate(only_argument(term)))
            ranks[str(term.payload), number] = self._evaluate_int(self.formulas.of(term))
        return Model(values, classes, ranks)

    def _interpretation(self, constant: Term) -> z3.Ast | None:
        """Return the value of a constant in the model, or None if any value will do."""
        function = self.formulas.declarations.get(constant)
        if function is None:
            return None
        value = z3core.Z3_model_get_const_interp(self.context, self.model, function)
        return value if value else None

    def _plain(self, value: z3.Ast, sort: Sort) -> Plain:
        if sort is REF:
            return self.numbers[value.value]
        if sort is BOOL:
            return bool(z3core.Z3_get_bool_value(self.context, value) == _TRUE)
        if sort.float_width:
            return self.formulas.floats.bits(value, sort.float_width)
        number = int(z3core.Z3_get_numeral_string(self.context, value))
        return wrap(number, sort.width) if sort.width else number

    def _evaluate_int(self, expression: z3.Ast) -> int:
        value = (z3.Ast * 1)()
        z3core.Z3_model_eval(self.context, self.model, expression, True, value)
        return int(z3core.Z3_get_numeral_string(self.context, value[0]))
