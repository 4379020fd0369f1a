"""Formats of printf and scanf: the length of their text, and arguments that do not fit."""

from __future__ import annotations

import random

import pytest
from c_lowered import lines, lowered

from symheap.lang.c.library.lengths import conversion_range, text_range, widened
from symheap.memory.ir import Refuse


@pytest.mark.parametrize("kind", ["d", "i", "u", "x", "X", "o"])
@pytest.mark.parametrize("flags", ["", "+", "#", " ", "0"])
@pytest.mark.parametrize("precision", [None, 0, 3, 30])
def test_numbers_have_a_length_in_the_range(kind: str, flags: str, precision: int | None) -> None:
    chosen = random.Random(7)
    least, most = conversion_range(kind, "", 4, flags, precision)
    shown = flags + ("" if precision is None else f".{precision}")
    for _ in range(200):
        low = -(1 << 31) if kind in "di" else 0
        value = chosen.choice((low, low + (1 << 31) - 1, 0, 1, chosen.randrange(low, low + (1 << 31))))
        text = f"%{shown}{kind}" % value
        if precision == 0 and not value:
            text = ""
        assert least <= len(text) <= most


def test_reals_have_a_length_in_the_range() -> None:
    for kind in "eEfFgG":
        for value in (0.0, 1.5, -1.7976931348623157e308, 5e-324):
            for precision in (None, 0, 20):
                shown = "" if precision is None else f".{precision}"
                least, most = conversion_range(kind, "", 8, "", precision)
                assert least <= len(f"%{shown}{kind}" % value) <= most


def test_a_width_is_the_least() -> None:
    assert widened(text_range(3), 5, is_known=True) == (5, 5)
    assert widened(text_range(3), None, is_known=True) == (3, 3)
    assert widened(text_range(3), None, is_known=False).most > 1 << 30


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ('sprintf(p, "ab%%%c", 65)', "call __symheap_formatted(p, -1:8, 4:8, 4:8)"),
        ('sprintf(p, "%s.", "abc")', "call __symheap_formatted(p, -1:8, 4:8, 4:8)"),
        ('sprintf(p, "%.2s.", "abc")', "call __symheap_formatted(p, -1:8, 3:8, 3:8)"),
        ('snprintf(p, 9, "%d", n)', "call __symheap_formatted(p, 9:8, 1:8, 11:8)"),
        ('snprintf(p, 9, "%*d", 3, n)', "call __symheap_formatted(p, 9:8, 1:8, 2147483647:8)"),
        ('sprintf(p, "%m")', "call __symheap_formatted(p, -1:8, 0:8, 2147483647:8)"),
        ('sprintf(p, "<%s>", q)', "call __symheap_formatted(p, -1:8, (%1 + 2), (%1 + 2))"),
    ],
)
def test_the_length_of_a_text(call: str, expected: str) -> None:
    listing = lines(f"void f(char *p, char *q, int n) {{ {call}; }}")
    assert any(line.endswith(expected) for line in listing), listing


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        ('printf("%d", 1.0)', "%d with an argument of type double"),
        ('printf("%d", 1l)', "%d with an argument of type long"),
        ('printf("%ld", 1)', "%ld with an argument of type int"),
        ('printf("%s", 1)', "%s with an argument of type int"),
        ('printf("%f", 1)', "%f with an argument of type int"),
        ('printf("%p", 1)', "%p with an argument of type int"),
        ('printf("%*d", 1l, 2)', "%* with an argument of type long"),
        ('printf("%hn", (int *)0)', "%hn with an argument of type int *"),
        ('printf("%d")', "fewer arguments"),
        ('printf("%ls", p)', "the conversion %ls"),
        ('printf("%k", p)', "the conversion %k"),
        ('printf("50%")', "in the middle of a conversion"),
        ('printf("%1$d", 1)', "numbers its arguments"),
        ("printf(p, 1)", "a format that is not a constant"),
        ('scanf("%d", (long *)0)', "%d of scanf into a long *"),
        ('scanf("%s", (int *)0)', "%s of scanf into a int *"),
        ('scanf("%ms", (char **)0)', "the conversion %m"),
        ("scanf(p, (int *)0)", "a format that is not a constant"),
        ("vprintf(p, 0)", "vprintf, whose arguments are not known"),
    ],
)
def test_what_does_not_fit_is_refused(call: str, reason: str) -> None:
    program = lowered(f"int main(void) {{ char p[4]; {call}; return 0; }}")
    commands = [command for block in program.functions["main"].blocks.values() for command in block.commands]
    refusals = [command.reason for command in commands if isinstance(command, Refuse)]
    assert any(reason in each for each in refusals), refusals
