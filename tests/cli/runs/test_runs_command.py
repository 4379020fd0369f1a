"""Runs are kept, shown, compared and resumed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from cli_runner import JAVALITE, symheap
from stored_runs import results, the_run

from symheap.report.explore.derived import kept_paths
from symheap.session.kept import paths as kept
from symheap.store.file import RunFile
from symheap.store.folder import files
from symheap.store.records import RunState, StoreError
from symheap_testing.java.sources import some_jdk

# Keeping --------------------------------------------------------------------------------------------------------------


def test_a_run_is_kept(runs: Path) -> None:
    printed = symheap("explore", "swap.jl", "--heap", "lazy")
    with RunFile.read(the_run(runs)) as run:
        assert (run.header.command, run.header.target) == ("explore", "swap.jl")
        assert run.header.settings["heap"] == "lazy"
        assert run.header.arguments == ("explore", "swap.jl", "--heap", "lazy")
        assert (run.standing().state, run.standing().status) == (RunState.FINISHED, printed.status)
        [subject] = run.subjects()
        paths = [*kept_paths(run, subject.number)]
        assert all(path.text in printed.out for path in paths)
        assert subject.document is not None
        assert subject.document["traces"]["total"] == len(paths)
        assert subject.text in printed.out


def test_what_is_kept_is_the_contract(runs: Path) -> None:
    document = json.loads(symheap("explore", "swap.jl", "--format", "json", "--with", "all").out)
    with RunFile.read(the_run(runs)) as run:
        [subject] = run.subjects()
        assert [path.document for path in kept_paths(run, subject.number)] == document["results"]
        assert subject.document is not None
        assert subject.document["paths"] == document["paths"]


def test_nothing_is_kept_if_nobody_wants_it(runs: Path) -> None:
    assert symheap("explore", "swap.jl", "--no-store").status == 0
    assert files(runs) == []


def test_no_program_leaves_no_run(runs: Path) -> None:
    assert symheap("explore", "nothing.jl").status == 2
    assert files(runs) == []


def test_a_run_that_cannot_be_kept_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path / "file" / "runs"))
    result = symheap("explore", "swap.jl", "-q")
    assert result.status == 0
    assert "note: this run is not kept" in result.err
    assert "2 paths; complete" in result.out


def test_a_full_disk_stops_the_run(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier results are kept and printed; the run is not complete and says why."""
    whole = RunFile.write
    written: list[object] = []

    def write(self: RunFile, work: Any) -> None:
        if len(written) == 1:
            raise StoreError(f"{self.path}: database or disk is full")
        written.append(work)
        whole(self, work)

    monkeypatch.setattr(RunFile, "write", write)
    monkeypatch.setattr(kept, "_WAIT_SECONDS", -1.0)
    result = symheap("explore", "swap.jl", "--format", "json")
    document = json.loads(result.out)
    assert result.status == 3
    assert "disk is full; the results so far are kept" in result.err
    assert (document["stopped"], document["complete"], document["traces"]["total"]) == ("store-failed", False, 1)
    assert len(results(the_run(runs))) == 1
    monkeypatch.undo()


# Going on -------------------------------------------------------------------------------------------------------------


def test_resuming_gives_the_whole(runs: Path) -> None:
    """A run that a bound on traces had cut off is resumed with the same number again."""
    first = symheap("explore", "tree.jl", "--max-calls", "4", "--max-traces", "6", "--format", "json", "--schema", "1")
    assert json.loads(first.out)["stopped"] == "max-traces"
    for _ in range(20):
        again = symheap("resume", "--", "last") if _ % 2 else symheap("resume")
        if json.loads(again.out)["stopped"] is None:
            break
    kept = results(the_run(runs))
    everything = ("--max-calls", "4", "--no-store", "--format", "json", "--with", "smt2")
    whole = json.loads(symheap("explore", "tree.jl", *everything).out)
    document = json.loads(again.out)
    assert len(kept) == len(document["results"]) == whole["traces"]["total"] > 12
    assert document["traces"] == whole["traces"]
    assert {each["smt2"] for each in document["results"]} == {each["smt2"] for each in whole["results"]}


