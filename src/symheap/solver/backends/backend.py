"""The interface of decision procedures, and helpers that several of them share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from symheap.core.outcome import Answer
from symheap.core.terms import Op, Sort, Term, Value, ite, make
from symheap.core.theories.bitvectors import bitvector
from symheap.core.theories.floats import from_int, is_nan, le, lt
from symheap.core.theories.ieee import nan


class Backend(Protocol):
    """A decision procedure for conjunctions.

    Laws: an answer depends on the assertions only, never on earlier calls. Any internal failure is answered with
    `Unknown`, and the next call starts afresh. The model of `Sat` mentions only symbols of the assertions.
    """

    @property
    def name(self) -> str: ...

    def supports(self, term: Value) -> bool:
        """Whether the procedure has the theories of `term`."""
        ...

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer: ...


class Untranslatable(Exception):
    """Raised for a term that no formula can express: ill-sorted, or about an object that the run allocated."""


def common_prefix(a: Sequence[Term], b: Sequence[Term]) -> int:
    """Return the number of assertions that two stacks share, from the bottom."""
    shared = 0
    for x, y in zip(a, b, strict=False):
        if x is not y:
            break
        shared += 1
    return shared


def operand_sort(term: Term) -> Sort:
    """Return the sort of the operands of a comparison or bit-vector operator, which determines the width of
    constants.
    """
    if isinstance(term.payload, int):
        return Sort.bitvector(term.payload)
    return next(arg.sort for arg in term.args if isinstance(arg, Term))


PARTIAL = frozenset({Op.FPTOINT, Op.FPTOBITS})


def guarded(term: Term) -> Value:
    """Express FPTOINT and FPTOBITS, which are total, by SMT-LIB's partial functions.

    The result contains `term` with a payload, which stands for SMT-LIB's function.
    """
    number = only_argument(term)
    sort, width = term.sort, number.sort.float_width
    partial = make(term.op, sort, term.args, "partial")
    if term.op is Op.FPTOBITS:
        return ite(is_nan(width, number), nan(width), partial, sort)
    least = -1 << (sort.width - 1)
    below = lt(width, number, from_int(least, 64, width))
    above = le(width, from_int(-least, 64, width), number)
    saturated = ite(below, least, ite(above, -least - 1, partial, sort), sort)
    return ite(is_nan(width, number), 0, saturated, sort)


def by_shifts(term: Term) -> Value | None:
    """Return a signed quotient or remainder by a power of two as shifts; None for any other divisor.

    Back ends would bit-blast the division. Rounding is towards zero, so the divisor minus one is first added to a
    negative number.
    """
    a, divisor = term.args
    if isinstance(divisor, Term) or divisor < 2 or divisor & (divisor - 1):
        return None
    width, shift = operand_sort(term).width, divisor.bit_length() - 1
    sign = bitvector(Op.BVASHR, width, a, width - 1)
    brought_up = bitvector(Op.BVADD, width, a, bitvector(Op.BVLSHR, width, sign, width - shift))
    quotient = bitvector(Op.BVASHR, width, brought_up, shift)
    if term.op is Op.BVSDIV:
        return quotient
    return bitvector(Op.BVSUB, width, a, bitvector(Op.BVSHL, width, quotient, shift))


def only_argument(term: Term) -> Term:
    (argument,) = term.args
    assert isinstance(argument, Term)
    return argument
