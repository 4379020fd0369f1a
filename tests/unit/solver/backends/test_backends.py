"""z3 and bitwuzla: verdicts, models, stack moves, and behaviour after errors."""

from __future__ import annotations

import signal
from random import Random
from threading import Timer

import pytest
from solver_formulas import (
    BYTES,
    FLAG,
    IN_RANGE,
    M,
    N,
    X,
    Y,
    Z,
    a_symbol,
    all_models,
    all_satisfied,
    byte_condition,
    byte_models,
    condition,
    term,
    types,
)

from symheap.core.outcome import Sat, Unknown, Unsat
from symheap.core.terms import (
    BOOL,
    NULL,
    Op,
    Sort,
    Term,
    Value,
    add,
    eq,
    isa,
    location,
    lt,
    mul,
    not_,
    or_,
    rank,
)
from symheap.core.theories.bitvectors import bitvector, extend
from symheap.core.walk import size
from symheap.solver.backends.backend import Backend, common_prefix
from symheap.solver.backends.bitwuzla import BitwuzlaBackend
from symheap.solver.backends.z3 import Z3Backend
from symheap.solver.path import conjuncts_of

TIMEOUT_MS = 10_000
B, C = BYTES


@pytest.fixture(params=[Z3Backend, BitwuzlaBackend])
def backend(request: pytest.FixtureRequest) -> Backend:
    made: Backend = request.param()
    return made


def verdict(backend: Backend, *conditions: Value) -> type:
    """Return the kind of the answer; a model has been checked."""
    assertions = tuple(part for each in conditions for part in conjuncts_of(each))
    answer = backend.check(assertions, TIMEOUT_MS)
    if isinstance(answer, Sat):
        assert all_satisfied(answer.model, assertions)
    return type(answer)


def test_no_assertions_are_satisfiable(backend: Backend) -> None:
    assert verdict(backend) is Sat


def test_false_is_not(backend: Backend) -> None:
    assert verdict(backend, False) is Unsat
    assert verdict(backend, eq(X, Y), False) is Unsat


def test_aliases_have_one_class(backend: Backend) -> None:
    assert verdict(backend, isa(X, types("A")), isa(Y, types("B"))) is Sat
    assert verdict(backend, isa(X, types("A")), isa(Y, types("B")), eq(X, Y)) is Unsat


def test_every_object_has_a_class_of_the_universe(backend: Backend) -> None:
    nothing = [not_(isa(X, types(name))) for name in ("Object", "A", "B")]
    assert verdict(backend, *nothing) is Sat
    assert verdict(backend, *nothing, not_(eq(X, NULL))) is Unsat


def test_set_of_classes_with_a_gap(backend: Backend) -> None:
    ends = isa(X, types("Object", "B"))
    assert verdict(backend, ends, not_(isa(X, types("B")))) is Sat
    assert verdict(backend, ends, isa(X, types("A"))) is Unsat


def test_known_objects_differ_and_keep_their_class(backend: Backend) -> None:
    one, two = location(1, "A", initial=True), location(2, "B", initial=True)
    assert verdict(backend, eq(X, one), eq(Y, two)) is Sat
    assert verdict(backend, eq(X, one), eq(Y, two), eq(X, Y)) is Unsat
    assert verdict(backend, eq(X, one), eq(X, NULL)) is Unsat
    assert verdict(backend, eq(X, one), isa(X, types("B"))) is Unsat
    assert verdict(backend, isa(X, types("B")), eq(X, one)) is Unsat


def test_numbers_of_known_objects_are_theirs_alone(backend: Backend) -> None:
    one, two = location(1, "A", initial=True), location(2, "B", initial=True)
    assertions = (eq(X, two), not_(eq(Y, one)), not_(eq(Y, two)), not_(eq(Y, NULL)), not_(eq(Y, Z)))
    answer = backend.check(tuple(map(term, assertions)), TIMEOUT_MS)
    assert isinstance(answer, Sat)
    assert answer.model[X] == 2
    assert answer.model[Y] not in (0, 1, 2)


