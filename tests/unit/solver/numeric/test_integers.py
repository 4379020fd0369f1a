"""Bit-vectors as integers: the same verdicts as by enumeration, and models that hold."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from solver_formulas import FLAG, X, Y, a_symbol, all_satisfied, term, types

from symheap.core.model import Model
from symheap.core.outcome import Answer, Sat, Unsat
from symheap.core.terms import F64, NULL, Op, Sort, Term, Value, eq, isa, ite, not_, or_
from symheap.core.theories.bitvectors import bitvector, extend
from symheap.solver.backends.bitwuzla import BitwuzlaBackend
from symheap.solver.backends.by_integers import IntegerBackend
from symheap.solver.backends.z3 import Z3Backend
from symheap.solver.numeric.integers import LARGEST_FACTOR, is_expressible
from symheap.solver.path import conjuncts_of

WIDTH, WIDE = 4, 6
A, B = SYMBOLS = tuple(a_symbol(name, Sort.bitvector(WIDTH)) for name in ("nibble.a", "nibble.b"))
LEFT, RIGHT, LENGTH = (a_symbol(name, Sort.bitvector(32)) for name in ("left", "right", "length"))
MODELS = tuple(
    Model({**dict(zip(SYMBOLS, values, strict=True)), FLAG: flag}, {})
    for values in product(range(-8, 8), repeat=2)
    for flag in (False, True)
)
TIMEOUT_MS = 10_000


def number(random: Random, depth: int, width: int) -> Value:
    """Return a term of operators that integers have."""
    if width > WIDTH and (depth == 0 or random.random() < 0.3):
        return extend(number(random, depth - 1 if depth else 0, WIDTH), WIDTH, width, signed=random.random() < 0.5)
    half = 1 << (width - 1)
    if depth == 0:
        leaves: tuple[Value, ...] = (*SYMBOLS, *SYMBOLS, random.randrange(-half, half))
        return random.choice(leaves)
    a = number(random, depth - 1, width)
    kind = random.randrange(8)
    if kind == 0:
        return ite(condition(random, 0), a, number(random, depth - 1, width), Sort.bitvector(width))
    if kind <= 4:
        return bitvector(random.choice((Op.BVADD, Op.BVSUB)), width, a, number(random, depth - 1, width))
    op = random.choice((Op.BVSDIV, Op.BVSREM, Op.BVASHR, Op.BVLSHR, Op.BVMUL))
    factor = random.randint(-LARGEST_FACTOR, LARGEST_FACTOR)
    return bitvector(op, width, a, factor if op is Op.BVMUL else random.randrange(1, width))


def condition(random: Random, depth: int) -> Value:
    width = random.choice((WIDTH, WIDTH, WIDE))
    a, b = number(random, depth, width), number(random, max(0, depth - 1), width)
    op = random.choice((Op.EQ, Op.BVSLT, Op.BVULT))
    formula = eq(a, b) if op is Op.EQ else bitvector(op, width, a, b)
    formula = or_(formula, FLAG) if random.random() < 0.1 else formula
    return not_(formula) if random.random() < 0.5 else formula


@pytest.fixture(scope="module")
def integers() -> IntegerBackend:
    return IntegerBackend(Z3Backend())


@pytest.mark.parametrize("block", range(10))
def test_verdicts_are_those_of_enumeration(integers: IntegerBackend, block: int) -> None:
    verdicts = set()
    for seed in range(40):
        random = Random(1000 * block + seed)
        conditions = [condition(random, random.choice((1, 2, 3))) for _ in range(random.randrange(1, 5))]
        assertions = tuple(part for each in conditions for part in conjuncts_of(each) if integers.supports(part))
        answer = integers.check(assertions, TIMEOUT_MS)
        if isinstance(answer, Sat):
            assert all_satisfied(answer.model, assertions)
        expected = Sat if any(all_satisfied(model, assertions) for model in MODELS) else Unsat
        assert type(answer) is expected
        verdicts.add(expected)
    assert verdicts == {Sat, Unsat}


def test_references_and_classes_stay_what_they_are(integers: IntegerBackend) -> None:
    smaller = bitvector(Op.BVSLT, WIDTH, A, B)
    assertions = tuple(map(term, (or_(eq(X, NULL), smaller), isa(X, types("A")), eq(X, Y), not_(isa(Y, types("B"))))))
    answer = integers.check(assertions, TIMEOUT_MS)
    assert isinstance(answer, Sat)
    assert all_satisfied(answer.model, assertions)
    assert isinstance(integers.check((*assertions, term(eq(A, B))), TIMEOUT_MS), Unsat)


def test_a_model_speaks_of_the_bit_vectors_of_the_query_only(integers: IntegerBackend) -> None:
    answer = integers.check((term(eq(bitvector(Op.BVSDIV, WIDTH, A, 3), B)),), TIMEOUT_MS)
    assert isinstance(answer, Sat)
    assert set(answer.model.values) <= {A, B}


def test_symbols_of_one_name_and_two_widths_are_two(integers: IntegerBackend) -> None:
    narrow, wide = (a_symbol("of two widths", Sort.bitvector(width)) for width in (8, 16))
    assertions = (term(eq(narrow, 1)), term(eq(wide, 300)))
    answer = integers.check(assertions, TIMEOUT_MS)
    assert isinstance(answer, Sat)
    assert all_satisfied(answer.model, assertions)


def test_what_integers_cannot_say_is_not_supported(integers: IntegerBackend) -> None:
    for op in (Op.BVMUL, Op.BVXOR, Op.BVSHL, Op.BVSDIV):
        assert not integers.supports(eq(bitvector(op, WIDTH, A, B), 1))
    assert not is_expressible(term(bitvector(Op.BVMUL, 32, LEFT, LARGEST_FACTOR + 1)))
    assert not integers.supports(eq(a_symbol("a.float", F64), 0))


class _Script:
    """A back end that records its queries."""

    name = "script"

    def __init__(self) -> None:
        self.asked: list[tuple[Term, ...]] = []

    def supports(self, term: Value) -> bool:
        return True

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer:
        self.asked.append(assertions)
        return Unsat()


def test_a_longer_query_continues_the_translation_of_a_shorter_one() -> None:
    below = _Script()
    backend = IntegerBackend(below)
    random = Random(7)
    parts = [part for _ in range(15) for part in conjuncts_of(condition(random, 3))]
    assertions = tuple(filter(backend.supports, parts))
    assert len(assertions) > 10
    for length in range(len(assertions) + 1):
        backend.check(assertions[:length], TIMEOUT_MS)
    for shorter, longer in zip(below.asked, below.asked[1:], strict=False):
        assert longer[: len(shorter)] == shorter


def test_the_middle_of_a_binary_search_lies_between_its_ends(integers: IntegerBackend) -> None:
    """Thirty-two bits, where the sum may wrap around: bit by bit this takes a thousand times as long at some depth."""
    middle = bitvector(Op.BVSDIV, 32, bitvector(Op.BVADD, 32, LEFT, RIGHT), 2)
    ends = [
        not_(bitvector(Op.BVSLT, 32, LEFT, 0)),
        bitvector(Op.BVSLT, 32, LEFT, RIGHT),
        not_(bitvector(Op.BVSLT, 32, LENGTH, 0)),
    ]
    outside = or_(bitvector(Op.BVSLT, 32, middle, LEFT), not_(bitvector(Op.BVSLT, 32, middle, RIGHT)))
    inside = bitvector(Op.BVULT, 32, middle, LENGTH)
    assert isinstance(integers.check(tuple(map(term, (*ends, outside, inside))), TIMEOUT_MS), Unsat)
    wrapped = tuple(map(term, (*ends, outside)))
    answers = [backend.check(wrapped, TIMEOUT_MS) for backend in (integers, BitwuzlaBackend())]
    assert all(isinstance(each, Sat) for each in answers)
