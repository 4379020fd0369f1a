"""The programs of ``c_lists``: headers and twins of all, and sanitizer runs of a few."""

from __future__ import annotations

from pathlib import Path

import pytest

from sampling import sample
from symheap import prove
from symheap.api.proved import Proof
from symheap.separation.proof.verdict import Leak
from symheap_testing.c.corpus import (
    Broken,
    Leaking,
    Right,
    broken_programs,
    expected,
    leaking_programs,
    property_of,
    right_programs,
)
from symheap_testing.c.fuzz.oracle import has_sanitizers
from symheap_testing.c.sanitized import objections

FOLDER = Path(__file__).parent / "c_lists"
RIGHT = right_programs(FOLDER)
TWINS: tuple[Broken | Leaking, ...] = (*broken_programs(FOLDER), *leaking_programs(FOLDER))
FAMILIES = ("leak", "data", "length", "spine")
FEW = ("leak_abort_in_scope", "leak_global_cleared", "data_zeros_then_one", "length_build_pop_n", "spine_inner_pointer")
needs_sanitizers = pytest.mark.skipif(not has_sanitizers(), reason="no gcc with AddressSanitizer and UBSan")


def test_every_program_has_a_twin() -> None:
    assert len(RIGHT) >= 80
    assert {program.twin for program in RIGHT} == {program.source for program in TWINS}


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_programs(family: str) -> None:
    assert len([program for program in RIGHT if program.source.stem.startswith(f"{family}_")]) >= 20


@pytest.mark.parametrize("program", RIGHT, ids=lambda program: program.source.stem)
def test_a_property_of_leaks_is_the_one_that_the_twin_violates(program: Right) -> None:
    """Lost memory violates both properties, memory that is only unreleased violates `memcleanup`."""
    twin, asked = expected(program.twin), property_of(program.source)
    assert asked == property_of(program.twin)
    assert (asked in {"memtrack", "memcleanup"}) == isinstance(twin, Leaking)
    if isinstance(twin, Leaking):
        assert asked == "memcleanup" or twin.leak is Leak.LOST
        assert program.leak in ({Leak.NONE} if asked == "memcleanup" else {Leak.NONE, Leak.UNRELEASED})
    else:
        assert program.leak is Leak.NONE


@needs_sanitizers
@pytest.mark.parametrize("name", sample([f"{name}{suffix}" for name in FEW for suffix in ("", "_broken")], 3))
def test_runs_are_as_the_header_says(name: str, tmp_path: Path) -> None:
    assert objections(expected(FOLDER / f"{name}.c"), tmp_path, range(24)) == []


@needs_sanitizers
def test_a_header_that_is_wrong_is_noticed(tmp_path: Path) -> None:
    twin = FOLDER / "length_build_pop_n_broken.c"
    right = expected(twin)
    assert isinstance(right, Broken)
    for first, objection in (
        ("safe", f"null-dereference at [{right.line}]"),
        (f"unsafe null-dereference at {right.line + 1}", f"no run shows null-dereference at {right.line + 1}"),
        (f"unsafe double-free at {right.line}", f"no run shows double-free at {right.line}"),
        ("unsafe lost at 17", "nothing from line 17 is lost"),
    ):
        source = tmp_path / "claimed.c"
        source.write_text("\n".join([f"// symheap: {first}", *twin.read_text().split("\n")[1:]]))
        result = objections(expected(source), tmp_path, range(8))
        assert any(objection in line for line in result), result


# Verdicts -------------------------------------------------------------------------------------------------------------

NOT_YET = frozenset(
    {
        "data_alternating",
        "data_copy_equal",
        "data_descending_build",
        "data_max_at_head",
        "data_min_max_bounds",
        "data_neighbour_sum",
        "data_sorted_insert",
        "spine_intrusive_two",
        "spine_sorted_dll_counted",
        "spine_swap_roles",
        "spine_two_level",
        "spine_two_level_walk",
    }
)
"""Right programs that are not proved yet: `unknown` is expected, and nothing else is tested."""
REACHED = [program for program in RIGHT if program.source.stem not in NOT_YET]


def _proved(source: Path) -> Proof:
    """With as much time as a busy machine may need: what is not proved by then is a failure of the tests."""
    return prove(source, property=property_of(source), timeout=600.0)


def test_what_is_not_proved_yet_is_named() -> None:
    assert {program.source.stem for program in RIGHT} >= NOT_YET


@pytest.mark.parametrize("program", sample(REACHED, 9), ids=lambda program: program.source.stem)
def test_right_programs_are_proved_and_checked(program: Right) -> None:
    """A proof that the checker rejects is unknown."""
    proof = _proved(program.source)
    assert (proof.verdict, proof.leak) == ("safe", program.leak.value), proof.reason


@pytest.mark.parametrize("program", sample(REACHED, 9, first=2), ids=lambda program: program.twin.stem)
def test_their_twins_are_unsafe(program: Right) -> None:
    proof = _proved(program.twin)
    assert proof.verdict == "unsafe", proof.reason
    assert any(finding.replayed for finding in proof.findings)
