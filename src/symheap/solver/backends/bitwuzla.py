"""bitwuzla, for bit-vectors.

It cannot read the value of an uninterpreted sort, so references are bit-vectors: 0 is null, and an object from before
the run is its number. The width bounds the number of objects in a model, far above what one query names.
"""

from __future__ import annotations

from collections.abc import Hashable

import bitwuzla
from bitwuzla import Kind

from symheap.core.deadline import Deadline, OutOfTime, current
from symheap.core.model import OUTSIDE, Model, Plain
from symheap.core.operators import BIT_DIVISIONS, EXTENSIONS, FLOAT_CONVERSIONS
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import BOOL, INT, REF, Op, Sort, Term, Value, eq, not_, wrap
from symheap.core.theories.ieee import nan
from symheap.core.walk import postorder
from symheap.solver.backends.backend import (
    PARTIAL,
    Untranslatable,
    by_shifts,
    common_prefix,
    guarded,
    only_argument,
    operand_sort,
)
from symheap.solver.backends.levels import BOTTOM, Level, by_age, class_index
from symheap.solver.backends.numbering import Numbering
from symheap.solver.backends.stacks import Stacks
from symheap.solver.backends.stopping import looking_at_the_clock, polled
from symheap.solver.features import features
from symheap.solver.fold import fold

_REF_WIDTH = 24
_CLASS_WIDTH = 16
_KINDS = {
    Op.NOT: Kind.NOT,
    Op.EQ: Kind.EQUAL,
    Op.BVADD: Kind.BV_ADD,
    Op.BVSUB: Kind.BV_SUB,
    Op.BVMUL: Kind.BV_MUL,
    Op.BVSDIV: Kind.BV_SDIV,
    Op.BVSREM: Kind.BV_SREM,
    Op.BVAND: Kind.BV_AND,
    Op.BVOR: Kind.BV_OR,
    Op.BVXOR: Kind.BV_XOR,
    Op.BVSHL: Kind.BV_SHL,
    Op.BVLSHR: Kind.BV_SHR,
    Op.BVASHR: Kind.BV_ASHR,
    Op.BVSLT: Kind.BV_SLT,
    Op.BVULT: Kind.BV_ULT,
    Op.FPNEG: Kind.FP_NEG,
    Op.FPABS: Kind.FP_ABS,
    Op.FPLT: Kind.FP_LT,
    Op.FPLE: Kind.FP_LEQ,
    Op.FPEQ: Kind.FP_EQUAL,
    Op.FPNAN: Kind.FP_IS_NAN,
}
_ROUNDED = {
    Op.FPADD: Kind.FP_ADD,
    Op.FPSUB: Kind.FP_SUB,
    Op.FPMUL: Kind.FP_MUL,
    Op.FPDIV: Kind.FP_DIV,
    Op.FPSQRT: Kind.FP_SQRT,
    Op.FPROUND: Kind.FP_RTI,
    Op.FPFROMINT: Kind.FP_TO_FP_FROM_SBV,
    Op.FPCONVERT: Kind.FP_TO_FP_FROM_FP,
    Op.FPTOINT: Kind.FP_TO_SBV,
}
_FORMATS = {32: (8, 24), 64: (11, 53)}


class BitwuzlaBackend:
    """A `Backend` without integers.

    The time limit of a bitwuzla solver is fixed at its creation, so there is one session for each limit. After an
    unexpected failure the solver and its translations are discarded.
    """

    name = "bitwuzla"

    def __init__(self) -> None:
        self._sessions: dict[int, _Session] = {}

    def supports(self, term: Value) -> bool:
        needed = features(term)
        return not (needed.integers or needed.remainders)

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer:
        try:
            if timeout_ms not in self._sessions:
                _GIVEN_UP.clear()
                self._sessions[timeout_ms] = _Session(timeout_ms)
            return self._sessions[timeout_ms].check(assertions)
        except (bitwuzla.BitwuzlaException, Untranslatable) as problem:
            self._sessions.pop(timeout_ms, None)
            return Unknown(f"bitwuzla: {problem}")
        except OutOfTime:
            _GIVEN_UP.append(self._sessions.pop(timeout_ms, None))
            raise
        except BaseException:
            self._sessions.pop(timeout_ms, None)
            raise