def test_model_numbers_objects_from_one_and_mentions_nothing_else(backend: Backend) -> None:
    answer = backend.check((term(not_(eq(X, NULL))), term(not_(eq(Y, NULL))), term(not_(eq(X, Y)))), TIMEOUT_MS)
    assert isinstance(answer, Sat)
    assert dict(answer.model.values) == {X: 1, Y: 2}
    assert answer.model.classes == {}


def test_answers_do_not_depend_on_earlier_calls(backend: Backend) -> None:
    """Moves up and down a stack, in depth-first order and in any other."""
    random = Random(5)
    base = [term(c) for c in (condition(random, 1) for _ in range(60)) if isinstance(c, Term)]
    base = [c for c in base if backend.supports(c)][:12]
    for _ in range(25):
        chosen = tuple(random.sample(base, random.randrange(5)))
        fresh: Backend = type(backend)()
        assert verdict(backend, *chosen) is verdict(fresh, *chosen)


def test_common_prefix() -> None:
    a, b, c = term(eq(X, Y)), term(eq(Y, Z)), FLAG
    assert common_prefix([a, b], [a, c]) == 1
    assert common_prefix([a, b], [a, b, c]) == 2
    assert common_prefix([b], [a]) == 0
    assert common_prefix([], [a]) == 0


def test_bitvectors_agree_with_folding_and_one_another() -> None:
    """Over two bytes: both back ends agree, and a condition is unsatisfiable only if no evaluation satisfies it."""
    random = Random(11)
    backends = (Z3Backend(), BitwuzlaBackend())
    verdicts = []
    for _ in range(60):
        conditions = [byte_condition(random, 2) for _ in range(2)]
        first, second = (verdict(backend, *conditions) for backend in backends)
        assert first is second
        verdicts.append(first)
        if first is Unsat:
            assert not any(all_satisfied(model, tuple(conditions)) for model in byte_models())
    assert {Sat, Unsat} == set(verdicts)


@pytest.mark.parametrize("op", [op for op in Op if op.value.startswith("bv")])
def test_operator_on_constants_is_what_folding_says(backend: Backend, op: Op) -> None:
    random = Random(op.value)
    interesting = (-128, -1, 0, 1, 7, 8, 127)
    for _ in range(12):
        a, b = random.choice(interesting), random.choice(interesting)
        folded = bitvector(op, 8, a, b)
        symbolic = bitvector(op, 8, B, C)
        here = (eq(B, a), eq(C, b))
        assert verdict(backend, *here, eq(symbolic, folded)) is Sat
        assert verdict(backend, *here, not_(eq(symbolic, folded))) is Unsat


def test_constants_take_the_width_of_their_operator(backend: Backend) -> None:
    wide = extend(B, 8, 16, signed=False)
    assert verdict(backend, eq(wide, 200), bitvector(Op.BVSLT, 8, B, 0)) is Sat
    assert verdict(backend, eq(wide, -1)) is Unsat


def test_z3_against_all_models() -> None:
    models, random, backend = all_models(), Random(3), Z3Backend()
    for _ in range(120):
        conditions = (*IN_RANGE, condition(random, 2), condition(random, 2))
        expected = Sat if any(all_satisfied(model, conditions) for model in models) else Unsat
        assert verdict(backend, *conditions) is expected


def test_bitwuzla_against_all_models() -> None:
    models, random, backend = all_models(), Random(4), BitwuzlaBackend()
    done = 0
    while done < 40:
        conditions = (condition(random, 2), condition(random, 1))
        if all(map(backend.supports, conditions)):
            expected = Sat if any(all_satisfied(model, conditions) for model in models) else Unsat
            assert verdict(backend, *conditions) is expected
            done += 1


def test_ranks_are_a_function_of_the_object() -> None:
    backend = Z3Backend()
    smaller = lt(rank(X, "next"), rank(Y, "next"))
    assert verdict(backend, smaller) is Sat
    assert verdict(backend, smaller, eq(X, Y)) is Unsat
    assert verdict(backend, smaller, lt(rank(Y, "next"), rank(Z, "next")), eq(X, Z)) is Unsat


