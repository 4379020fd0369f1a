"""Terms as expressions of z3, in one context."""

from __future__ import annotations

import z3
from z3 import z3core

from symheap.core.model import OUTSIDE
from symheap.core.operators import BIT_DIVISIONS
from symheap.core.terms import BOOL, INT, NULL, REF, Op, Sort, Term, Value
from symheap.solver.backends.backend import (
    PARTIAL,
    Untranslatable,
    by_shifts,
    guarded,
    only_argument,
    operand_sort,
)
from symheap.solver.backends.levels import Level, class_index
from symheap.solver.backends.z3_floats import FLOATING, Floats
from symheap.solver.fold import fold

_NARY = {op: getattr(z3core, f"Z3_mk_{op.name.lower()}") for op in (Op.AND, Op.OR, Op.ADD, Op.SUB, Op.MUL)}
_BINARY = {op: getattr(z3core, f"Z3_mk_{op.name.lower()}") for op in Op if op is Op.LT or op.name.startswith("BV")}


class Formulas:
    """Translates terms to z3 expressions. Every expression is kept for the life of the context."""

    def __init__(self, context: z3.ContextObj) -> None:
        self.context = context
        self.memo: dict[Term, z3.Ast] = {}
        self.ref = self._sort(z3core.Z3_mk_uninterpreted_sort(context, self._name("Ref")))
        self.int = self._sort(z3core.Z3_mk_int_sort(context))
        self.bool = self._sort(z3core.Z3_mk_bool_sort(context))
        self.class_of = self.function("class-of", self.ref, self.int)
        self.number_of = self.function("number-of", self.ref, self.int)
        self.class_indices: dict[Term, z3.Ast] = {}
        self.floats = Floats(context, self._keep)
        self.ranks: dict[str, z3.FuncDecl] = {}
        self.declarations: dict[Term, z3.FuncDecl] = {}

    def of(self, term: Value) -> z3.Ast:
        assert isinstance(term, Term)
        return fold(term, self.memo, self._build)

    def apply(self, function: z3.FuncDecl, argument: z3.Ast) -> z3.Ast:
        return self._keep(z3core.Z3_mk_app(self.context, function, 1, (z3.Ast * 1)(argument)))

    def function(self, name: str, *signature: z3.Sort) -> z3.FuncDecl:
        arity = len(signature) - 1
        domain = (z3.Sort * arity)(*signature[:-1])
        function = z3core.Z3_mk_func_decl(self.context, self._name(name), arity, domain, signature[-1])
        self._keep(z3core.Z3_func_decl_to_ast(self.context, function))
        return function

    def rank(self, field: str) -> z3.FuncDecl:
        if field not in self.ranks:
            self.ranks[field] = self.function(f"rank {field}", self.ref, self.int)
        return self.ranks[field]

    def class_index(self, ref: Term) -> z3.Ast:
        index = self.class_indices.get(ref)
        if index is None:
            index = self.class_indices[ref] = self.apply(self.class_of, self.of(ref))
        return index

    def about_locations(self, locations: tuple[Term, ...], level: Level) -> list[z3.Ast]:
        """Return axioms: objects from before the run are distinct, are not null and have a known class."""
        axioms = [self._equals_int(self.apply(self.number_of, self.of(NULL)), 0)] if locations else []
        universe = level.features.universe
        for term in locations:
            location = term.location
            if not location.initial:
                raise Untranslatable(f"a formula speaks of {term}, which the run made")
            axioms.append(self._equals_int(self.apply(self.number_of, self.of(term)), location.number))
            index = class_index(universe, term)
            if universe and index != OUTSIDE:
                axioms.append(self._equals_int(self.class_index(term), index))
        return axioms

    def _equals_int(self, a: z3.Ast, b: int) -> z3.Ast:
        return self._keep(z3core.Z3_mk_eq(self.context, a, self._constant(b, INT)))

    def _build(self, term: Term) -> z3.Ast:
        return self._keep(self._make(term))

    def _make(self, term: Term) -> z3.Ast:
        op, context = term.op, self.context
        if op is Op.SYM:
            return self._declare(term, f"{term.sort.name} {term.name}", term.sort)
        if op is Op.NULL:
            return self._declare(term, "null", REF)
        if op is Op.LOC:
            return self._declare(term, f"object {term.location.number} {term.location.initial}", REF)
        if op is Op.NOT:
            return z3core.Z3_mk_not(context, self._argument(term.args[0], BOOL))
        if op is Op.ISA:
            return self._is_a(term)
        if op is Op.RANK:
            return self.apply(self.rank(str(term.payload)), self._argument(term.args[0], REF))
        if op is Op.EQ:
            sort = operand_sort(term)
            return z3core.Z3_mk_eq(context, *(self._argument(arg, sort) for arg in term.args))
        if op is Op.ITE:
            condition, then, other = term.args
            return z3core.Z3_mk_ite(
                context,
                self._argument(condition, BOOL),
                self._argument(then, term.sort),
                self._argument(other, term.sort),
            )
        if op in _NARY:
            return self._nary(_NARY[op], [self._argument(arg, term.sort) for arg in term.args])
        if op in BIT_DIVISIONS and (shifted := by_shifts(term)) is not None:
            return self.of(shifted)
        if op in _BINARY:
            sort = operand_sort(term)
            return _BINARY[op](context, *(self._argument(arg, sort) for arg in term.args))
        return self._float(term) if op in FLOATING else self._convert(term)

    def _float(self, term: Term) -> z3.Ast:
        if term.op in PARTIAL and term.payload is None:
            return self.of(guarded(term))
        sort = operand_sort(term)
        return self.floats.make(term, [self._argument(arg, sort) for arg in term.args])

    def _convert(self, term: Term) -> z3.Ast:
        inner = self.memo[only_argument(term)]
        if isinstance(term.payload, tuple):
            return z3core.Z3_mk_extract(self.context, *term.payload, inner)
        make = z3core.Z3_mk_sign_ext if term.op is Op.SIGNEXT else z3core.Z3_mk_zero_ext
        return make(self.context, term.payload, inner)

    def _is_a(self, term: Term) -> z3.Ast:
        context, ref = self.context, self.memo[only_argument(term)]
        last = len(term.types.universe) - 1
        index = self.class_index(only_argument(term))
        runs = []
        for low, high in term.types.intervals():
            bounds = []
            if low > 0:
                bounds.append(self._keep(z3core.Z3_mk_ge(context, index, self._constant(low, INT))))
            if high < last:
                bounds.append(self._keep(z3core.Z3_mk_le(context, index, self._constant(high, INT))))
            runs.append(self._keep(self._nary(z3core.Z3_mk_and, bounds)))
        within = self._keep(self._nary(z3core.Z3_mk_or, runs))
        null = self._keep(z3core.Z3_mk_eq(context, ref, self.of(NULL)))
        return self._nary(z3core.Z3_mk_and, [self._keep(z3core.Z3_mk_not(context, null)), within])

    def _nary(self, make: z3.Any, operands: list[z3.Ast]) -> z3.Ast:
        return make(self.context, len(operands), (z3.Ast * len(operands))(*operands))

    def _argument(self, value: Value, sort: Sort) -> z3.Ast:
        if isinstance(value, Term):
            if value.sort is not sort:
                raise Untranslatable(f"{value} is of sort {value.sort}, not {sort}")
            return self.memo[value]
        return self._constant(value, sort)

    def _constant(self, value: int, sort: Sort) -> z3.Ast:
        if sort is BOOL:
            return self._keep((z3core.Z3_mk_true if value else z3core.Z3_mk_false)(self.context))
        if sort.float_width:
            return self._keep(self.floats.constant(value, sort.float_width))
        text = str(value & ((1 << sort.width) - 1) if sort.width else value)
        return self._keep(z3core.Z3_mk_numeral(self.context, text, self._sort_of(sort)))

    def _declare(self, term: Term, name: str, sort: Sort) -> z3.Ast:
        function = self.declarations[term] = self.function(name, self._sort_of(sort))
        return z3core.Z3_mk_app(self.context, function, 0, (z3.Ast * 0)())

    def _sort_of(self, sort: Sort) -> z3.Sort:
        if sort.width:
            return self._sort(z3core.Z3_mk_bv_sort(self.context, sort.width))
        if sort.float_width:
            return self.floats.sorts[sort.float_width]
        return self.ref if sort is REF else self.int if sort is INT else self.bool

    def _sort(self, sort: z3.Sort) -> z3.Sort:
        self._keep(z3core.Z3_sort_to_ast(self.context, sort))
        return sort

    def _name(self, text: str) -> z3.Symbol:
        return z3core.Z3_mk_string_symbol(self.context, text)

    def _keep(self, ast: z3.Ast) -> z3.Ast:
        z3core.Z3_inc_ref(self.context, ast)
        return ast