_GIVEN_UP: list[_Session | None] = []
"""Stopped sessions.  Freeing one may take seconds, so that is left to the next session or to the end of the process."""


class _Session:
    """The translations of all terms so far, and solvers that share them."""

    def __init__(self, timeout_ms: int) -> None:
        self.manager = bitwuzla.TermManager()
        self.formulas = _Formulas(self.manager)
        self.options = bitwuzla.Options()
        self.options.set(bitwuzla.Option.PRODUCE_MODELS, True)
        self.options.set(bitwuzla.Option.TIME_LIMIT_PER, timeout_ms)
        self.stacks = Stacks(lambda: _Stack(self.manager, self.formulas, self.options))

    def check(self, assertions: tuple[Term, ...]) -> Answer:
        return self.stacks.for_query(assertions).check(assertions)


class _Stack:
    """A solver and the assertions on its stack."""

    def __init__(self, manager: bitwuzla.TermManager, formulas: _Formulas, options: bitwuzla.Options) -> None:
        self.manager = manager
        self.formulas = formulas
        self.solver = bitwuzla.Bitwuzla(manager, options)
        self.deadline: Deadline | None = None
        self.assertions: list[Term] = []
        self.levels: list[Level] = [BOTTOM]

    def check(self, assertions: tuple[Term, ...]) -> Answer:
        self._move(assertions)
        self._look_at(current())
        result = polled(self.solver.check_sat)
        if result == bitwuzla.Result.SAT:
            return Sat(self._model(self.levels[-1]))
        return Unsat() if result == bitwuzla.Result.UNSAT else Unknown("bitwuzla: time limit")

    def _look_at(self, deadline: Deadline) -> None:
        if deadline != self.deadline:
            self.deadline = deadline
            self.solver.configure_terminator(looking_at_the_clock(deadline))

    def _move(self, assertions: tuple[Term, ...]) -> None:
        shared = common_prefix(self.assertions, assertions)
        surplus = len(self.assertions) - shared
        if surplus:
            self.solver.pop(surplus)
            del self.assertions[shared:]
            del self.levels[shared + 1 :]
        for assertion in assertions[shared:]:
            formula = self.formulas.of(assertion)
            below = self.levels[-1]
            level = below.then(assertion)
            axioms = self.formulas.about_locations(level.new_locations(below), level)
            axioms += [self.formulas.of(not_(eq(*pair))) for pair in level.strangers(below)]
            axioms += self.formulas.about_bits(assertion)
            self.solver.push(1)
            self.assertions.append(assertion)
            self.levels.append(level)
            for each in (formula, *axioms):
                self.solver.assert_formula(each)

    def _model(self, level: Level) -> Model:
        fixed: dict[Hashable, int] = {term.location.number: term.location.number for term in level.features.locations}
        numbers = Numbering(fixed | {0: 0})
        values = {symbol: self._plain(symbol, numbers) for symbol in level.symbols}
        classes = level.known_classes()
        last = len(level.features.universe) - 1
        for ref in by_age(level.features.classified):
            number = int(values[ref])
            if number and number not in classes:
                index = self.solver.get_value(self.formulas.class_index(ref)).value(10)
                classes[number] = min(int(index), last)
        return Model(values, classes)

    def _plain(self, symbol: Term, numbers: Numbering) -> Plain:
        value = self.solver.get_value(self.formulas.of(symbol))
        if symbol.sort is BOOL:
            return bool(value.value())
        if symbol.sort.float_width:
            bits = wrap(int(value.value(2, False), 2), symbol.sort.float_width)
            return nan(symbol.sort.float_width) if value.is_fp_value_nan() else bits
        number = int(value.value(10))
        return numbers[number] if symbol.sort is REF else wrap(number, symbol.sort.width)


