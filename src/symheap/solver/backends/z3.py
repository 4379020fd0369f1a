"""z3 through its C interface: the wrapper objects of its Python interface cost more than the terms they wrap.

References are an uninterpreted sort. The class of an object is an integer function. A set of classes that reaches an
end of the universe is left open at that end, so values beyond it read as the first or last class and no range is
asserted.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Hashable
from functools import partial
from time import perf_counter

import z3
from z3 import z3core

from symheap.core.deadline import OutOfTime
from symheap.core.model import OUTSIDE, Model, Plain
from symheap.core.operators import BIT_DIVISIONS
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import BOOL, INT, NULL, REF, Op, Sort, Term, Value, eq, not_, wrap
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
from symheap.solver.backends.stopping import stoppable
from symheap.solver.backends.z3_floats import FLOATING, Floats
from symheap.solver.features import features
from symheap.solver.fold import fold

_NARY = {op: getattr(z3core, f"Z3_mk_{op.name.lower()}") for op in (Op.AND, Op.OR, Op.ADD, Op.SUB, Op.MUL)}
_BINARY = {op: getattr(z3core, f"Z3_mk_{op.name.lower()}") for op in Op if op is Op.LT or op.name.startswith("BV")}
_SAT, _UNSAT = 1, -1
_NO_CLOCK = 0xFFFFFFFF
_STEPS, _STEPS_PER_MS = 50_000, 200


class Z3Backend:
    """A `Backend`. After an unexpected failure the whole z3 context is discarded."""

    name = "z3"

    def __init__(self) -> None:
        self._session: _Session | None = None

    def supports(self, term: Value) -> bool:
        return not features(term).remainders

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer:
        try:
            if self._session is None:
                _free_given_up()
                self._session = _Session()
            return self._session.check(assertions, timeout_ms)
        except (z3.Z3Exception, ctypes.ArgumentError, Untranslatable) as problem:
            self.close()
            return Unknown(f"z3: {_text(problem)}")
        except OutOfTime:
            self._give_up()
            raise
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        session, self._session = self._session, None
        if session is not None:
            session.close()

    def _give_up(self) -> None:
        """Keep the session for later: z3 may take seconds to free a large formula, and no time is left now."""
        session, self._session = self._session, None
        if session is not None:
            _GIVEN_UP.append(session)


_GIVEN_UP: list[_Session] = []
"""Stopped sessions.  Each is freed when the next session of the process begins, or at the end of the process."""


def _free_given_up() -> None:
    while _GIVEN_UP:
        _GIVEN_UP.pop().close()


def _text(problem: Exception) -> str:
    argument = problem.args[0] if problem.args else problem
    return argument.decode(errors="replace") if isinstance(argument, bytes) else str(argument)


def _release(context: z3.ContextObj, solvers: list[z3.SolverObj]) -> None:
    for solver in solvers:
        z3core.Z3_solver_dec_ref(context, solver)
    z3core.Z3_del_context(context)


def _leave_to_caller(context: int, code: int) -> None:
    """Do nothing: the interface raises z3's errors. Without a handler z3 would end the process."""


class _Session:
    """A z3 context with its solvers and the translations of all terms so far.

    It takes about 17 MB outside Python's memory, which `close` frees, at the latest when the session is collected.
    """

    def __init__(self) -> None:
        config = z3core.Z3_mk_config()
        self.context = z3core.Z3_mk_context_rc(config)
        z3core.Z3_del_config(config)
        self.on_error = z3core.Z3_set_error_handler(self.context, _leave_to_caller)
        self.formulas = _Formulas(self.context)
        self.solvers: list[z3.SolverObj] = []
        self.stacks = Stacks(self._new_stack)
        self.close = weakref.finalize(self, _release, self.context, self.solvers)
        self.close.atexit = False

    def _new_stack(self) -> _Stack:
        stack = _Stack(self.context, self.formulas, self._interrupt)
        self.solvers.append(stack.solver)
        return stack

    def _interrupt(self) -> None:
        """Make the running z3 call fail. The session is given up afterwards."""
        if self.close.alive:
            z3core.Z3_interrupt(self.context)

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer:
        return self.stacks.for_query(assertions).check(assertions, timeout_ms)


