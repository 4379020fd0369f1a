"""`symheap explore`: the contract of its JSON, its text, its exit statuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import z3
from cli_runner import JAVALITE, POSE, symheap

from symheap.core.outcome import Unsupported
from symheap.engine.explore import Exploration

KEYS = {"schema", "target", "heap", "complete", "stopped", "traces", "paths", "solver", "seconds", "results"}
KEYS |= {"findings", "thrown", "unsupported", "assumptions", "coverage"}


def explored(*arguments: str | Path, status: int) -> dict[str, Any]:
    result = symheap("explore", *arguments, "--format", "json")
    assert (result.status, result.err) == (status, "")
    document: dict[str, Any] = json.loads(result.out)
    return document


@pytest.mark.parametrize(
    ("name", "heap", "total", "exceptional", "status"),
    [
        ("swap.jl", "pose", 2, 0, 0),
        ("swap.jl", "summary", 2, 0, 0),
        ("swap.jl", "lazy", 21, 0, 0),
        ("swap.jl", "lazier", 7, 0, 0),
        ("swap.jl", "lazier#", 3, 0, 0),
        ("sum.jl", "pose", 4, 3, 1),
        ("sum.jl", "lazy", 23, 8, 1),
        ("hasnull.jl", "pose", 6, 0, 0),
        ("hasnull.jl", "lazy", 21, 0, 0),
    ],
)
def test_json_has_the_counts_of_the_papers(name: str, heap: str, total: int, exceptional: int, status: int) -> None:
    document = explored(name, "--heap", heap, status=status)
    assert set(document) == KEYS
    assert (document["schema"], document["target"], document["heap"]) == (2, name, heap)
    assert document["complete"] is True
    assert document["traces"] == {
        "total": total,
        "normal": total - exceptional,
        "exceptional": exceptional,
        "cut": 0,
        "unsupported": 0,
        "unknown": 0,
    }
    assert len(document["results"]) == total
    assert set(document["solver"]) == {"queries", "answered_without_solver", "unknown", "tokens", "seconds"}


def test_a_result_says_everything_about_its_path() -> None:
    document = explored("tree.jl", "--max-calls", "2", "--with", "all", status=3)
    result = next(each for each in document["results"] if each["outcome"]["kind"] == "return" and each["id"] != "0")
    assert result["id"] == "1"
    assert result["outcome"] == {"kind": "return", "value": "true"}
    assert result["confirmed"] is True
    assert "key < this.key" in result["condition"]
    assert "(< |key| |this.key|)" in result["smt2"]
    assert result["inputs"]["roots"]["this"] == {"ref": "1"}
    assert result["inputs"]["objects"]["1"]["fields"]["left"] is None
    assert result["inputs"]["roots"]["key"] < result["inputs"]["objects"]["1"]["fields"]["key"]
    assert result["branches"][0] == {"kind": "branch", "choice": False, "position": "tree.jl:9:8"}


def test_errors_and_cuts_have_a_place() -> None:
    first = explored("sum.jl", status=1)["results"][0]["outcome"]
    assert first == {
        "kind": "error",
        "error": "null",
        "detail": "val",
        "position": "sum.jl:8:27",
        "exception": "",
        "crash": True,
        "stack": [],
    }
    cuts = [each["outcome"] for each in explored("reverse.jl", "--max-calls", "2", status=3)["results"]]
    assert [each["bound"] for each in cuts if each["kind"] == "cut"] == ["max-calls"]


def test_findings_win_over_an_incomplete_run() -> None:
    document = explored("sum.jl", "--max-traces", "1", status=1)
    assert (document["complete"], document["stopped"]) == (False, "max-traces")


def test_a_stopped_run_is_inconclusive() -> None:
    document = explored("swap.jl", "--max-traces", "1", status=3)
    assert (document["complete"], document["traces"]["total"]) == (False, 1)


def test_a_timeout_is_inconclusive() -> None:
    document = explored("tree.jl", "--timeout", "0.3", status=3)
    assert (document["complete"], document["stopped"]) == (False, "timeout")


def test_the_depth_bound_cuts() -> None:
    document = explored("hasnull.jl", "--max-depth", "1", status=3)
    assert document["traces"]["cut"] > 0


@pytest.mark.parametrize("search", ["bfs", "random", "coverage"])
def test_the_order_of_search_does_not_change_what_is_found(search: str) -> None:
    def conditions(order: str) -> set[str]:
        document = explored(
            "queue.jl", "--max-calls", "3", "--search", order, "--seed", "7", "--with", "smt2", status=3
        )
        return {each["smt2"] for each in document["results"]}

    assert conditions(search) == conditions("dfs")


@pytest.mark.parametrize("solver", ["z3", "bitwuzla"])
def test_the_solver_can_be_chosen(solver: str) -> None:
    document = explored("reverse.jl", "--max-calls", "4", "--solver", solver, "--solver-timeout", "5", status=3)
    assert document["traces"]["normal"] == 4


def test_acyclic_inputs_have_fewer_paths() -> None:
    free = explored("cycle.jl", "--max-calls", "4", status=3)["paths"]
    assert explored("cycle.jl", "--max-calls", "4", "--acyclic", "next", status=3)["paths"] < free


def test_consistency_finds_the_same_paths() -> None:
    document = explored("alias.jl", "--heap", "summary", "--consistency", status=1)
    assert document["paths"] == explored("alias.jl", status=1)["paths"]


def test_text_draws_the_input_and_ends_with_a_summary() -> None:
    result = symheap("explore", "sum.jl")
    assert result.status == 1
    assert "path 0: null error at sum.jl:8:27" in result.out
    assert "this ──▶ ① " in result.out
    assert "pose: 4 traces (1 normal, 3 exceptional, 0 cut), 4 paths; complete\n" in result.out
    assert "\x1b" not in result.out


def test_quiet_text_is_the_summary_alone() -> None:
    result = symheap("explore", "swap.jl", "-q")
    assert result.out.startswith("pose: 2 traces")
    assert result.out.count("\n") == 2


def test_output_goes_to_a_file(tmp_path: Path) -> None:
    result = symheap("explore", JAVALITE / "swap.jl", "-o", tmp_path / "out.txt")
    assert (result.status, result.out) == (0, "")
    assert "path 1" in (tmp_path / "out.txt").read_text()


def test_exported_conditions_are_satisfiable(tmp_path: Path) -> None:
    assert symheap("explore", "casts.jl", "--smt2", tmp_path / "new" / "folder", "-q").status == 1
    scripts = sorted((tmp_path / "new" / "folder").iterdir())
    assert [script.name for script in scripts] == [f"{i}.smt2" for i in range(7)]
    for script in scripts:
        solver = z3.Solver()
        solver.from_string(script.read_text())
        assert solver.check() == z3.sat


def test_dot_draws_the_computation_tree() -> None:
    result = symheap("explore", "swap.jl", "--heap", "lazy", "--format", "dot")
    assert result.status == 0
    assert result.out.startswith("digraph computation {")
    assert result.out.count("shape=box") == 2
    assert "traces" in result.out
    assert result.out.count("->") == 4


def test_pose_programs_are_explored() -> None:
    result = symheap("explore", "swap.pose", "--format", "json", folder=POSE)
    assert result.status == 1
    assert json.loads(result.out)["traces"]["normal"] == 2


def test_a_method_of_a_class_can_be_named() -> None:
    assert explored("linkedlist.jl::LinkedList::contains", "--max-calls", "2", status=1)["paths"] > 1
    assert explored("linkedlist.jl::contains", "--max-calls", "2", status=1)["target"] == "linkedlist.jl::contains"


def test_what_is_unsupported_is_never_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = Exploration.__iter__

    def with_a_gap(self: Exploration[Any]) -> Any:
        for trace in honest(self):
            yield trace._replace(end=Unsupported("floats", self.program.entry.position))

    monkeypatch.setattr(Exploration, "__iter__", with_a_gap)
    document = explored("swap.jl", status=3)
    assert (document["complete"], document["traces"]["unsupported"]) == (False, 2)
    assert document["results"][0]["outcome"]["what"] == "floats"


def test_an_error_of_ours_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Exploration[Any]) -> Any:
        raise KeyError("injected")

    monkeypatch.setattr(Exploration, "__iter__", fail)
    result = symheap("explore", "swap.jl")
    assert result.status == 4
    assert result.err.startswith("symheap: internal error: KeyError")
    assert result.err.count("\n") == 1
    assert "Traceback" in symheap("explore", "swap.jl", "-v").err


def test_the_name_of_a_file_cannot_steer_a_terminal(tmp_path: Path) -> None:
    evil = tmp_path / "a\x1b[31m\n.jl"
    evil.write_text((JAVALITE / "sum.jl").read_text())
    for command in (["explore"], ["explore", "--format", "dot"], ["step", "--all"]):
        result = symheap(*command, evil)
        assert "\x1b" not in result.out
        assert "null error" in result.out


def test_the_program_is_never_overwritten(tmp_path: Path) -> None:
    (tmp_path / "x.jl").write_text((JAVALITE / "swap.jl").read_text())
    for command in ("explore", "compare", "check", "step"):
        result = symheap(command, "x.jl::swap", "-o", tmp_path / "x.jl", folder=tmp_path)
        assert (result.status, result.err) == (2, "symheap: error: -o names the program itself\n")
    assert (tmp_path / "x.jl").read_text() == (JAVALITE / "swap.jl").read_text()
