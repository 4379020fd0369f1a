"""`symheap step`: rules, forks, drawings."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from cli_runner import symheap

from symheap.heap.registry import MODELS

POSE = Path(__file__).parents[3] / "examples" / "pose"
WRITTEN = Path(__file__).parents[3] / "tests" / "programs" / "errata" / "written_value.jl"


def rules(out: str) -> list[str]:
    return re.findall(r"^step \d+(?:, path [\d,]+)?: (.*)$", out, re.MULTILINE)


def test_each_step_names_its_rule_and_shows_the_state() -> None:
    result = symheap("step", "swap.jl")
    assert result.status == 0
    assert rules(result.out)[:4] == [
        "initial state",
        "IF-THEN-ELSE (EVAL)",
        "EQUALS (L-OPERAND EVAL)",
        "VARIABLE LOOKUP",
    ]
    for title in ("control", "environment", "continuation", "path", "heap"):
        assert f"\n  {title}" in result.out
    assert "the path ends: returns unit" in result.out


def test_a_path_is_chosen_at_forks() -> None:
    first, second = (rules(symheap("step", "swap.jl", "--path", path).out) for path in ("0", "1"))
    assert "EQUALS (REFERENCES-TRUE) (successor 0 of 2)" in first
    assert "EQUALS (REFERENCES-FALSE) (successor 1 of 2)" in second
    assert "FIELD WRITE" in second


@pytest.mark.parametrize("model", MODELS)
def test_the_whole_tree_has_every_end(model: str) -> None:
    result = symheap("step", "sum.jl", "--all", "--heap", model)
    ends = {"pose": 4, "summary": 4}.get(model, 23)
    assert result.out.count("the path ends:") == ends


def test_steps_are_limited() -> None:
    assert len(rules(symheap("step", "swap.jl", "--steps", "3").out)) == 3


def test_drawings_go_to_a_folder(tmp_path: Path) -> None:
    result = symheap("step", "swap.jl", "--path", "1", "--format", "svg", "-o", tmp_path / "drawings")
    files = sorted((tmp_path / "drawings").iterdir())
    assert (result.status, result.out) == (0, "")
    assert [file.name for file in files] == [f"{i:04}.svg" for i in range(len(files))]
    assert len(files) > 20
    assert ElementTree.parse(files[-1]).getroot().tag.endswith("svg")


def test_the_last_step_is_drawn_without_a_folder() -> None:
    result = symheap("step", "swap.jl", "--format", "dot")
    assert result.out.startswith("digraph heap {")
    assert result.out.count("digraph") == 1


def test_a_program_of_poses_language_shows_the_ite_and_both_ends() -> None:
    result = symheap("step", POSE / "swap.pose", "--all")
    assert result.status == 0
    assert "H     Y0 ↦ (data ↦ Y0.data)\n        Y1 ↦ (data ↦ ite(Y0 == Y1, Y0.data, Y1.data))" in result.out
    assert result.out.count("the path ends: returns") == 2
    assert "Getfield (r1), no rule (no-such-field)" in result.out


def test_the_heap_of_a_program_of_poses_language_is_drawn() -> None:
    drawing = symheap("step", POSE / "swap.pose", "--path", "0,1,0", "--format", "dot").out
    assert drawing.startswith("digraph heap {")
    assert "Y0 == Y1" in drawing


def test_poses_machine_runs_over_its_own_heap_only() -> None:
    result = symheap("step", POSE / "swap.pose", "--heap", "lazy")
    assert result.status == 2
    assert "heap model pose only" in result.err


def test_initialization_is_a_step_of_its_own_and_a_frame() -> None:
    """[Uber-lazy] Fig. 3 puts `init f` before the access, [Summaries] Figs. 6 and 8 name what it does."""
    summary = symheap("step", "swap.jl", "--heap", "summary", "--path", "1").out
    names = rules(summary)
    assert names[names.index("VARIABLE DECLARATION (EVAL)") + 1 :][:5] == [
        "FIELD ACCESS (EVAL)",
        "VARIABLE LOOKUP",
        "SUMMARIZE",
        "SUMMARIZE (END)",
        "FIELD ACCESS",
    ]
    assert "(init data)" in summary
    lazy = rules(symheap("step", "swap.jl", "--heap", "lazy", "--all").out)
    kinds = {name.partition(" (successor")[0] for name in lazy if name.startswith("INITIALIZE")}
    assert kinds == {f"INITIALIZE ({kind})" for kind in ("NULL", "NEW", "ALIAS", "END")}
    assert not any(name.startswith(("INITIALIZE", "SUMMARIZE")) for name in rules(symheap("step", "swap.jl").out))


# The bisimulation -----------------------------------------------------------------------------------------------------


def test_the_map_of_theorem_9_is_shown_at_every_step() -> None:
    result = symheap("step", "swap.jl", "--bisimulation")
    assert result.status == 0
    pairs = result.out.strip("\n").split("\n\n")
    assert pairs[0].startswith("pair 0: initial state\n")
    assert all(" h  " in pair and "\n  lazy heap\n" in pair and "\n  summary\n" in pair for pair in pairs)
    maps = [line.removeprefix("  h").strip() for line in result.out.splitlines() if line.startswith("  h  ")]
    assert len(maps) == len(pairs)
    assert set(maps) == {"object of this ↦ l2"}
    assert any("object of s ↦" in line for line in result.out.splitlines())


def test_the_lazy_paths_of_the_bisimulation_are_all_of_them() -> None:
    """[POSE] Fig. 1: lazy initialization has 21 traces in swap, each of which ends in one pair."""
    titles = symheap("step", "swap.jl", "--bisimulation", "-q").out.splitlines()
    paths = [title.partition(", path ")[2].partition(":")[0] for title in titles]
    leaves = {path for path in paths if not any(other.startswith(f"{path},") for other in paths)} - {""}
    assert len(leaves) == 21


def test_steps_limits_the_pairs() -> None:
    assert len(symheap("step", "swap.jl", "--bisimulation", "-q", "--steps", "7").out.splitlines()) == 7


@pytest.mark.parametrize("option", [("--heap", "lazy"), ("--path", "0"), ("--format", "svg")])
def test_what_does_not_go_with_the_bisimulation_is_refused(option: tuple[str, str]) -> None:
    result = symheap("step", "swap.jl", "--bisimulation", *option)
    assert result.status == 2
    assert "--bisimulation" in result.err


def test_the_bisimulation_is_for_javalite() -> None:
    result = symheap("step", str(POSE / "swap.pose"), "--bisimulation")
    assert result.status == 2
    assert "needs a .jl program" in result.err


def test_states_that_are_not_related_are_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symheap.laws.bisimulation.difference", lambda *states: "they differ")
    result = symheap("step", "swap.jl", "--bisimulation", "-q", "--steps", "1")
    assert result.status == 1
    assert "not related: they differ" in result.out


def test_a_write_initializes_the_field_of_its_receiver_first() -> None:
    """[Uber-lazy] Fig. 3, with the receiver in place of the value (2026-11-20)."""
    summary = symheap("step", "swap.jl", "--heap", "summary", "--path", "1").out
    names = rules(summary)
    assert names[names.index("FIELD WRITE") - 1] == "SUMMARIZE (END)"
    assert "(init data)\n                (this $ data := *)" in summary
    lazy = rules(symheap("step", str(WRITTEN), "--heap", "lazy").out)
    written = lazy.index("FIELD WRITE (EVAL)")
    assert lazy[written + 1 : written + 4] == [
        "VARIABLE LOOKUP",
        "INITIALIZE (NULL) (successor 0 of 3)",
        "INITIALIZE (END)",
    ]