def test_killed_after_a_bound_had_stopped_it(runs: Path) -> None:
    """The process died before it could record that the command was over: resuming adds nothing.

    Found on 2026-11-16.
    """
    symheap("explore", "tree.jl", "--max-calls", "4", "--max-traces", "6", "-q")
    with RunFile.open(the_run(runs)) as run:
        run.stand(RunState.BROKEN_OFF)
    assert "6 traces" in symheap("resume").out
    assert "12 traces" in symheap("resume").out
    with RunFile.open(the_run(runs)) as run:
        run.stand(RunState.BROKEN_OFF)
    assert "12 traces" in symheap("resume").out
    assert len(results(the_run(runs))) == 12


def test_resuming_what_is_done_prints_it_again(runs: Path) -> None:
    first = symheap("explore", "swap.jl", "--format", "json")
    again = symheap("resume")
    assert (again.out, again.status) == (first.out, first.status)


def test_resuming_as_a_tree(runs: Path) -> None:
    first = symheap("explore", "swap.jl", "--format", "dot")
    assert symheap("resume").out == first.out


def test_another_program_is_not_gone_on_with(runs: Path, tmp_path: Path) -> None:
    program = tmp_path / "swap.jl"
    program.write_text((JAVALITE / "swap.jl").read_text())
    assert symheap("explore", "swap.jl", "-q", folder=tmp_path).status == 0
    program.write_text(program.read_text() + "\n")
    result = symheap("resume")
    assert result.status == 2
    assert "cannot be resumed: swap.jl has changed" in result.err
    assert result.out == ""


def test_other_settings_are_not_gone_on_with(runs: Path, tmp_path: Path) -> None:
    (tmp_path / "swap.jl").write_text((JAVALITE / "swap.jl").read_text())
    symheap("explore", "swap.jl", "-q", folder=tmp_path)
    (tmp_path / "symheap.toml").write_text('heap = "lazy"\ntimeout = 50\n')
    result = symheap("resume")
    assert result.status == 2
    assert "heap was pose, now lazy" in result.err
    assert "timeout" not in result.err


