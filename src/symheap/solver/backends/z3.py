"""z3 through its C interface: the wrapper objects of its Python interface cost more than the terms they wrap.

References are an uninterpreted sort. The class of an object is an integer function. A set of classes that reaches an
end of the universe is left open at that end, so values beyond it read as the first or last class and no range is
asserted.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable
from functools import partial
from time import perf_counter

import z3
from z3 import z3core

from symheap.core.deadline import OutOfTime
from symheap.core.model import Model
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import Term, Value, eq, not_
from symheap.solver.backends.backend import (
    Untranslatable,
    common_prefix,
)
from symheap.solver.backends.levels import BOTTOM, Level
from symheap.solver.backends.stacks import Stacks
from symheap.solver.backends.stopping import stoppable
from symheap.solver.backends.z3_formulas import Formulas
from symheap.solver.backends.z3_models import ModelReader
from symheap.solver.features import features

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
        self.formulas = Formulas(self.context)
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

    def __init__(self, context: z3.ContextObj, formulas: Formulas, interrupt: Callable[[], None]) -> None:
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
            return ModelReader(self.context, model, self.formulas, self.levels[-1]).read()
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