class _Stack:
    """A z3 solver and the assertions on its stack."""

    def __init__(self, context: z3.ContextObj, formulas: _Formulas, interrupt: Callable[[], None]) -> None:
        self.context = context
        self.formulas = formulas
        self.interrupt = interrupt
        self.solver = z3core.Z3_mk_simple_solver(context)
        z3core.Z3_solver_inc_ref(context, self.solver)
        self.assertions: list[Term] = []
        self.levels: list[Level] = [BOTTOM]
        self.limits = (0, 0)

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer:
        """Solve within a budget of steps first, then by the clock: z3's clock is a thread, too costly for an easy
        query.
        """
        self._move(assertions)
        answer = self._solve(_NO_CLOCK, min(_STEPS, timeout_ms * _STEPS_PER_MS))
        return self._solve(timeout_ms, 0) if isinstance(answer, Unknown) else answer

    def _solve(self, timeout_ms: int, steps: int) -> Answer:
        """Solve once. With a clock, z3 handles an interrupt itself and only reports that it stopped early."""
        self._limit(timeout_ms, steps)
        start = perf_counter()
        result = stoppable(lambda: z3core.Z3_solver_check(self.context, self.solver), self.interrupt)
        if result == _SAT:
            return Sat(self._model())
        if result == _UNSAT:
            return Unsat()
        reason = str(z3core.Z3_solver_get_reason_unknown(self.context, self.solver))
        if not steps and reason == "canceled" and (perf_counter() - start) * 1000 < timeout_ms:
            raise KeyboardInterrupt
        return Unknown(f"z3: {reason}")

    def _model(self) -> Model:
        model = z3core.Z3_solver_get_model(self.context, self.solver)
        z3core.Z3_model_inc_ref(self.context, model)
        try:
            return _Reader(self.context, model, self.formulas, self.levels[-1]).read()
        finally:
            z3core.Z3_model_dec_ref(self.context, model)

    def _limit(self, timeout_ms: int, steps: int) -> None:
        if self.limits == (timeout_ms, steps):
            return
        self.limits = (timeout_ms, steps)
        parameters = z3core.Z3_mk_params(self.context)
        z3core.Z3_params_inc_ref(self.context, parameters)
        for name, value in (("timeout", timeout_ms), ("rlimit", steps)):
            symbol = z3core.Z3_mk_string_symbol(self.context, name)
            z3core.Z3_params_set_uint(self.context, parameters, symbol, value)
        symbol = z3core.Z3_mk_string_symbol(self.context, "ctrl_c")
        z3core.Z3_params_set_bool(self.context, parameters, symbol, steps == 0)
        z3core.Z3_solver_set_params(self.context, self.solver, parameters)
        z3core.Z3_params_dec_ref(self.context, parameters)

    def _move(self, assertions: tuple[Term, ...]) -> None:
        shared = common_prefix(self.assertions, assertions)
        surplus = len(self.assertions) - shared
        if surplus:
            z3core.Z3_solver_pop(self.context, self.solver, surplus)
            del self.assertions[shared:]
            del self.levels[shared + 1 :]
        for assertion in assertions[shared:]:
            formula = self.formulas.of(assertion)
            below = self.levels[-1]
            level = below.then(assertion)
            axioms = self.formulas.about_locations(level.new_locations(below), level)
            axioms += [self.formulas.of(not_(eq(*pair))) for pair in level.strangers(below)]
            stoppable(partial(self._push, formula, axioms), self.interrupt)
            self.assertions.append(assertion)
            self.levels.append(level)

    def _push(self, formula: z3.Ast, axioms: list[z3.Ast]) -> None:
        z3core.Z3_solver_push(self.context, self.solver)
        for each in (formula, *axioms):
            z3core.Z3_solver_assert(self.context, self.solver, each)


class _Formulas:
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


class _Reader:
    """Reads a model as far as the assertions mention it. Objects are numbered in the order of the symbols."""

    def __init__(self, context: z3.ContextObj, model: z3.Model, formulas: _Formulas, level: Level) -> None:
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
            return bool(z3core.Z3_get_bool_value(self.context, value) == _SAT)
        if sort.float_width:
            return self.formulas.floats.bits(value, sort.float_width)
        number = int(z3core.Z3_get_numeral_string(self.context, value))
        return wrap(number, sort.width) if sort.width else number

    def _evaluate_int(self, expression: z3.Ast) -> int:
        value = (z3.Ast * 1)()
        z3core.Z3_model_eval(self.context, self.model, expression, True, value)
        return int(z3core.Z3_get_numeral_string(self.context, value[0]))