def test_another_jdk_is_not_gone_on_with(runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its library is different code.  Found on 2026-11-16."""
    if some_jdk() is None:
        pytest.skip("no JDK with javac")
    (tmp_path / "A.java").write_text("class A { static int m(String s) { return s.length(); } }")
    symheap("explore", "A.java::m", "-q", folder=tmp_path)
    monkeypatch.setattr("symheap.session.explore.jdk_of", lambda target, settings: "99")
    result = symheap("resume")
    assert result.status == 2
    assert "version of jdk was" in result.err


def test_a_folder_that_is_gone(runs: Path, tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    (folder / "swap.jl").write_text((JAVALITE / "swap.jl").read_text())
    symheap("explore", "swap.jl", "-q", folder=folder)
    (folder / "swap.jl").unlink()
    folder.rmdir()
    assert "which is gone" in symheap("resume").err


@pytest.mark.parametrize(
    "arguments", [("tree.jl", "--max-calls", "5"), ("tree.jl", "--max-calls", "4", "--heap", "lazy", "--search", "bfs")]
)
def test_killed_and_gone_on_with(runs: Path, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Law: after SIGKILL at any moments, resuming gives the result of an undisturbed run."""
    whole = tmp_path / "whole"
    assert process("explore", *arguments, runs=whole).wait() in (0, 1, 3)
    total = found_so_far(whole)
    chance, command = random.Random(str(arguments)), ("explore", *arguments)
    for _ in range(4):
        running = process(*command, runs=runs)
        enough = found_so_far(runs) + chance.randrange(1, total // 6)
        while running.poll() is None and found_so_far(runs) < enough:
            time.sleep(0.005)
        running.send_signal(signal.SIGKILL)
        assert running.wait() == -signal.SIGKILL
        command = ("resume", "last")
    assert process("resume", "last", runs=runs).wait() in (0, 1, 3)
    assert results(the_run(runs)) == results(the_run(whole))


def found_so_far(folder: Path) -> int:
    """Return the number of paths of the only run, if it exists; 0 while its file is being created."""
    try:
        with RunFile.read(the_run(folder)) as run:
            return sum(run.path_count(subject.number) for subject in run.subjects())
    except (ValueError, StoreError):
        return 0


def process(*arguments: str, runs: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", "import symheap.cli; symheap.cli.run()", *arguments]
    environ = {**os.environ, "SYMHEAP_RUNS": str(runs)}
    return subprocess.Popen(command, cwd=JAVALITE, env=environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


# Looking --------------------------------------------------------------------------------------------------------------


def test_a_reader_that_leaves_does_not_make_a_run_fail(runs: Path) -> None:
    """As in ``symheap explore … | head -1``.  Found on 2026-11-16."""
    command = f"{sys.executable} -c 'import symheap.cli; symheap.cli.run()' explore tree.jl --max-calls 5 | head -1"
    subprocess.run(["bash", "-c", command], cwd=JAVALITE, check=True, stdout=subprocess.DEVNULL)
    with RunFile.read(the_run(runs)) as run:
        assert run.standing().state is RunState.INTERRUPTED
    assert "253 paths" in symheap("resume").out


def test_a_run_as_text_and_json(runs: Path) -> None:
    printed = symheap("explore", "swap.jl")
    assert "path 0: returns" in symheap("show", "last", "--format", "text").out
    model = json.loads(symheap("show", "--format", "json").out)
    assert [path["id"] for path in model["subjects"][0]["paths"]] == ["0", "1"]
    assert model["run"]["target"] == "swap.jl"
    assert all(path["text"] in printed.out for path in model["subjects"][0]["paths"])


def test_a_run_as_a_page(runs: Path, tmp_path: Path) -> None:
    symheap("explore", "swap.jl")
    result = symheap("show", "-o", tmp_path / "report.html")
    assert result.status == 0
    assert "swap.jl" in (tmp_path / "report.html").read_text()
    assert symheap("show").status == 0
    assert the_run(runs).with_suffix(".html").is_file()


def test_equal_runs_do_not_differ(runs: Path) -> None:
    for _ in range(2):
        symheap("explore", "swap.jl")
    first, second = (file.stem for file in files(runs))
    result = symheap("diff", first, second)
    assert (result.status, result.out) == (0, "the runs found the same (1 subject)\n")


def test_heap_models_see_the_same_paths(runs: Path) -> None:
    for heap in ("pose", "lazy"):
        symheap("explore", "swap.jl", "--heap", heap)
    first, second = (file.stem for file in files(runs))
    assert symheap("diff", first, second).status == 0


def test_different_runs_differ(runs: Path) -> None:
    symheap("explore", "tree.jl", "--max-calls", "2")
    symheap("explore", "tree.jl", "--max-calls", "3")
    first, second = (file.stem for file in reversed(files(runs)))
    result = symheap("diff", first, second)
    assert result.status == 1
    assert f"only {first}:" in result.out
    assert f"only {second}:" in result.out
    document = json.loads(symheap("diff", first, second, "--format", "json").out)
    assert document["same"] is False
    assert document["subjects"][0]["only_second"]


@pytest.mark.parametrize("command", ["show", "resume", "diff"])
def test_a_run_that_is_not_there(runs: Path, command: str) -> None:
    more = ("x",) if command == "diff" else ()
    result = symheap(command, "x", *more)
    assert result.status == 2
    assert result.err.startswith("symheap: error: there is no run 'x'")
