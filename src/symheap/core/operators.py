"""The operators of terms."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Op(Enum):
    """The operator of a term. ``SYM``, ``NULL`` and ``LOC`` are leaves."""

    SYM = "sym"
    NULL = "null"
    LOC = "loc"
    HANDLE = "handle"  # the number of a reference inside array contents; only one heap model reads it
    NOT = "not"
    AND = "and"
    OR = "or"
    ITE = "ite"
    EQ = "="
    ISA = "isa"
    RANK = "rank"
    ADD = "+"
    SUB = "-"
    MUL = "*"
    LT = "<"
    BVADD = "bvadd"
    BVSUB = "bvsub"
    BVMUL = "bvmul"
    BVSDIV = "bvsdiv"
    BVSREM = "bvsrem"
    BVAND = "bvand"
    BVOR = "bvor"
    BVXOR = "bvxor"
    BVSHL = "bvshl"
    BVLSHR = "bvlshr"
    BVASHR = "bvashr"
    BVSLT = "bvslt"
    BVULT = "bvult"
    SIGNEXT = "sign_extend"
    ZEROEXT = "zero_extend"
    EXTRACT = "extract"
    FPADD = "fp.add"
    FPSUB = "fp.sub"
    FPMUL = "fp.mul"
    FPDIV = "fp.div"
    FPREM = "fmod"
    FPNEG = "fp.neg"
    FPABS = "fp.abs"
    FPSQRT = "fp.sqrt"
    FPROUND = "fp.roundToIntegral"
    FPLT = "fp.lt"
    FPLE = "fp.leq"
    FPEQ = "fp.eq"
    FPNAN = "fp.isNaN"
    FPFROMINT = "to_fp signed"
    FPTOINT = "fp.to_sbv"
    FPCONVERT = "to_fp"
    FPTOBITS = "fp.to_ieee_bv"
    FPFROMBITS = "to_fp bits"
    CONTENTS = "contents"
    FILLED = "filled"
    TABLE = "table"
    STORE = "store"
    COPY = "copy"
    REPLACED = "replaced"
    OCTETS = "octets"
    APPLY = "apply"  # of a function known by evaluation: `symheap.core.theories.functions`

    __hash__ = object.__hash__  # by identity, for speed: terms are looked up by operator millions of times


LEAVES: Final = frozenset({Op.SYM, Op.NULL, Op.LOC})
CONNECTIVES: Final = frozenset({Op.NOT, Op.AND, Op.OR})
REFERENCE_TESTS: Final = frozenset({Op.ISA, Op.RANK})
INTEGERS: Final = frozenset({Op.ADD, Op.SUB, Op.MUL, Op.LT})
BIT_SUMS: Final = frozenset({Op.BVADD, Op.BVSUB})
BIT_PRODUCTS: Final = frozenset({Op.BVMUL})
BIT_DIVISIONS: Final = frozenset({Op.BVSDIV, Op.BVSREM})
BITWISE: Final = frozenset({Op.BVAND, Op.BVOR, Op.BVXOR})
SHIFTS: Final = frozenset({Op.BVSHL, Op.BVLSHR, Op.BVASHR})
BIT_ORDERS: Final = frozenset({Op.BVSLT, Op.BVULT})
EXTENSIONS: Final = frozenset({Op.SIGNEXT, Op.ZEROEXT})
FLOAT_BINARY: Final = frozenset({Op.FPADD, Op.FPSUB, Op.FPMUL, Op.FPDIV, Op.FPREM})
FLOAT_UNARY: Final = frozenset({Op.FPNEG, Op.FPABS, Op.FPSQRT, Op.FPROUND})
FLOAT_COMPARISONS: Final = frozenset({Op.FPLT, Op.FPLE, Op.FPEQ})
FLOAT_CONVERSIONS: Final = frozenset({Op.FPFROMINT, Op.FPTOINT, Op.FPCONVERT})
FLOAT_BITS: Final = frozenset({Op.FPTOBITS, Op.FPFROMBITS})
ARRAY_UPDATES: Final = frozenset({Op.STORE, Op.COPY, Op.REPLACED})
ARRAY_SOURCES: Final = frozenset({Op.CONTENTS, Op.FILLED, Op.TABLE, Op.OCTETS})
SINGLE: Final = frozenset({Op.HANDLE, Op.ITE, Op.EQ, Op.EXTRACT, Op.FPNAN, Op.APPLY})
"""Operators that are a family of their own."""

FAMILIES: Final = (
    LEAVES,
    CONNECTIVES,
    REFERENCE_TESTS,
    INTEGERS,
    BIT_SUMS,
    BIT_PRODUCTS,
    BIT_DIVISIONS,
    BITWISE,
    SHIFTS,
    BIT_ORDERS,
    EXTENSIONS,
    FLOAT_BINARY,
    FLOAT_UNARY,
    FLOAT_COMPARISONS,
    FLOAT_CONVERSIONS,
    FLOAT_BITS,
    ARRAY_UPDATES,
    ARRAY_SOURCES,
    SINGLE,
)
"""Every operator belongs to exactly one family."""
assert sorted(op.name for family in FAMILIES for op in family) == sorted(Op.__members__)

BITS: Final = BIT_SUMS | BIT_PRODUCTS | BIT_DIVISIONS | BITWISE | SHIFTS
"""Operators on two bit-vectors, with a bit-vector as the result."""
COMMUTATIVE_BITS: Final = frozenset({Op.BVADD}) | BIT_PRODUCTS | BITWISE
