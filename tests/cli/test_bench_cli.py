"""``symheap bench``, with a study of a few methods in place of a published one."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from cli_runner import Result, symheap

from symheap.bench import studies
from symheap.bench.journal import ASIDE, NAME, StudyJournal
from symheap.bench.row import Row, RowOutcome
from symheap.bench.run import StudyPlan
from symheap.bench.study import Study, StudyMethod, StudyProject
from symheap.bench.studying import Pace, status
from symheap.bench.workers import JobLimits
from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.session.status import Status
from symheap.store.file import RunFile
from symheap.store.records import StoreError
from symheap_testing.java.sources import some_jdk

SOURCE = """
package small;
public class Box {
    Box inner;
    int rounds;
    boolean holds(Box other) { return inner == other; }
    int deep() { int n = 0; for (Box at = this; at != null; at = at.inner) n++; return n; }
    static native int outside();
    int far() { return outside(); }
    int long_() { int n = 0; for (int i = 0; i < rounds; i++) for (int j = 0; j < i; j++) n++; return n; }
}
"""
HOLDS, DEEP, FAR = (
    StudyMethod("small.Box", name, parameters)
    for name, parameters in (("holds", ("small.Box",)), ("deep", ()), ("far", ()))
)
SMALL = StudyProject("Small", ("small.",), ("projects/small*/**/classes",), ())
STUDY = Study(
    "small",
    "A small study",
    (SMALL,),
    (HOLDS, DEEP, FAR),
    {},
    Bounds(max_calls=10, max_loop=3, max_iterations=3),
    exact_types=True,
)


@pytest.fixture(scope="module")
def subjects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    jdk = some_jdk()
    if jdk is None:
        pytest.skip("no JDK with javac")
    folder = tmp_path_factory.mktemp("subjects")
    (folder / "Box.java").write_text(SOURCE, encoding="utf-8")
    classes = folder / "projects" / "small" / "classes"
    subprocess.run([str(jdk.javac()), "-d", str(classes), str(folder / "Box.java")], check=True)
    return folder


@pytest.fixture(autouse=True)
def small_study(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "pose", lambda: STUDY)


def bench(folder: Path, *arguments: str | Path) -> Result:
    return symheap("bench", "pose", *arguments, folder=folder)


def journal(folder: Path) -> list[dict[str, object]]:
    """Return the rows in the order in which they were made."""
    with RunFile.read(folder / NAME) as run:
        rows = [row for subject in run.subjects() for row in run.items(subject.number, "row").values()]
        return sorted(rows, key=lambda row: int(row["made"]))


def test_a_study_is_run_written_and_printed(tmp_path: Path, subjects: Path) -> None:
    result = bench(tmp_path, "--subjects", subjects, "--heap", "pose,lazy", "--methods", "holds|deep", "--workers", "2")
    assert result.status == 0, result.err
    assert "small" in result.out
    assert not result.err
    made = tmp_path / "pose-study"
    assert sorted(each.name for each in made.iterdir()) == [
        "classes.csv",
        "methods.csv",
        "study.html",
        "study.json",
        "study.lock",
        "study.run",
    ]
    assert {(row["method"], row["heap"]) for row in journal(made)} == {
        (str(method), heap) for method in (HOLDS, DEEP) for heap in ("pose", "lazy")
    }


def test_what_is_there_is_not_run_again(tmp_path: Path, subjects: Path) -> None:
    arguments = ("--subjects", subjects, "-o", "out", "--per-method", "30")
    assert bench(tmp_path, *arguments, "--methods", "holds").status == 0
    first = journal(tmp_path / "out")
    assert bench(tmp_path, *arguments).status == 3
    every = journal(tmp_path / "out")
    assert every[: len(first)] == first
    assert len(every) == 3
    assert bench(tmp_path, *arguments).status == 3
    assert journal(tmp_path / "out") == every
    assert bench(tmp_path, *arguments, "--retry", "unsupported,time").status == 3
    assert [(row["method"], row["made"]) for row in journal(tmp_path / "out")[2:]] == [(str(FAR), 4)]


def test_other_settings_need_a_fresh_start(tmp_path: Path, subjects: Path) -> None:
    arguments = ("--subjects", subjects, "--methods", "holds", "-o", "out")
    assert bench(tmp_path, *arguments).status == 0
    refused = bench(tmp_path, *arguments, "--per-method", "7", "--hierarchy")
    assert refused.status == 2
    assert refused.err.count("\n") == 1
    changed = "exact-types was True, now False; flat-maps was True, now False; per-method was 60.0, now 7.0"
    assert f"{changed}; start again with --fresh" in refused.err
    assert bench(tmp_path, *arguments, "--per-method", "7", "--hierarchy", "--fresh").status == 0
    assert len(journal(tmp_path / "out")) == 1


def test_rounds_may_be_those_of_each_call(tmp_path: Path, subjects: Path) -> None:
    arguments = ("--subjects", subjects, "--methods", "deep", "-o", "out")
    assert bench(tmp_path, *arguments, "--rounds", "call").status == 0
    bounds = json.loads((tmp_path / "out" / "study.json").read_text(encoding="utf-8"))["study"]["bounds"]
    assert (bounds["max_iterations"], bounds["max_call_iterations"]) == (None, 3)
    refused = bench(tmp_path, *arguments)
    assert refused.status == 2
    assert "max-iterations was not set, now 3; max-call-iterations was 3, now not set" in refused.err


def test_a_fresh_start_does_not_disturb_a_study_that_is_running(tmp_path: Path, subjects: Path) -> None:
    """2026-11-15: it took the journal away from it."""
    arguments = ("--subjects", subjects, "--methods", "holds", "-o", "out")
    assert bench(tmp_path, *arguments).status == 0
    before = journal(tmp_path / "out")
    with RunFile.open(tmp_path / "out" / NAME):
        refused = bench(tmp_path, *arguments, "--fresh")
    assert refused.status == 2
    assert refused.err == "symheap: error: another process is writing to out\n"
    assert journal(tmp_path / "out") == before
    assert not (tmp_path / "out" / ASIDE).exists()


def test_a_result_that_cannot_be_written_is_named_and_the_report_is_printed(tmp_path: Path, subjects: Path) -> None:
    """2026-11-15: there was no report, and the error named a temporary file."""
    arguments = ("--subjects", subjects, "--methods", "holds", "-o", "out")
    assert bench(tmp_path, *arguments).status == 0
    (tmp_path / "out" / "study.json").unlink()
    (tmp_path / "out" / "study.json").mkdir()
    result = bench(tmp_path, *arguments)
    assert result.status == 3
    assert result.err == "out/study.json: error: Is a directory\n"
    assert "1 of 1 methods" in result.out
    assert len(journal(tmp_path / "out")) == 1


def test_a_journal_that_cannot_be_written_ends_the_run_with_its_report(
    tmp_path: Path, subjects: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """2026-11-15: a full disk ended the run without a word about what was found, or where."""
    add = StudyJournal.add

    def full(self: StudyJournal, row: Row) -> None:
        if self.rows:
            raise StoreError("out/study.run: database or disk is full")
        add(self, row)

    arguments = ("--subjects", subjects, "--methods", "holds|deep", "--workers", "1", "-o", "out")
    with monkeypatch.context() as patched:
        patched.setattr(StudyJournal, "add", full)
        result = bench(tmp_path, *arguments)
    assert result.status == 3
    assert result.err == "symheap: error: out/study.run: database or disk is full; the results so far are kept\n"
    assert "1 of 1 methods" in result.out
    assert bench(tmp_path, *arguments).status == 0
    assert len(journal(tmp_path / "out")) == 2


def test_a_folder_of_the_user_is_not_written_to(tmp_path: Path, subjects: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes").write_text("x")
    result = bench(tmp_path, "--subjects", subjects, "-o", "mine", "--fresh")
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert [each.name for each in (tmp_path / "mine").iterdir()] == ["notes"]


def test_without_its_classes_a_method_is_missing(tmp_path: Path) -> None:
    result = bench(tmp_path, "--methods", "holds")
    assert result.status == 3
    [row] = journal(tmp_path / "pose-study")
    assert row["outcome"] == "missing"
    assert row["reasons"] == {"Small is not on Maven Central: --subjects DIR is needed": 1}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--methods", "("), "not a regular expression"),
        (("--methods", "nothing of the kind"), "is found in the name of no method"),
        (("--retry", "time,late"), "unknown outcome 'late'"),
        (("--heap", "pose,mine"), "unknown heap model 'mine'"),
        (("--subjects", "nowhere"), "nowhere is not a folder"),
        (("--per-method", "0"), "0.001 or more"),
        (("--memory", "inf"), "must be a number of GiB, from 0.25 to 1000000"),
        (("--memory", "nan"), "must be a number of GiB"),
        (("--memory", "1e306"), "must be a number of GiB"),
        (("--memory", "0.2"), "must be a number of GiB"),
        (("--jdk", "nowhere"), "--jdk is nowhere"),
    ],
)
def test_wrong_use_is_one_line_and_leaves_nothing(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    """2026-11-15: infinite memory was an internal error."""
    result = bench(tmp_path, *arguments)
    assert result.status == 2
    assert said in result.err
    assert result.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_the_library_study_reads_its_methods_from_the_classes(
    tmp_path: Path, subjects: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        studies, "libraries", lambda world_of: replace(STUDY, methods=(HOLDS,)) if world_of(SMALL) else STUDY
    )
    result = symheap("bench", "libraries", "--subjects", subjects, folder=tmp_path)
    assert result.status == 0, result.err
    assert "paper" not in result.out
    assert [row["method"] for row in journal(tmp_path / "library-study")] == [str(HOLDS)]


def test_without_the_classes_of_a_library_its_study_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "libraries", lambda world_of: world_of(SMALL))
    result = symheap("bench", "libraries", folder=tmp_path)
    assert result.status == 2
    assert result.err == "symheap: error: Small is not on Maven Central: --subjects DIR is needed\n"
    assert not list(tmp_path.iterdir())


SCRIPT = """
import sys
sys.path.insert(0, {tests!r})
if __name__ == "__main__":
    import test_bench_cli as tests
    from symheap.bench import studies
    from symheap.cli import main
    from dataclasses import replace
    from symheap.engine.bounds import Bounds
    slow = tests.StudyMethod("small.Box", "long_", ())
    study = replace(tests.STUDY, methods=(tests.HOLDS, slow), bounds=Bounds(max_loop=10**6))
    studies.pose = lambda: study
    sys.exit(main(["bench", "pose", "--subjects", {subjects!r}, "-o", "out", "--workers", "1", "-q"]))
