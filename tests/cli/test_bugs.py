"""``symheap explore --bugs``: the bug first, with the calls that run into it."""

from __future__ import annotations

import json
from pathlib import Path

from cli_runner import symheap

SLOTS = """\
public class Slots {
    private final int[] slots = new int[4];
    private int used;

    public void put(int value) {
        if (used < slots.length) {
            slots[used++] = value;
        }
    }

    public int last() {
        return slots[used - 1];
    }
}
"""
MENDED = SLOTS.replace("return slots[used - 1];", "return used == 0 || used > slots.length ? 0 : slots[used - 1];")


def test_a_bug_is_an_error_with_the_calls_that_run_into_it(tmp_path: Path) -> None:
    source = tmp_path / "Slots.java"
    source.write_text(SLOTS)
    found = symheap("explore", str(source), "--bugs", "-q")
    first, *more = found.out.splitlines()
    assert found.status == 1
    assert first == f"{source}:12: error: index -1 is out of bounds: `used` is 0 when last() is called"
    assert [line.strip() for line in more[:2]] == ["var slots = new Slots();", "slots.last();"]


def test_a_state_that_no_calls_reach_is_no_error(tmp_path: Path) -> None:
    source = tmp_path / "Slots.java"
    source.write_text(MENDED)
    found = symheap("explore", str(source), "--bugs", "-q", "--format", "json")
    document = json.loads(found.out)
    assert found.status == 3
    assert [each["rank"] for each in document["findings"] if each["rank"] == "error"] == []
    assert {each["reason"] for each in document["findings"] if each["rank"] == "note"} == {"slots is never null"}


def test_it_is_for_java_and_has_two_forms(tmp_path: Path) -> None:
    source = tmp_path / "Slots.java"
    source.write_text(SLOTS)
    assert symheap("explore", "examples/javalite/swap.jl", "--bugs").status == 2
    assert symheap("explore", str(source), "--bugs", "--format", "html").status == 2
    refused = symheap("explore", str(source), "--bugs", "--max-loop", "5")
    assert (refused.status, "--max-loop does not go with it" in refused.err) == (2, True)
