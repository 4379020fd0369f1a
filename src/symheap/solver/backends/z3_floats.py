"""Floating-point terms as z3 expressions."""

from __future__ import annotations

from collections.abc import Callable

import z3
from z3 import z3core

from symheap.core.terms import Op, Term, wrap
from symheap.core.theories.ieee import nan
from symheap.solver.backends.backend import Untranslatable

FLOATING = frozenset(op for op in Op if op.name.startswith("FP"))
_ROUNDED = {
    Op.FPADD: z3core.Z3_mk_fpa_add,
    Op.FPSUB: z3core.Z3_mk_fpa_sub,
    Op.FPMUL: z3core.Z3_mk_fpa_mul,
    Op.FPDIV: z3core.Z3_mk_fpa_div,
    Op.FPSQRT: z3core.Z3_mk_fpa_sqrt,
    Op.FPROUND: z3core.Z3_mk_fpa_round_to_integral,
}
_EXACT = {
    Op.FPLT: z3core.Z3_mk_fpa_lt,
    Op.FPLE: z3core.Z3_mk_fpa_leq,
    Op.FPEQ: z3core.Z3_mk_fpa_eq,
    Op.FPNAN: z3core.Z3_mk_fpa_is_nan,
    Op.FPNEG: z3core.Z3_mk_fpa_neg,
    Op.FPABS: z3core.Z3_mk_fpa_abs,
    Op.FPTOBITS: z3core.Z3_mk_fpa_to_ieee_bv,
}
_ROUNDING = {mode: getattr(z3core, f"Z3_mk_fpa_{mode.lower()}") for mode in ("RNE", "RTN", "RTP", "RTZ")}


class Floats:
    """The floating-point part of one z3 context. `keep` keeps an expression alive as long as the context."""

    def __init__(self, context: z3.ContextObj, keep: Callable[[z3.Ast], z3.Ast]) -> None:
        self._context = context
        self._keep = keep
        self.sorts = {
            32: self._sort(z3core.Z3_mk_fpa_sort_32(context)),
            64: self._sort(z3core.Z3_mk_fpa_sort_64(context)),
        }
        self._bits = {width: self._sort(z3core.Z3_mk_bv_sort(context, width)) for width in self.sorts}
        self._modes = {name: keep(make(context)) for name, make in _ROUNDING.items()}

    def _sort(self, sort: z3.Sort) -> z3.Sort:
        self._keep(z3core.Z3_sort_to_ast(self._context, sort))
        return sort

    def make(self, term: Term, args: list[z3.Ast]) -> z3.Ast:
        """Return the expression of `term`, whose operator has SMT-LIB's meaning."""
        op, context, mode = term.op, self._context, self._modes["RNE"]
        if op in _EXACT:
            return _EXACT[op](context, *args)
        if op in _ROUNDED:
            return _ROUNDED[op](context, self._modes[str(term.payload or "RNE")], *args)
        if op is Op.FPTOINT:
            return z3core.Z3_mk_fpa_to_sbv(context, self._modes["RTZ"], *args, term.sort.width)
        if op is Op.FPREM:
            raise Untranslatable(f"no solver has the remainder of {term}")
        sort = self.sorts[term.sort.float_width]
        if op is Op.FPFROMINT:
            return z3core.Z3_mk_fpa_to_fp_signed(context, mode, *args, sort)
        if op is Op.FPCONVERT:
            return z3core.Z3_mk_fpa_to_fp_float(context, mode, *args, sort)
        assert op is Op.FPFROMBITS, op
        return z3core.Z3_mk_fpa_to_fp_bv(context, *args, sort)

    def constant(self, bits: int, width: int) -> z3.Ast:
        pattern = str(bits & ((1 << width) - 1))
        number = self._keep(z3core.Z3_mk_numeral(self._context, pattern, self._bits[width]))
        return z3core.Z3_mk_fpa_to_fp_bv(self._context, number, self.sorts[width])

    def bits(self, value: z3.Ast, width: int) -> int:
        """Return the bits of a number in a model."""
        if z3core.Z3_fpa_is_numeral_nan(self._context, value):
            return nan(width)
        pattern = z3core.Z3_simplify(self._context, z3core.Z3_mk_fpa_to_ieee_bv(self._context, value))
        return wrap(int(z3core.Z3_get_numeral_string(self._context, pattern)), width)
