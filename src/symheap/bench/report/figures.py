"""Format numbers and names for readers: exact while readable, as powers of ten above that."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from symheap.bench.ratios import Ratio
from symheap.bench.row import RowOutcome
from symheap.bench.sums import BELOW_ONE, Claim, Line, Sum, Sums

_EXACT_BELOW: Final = 10**12
_UNITS: Final = ((10**9, "G"), (10**6, "M"), (10**3, "k"))


def whole(number: int) -> str:
    """Format as ``1,234,567``; from 10^12 on as ``1.23e12``."""
    return f"{number:,}" if number < _EXACT_BELOW else _scientific(number)


def compact(number: int) -> str:
    """Format exactly up to five digits, then with three digits: ``37.4M``."""
    if number < 100_000:
        return f"{number:,}"
    if number >= 10**12:
        return _scientific(number)
    unit, letter = next((unit, letter) for unit, letter in _UNITS if number >= unit)
    scaled = number / unit
    return f"{scaled:.0f}{letter}" if scaled >= 100 else f"{scaled:.1f}{letter}"


def short(number: float) -> str:
    """Format a count exactly, and a measured number with three digits."""
    return whole(int(number)) if number == int(number) else f"{number:,.3g}"


def _scientific(number: int) -> str:
    """Format by digits, since the number may exceed every float."""
    digits = str(number)
    return f"{digits[0]}.{digits[1:3]}e{len(digits) - 1}"


def seconds(value: float) -> str:
    """Format seconds: hundredths below 10, tenths below 1,000, then whole seconds."""
    if value < 10:
        return f"{value:.2f}"
    return f"{value:.1f}" if value < 1000 else f"{value:,.0f}"


def test_seconds(total: Sum) -> str:
    """Format the time for making tests.

    A leading ``>`` says that some tests are missing: a method did not end, or had no time for all tests.
    """
    if total.tests is None:
        return "-"
    is_more = total.tests.stopped or total.tests.methods < total.methods
    return f"{'>' if is_more else ''}{seconds(total.tests.seconds)}"


def printed_seconds(claim: Claim, column: str) -> str:
    """Format a printed time as in the paper.

    ``<1`` is a time that the paper did not measure, ``<2`` the sum of two such times; ``>`` is a lower bound, where the
    paper's tool was stopped.
    """
    value = claim_seconds(claim, column)
    if only_below_one(claim, column):
        return f"<{claim.below_one[column]:,}"
    return f"{'>' if column in claim.at_least else ''}{value:,.0f}"


def claim_seconds(claim: Claim, column: str) -> float:
    return claim.query_seconds if column == "query_seconds" else claim.test_seconds


def only_below_one(claim: Claim, column: str) -> bool:
    """Whether a printed time is only an upper bound, so that no ratio to it exists."""
    count = claim.below_one.get(column, 0)
    return bool(count) and claim_seconds(claim, column) == count * BELOW_ONE


def query_time(line: Line) -> str:
    """Format our time for the paper's methods beside the printed one; an empty text if nothing is printed."""
    claim = line.claim
    if claim is None:
        return ""
    kept = line.kept.cost.seconds
    factor = "" if only_below_one(claim, "query_seconds") else f"{times(kept, claim.query_seconds)}; "
    against = f"{seconds(kept)} s against {printed_seconds(claim, 'query_seconds')} s"
    return f"{against} ({factor}{line.kept.ended} of the {line.expected} ended)"


def part_run(line: Line) -> str:
    """Format as ``1 of 17 run``; an empty text if every method has a row."""
    return f"{line.all.run} of {line.size} run" if line.all.methods < line.size else ""


def of_classes(sums: Sums, heap: str) -> str:
    """Return which classes the printed numbers cover, if these are not all classes."""
    compared, every = sums.compared_classes(heap), len(sums.study.printed)
    return f" in the {compared} of {every} classes that were run whole" if compared < every else ""


def share(part: float | None) -> str:
    """Format a percentage: 100 only if nothing is missing, and 0 only if there is nothing."""
    if part is None:
        return "-"
    if 0.9995 <= part < 1:
        return ">99.9 %"
    return "<0.1 %" if 0 < part < 0.0005 else f"{100 * part:.1f} %"


def to_one(ratio: Ratio) -> str:
    """Format a ratio as ``1,974 to 1``."""
    return "-" if ratio.value is None else f"{_quotient(ratio.value)} to 1"


def times(ours: float, theirs: float) -> str:
    """Format how much smaller our number is, as in ``1/4,800``, or how much larger."""
    if not ours or not theirs:
        return "-"
    factor = Fraction(theirs) / Fraction(ours)
    return f"1/{_quotient(factor)}" if factor >= 1 else f"{_quotient(1 / factor)} times"


def _quotient(value: Fraction) -> str:
    return f"{float(value):,.0f}" if value >= 100 else f"{float(value):,.1f}"


def simple(class_name: str) -> str:
    """Return the name of a class without its package."""
    return class_name.rpartition(".")[2]


def short_method(method: str) -> str:
    """Return ``Class::name(types)`` without packages."""
    owner, _, rest = method.partition("::")
    name, _, types = rest.removesuffix(")").partition("(")
    return f"{simple(owner)}::{name}({', '.join(simple(each) for each in types.split(',')) if types else ''})"


def obstacles(total: Sum, most: int | None = None) -> str:
    """Return why methods did not end: the count of each outcome, then the `most` frequent reasons."""
    words = [f"{count} {outcome.value}" for outcome, count in total.outcomes.items() if not outcome.ended]
    reasons = [f"{what} ({count})" if count > 1 else what for what, count in total.reasons.items()]
    left = len(reasons) - (len(reasons) if most is None else most)
    shown = [*reasons[:most], *([f"{left} more"] if left > 0 else [])]
    return "; ".join(filter(None, (", ".join(words), ", ".join(shown))))


def outcome_counts(total: Sum) -> str:
    """Format as ``600 complete, 12 cut, 3 time``, in the order of `RowOutcome`."""
    return ", ".join(f"{total.outcomes[each]} {each.value}" for each in RowOutcome if each in total.outcomes)
