"""What a decision procedure must offer, and how its stack follows a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from symheap.core.bitvectors import bitvector
from symheap.core.floats import from_int, is_nan, le, lt
from symheap.core.ieee import nan
from symheap.core.outcome import Answer
from symheap.core.terms import Op, Sort, Term, Value, ite, make


class Backend(Protocol):
    """A decision procedure for conjunctions.

    Laws: an answer depends on the assertions only, never on earlier calls; whatever goes wrong inside is answered with
    `Unknown`, and the next call starts afresh; the model of `Sat` mentions no symbol that the assertions do not.
    """

    @property
    def name(self) -> str: ...

    def supports(self, term: Value) -> bool:
        """Whether the procedure has the theories of `term`."""
        ...

    def check(self, assertions: tuple[Term, ...], timeout_ms: int) -> Answer: ...


class Untranslatable(Exception):
    """A term that no formula can say: ill-sorted, or about an object that the run itself made."""


def common_prefix(a: Sequence[Term], b: Sequence[Term]) -> int:
    """How many assertions two stacks share, from the bottom."""
    shared = 0
    for x, y in zip(a, b, strict=False):
        if x is not y:
            break
        shared += 1
    return shared


def operand_sort(term: Term) -> Sort:
    """The sort of the operands of a comparison or a bit-vector operator, which says how wide its constants are."""
    if isinstance(term.payload, int):
        return Sort.bitvector(term.payload)
    return next(arg.sort for arg in term.args if isinstance(arg, Term))


PARTIAL = frozenset({Op.FPTOINT, Op.FPTOBITS})


def guarded(term: Term) -> Value:
    """FPTOINT and FPTOBITS, which are total, by SMT-LIB's functions, which leave some values open.

    The result contains `term` with a payload: that stands for SMT-LIB's function.
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


DIVISIONS = frozenset({Op.BVSDIV, Op.BVSREM})


def by_shifts(term: Term) -> Value | None:
    """A signed quotient or remainder by a power of two, without the division that back ends would spell out in bits.

    Rounding is towards zero: a negative number is first brought up by the divisor less one.
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