"""


def test_an_interrupt_keeps_what_was_found_and_says_how_to_go_on(tmp_path: Path, subjects: Path) -> None:
    script = tmp_path / "run.py"
    script.write_text(SCRIPT.format(tests=str(Path(__file__).parent), subjects=str(subjects)))
    process = subprocess.Popen(
        [sys.executable, str(script)], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, env={**os.environ},
    )  # fmt: skip
    file = tmp_path / "out" / NAME
    deadline = time.monotonic() + 60
    while not (file.exists() and journal(tmp_path / "out")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    first, last = err.splitlines()
    assert first == "symheap: interrupted with 1 to go; the same command continues from out"
    assert re.fullmatch(r"symheap: interrupted; .* kept, resume with: symheap resume \S+", last)
    assert "small" in out
    assert [row["method"] for row in journal(tmp_path / "out")] == [str(HOLDS)]
    assert (tmp_path / "out" / "methods.csv").is_file()


def a_row(method: StudyMethod, heap: str, outcome: RowOutcome, traces: int, paths: int) -> Row:
    return Row(str(method), heap, outcome, traces, paths, f"{paths}")


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([a_row(HOLDS, "pose", RowOutcome.CUT, 2, 2), a_row(HOLDS, "lazy", RowOutcome.COMPLETE, 5, 2)], Status.CLEAN),
        (
            [a_row(HOLDS, "pose", RowOutcome.CUT, 2, 2), a_row(HOLDS, "lazy", RowOutcome.TIME, 5, 1)],
            Status.INCONCLUSIVE,
        ),
        ([a_row(HOLDS, "pose", RowOutcome.TIME, 3, 2)], Status.FINDINGS),
        (
            [a_row(HOLDS, "pose", RowOutcome.CUT, 2, 2), a_row(HOLDS, "lazy", RowOutcome.COMPLETE, 1, 1)],
            Status.FINDINGS,
        ),
        (
            [a_row(HOLDS, "pose", RowOutcome.CUT, 2, 2), a_row(HOLDS, "lazy", RowOutcome.COMPLETE, 4, 3)],
            Status.FINDINGS,
        ),
    ],
)
def test_the_status_tells_broken_laws_from_open_ends(rows: list[Row], expected: Status) -> None:
    plan = StudyPlan(("pose", "lazy"), JobLimits(1, 1), 1, JavaOptions())
    assert status(STUDY, plan, {(row.method, row.heap): row for row in rows}) is expected


def test_the_line_of_progress() -> None:
    pace = Pace(2, 5)
    pace.tell("exploring")
    assert pace.line() == "symheap: exploring, 3 of 5 methods, 0 s"
    pace.add(a_row(HOLDS, "pose", RowOutcome.TIME, 1, 1))
    assert pace.line() == "symheap: exploring, 4 of 5 methods, 1 not ended, 0 s, about 0 s to go"
