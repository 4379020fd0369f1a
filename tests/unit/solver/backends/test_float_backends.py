"""z3 and bitwuzla on floating-point numbers: compared with folding and with each other, and their gaps."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

import pytest
import z3
from solver_formulas import X as REFERENCE
from solver_formulas import a_symbol, all_satisfied, term, types

from symheap.core.model import INITIAL, OUTSIDE, Model
from symheap.core.outcome import Answer, Sat, Unknown, Unsat
from symheap.core.terms import BV32, BV64, F32, F64, NULL, Value, and_, canonical, eq, isa, ite, location, not_, or_
from symheap.core.theories import floats
from symheap.core.theories.ieee import NAN32, NAN64, double_bits, single_bits
from symheap.solver.api import Query, Statistics
from symheap.solver.backends.backend import Backend
from symheap.solver.backends.bitwuzla import BitwuzlaBackend
from symheap.solver.backends.smtlib import condition_smt2, to_smtlib
from symheap.solver.backends.z3 import Z3Backend
from symheap.solver.chain import default_chain
from symheap.solver.features import features
from symheap.solver.layers.proposals import Assign, proposals
from symheap.solver.layers.route import Route, always
from symheap.solver.path import EMPTY_PATH, conjuncts_of

X, Y = a_symbol("x", F32), a_symbol("y", F32)
D, E = a_symbol("d", F64), a_symbol("e", F64)
INTEGER, LONG = a_symbol("i32", BV32), a_symbol("l64", BV64)
SINGLES: Final = tuple(map(single_bits, (0.0, -0.0, 1.0, -1.5, 2.5, 1e-45, 3.4e38, 2.0**31, -(2.0**31), 2.0**63)))
DOUBLES: Final = tuple(map(double_bits, (0.0, -0.0, 1.0, -1.5, 2.5, 5e-324, 1e308, 2.0**31, -(2.0**31) - 0.5, 2.0**63)))
SPECIAL: Final = {32: (*SINGLES, NAN32, 0x7F800000, 0x7F800000 - 2**31), 64: (*DOUBLES, NAN64, 0x7FF << 52)}
INTEGERS: Final = (0, 1, -1, 2**24 + 1, 2**31 - 1, -(2**31))

Function = Callable[..., Value]


def _of_numbers(f: Function, width: int) -> Function:
    return lambda *args: f(width, *args)


def _cases() -> dict[str, tuple[Function, tuple[Value, ...]]]:
    found: dict[str, tuple[Function, tuple[Value, ...]]] = {}
    for width, a, b in ((32, X, Y), (64, D, E)):
        for f in (floats.add, floats.sub, floats.mul, floats.lt, floats.le, floats.fpeq, floats.minimum):
            found[f"{f.__name__}{width}"] = (_of_numbers(f, width), (a, b))
        for g in (floats.neg, floats.abs_, floats.floor, floats.ceil, floats.rint, floats.is_nan):
            found[f"{g.__name__}{width}"] = (_of_numbers(g, width), (a,))
        for bits, integer in ((32, INTEGER), (64, LONG)):
            found[f"to_int{width}{bits}"] = (lambda v, w=width, n=bits: floats.to_int(v, w, n), (a,))
            found[f"from_int{bits}{width}"] = (lambda v, w=width, n=bits: floats.from_int(v, n, w), (integer,))
        found[f"convert{width}"] = (lambda v, w=width: floats.convert(v, w, 96 - w), (a,))
        found[f"from_bits{width}"] = (lambda v, w=width: floats.from_bits(v, w), (INTEGER if width == 32 else LONG,))
        found[f"to_bits{width}"] = (lambda v, w=width: floats.to_bits(v, w), (a,))
    found["div32"] = (_of_numbers(floats.div, 32), (X, Y))
    found["sqrt32"] = (_of_numbers(floats.sqrt, 32), (X,))
    return found


CASES: Final = _cases()


def check(backend: Backend, *conditions: Value) -> Answer:
    assertions = tuple(part for each in conditions for part in conjuncts_of(each))
    answer = backend.check(assertions, 20_000)
    if isinstance(answer, Sat):
        assert all_satisfied(answer.model, assertions)
    return answer


@pytest.mark.parametrize("backend", [Z3Backend, BitwuzlaBackend])
@pytest.mark.parametrize("name", CASES)
def test_an_operator_on_constants_is_what_folding_says(backend: type, name: str) -> None:
    function, symbols = CASES[name]
    solver, symbolic, random = backend(), function(*symbols), Random(name)
    assert solver.supports(symbolic)
    for _ in range(8):
        values = [
            _value(symbol.sort.float_width if symbol.sort.float_width else 0, random) for symbol in map(term, symbols)
        ]
        folded = function(*values)
        here = [eq(symbol, value) for symbol, value in zip(symbols, values, strict=True)]
        sort = term(symbolic).sort
        wanted = canonical(folded, sort) if sort.float_width else folded
        assert isinstance(check(solver, *here, eq(symbolic, wanted)), Sat), (name, values, folded)
        assert isinstance(check(solver, *here, not_(eq(symbolic, wanted))), Unsat), (name, values, folded)


def _value(width: int, random: Random) -> int:
    if not width:
        return random.choice(INTEGERS)
    if random.random() < 0.6:
        return random.choice(SPECIAL[width])
    return int(canonical_bits(random.randrange(-(1 << (width - 1)), 1 << (width - 1)), width))


def canonical_bits(bits: int, width: int) -> int:
    value = canonical(bits, F32 if width == 32 else F64)
    assert isinstance(value, int)
    return value


@pytest.fixture(params=[Z3Backend, BitwuzlaBackend])
def backend(request: pytest.FixtureRequest) -> Backend:
    made: Backend = request.param()
    return made


def test_models_have_bits(backend: Backend) -> None:
    answer = check(backend, eq(X, single_bits(-2.5)), floats.is_nan(64, D), floats.lt(32, X, Y))
    assert isinstance(answer, Sat)
    assert answer.model[X] == single_bits(-2.5)
    assert answer.model[D] == NAN64
    assert isinstance(check(backend, floats.lt(64, D, E), not_(floats.le(64, D, E))), Unsat)
    assert isinstance(check(backend, floats.fpeq(64, D, E), not_(eq(D, E))), Sat)


def test_floats_with_references(backend: Backend) -> None:
    field = ite(eq(REFERENCE, NULL), D, E)
    tested = floats.lt(64, field, double_bits(1.0))
    assert isinstance(check(backend, tested, not_(floats.lt(64, D, double_bits(1.0)))), Sat)
    assert isinstance(check(backend, tested, isa(REFERENCE, types("A")), eq(E, double_bits(2.0))), Unsat)


def test_nobody_has_java_s_remainder(backend: Backend) -> None:
    condition = eq(floats.rem(64, D, E), 0)
    assert not backend.supports(condition)
    assert isinstance(backend.check((term(condition),), 1000), Unknown)
    route = Route(always(backend), Statistics(), 1000)
    assert route.check(Query(EMPTY_PATH, condition)) == Unknown("no back end has the theories of this query")
    model = Model({D: double_bits(7.5), E: double_bits(2.5)}, {})
    assert model.satisfies(condition)


def test_features() -> None:
    assert features(floats.lt(32, X, Y)).floats
    assert not features(floats.lt(32, X, Y)).bitvectors
    assert features(floats.to_bits(X, 32)).float_bits
    assert features(floats.rem(32, X, Y)).remainders
    assert not features(eq(INTEGER, 3)).floats


# SMT-LIB --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CASES)
def test_scripts_mean_what_folding_says(name: str) -> None:
    function, symbols = CASES[name]
    symbolic, random = function(*symbols), Random(name)
    values = [_value(term(symbol).sort.float_width, random) for symbol in symbols]
    folded = function(*values)
    sort = term(symbolic).sort
    wanted = canonical(folded, sort) if sort.float_width else folded
    here = [eq(symbol, value) for symbol, value in zip(symbols, values, strict=True)]
    for condition, verdict in ((eq(symbolic, wanted), z3.sat), (not_(eq(symbolic, wanted)), z3.unsat)):
        solver = z3.Solver()
        solver.from_string(to_smtlib([*here, condition]))
        assert solver.check() == verdict


def test_a_remainder_is_left_open_in_a_script() -> None:
    text = to_smtlib([eq(floats.rem(64, D, E), 0)])
    solver = z3.Solver()
    solver.from_string(text)
    assert "(fmod64 " in text
    assert solver.check() == z3.sat
    assert condition_smt2(floats.lt(32, X, 0)) == "(fp.lt |x| ((_ to_fp 8 24) (_ bv0 32)))"


# The other layers -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [0, single_bits(1.0), single_bits(-3.0), NAN32, 0x7F800000])
def test_proposals_reach_what_is_wanted(value: int) -> None:
    one = single_bits(1.0)
    model = Model({X: value}, {})
    conditions = [f(32, *pair) for f in (floats.lt, floats.le, floats.fpeq) for pair in ((X, one), (one, X))]
    for each in (*conditions, *map(not_, conditions), floats.is_nan(32, X), not_(floats.is_nan(32, X)), eq(X, one)):
        condition = term(each)
        if model.satisfies(condition):
            continue
        changes = list(proposals(condition, model))
        repaired = [Model({X: change.value}, {}) for change in changes if isinstance(change, Assign)]
        assert any(m.satisfies(condition) for m in repaired), condition


def test_the_whole_chain_on_a_search_with_all_sorts() -> None:
    solver, _ = default_chain()
    path = EMPTY_PATH
    conditions = [
        floats.lt(64, D, E),
        eq(floats.to_int(D, 64, 32), INTEGER),
        or_(eq(REFERENCE, NULL), isa(REFERENCE, types("A"))),
        not_(floats.lt(64, E, floats.from_int(INTEGER, 32, 64))),
        not_(floats.fpeq(64, D, 0)),
        eq(floats.to_bits(E, 64), LONG),
    ]
    for condition in conditions:
        answer = solver.check(Query(path, condition))
        assert isinstance(answer, Sat)
        assert all_satisfied(answer.model, (*path.conjuncts(), condition))
        path = path.assume(condition, answer.model)
    assert isinstance(solver.check(Query(path, floats.lt(64, E, D))), Unsat)


def test_known_objects_of_a_class_that_no_input_has(backend: Backend) -> None:
    stranger, known = location(INITIAL + 7, "Elsewhere", initial=True), location(INITIAL + 8, "A", initial=True)
    typed = isa(REFERENCE, types("A"))
    assert isinstance(check(backend, typed, eq(REFERENCE, stranger)), Unsat)
    assert isinstance(check(backend, eq(REFERENCE, stranger), typed), Unsat)
    answer = check(backend, typed, eq(REFERENCE, known))
    assert isinstance(answer, Sat)
    assert answer.model[REFERENCE] == INITIAL + 8
    assert not Model({REFERENCE: INITIAL + 7}, {INITIAL + 7: OUTSIDE}).satisfies(typed)


def test_repair_knows_the_classes_of_known_objects() -> None:
    """Choosing a known object does not give it a class that it does not have."""
    solver, _ = default_chain()
    other = location(INITIAL + 9, "B", initial=True)
    path = EMPTY_PATH.assume(isa(REFERENCE, types("Object")), Model({REFERENCE: 1}, {1: 0}))
    assert isinstance(solver.check(Query(path, eq(REFERENCE, other))), Unsat)
    assert isinstance(solver.check(Query(EMPTY_PATH, and_(isa(REFERENCE, types("B")), eq(REFERENCE, other)))), Sat)
