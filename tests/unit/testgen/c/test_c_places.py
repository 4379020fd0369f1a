"""Places of text and objects: lines, and the arena."""

from __future__ import annotations

import itertools

from c_replay_subject import library
from hypothesis import given
from hypothesis import strategies as st

from symheap.core.source import Position
from symheap.memory.execution.journal import journal
from symheap.memory.execution.oracle import Script, ScriptedOracle
from symheap.memory.ir import DataModel
from symheap.testgen.c.arena import NO_ARENA, arena
from symheap.testgen.c.lines import mark, settled


def at(line: int, text: str) -> str:
    return f"{mark(Position('a.c', line, 1))}{text}\n"


def test_a_line_of_the_source_is_a_line_of_the_text() -> None:
    assert settled(at(3, "x;") + at(3, "y;") + at(5, "z;\n}")) == '#line 3 "a.c"\nx; y;\n\nz; }\n'


def test_a_way_back_needs_a_mark() -> None:
    assert settled(at(5, "x;") + at(3, "y;")) == '#line 5 "a.c"\nx;\n#line 3 "a.c"\ny;\n'


@given(st.lists(st.integers(1, 40), min_size=1, max_size=12))
def test_every_piece_has_its_line(lines: list[int]) -> None:
    text = settled("".join(at(line, f"s{number};") for number, line in enumerate(lines)))
    found: dict[str, int] = {}
    current = 0
    for row in text.split("\n"):
        if row.startswith("#line "):
            current = int(row.split()[1])
            continue
        found |= dict.fromkeys(row.split(), current)
        current += 1
    assert found == {f"s{number};": line for number, line in enumerate(lines)}


def places(*bases: int) -> dict[int, int]:
    body = "".join("p = malloc(24); " for _ in bases)
    subject = library(f"int main(void) {{ char *p; {body} return 0; }}").program
    book = journal(subject, ScriptedOracle(Script(values=(0,), places=bases)))
    result = arena(book, DataModel.LP64)
    assert result.places is not None
    assert all(place > 0 and place + 24 <= result.size for place in result.places.values())
    return dict(result.places)


def test_the_arena_keeps_the_order_and_short_distances_and_has_no_wide_gaps() -> None:
    spots = places(1 << 40, 1 << 16, (1 << 16) + 32, 1 << 44)
    assert sorted(spots, key=lambda number: spots[number]) == [1, 2, 0, 3]
    assert spots[2] - spots[1] == 32
    assert max(spots.values()) < 1 << 20
    assert all(place % 16 == 0 for place in spots.values())


@given(st.lists(st.integers(1 << 8, 1 << 40), min_size=2, max_size=8, unique=True))
def test_objects_do_not_overlap_in_the_arena(units: list[int]) -> None:
    bases = [256 * unit for unit in units]
    spots = places(*bases)
    ordered = sorted(range(len(bases)), key=lambda number: bases[number])
    moved = [spots[number] for number in ordered]
    assert all(after - before >= 24 for before, after in itertools.pairwise(moved))


def test_one_object_needs_no_arena() -> None:
    subject = library("int main(void) { return *(int *)malloc(4); }").program
    assert arena(journal(subject, ScriptedOracle(Script())), DataModel.LP64) is NO_ARENA
