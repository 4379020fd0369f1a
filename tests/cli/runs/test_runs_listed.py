"""Runs are listed, chosen and forgotten."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from cli_runner import JAVALITE, symheap
from stored_runs import the_run

from symheap.store.file import RunFile
from symheap.store.records import SKIPPED


def test_runs_are_listed(runs: Path) -> None:
    assert "no runs in" in symheap("runs").err
    symheap("explore", "swap.jl")
    symheap("explore", "alias.jl")
    result = symheap("runs")
    assert result.status == 0
    head, *rows = result.out.splitlines()
    assert head.split() == ["run", "started", "state", "command", "what", "target"]
    assert sorted(row.split()[-1] for row in rows) == ["alias.jl", "swap.jl"]
    listed = json.loads(symheap("runs", "--format", "json").out)["runs"]
    assert {each["state"] for each in listed} == {"finished"}
    assert all(each["results"] for each in listed)


def test_runs_of_this_folder_come_first(runs: Path, tmp_path: Path) -> None:
    own = tmp_path / "own" / "below"
    own.mkdir(parents=True)
    shutil.copy(JAVALITE / "swap.jl", own)
    symheap("explore", "swap.jl", folder=own)
    symheap("explore", "alias.jl")
    rows = symheap("runs", folder=own.parent).out.splitlines()[1:]
    assert [row.split()[-1] for row in rows] == ["swap.jl", "folders:", "alias.jl"]
    assert rows[1] == "made in other folders:"
    listed = json.loads(symheap("runs", "--format", "json", folder=own.parent).out)["runs"]
    assert [(each["target"], each["here"], each["folder"]) for each in listed] == [
        ("swap.jl", True, str(own)),
        ("alias.jl", False, str(JAVALITE)),
    ]
    assert "other folders" not in symheap("runs", folder=tmp_path / "own" / "below" / "..").out.splitlines()[1]


def test_runs_are_chosen(runs: Path, tmp_path: Path) -> None:
    symheap("explore", "swap.jl")
    symheap("explore", "tree.jl", "--max-traces", "2")
    (tmp_path / "a.c").write_text("int main(void) { return 0; }")
    symheap("prove", "a.c", folder=tmp_path)

    def targets(*options: str) -> set[str]:
        result = symheap("runs", "--format", "json", *options)
        assert result.status == 0
        return {each["target"] for each in json.loads(result.out)["runs"]}

    assert targets("SWAP") == {"swap.jl"}
    assert targets("--here") == {"swap.jl", "tree.jl"}
    assert targets("--command", "prove") == {"a.c"}
    assert targets("--since", "1h") == targets("--since", "2020-01-01") == {"swap.jl", "tree.jl", "a.c"}
    assert targets("--since", "2999-01-01") == set()
    assert targets("--state", "interrupted") == set()
    assert targets("jl", "--state", "finished", "--here") == {"swap.jl", "tree.jl"}
    assert "no such runs in" in symheap("runs", "nothing").err


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("--since", "soon"), "--since: 'soon' is neither an age such as 30m, 3h, 2d or 1w nor a date"),
        (("--state", "finishd"), "--state: there is no 'finishd'; did you mean finished?"),
        (("--command", "compare"), "--command: there is no 'compare'"),
    ],
)
def test_a_choice_that_means_nothing_is_refused(runs: Path, options: tuple[str, ...], error: str) -> None:
    result = symheap("runs", *options)
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert error in result.err


def test_a_run_that_a_bound_stopped_is_listed_as_not_complete(runs: Path) -> None:
    symheap("explore", "tree.jl", "--max-traces", "2", "-q")
    assert "2 results, not complete" in symheap("runs").out
    [listed] = json.loads(symheap("runs", "--format", "json").out)["runs"]
    assert (listed["state"], listed["complete"]) == ("finished", False)


def test_what_left_something_out_is_not_complete(runs: Path) -> None:
    """Found on 2026-11-16: a class with a method that could not be loaded was listed as if everything was explored."""
    symheap("explore", "swap.jl", "-q")
    [listed] = json.loads(symheap("runs", "--format", "json").out)["runs"]
    assert listed["complete"] is True
    with RunFile.open(the_run(runs)) as run:
        run.note(SKIPPED, {"reasons": ["a method"]})
    [listed] = json.loads(symheap("runs", "--format", "json").out)["runs"]
    assert listed["complete"] is False


def test_a_study_that_did_not_end_is_not_the_same_as_itself(runs: Path, tmp_path: Path) -> None:
    """Found on 2026-11-16: it does not record whether it is complete, and was assumed to be."""
    for name in ("one", "two"):
        study = symheap("bench", "pose", "--methods", "MnPlot", "-q", "-o", name, folder=tmp_path)
        assert study.status == 3, "its classes are on no server"
    first, second = (each["id"] for each in json.loads(symheap("runs", "--format", "json").out)["runs"])
    assert symheap("diff", first, second).status == 3


def test_runs_are_forgotten(runs: Path) -> None:
    symheap("explore", "swap.jl")
    assert symheap("runs", "--forget", "nothing").status == 2
    assert symheap("runs", "--forget", "last").status == 0
    assert [*runs.iterdir()] == []
