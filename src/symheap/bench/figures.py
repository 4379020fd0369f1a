"""Numbers and names as a reader wants them: exact while that is readable, in powers of ten beyond."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from symheap.bench.ratios import Ratio
from symheap.bench.row import Outcome
from symheap.bench.sums import BELOW_ONE, Claim, Line, Sum, Sums

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


def test_seconds(total: Sum) -> str:
    """Of tests that were made; ``>`` where some are missing, since a method did not end, or had no time for all."""
    if total.tests is None:
        return "-"
    is_more = total.tests.stopped or total.tests.methods < total.methods
    return f"{'>' if is_more else ''}{seconds(total.tests.seconds)}"


def printed_seconds(claim: Claim, column: str) -> str:
    """As the paper writes it: ``<1`` for what it did not measure, ``<2`` for two of these; ``>`` for what it did not
    wait for."""
    value = claim_seconds(claim, column)
    if only_below_one(claim, column):
        return f"<{claim.below_one[column]:,}"
    return f"{'>' if column in claim.at_least else ''}{value:,.0f}"


def claim_seconds(claim: Claim, column: str) -> float:
    return claim.query_seconds if column == "query_seconds" else claim.test_seconds


def only_below_one(claim: Claim, column: str) -> bool:
    """Whether a printed time is but an upper bound, to which nothing has a ratio."""
    count = claim.below_one.get(column, 0)
    return bool(count) and claim_seconds(claim, column) == count * BELOW_ONE


def query_time(line: Line) -> str:
    """Ours for the paper's methods, beside its own; empty where nothing is printed."""
    claim = line.claim
    if claim is None:
        return ""
    kept = line.kept.cost.seconds
    factor = "" if only_below_one(claim, "query_seconds") else f"{times(kept, claim.query_seconds)}; "
    against = f"{seconds(kept)} s against {printed_seconds(claim, 'query_seconds')} s"
    return f"{against} ({factor}{line.kept.ended} of the {line.expected} ended)"


def part_run(line: Line) -> str:
    """``1 of 17 run``; empty where every method has a row."""
    return f"{line.all.run} of {line.size} run" if line.all.methods < line.size else ""


def of_classes(sums: Sums, heap: str) -> str:
    """Which classes printed numbers are of, where that is not all of them."""
    found, every = sums.compared_classes(heap), len(sums.study.printed)
    return f" in the {found} of {every} classes that were run whole" if found < every else ""


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
