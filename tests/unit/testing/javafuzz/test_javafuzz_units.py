"""Random units: repeatable, and the same lines with and without recorded branches."""

from __future__ import annotations

from dataclasses import replace

import pytest

from symheap_testing.java.fuzz.syntax import Condition, If, Loop, Method, Plain, Printer, Try, smaller, tags_of, topic
from symheap_testing.java.fuzz.units import make_unit


@pytest.mark.parametrize("seed", range(20))
def test_a_unit_is_repeatable(seed: int) -> None:
    assert make_unit(seed, 4) == make_unit(seed, 4)


@pytest.mark.parametrize("seed", range(20))
def test_recording_changes_no_line_numbers(seed: int) -> None:
    unit = make_unit(seed, 6)
    plain, woven = unit.source(woven=False), unit.source(woven=True)
    assert len(plain.lines) == len(woven.lines)
    assert plain.simple == woven.simple
    for number, (without, recorded) in enumerate(zip(plain.lines, woven.lines, strict=True), 1):
        assert "T." not in without
        if recorded != without:
            assert f"T.a({number})" in recorded or f"T.b({number}, " in recorded


def test_no_method_has_a_tag_that_is_not_wanted() -> None:
    unwanted = frozenset({"static object", "clock", "monitor", "counter"})
    for seed in range(20):
        assert all(
            not {topic(tag) for tag in method.tags} & unwanted for method in make_unit(seed, 6, unwanted).methods
        )


def test_conditions_inside_a_try_are_not_compared_by_line() -> None:
    asked = If(Condition("p0 > 1"), (Plain(("w++;",)),))
    printer = Printer(woven=False)
    printer.method(Method("m", (("int", "p0"),), (asked, Try("try {", (asked,), (("finally", (asked,)),)), asked)))
    lines = [number for number, line in enumerate(printer.lines, 1) if "if (" in line]
    assert sorted(printer.simple) == [lines[0], lines[-1]]


def test_smaller_blocks_lose_a_statement_or_a_layer() -> None:
    mark = Plain(("w++;",), frozenset({"mark"}))
    block = (If(Condition("a"), (mark,), (mark, mark)), Loop("i", "2", (mark,)))
    items = list(smaller(block))
    assert (block[1],) in items
    assert (mark, block[1]) in items
    assert (replace(block[0], otherwise=(mark,)), block[1]) in items
    assert block not in items
    assert tags_of(block) == {"mark"}


def test_members_and_classes_that_nothing_mentions_are_left_out() -> None:
    seen = set()
    for seed in range(1, 9):
        bare = make_unit(seed, 1).only(Method("m0", (("int", "p0"),), ()))
        text = "\n".join(bare.source(woven=False).lines)
        assert "over(" not in text
        assert ("class Oops" in text) == ("new Oops" in text)  # initialisers may throw it
        seen.add("class Oops" in text)
    assert seen == {False, True}
    first = bare.parts[0]
    assert first.binary not in {part.binary for part in bare.without(first).parts}
    assert first.binary not in bare.without(first).order
