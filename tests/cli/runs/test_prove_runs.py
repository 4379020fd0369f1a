"""Runs of `symheap prove` are kept, and one that was ended at any moment is resumed to the same verdicts."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from cli_runner import ROOT, symheap
from proof_runs import EXAMPLES, interrupted_in_round, lasting, prove, the_run, timeless

from symheap.page.model import page_model
from symheap.refinement.algorithm import Deciding
from symheap.refinement.decision import Settings as DecisionSettings
from symheap.session.proofs import proving
from symheap.session.proofs.before import Before
from symheap.store.file import RunFile
from symheap.store.folder import files
from symheap.store.records import RunState, StoreError

REFINED = ROOT / "tests" / "programs" / "c_refine"
QUICK = 0.2
COMMAND = f"""
import sys
from functools import partial
from symheap.session.proofs import proving
proving.DecisionSettings = partial(proving.DecisionSettings, feasibility_seconds={QUICK})
from symheap.cli import main
sys.exit(main(sys.argv[1:]))
"""
FULL = "the.run: database or disk is full"


@pytest.fixture(autouse=True)
def own_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path / "runs"))
    settings: Any = partial(DecisionSettings, feasibility_seconds=QUICK)
    monkeypatch.setattr(proving, "DecisionSettings", settings)
    return tmp_path / "runs"


# What is kept ---------------------------------------------------------------------------------------------------------


def test_the_file_of_a_run_has_a_proof_for_each_client() -> None:
    result = prove("queue.c", "--format", "json")
    document = json.loads(result.out)
    with the_run() as run:
        assert run.standing().state is RunState.FINISHED
        assert run.standing().status == result.status == 1
        assert [each.document for each in run.subjects()] == document["clients"]
        model = page_model(run)
    assert {each["kind"] for each in model["subjects"]} == {"proof"}
    assert [each["verdict"] for each in model["subjects"]] == ["safe", "safe", "unsafe"]
    assert all(each["graph"]["nodes"] and each["text"].endswith(" s\n") for each in model["subjects"])
    [source] = model["sources"]
    assert source["text"] == (EXAMPLES / "queue.c").read_text()
    assert 23 in source["covered"]
    [finding] = model["findings"]
    assert (finding["kind"], finding["file"], finding["line"]) == ("null-dereference", "queue.c", 23)
    steps = model["subjects"][2]["trace"]
    assert steps[-1]["text"].startswith("queue.c:23:23: error: null-dereference")
    assert steps[-1]["position"] == "queue.c:23:23"
    assert steps[-2]["drawing"]["w"] > 0


def test_text_comes_with_each_client(monkeypatch: pytest.MonkeyPatch) -> None:
    """Text printed before an error is on the terminal and in the file."""
    seen: list[str] = []
    analyse = proving.Proving.proof

    def second_fails(self: proving.Proving, subject: Any, *rest: Any) -> Any:
        if subject.client == "length":
            with the_run() as run:
                seen.extend(each.text for each in run.subjects())
            raise RuntimeError("broken")
        return analyse(self, subject, *rest)

    monkeypatch.setattr(proving.Proving, "proof", second_fails)
    result = prove("queue.c")
    assert result.status == 4
    assert seen[0].endswith(" s\n")
    assert result.out == f"=== queue.c::push\n{seen[0]}\n"
    with the_run() as run:
        assert run.standing().state is RunState.FAILED


def test_rounds_are_kept_as_they_are_done() -> None:
    assert prove("objects.c", "--patterns", "coarse").status == 0
    with the_run() as run:
        [subject] = run.subjects()
        [only] = run.items(subject.number, "round").values()
        page = page_model(run)["subjects"][0]
    assert only["first"] == 1
    assert only["precision"]["features"]
    assert [each["verdict"] for each in page["rounds"]] == ["unknown", "safe"]
    first = page["rounds"][0]
    assert "ls(Λ1, ≥0, v0, null)" in first["after"]
    assert first["doomed"].startswith("head = &A\n")
    assert any(line.startswith("kept from now on: ") for line in first["diagnosis"])


@pytest.mark.parametrize(("more", "severity"), [((), "note"), (("--property", "leak"), "warning")])
def test_a_leak_is_no_error(more: tuple[str, ...], severity: str, tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("#include <stdlib.h>\nint main(void) { char *p = malloc(3); p[0] = 1; return 0; }\n")
    assert prove("x.c", *more, folder=tmp_path).status == len(more) // 2
    with the_run() as run:
        [finding] = page_model(run)["findings"]
    assert (finding["line"], finding["severity"]) == (2, severity)


def test_without_a_store_nothing_is_kept(own_runs: Path) -> None:
    assert prove("reverse.c", "--no-store").status == 0
    assert not files(own_runs)


def test_headers_of_the_program_are_among_its_sources(tmp_path: Path) -> None:
    (tmp_path / "one.h").write_text("#define ONE 1\n")
    (tmp_path / "use.c").write_text('#include <stdlib.h>\n#include "one.h"\nint main(void) { return ONE - 1; }\n')
    assert prove("use.c", folder=tmp_path).status == 0
    with the_run() as run:
        assert [each.file for each in run.sources()] == ["one.h", "use.c"]
    (tmp_path / "one.h").write_text("#define ONE 2\n")
    refused = symheap("resume", folder=tmp_path)
    assert refused.status == 2
    assert "one.h has changed" in refused.err


# Going on -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["text", "json"])
def test_what_is_done_is_not_proved_again(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = prove("queue.c", "--format", form)
    monkeypatch.setattr(proving.Proving, "proof", None)
    assert symheap("resume") == first


def test_drawings_are_of_what_is_proved_again() -> None:
    first = prove("objects.c", "--patterns", "coarse", "--format", "dot")
    again = symheap("resume")
    assert (again.status, again.err) == (0, "")
    assert "round 0: doomed, runs into invalid-free" in again.out
    assert first.out.count(" -> ") == again.out.count(" -> ")


def test_an_interrupted_proof_goes_on_behind_its_last_round(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = (REFINED / "data_objects.c", "--patterns", "coarse", "--format", "json")
    whole = json.loads(prove(*arguments).out)
    with monkeypatch.context() as patched:
        interrupted_in_round(1, patched)
        stopped = prove(*arguments)
    assert stopped.status == 130
    assert {"reason": "interrupted"} in json.loads(stopped.out)["gaps"]
    assert [each.get("number") for each in json.loads(stopped.out)["rounds"]] == [0, None]
    with the_run() as run:
        assert run.standing().state is RunState.INTERRUPTED
        assert [each["number"] for each in page_model(run)["subjects"][0]["rounds"]] == [0]
    begun: list[int] = []
    analysed = Deciding._analysed

    def noted(self: Any, number: int, *rest: Any) -> Any:
        begun.append(number)
        return analysed(self, number, *rest)

    monkeypatch.setattr(Deciding, "_analysed", noted)
    again = symheap("resume")
    assert again.status == 0
    assert begun == [1]
    document = json.loads(again.out)
    assert lasting(document) == lasting(whole)
    assert timeless("\n".join(document["rounds"][0]["text"])) == timeless("\n".join(whole["rounds"][0]["text"]))
    with the_run() as run:
        assert run.standing().state is RunState.FINISHED
        assert [each["number"] for each in page_model(run)["subjects"][0]["rounds"]] == [0, 1]


def test_text_tells_of_rounds_from_before(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = (REFINED / "data_objects.c", "--patterns", "coarse")
    whole = prove(*arguments)
    with monkeypatch.context() as patched:
        interrupted_in_round(1, patched)
        assert prove(*arguments).status == 130
    assert timeless(symheap("resume").out) == timeless(whole.out)


def test_a_proof_that_ran_out_of_time_has_all_of_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(proving.Proving, "_in_time", lambda self, last_moment, work: (None, True))
        assert prove("objects.c").status == 3
    spent: list[float] = []
    phases = proving.Proving._phases

    def noted(self: proving.Proving, before: Before) -> Any:
        settings = phases(self, before)
        spent.append(settings.spent)
        with the_run() as run:
            assert all(each.is_done for each in run.subjects()), "what it came to before is not lost meanwhile"
        return settings

    monkeypatch.setattr(proving.Proving, "_phases", noted)
    assert symheap("resume").status == 0
    assert spent == [0.0]


def killed(folder: Path, seconds: float, *arguments: str) -> None:
    """Run the command, and kill it this long after it has begun to store results."""
    runs = Path(os.environ["SYMHEAP_RUNS"])
    before = set(files(runs)) if runs.is_dir() else set()
    resumes = arguments[0] == "resume"
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as child:
        while child.poll() is None and not resumes and not (runs.is_dir() and set(files(runs)) - before):
            time.sleep(0.01)
        time.sleep(seconds)
        child.kill()


@pytest.mark.parametrize("name", ["data_objects.c", "doubly_linked.c"])
def test_killed_anywhere_and_resumed_is_as_run_in_one_go(name: str, tmp_path: Path) -> None:
    shutil.copy(REFINED / name, tmp_path)
    arguments = ("prove", name, "--patterns", "coarse", "--format", "json")
    begin = time.perf_counter()
    whole = symheap(*arguments, folder=tmp_path)
    took = time.perf_counter() - begin
    chosen = random.Random(name)
    for _ in range(2):
        killed(tmp_path, chosen.uniform(0, took), *arguments)
        resumed = symheap("resume", folder=tmp_path)
        assert resumed.status == whole.status, resumed.err
        assert lasting(json.loads(resumed.out)) == lasting(json.loads(whole.out))


# A disk that is full --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["add_item", "end_subject", "add_source"])
def test_a_file_that_takes_no_more_is_told_of_in_one_line(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: RunFile, *rest: object) -> None:
        raise StoreError(FULL)

    monkeypatch.setattr(RunFile, method, full)
    result = prove("objects.c", "--patterns", "coarse", "--format", "json")
    assert result.err == f"symheap: error: {FULL}; the results so far are kept\n"
    assert result.status == 3
    document = json.loads(result.out)
    assert (document["verdict"], document["reason"], document["findings"]) == ("unknown", "store", [])


def test_what_was_found_before_the_disk_was_full_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    end = RunFile.end_subject

    def full(self: RunFile, number: int, *rest: Any) -> None:
        if number > 1:
            raise StoreError(FULL)
        end(self, number, *rest)

    with monkeypatch.context() as patched:
        patched.setattr(RunFile, "end_subject", full)
        result = prove("queue.c")
    assert (result.status, result.err.count("\n")) == (3, 1)
    assert "queue.c::push: safe" in result.out
    assert "queue.c::length: unknown (store)" in result.out
    with the_run() as run:
        assert run.standing().state is RunState.FAILED
        assert [each.is_done for each in run.subjects()] == [True, False, False]
    resumed = symheap("resume")
    assert resumed.status == 1
    assert "queue.c: unsafe (null-dereference); leaks unknown; 3 clients" in resumed.out


# The other commands ---------------------------------------------------------------------------------------------------


def test_runs_show_and_diff_know_proofs(tmp_path: Path) -> None:
    shutil.copy(EXAMPLES / "release.c", tmp_path / "x.c")
    told = prove("x.c", folder=tmp_path)
    assert told.status == 1
    wrong, text = "free(list);\n    list = list->next;", (tmp_path / "x.c").read_text()
    assert wrong in text
    mended = text.replace(wrong, "void *gone = list; list = list->next;\n    free(gone);")
    (tmp_path / "x.c").write_text(mended)
    assert prove("x.c", folder=tmp_path).status == 0
    listed = json.loads(symheap("runs", "--format", "json").out)["runs"]
    assert {(each["command"], each["findings"], each["status"]) for each in listed} == {
        ("prove", 0, 0),
        ("prove", 1, 1),
    }
    [first], [second] = ([each["id"] for each in listed if each["status"] == status] for status in (1, 0))
    assert told.out in symheap("show", first, "--format", "text").out
    different = symheap("diff", first, second)
    assert different.status == 1
    assert "finding use-after-free at x.c:20" in different.out
    assert "verdict: unsafe use-after-free became safe" in different.out
    assert symheap("diff", first, first).status == 0


@pytest.mark.parametrize("more", [(), ("--no-store",)])
def test_html_is_the_page_of_the_run(more: tuple[str, ...], tmp_path: Path, own_runs: Path) -> None:
    result = prove("release.c", "--format", "html", "-o", tmp_path / "x.html", *more)
    assert (result.status, result.out, result.err) == (1, "", "")
    page = (tmp_path / "x.html").read_text()
    assert page.lower().startswith("<!doctype html>")
    assert '"state":"finished"' in page.replace(" ", "")
    assert "use-after-free" in page
    assert len(files(own_runs) if own_runs.is_dir() else ()) == (0 if more else 1)


@pytest.mark.parametrize("more", [(), ("--no-store",)])
def test_html_of_an_exploration_is_the_page_of_the_run(more: tuple[str, ...], tmp_path: Path) -> None:
    result = symheap("explore", "swap.jl", "--format", "html", "-o", tmp_path / "x.html", *more)
    assert (result.out, result.err) == ("", "")
    page = (tmp_path / "x.html").read_text()
    assert page.lower().startswith("<!doctype html>")
    assert '"exploration"' in page