class _Formulas:
    """Translates terms to bitwuzla terms."""

    def __init__(self, manager: bitwuzla.TermManager) -> None:
        self.manager = manager
        self.memo: dict[Term, bitwuzla.Term] = {}
        self.class_sort = manager.mk_bv_sort(_CLASS_WIDTH)
        signature = manager.mk_fun_sort([manager.mk_bv_sort(_REF_WIDTH)], self.class_sort)
        self.class_of = manager.mk_const(signature, "class-of")

    def of(self, term: Value) -> bitwuzla.Term:
        assert isinstance(term, Term)
        return fold(term, self.memo, self._build)

    def class_index(self, ref: Term) -> bitwuzla.Term:
        return self.manager.mk_term(Kind.APPLY, [self.class_of, self.of(ref)])

    def about_locations(self, locations: tuple[Term, ...], level: Level) -> list[bitwuzla.Term]:
        """Return axioms on the classes of objects from before the run. Their numbers already make them distinct."""
        universe = level.features.universe
        indices = [(term, class_index(universe, term)) for term in locations] if universe else []
        return [
            self.manager.mk_term(Kind.EQUAL, [self.class_index(term), self._class_constant(index)])
            for term, index in indices
            if index != OUTSIDE
        ]

    def about_bits(self, assertion: Term) -> list[bitwuzla.Term]:
        """Return axioms that the bits of a number read back as that number, and that NaN has the canonical bits."""
        if not features(assertion).float_bits:
            return []
        axioms = []
        for term in postorder(assertion):
            if term.op is Op.FPTOBITS:
                width = term.sort.width
                number, bits = self.memo[only_argument(term)], self.memo[term]
                made = self.manager.mk_term(Kind.FP_TO_FP_FROM_BV, [bits], list(_FORMATS[width]))
                canonical = self.manager.mk_term(Kind.EQUAL, [bits, self._constant(nan(width), term.sort)])
                is_nan = self.manager.mk_term(Kind.FP_IS_NAN, [number])
                axioms.append(self.manager.mk_term(Kind.EQUAL, [number, made]))
                axioms.append(self.manager.mk_term(Kind.IMPLIES, [is_nan, canonical]))
        return axioms

    def _build(self, term: Term) -> bitwuzla.Term:
        op, manager = term.op, self.manager
        if op is Op.SYM:
            return manager.mk_const(self._sort_of(term.sort), f"{term.sort.name} {term.name}")
        if op is Op.FPTOBITS:
            return manager.mk_const(self._sort_of(term.sort), f"bits {term.id}")
        if op is Op.NULL:
            return self._constant(0, REF)
        if op is Op.LOC:
            if not term.location.initial or term.location.number >> _REF_WIDTH:
                raise Untranslatable(f"a formula speaks of {term}, which is no object of the initial heap")
            return self._constant(term.location.number, REF)
        if op is Op.ISA:
            return self._is_a(term)
        if op is Op.AND or op is Op.OR:
            return self._connective(op, [self._argument(arg, BOOL) for arg in term.args])
        if op is Op.ITE:
            sorts = (BOOL, term.sort, term.sort)
            return manager.mk_term(Kind.ITE, [self._argument(a, s) for a, s in zip(term.args, sorts, strict=True)])
        if op in BIT_DIVISIONS and (shifted := by_shifts(term)) is not None:
            return self.of(shifted)
        if op in _KINDS:
            sort = operand_sort(term)
            return manager.mk_term(_KINDS[op], [self._argument(arg, sort) for arg in term.args])
        if op in _ROUNDED or op is Op.FPFROMBITS:
            return self._float(term)
        return self._convert(term)

    def _float(self, term: Term) -> bitwuzla.Term:
        if term.op in PARTIAL and term.payload is None:
            return self.of(guarded(term))
        sort = operand_sort(term)
        args = [self._argument(arg, sort) for arg in term.args]
        indices = list(_FORMATS[term.sort.float_width]) if term.sort.float_width else [term.sort.width]
        if term.op is Op.FPFROMBITS:
            return self.manager.mk_term(Kind.FP_TO_FP_FROM_BV, args, indices)
        mode = "RTZ" if term.op is Op.FPTOINT else str(term.payload or "RNE")
        rounding = self.manager.mk_rm_value(getattr(bitwuzla.RoundingMode, mode))
        has_indices = term.op in FLOAT_CONVERSIONS
        return self.manager.mk_term(_ROUNDED[term.op], [rounding, *args], indices if has_indices else [])

    def _convert(self, term: Term) -> bitwuzla.Term:
        if isinstance(term.payload, tuple):
            return self.manager.mk_term(Kind.BV_EXTRACT, [self.memo[only_argument(term)]], list(term.payload))
        if term.op not in EXTENSIONS:
            raise Untranslatable(f"bitwuzla has no {term.op.value}: {term}")
        kind = Kind.BV_SIGN_EXTEND if term.op is Op.SIGNEXT else Kind.BV_ZERO_EXTEND
        return self.manager.mk_term(kind, [self.memo[only_argument(term)]], [term.payload])

    def _is_a(self, term: Term) -> bitwuzla.Term:
        manager, ref = self.manager, only_argument(term)
        last = len(term.types.universe) - 1
        index = self.class_index(ref)
        runs = []
        for low, high in term.types.intervals():
            bounds = [manager.mk_term(Kind.BV_UGE, [index, self._class_constant(low)])]
            if high < last:
                bounds.append(manager.mk_term(Kind.BV_ULE, [index, self._class_constant(high)]))
            runs.append(self._connective(Op.AND, bounds))
        is_object = manager.mk_term(Kind.DISTINCT, [self.memo[ref], self._constant(0, REF)])
        return manager.mk_term(Kind.AND, [is_object, self._connective(Op.OR, runs)])

    def _connective(self, op: Op, operands: list[bitwuzla.Term]) -> bitwuzla.Term:
        if not operands:
            return self.manager.mk_true() if op is Op.AND else self.manager.mk_false()
        if len(operands) == 1:
            return operands[0]
        return self.manager.mk_term(Kind.AND if op is Op.AND else Kind.OR, operands)

    def _argument(self, value: Value, sort: Sort) -> bitwuzla.Term:
        if isinstance(value, Term):
            if value.sort is not sort:
                raise Untranslatable(f"{value} is of sort {value.sort}, not {sort}")
            return self.memo[value]
        return self._constant(value, sort)

    def _constant(self, value: int, sort: Sort) -> bitwuzla.Term:
        if sort is BOOL:
            return self.manager.mk_true() if value else self.manager.mk_false()
        if sort.float_width:
            bits = self._constant(value, Sort.bitvector(sort.float_width))
            return self.manager.mk_term(Kind.FP_TO_FP_FROM_BV, [bits], list(_FORMATS[sort.float_width]))
        bits = self._sort_of(sort)
        width = sort.width or _REF_WIDTH
        return self.manager.mk_bv_value(bits, value & ((1 << width) - 1))

    def _class_constant(self, index: int) -> bitwuzla.Term:
        return self.manager.mk_bv_value(self.class_sort, index)

    def _sort_of(self, sort: Sort) -> bitwuzla.Sort:
        if sort is INT:
            raise Untranslatable("bitwuzla has no integers")
        if sort is BOOL:
            return self.manager.mk_bool_sort()
        if sort.float_width:
            return self.manager.mk_fp_sort(*_FORMATS[sort.float_width])
        return self.manager.mk_bv_sort(sort.width or _REF_WIDTH)