def test_large_integers() -> None:
    answer = Z3Backend().check((term(eq(mul(N, 3), 3 * 10**30)),), TIMEOUT_MS)
    assert isinstance(answer, Sat)
    assert answer.model[N] == 10**30


def test_bitwuzla_has_no_integers() -> None:
    backend = BitwuzlaBackend()
    assert not backend.supports(lt(N, M))
    assert not backend.supports(or_(FLAG, eq(add(N, 1), M)))
    assert backend.supports(or_(FLAG, eq(X, Y), eq(B, C)))
    assert isinstance(backend.check((term(lt(N, M)),), TIMEOUT_MS), Unknown)
    assert verdict(backend, eq(X, Y)) is Sat


def ill_sorted(op: Op, sort: Sort, args: tuple[Term, ...], payload: tuple[int, int] | None = None) -> Term:
    """Return a term that no constructor builds, made by hand."""
    wrong = Term()
    wrong.op, wrong.sort, wrong.args, wrong.payload = op, sort, args, payload
    wrong.id, wrong.symbols_cache, wrong.negation, wrong.is_tested = id(wrong), None, None, False
    return wrong


def test_an_ill_sorted_term_is_unknown_and_forgotten(backend: Backend) -> None:
    wrong = ill_sorted(Op.EQ, BOOL, (B, FLAG))
    assert verdict(backend, eq(X, Y)) is Sat
    assert isinstance(backend.check((term(eq(X, Y)), wrong), TIMEOUT_MS), Unknown)
    assert verdict(backend, eq(X, Y), not_(eq(Y, X))) is Unsat


def test_what_a_solver_itself_rejects_is_unknown_and_forgotten(backend: Backend) -> None:
    wrong = ill_sorted(Op.EXTRACT, Sort.bitvector(18), (B,), (20, 3))
    assert isinstance(backend.check((term(eq(wrong, 5)),), TIMEOUT_MS), Unknown)
    assert verdict(backend, eq(X, Y), not_(eq(Y, X))) is Unsat


def test_an_object_of_the_run_is_no_part_of_a_formula() -> None:
    made = rank(location(1, "A"), "next")
    assert isinstance(Z3Backend().check((term(lt(made, 0)),), TIMEOUT_MS), Unknown)


def factoring() -> tuple[Term, ...]:
    """Return a hard query: the prime factors of a product of sixty bits."""
    p, q = (a_symbol(name, Sort.bitvector(64)) for name in ("factor", "cofactor"))
    bounds = [bitvector(Op.BVULT, 64, 1, factor) for factor in (p, q)]
    bounds += [bitvector(Op.BVULT, 64, factor, 1 << 31) for factor in (p, q)]
    return tuple(map(term, (*bounds, eq(bitvector(Op.BVMUL, 64, p, q), 1_000_000_007 * 998_244_353))))


def test_time_runs_out(backend: Backend) -> None:
    """Afterwards the back end works as before."""
    assert isinstance(backend.check(factoring(), 30), Unknown)
    assert verdict(backend, eq(X, Y), not_(eq(Y, X))) is Unsat


def test_deep_terms_need_no_recursion(backend: Backend) -> None:
    deep: Value = FLAG
    for _ in range(2_000):
        deep = or_(eq(deep, eq(X, Y)), eq(Y, Z))
    assert size(deep) > 4_000
    assert verdict(backend, deep) is Sat


def interrupted(backend: Backend, delay: float) -> bool:
    """Whether an interrupt during a long query ends it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = Timer(delay, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    try:
        backend.check(factoring(), 8_000)
    except KeyboardInterrupt:
        return True
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)
    return False


@pytest.mark.parametrize("delay", [0.02, 0.4])
def test_an_interrupt_is_not_an_unknown(delay: float) -> None:
    """Whether it comes within the budget of steps or later, under the clock.

    Python drops an exception that a signal raises inside a callback from C, so a rare interrupt may be lost.
    """
    backend = Z3Backend()
    assert any(interrupted(backend, delay) for _ in range(3))
    assert verdict(backend, eq(X, Y), not_(eq(Y, X))) is Unsat
