"""Numbers and names as a reader wants them: exact while that is readable, in powers of ten beyond."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from symheap.bench.ratios import Ratio
from symheap.bench.row import Outcome
from symheap.bench.sums import Sum

_EXACT_BELOW: Final = 10**12
_UNITS: Final = ((10**9, "G"), (10**6, "M"), (10**3, "k"))


def whole(number: int) -> str:
    """``1,234,567``; from a million millions on ``1.23e12``."""
    return f"{number:,}" if number < _EXACT_BELOW else _scientific(number)


def compact(number: int) -> str:
    """Exact up to five digits, then to three: ``37.4M``."""
    if number < 100_000:
        return f"{number:,}"
    if number >= 10**12:
        return _scientific(number)
    unit, letter = next((unit, letter) for unit, letter in _UNITS if number >= unit)
    scaled = number / unit
    return f"{scaled:.0f}{letter}" if scaled >= 100 else f"{scaled:.1f}{letter}"


def _scientific(number: int) -> str:
    """By its digits: it may be beyond every float."""
    digits = str(number)
    return f"{digits[0]}.{digits[1:3]}e{len(digits) - 1}"


def seconds(value: float) -> str:
    """Hundredths below ten, tenths below a thousand, then whole ones."""
    if value < 10:
        return f"{value:.2f}"
    return f"{value:.1f}" if value < 1000 else f"{value:,.0f}"


def printed_seconds(value: float, *, at_least: bool = False) -> str:
    """As the paper writes it: ``<1`` for what it did not measure, ``>`` for what it did not wait for."""
    if value == 0.5:
        return "<1"
    return f"{'>' if at_least else ''}{value:,.0f}"


def share(part: float | None) -> str:
    """A percentage that is 100 only if nothing is missing, and 0 only if nothing is there."""
    if part is None:
        return "-"
    if 0.9995 <= part < 1:
        return ">99.9 %"
    return "<0.1 %" if 0 < part < 0.0005 else f"{100 * part:.1f} %"


def to_one(ratio: Ratio) -> str:
    """``1,974 to 1``."""
    return "-" if ratio.value is None else f"{_quotient(ratio.value)} to 1"


def times(ours: float, theirs: float) -> str:
    """How much smaller ours is, as a fraction: ``1/4,800``; or how much larger."""
    if not ours or not theirs:
        return "-"
    factor = Fraction(theirs) / Fraction(ours)
    return f"1/{_quotient(factor)}" if factor >= 1 else f"{_quotient(1 / factor)} times"


def _quotient(value: Fraction) -> str:
    return f"{float(value):,.0f}" if value >= 100 else f"{float(value):,.1f}"


def simple(class_name: str) -> str:
    """A class without its package."""
    return class_name.rpartition(".")[2]


def short_method(method: str) -> str:
    """``Class::name(types)`` without packages."""
    owner, _, rest = method.partition("::")
    name, _, types = rest.removesuffix(")").partition("(")
    return f"{simple(owner)}::{name}({', '.join(simple(each) for each in types.split(',')) if types else ''})"


def obstacles(total: Sum, most: int | None = None) -> str:
    """What kept methods from ending: how many by each outcome, then by what, most frequent first, `most` of those."""
    words = [f"{count} {outcome.value}" for outcome, count in total.outcomes.items() if not outcome.ended]
    reasons = [f"{what} ({count})" if count > 1 else what for what, count in total.reasons.items()]
    left = len(reasons) - (len(reasons) if most is None else most)
    told = [*reasons[:most], *([f"{left} more"] if left > 0 else [])]
    return "; ".join(filter(None, (", ".join(words), ", ".join(told))))


def outcome_counts(total: Sum) -> str:
    """``600 complete, 12 cut, 3 time``, in the order in which outcomes are told."""
    return ", ".join(f"{total.outcomes[each]} {each.value}" for each in Outcome if each in total.outcomes)
