"""Pure expressions over registers: no expression reads memory, calls or fails.

A value is a bit pattern of `size` bytes.  The operator that reads it decides whether it is signed, a pointer or a
floating-point number.  Integers wrap.  A plain number denotes its low bits, as two's complement.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Union


class Operator(Enum):
    """Binary operators.  Comparisons have operands of one size and a result of `INT_SIZE` bytes, 0 or 1."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    SDIV = "/s"
    UDIV = "/u"
    SREM = "%s"
    UREM = "%u"
    AND = "&"
    OR = "|"
    XOR = "^"
    SHL = "<<"
    LSHR = ">>u"
    ASHR = ">>s"
    EQ = "=="
    NE = "!="
    SLT = "<s"
    SLE = "<=s"
    ULT = "<u"
    ULE = "<=u"
    FADD = "+f"
    FSUB = "-f"
    FMUL = "*f"
    FDIV = "/f"
    FEQ = "==f"
    FLT = "<f"
    FLE = "<=f"


ARITHMETIC: Final = frozenset({Operator.ADD, Operator.SUB, Operator.MUL, Operator.AND, Operator.OR, Operator.XOR})
DIVISIONS: Final = frozenset({Operator.SDIV, Operator.UDIV, Operator.SREM, Operator.UREM})
SHIFTS: Final = frozenset({Operator.SHL, Operator.LSHR, Operator.ASHR})
INTEGER_COMPARISONS: Final = frozenset(
    {Operator.EQ, Operator.NE, Operator.SLT, Operator.SLE, Operator.ULT, Operator.ULE}
)
FLOAT_ARITHMETIC: Final = frozenset({Operator.FADD, Operator.FSUB, Operator.FMUL, Operator.FDIV})
FLOAT_COMPARISONS: Final = frozenset({Operator.FEQ, Operator.FLT, Operator.FLE})
FAMILIES: Final = (ARITHMETIC, DIVISIONS, SHIFTS, INTEGER_COMPARISONS, FLOAT_ARITHMETIC, FLOAT_COMPARISONS)
"""Every operator belongs to exactly one of these families."""
assert sorted(each.name for family in FAMILIES for each in family) == sorted(Operator.__members__)

COMPARISONS: Final = INTEGER_COMPARISONS | FLOAT_COMPARISONS
UNSIGNED: Final = frozenset({Operator.UDIV, Operator.UREM})
"""The divisions that read their operands as unsigned numbers."""
KEEP_PROVENANCE: Final = frozenset({Operator.ADD, Operator.SUB, Operator.AND, Operator.OR})
"""The operators that compute an address of the same object from an address and a number."""
INT_SIZE: Final = 4
"""``int`` has four bytes in every data model here."""


class Conversion(Enum):
    """Conversions between representations.  Widths come from the operand and the result."""

    SIGN_EXTEND = "sext"
    ZERO_EXTEND = "zext"
    TRUNCATE = "trunc"
    SIGNED_TO_FLOAT = "sitofp"
    UNSIGNED_TO_FLOAT = "uitofp"
    FLOAT_TO_SIGNED = "fptosi"
    FLOAT_TO_UNSIGNED = "fptoui"
    FLOAT_TO_FLOAT = "fpcast"


@dataclass(frozen=True, slots=True)
class Number:
    """A constant: `value` is the two's complement reading of its low ``8 * size`` bits."""

    value: int
    size: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Register:
    """A register of the current function: a scalar local or parameter whose address is never taken, or a temporary."""

    name: str
    size: int

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class AddressOf:
    """The address of byte 0 of a global, a string constant or a function; of a local in memory, if `local`."""

    symbol: str
    size: int
    local: bool = False

    def __str__(self) -> str:
        return f"&{self.symbol}"


@dataclass(frozen=True, slots=True)
class Binary:
    """``left operator right``, of operands of equal size, except that a shift's distance may have its own."""

    operator: Operator
    left: Expression
    right: Expression

    @property
    def size(self) -> int:
        return INT_SIZE if self.operator in COMPARISONS else self.left.size

    def __str__(self) -> str:
        return f"({self.left} {self.operator.value} {self.right})"


@dataclass(frozen=True, slots=True)
class Convert:
    """`operand` in another representation, of `size` bytes."""

    conversion: Conversion
    operand: Expression
    size: int

    def __str__(self) -> str:
        return f"{self.conversion.value}{8 * self.size}({self.operand})"


Expression = Union[Number, Register, AddressOf, Binary, Convert]
"""No expression is conditional: ``?:``, ``&&`` and ``||`` are branches."""
