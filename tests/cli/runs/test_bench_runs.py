"""Studies are runs: they are listed, shown and resumed, however they ended; their files stay in their folders."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cli_runner import Result, symheap
from test_bench_cli import HOLDS, SOURCE, STUDY

from symheap.bench import studies
from symheap.bench.journal import NAME
from symheap.bench.report.page import page
from symheap.bench.row import Cost, Row, RowOutcome
from symheap.bench.sums import add_up
from symheap.store.file import RunFile
from symheap.store.records import RunState
from symheap_testing.java.sources import some_jdk

TESTS = [str(folder) for folder in Path(__file__).parents[:2]]
SECONDS = re.compile(r'"seconds": [\d.e-]+')
TIMES = {"seconds": 0, "load_seconds": 0, "cpu_seconds": 0, "megabytes": 0, "made": 0, "cost": 0}


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
def own_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "pose", lambda: STUDY)
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path / "runs"))


def bench(folder: Path, subjects: Path, *more: str) -> Result:
    return symheap("bench", "pose", "--subjects", subjects, "--workers", "1", "-q", *more, folder=folder)


SCRIPT = """
import sys
sys.path[:0] = {tests!r}
if __name__ == "__main__":
    import test_bench_runs as tests
    from symheap.bench import studies
    from symheap.cli import main
    studies.pose = lambda: tests.STUDY
    tests.kill_after({results})
    sys.exit(main({arguments!r}))
"""


def kill_after(results: int) -> None:
    """Kill this process once this many results have been added to a run file."""
    add, left = RunFile.add_item, results

    def counted(self: RunFile, *result: object) -> None:
        nonlocal left
        add(self, *result)  # type: ignore[arg-type]
        left -= 1
        if not left:
            os.kill(os.getpid(), signal.SIGKILL)

    RunFile.add_item = counted  # type: ignore[method-assign, assignment]


def killed(folder: Path, results: int, *arguments: str) -> bool:
    script = folder / "script.py"
    script.write_text(SCRIPT.format(tests=TESTS, results=results, arguments=[*arguments]))
    done = subprocess.run([sys.executable, str(script)], cwd=folder, env={**os.environ}, capture_output=True)
    return done.returncode == -signal.SIGKILL


def listed() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(symheap("runs", "--format", "json").out)["runs"]
    return found


def rows(file: Path) -> dict[str, dict[str, Any]]:
    with RunFile.read(file) as run:
        return {key: form | TIMES for key, form in run.items(1, "row").items()}


def test_killed_and_resumed_is_as_run_in_one_go(tmp_path: Path, subjects: Path) -> None:
    assert bench(tmp_path, subjects, "-o", "whole").status == 3
    whole = rows(tmp_path / "whole" / NAME)
    assert len(whole) == 3
    for results in (1, 2, 4):
        folder = f"part{results}"
        asked = ("bench", "pose", "--subjects", str(subjects), "--workers", "1", "-o", folder, "--fresh")
        assert killed(tmp_path, results, *asked)
        [broken] = [each for each in listed() if each["target"] == f"small ({folder})"]
        assert broken["state"] == "broken-off"
        before = rows(tmp_path / folder / NAME)
        assert symheap("resume", broken["id"]).status == 3
        after = rows(tmp_path / folder / NAME)
        assert {key: after[key] for key in before} == before
        assert after == whole
        assert not (tmp_path / folder / "study.old.run").exists()
        assert (tmp_path / folder / "methods.csv").is_file()


def test_a_study_is_listed_and_shown(tmp_path: Path, subjects: Path) -> None:
    result = bench(tmp_path, subjects, "-o", "out", "--methods", "holds")
    [run] = listed()
    assert (run["command"], run["state"], run["target"], run["results"]) == ("bench", "finished", "small (out)", 1)
    assert [each.name for each in (tmp_path / "runs").iterdir()] == [f"{run['id']}.run"]
    [subject] = json.loads(symheap("show", "--format", "json").out)["subjects"]
    assert (subject["kind"], subject["title"], subject["text"]) == ("study", STUDY.title, result.out)
    assert [each["caption"].split()[0] for each in subject["tables"]] == ["Models;", "Classes", "Methods"]
    shown = symheap("show", "-o", str(tmp_path / "page.html"))
    assert shown.status == 0, shown.err
    assert "A small study" in (tmp_path / "page.html").read_text()


def test_another_folder_or_other_settings_are_not_gone_on_with(tmp_path: Path, subjects: Path) -> None:
    assert bench(tmp_path, subjects, "-o", "out", "--methods", "holds").status == 0
    [run] = listed()
    with RunFile.open(tmp_path / "out" / NAME) as file:
        file.ask_anew(replace(file.header, arguments=(*file.header.arguments, "--per-method", "7")))
        file.stand(RunState.FINISHED, 0)
    refused = symheap("resume", run["id"])
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "per-method was 60.0, now 7.0" in refused.err
    assert [each["state"] for each in listed()] == ["finished"]


def test_a_study_that_is_gone_is_not_listed_and_can_be_forgotten(tmp_path: Path, subjects: Path) -> None:
    assert bench(tmp_path, subjects, "-o", "out", "--methods", "holds").status == 0
    [run] = listed()
    (tmp_path / "out").rename(tmp_path / "moved")
    assert listed() == []
    assert symheap("show", run["id"]).status == 2
    assert bench(tmp_path, subjects, "-o", "moved", "--methods", "holds").status == 0
    assert [each["id"] for each in listed()] == [run["id"]]
    assert symheap("runs", "--forget", run["id"]).status == 0
    assert [*(tmp_path / "runs").iterdir()] == []
    assert (tmp_path / "moved" / NAME).is_file()


def test_plots_are_drawings_of_their_own() -> None:
    made = [
        Row(str(HOLDS), heap, RowOutcome.COMPLETE, 4, 2, "d", cost=Cost(1, 2, 1, 10**40, 5, 0.5), seconds=1.5)
        for heap in ("pose", "lazy")
    ]
    shown: Any = page(add_up(STUDY, made))
    assert len(shown["plots"]) == 5
    for plot in shown["plots"]:
        assert ElementTree.fromstring(plot["svg"]).tag == "{http://www.w3.org/2000/svg}svg"
    for table in shown["tables"]:
        assert {len(table["head"]), len(table["numeric"])} == {len(row) for row in table["rows"]} | {len(table["head"])}
    json.dumps(shown)


def test_slayers_programs_are_gone_on_with(tmp_path: Path) -> None:
    command = ("bench", "slayer", "--programs", "T2_n-(19|1b|34)", "--workers", "1", "-q", "--format", "json")
    whole = symheap(*command)
    assert whole.status == 0, whole.err
    assert killed(tmp_path, 2, *command)
    with RunFile.read(max((tmp_path / "runs").glob("*.run"))) as broken:
        assert broken.standing().state is RunState.BROKEN_OFF
        assert len(broken.items(1, "row")) == 2
    resumed = symheap("resume")
    assert resumed.status == 0
    assert SECONDS.sub("", resumed.out) == SECONDS.sub("", whole.out)
    [last, first] = listed()
    assert (first["results"], last["results"], last["state"]) == (3, 3, "finished")
    assert symheap(*command, "--no-store").status == 0
    assert len(listed()) == 2
