"""Translate terms to z3 expressions.  A term whose operands have unexpected sorts is rejected, never adapted.

The only file of the checker that uses z3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import z3

from symheap.certify.rejection import Rejected
from symheap.certify.sorts import well_sorted
from symheap.core.nodes import Term, Value
from symheap.core.operators import Op
from symheap.core.sorts import BOOL

_OPERATORS: Final[dict[Op, Callable[[Any, Any], Any]]] = {
    Op.BVADD: lambda a, b: a + b,
    Op.BVSUB: lambda a, b: a - b,
    Op.BVMUL: lambda a, b: a * b,
    Op.BVSDIV: lambda a, b: a / b,
    Op.BVSREM: z3.SRem,
    Op.BVAND: lambda a, b: a & b,
    Op.BVOR: lambda a, b: a | b,
    Op.BVXOR: lambda a, b: a ^ b,
    Op.BVSHL: lambda a, b: a << b,
    Op.BVLSHR: z3.LShR,
    Op.BVASHR: lambda a, b: a >> b,
    Op.BVSLT: lambda a, b: a < b,
    Op.BVULT: z3.ULT,
}
_QUICK_MS: Final = 300


class Z3:
    """One z3 context with the translations of terms.  Any answer except unsat proves nothing."""

    def __init__(self, milliseconds: int) -> None:
        self._milliseconds = milliseconds
        self._known: dict[Term, Any] = {}
        self._solver = z3.Solver()
        self.queries = 0

    def is_impossible(self, facts: Iterable[Term]) -> bool:
        """Whether z3 shows that `facts` cannot all be true."""
        self.queries += 1
        translated = [self._translated(fact) for fact in facts]
        self._solver.set("timeout", min(_QUICK_MS, self._milliseconds))
        self._solver.push()
        self._solver.add(*translated)
        answer = self._solver.check()
        self._solver.pop()
        if answer == z3.unknown:
            slow = z3.SolverFor("QF_BV")
            slow.set("timeout", self._milliseconds)
            slow.add(*translated)
            answer = slow.check()
        return bool(answer == z3.unsat)

    def _translated(self, root: Term) -> Any:
        if root in self._known:
            return self._known[root]
        well_sorted(root)
        stack = [root]
        while stack:
            term = stack[-1]
            missing = [arg for arg in term.args if isinstance(arg, Term) and arg not in self._known]
            if missing:
                stack += missing
                continue
            stack.pop()
            if term not in self._known:
                self._known[term] = self._node(term)
        return self._known[root]

    def _node(self, term: Term) -> Any:
        op = term.op
        if op is Op.SYM:
            return z3.BitVec(f"{term.name}:{term.sort.width}", term.sort.width)
        if op in _OPERATORS:
            a, b = (self._value(arg, term.width) for arg in term.args)
            return _OPERATORS[op](a, b)
        if op is Op.EQ:
            width = next(arg.sort.width for arg in term.args if isinstance(arg, Term))
            a, b = (self._value(arg, width) for arg in term.args)
            return a == b
        if op is Op.NOT:
            return z3.Not(self._value(term.args[0], 0))
        if op is Op.AND:
            return z3.And(*(self._value(arg, 0) for arg in term.args))
        if op is Op.OR:
            return z3.Or(*(self._value(arg, 0) for arg in term.args))
        if op is Op.ITE:
            width = term.sort.width
            return z3.If(
                self._value(term.args[0], 0), self._value(term.args[1], width), self._value(term.args[2], width)
            )
        return self._resized(term)

    def _resized(self, term: Term) -> Any:
        inner = term.args[0]
        assert isinstance(inner, Term)
        more = term.sort.width - inner.sort.width
        if term.op is Op.SIGNEXT:
            return z3.SignExt(more, self._known[inner])
        if term.op is Op.ZEROEXT:
            return z3.ZeroExt(more, self._known[inner])
        if term.op is Op.EXTRACT and isinstance(term.payload, tuple):
            return z3.Extract(term.payload[0], term.payload[1], self._known[inner])
        raise Rejected(f"an operator that the checker does not know: {term.op.value}")

    def _value(self, value: Value, width: int) -> Any:
        """Return a value of `width` bits; 0: a truth value."""
        if isinstance(value, Term):
            if value.sort is not BOOL and value.sort.width != width:
                raise Rejected(f"{value} has {value.sort.width} bits where {width} are needed")
            return self._known[value]
        return z3.BitVecVal(value, width) if width else z3.BoolVal(bool(value))
