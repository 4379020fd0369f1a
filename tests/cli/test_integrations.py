"""The GitHub Action, the hooks for pre-commit and the problem matcher for VS Code."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml
from cli_runner import JAVALITE, POSE, ROOT, symheap
from machine_forms import junit_cases, sarif_run

from symheap.cli.hook import run_each
from symheap_testing.java.sources import some_jdk

needs_jdk = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")
needs_bash = pytest.mark.skipif(shutil.which("bash") is None, reason="no bash")
GOOD = "int main(void) { return 0; }\n"
BAD = "#include <stdlib.h>\nint main(void) { int *p = malloc(4); free(p); return *p; }\n"
OPEN = "int mystery(int); int main(void) { return mystery(1); }\n"


# GitHub Action --------------------------------------------------------------------------------------------------------


def action() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    return loaded


def filled(text: str, values: dict[str, str]) -> str:
    """Replace expressions as the runner does; an unknown one is an error."""
    return re.sub(r"\$\{\{ (.+?) \}\}", lambda match: values[match[1]], text)


class Runner:
    """Runs the steps of the action like a runner: bash, with its files and folders in the environment."""

    def __init__(self, folder: Path, **inputs: str) -> None:
        self._folder = folder
        given = {name: str(each.get("default", "")) for name, each in action()["inputs"].items()}
        assert set(inputs) <= set(given)
        self._values = {f"inputs.{name}": value for name, value in (given | inputs).items()}
        self.outputs: dict[str, str] = {}
        (folder / "temp").mkdir(exist_ok=True)
        (folder / "work").mkdir(exist_ok=True)

    def step(self, name: str) -> subprocess.CompletedProcess[str]:
        [found] = [each for each in action()["runs"]["steps"] if each.get("name") == name]
        assert found["shell"] == "bash"
        values = self._values | {f"steps.run.outputs.{key}": value for key, value in self.outputs.items()}
        output = self._folder / "output"
        output.write_text("", encoding="utf-8")
        environment = {
            **os.environ,
            "RUNNER_TEMP": str(self._folder / "temp"),
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_WORKSPACE": str(self._folder / "work"),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            # What symheap needs is here already: only symheap itself is to be installed.
            "PYTHONPATH": sysconfig.get_path("purelib"),
            **{key: filled(str(value), values) for key, value in found.get("env", {}).items()},
        }
        script = filled(found["run"], values)
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            cwd=self._folder / "work",
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        lines = output.read_text(encoding="utf-8").splitlines()
        self.outputs |= dict(line.split("=", 1) for line in lines)
        return done


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder after the first step of the action."""
    folder = tmp_path_factory.mktemp("runner")
    done = Runner(folder).step("Install symheap")
    if done.returncode and ("No matching distribution" in done.stderr or "Connection" in done.stderr):
        pytest.skip("there is no package index to install from")
    assert done.returncode == 0, done.stderr
    return folder


def ran(installed: Path, tmp_path: Path, **inputs: str) -> Runner:
    (tmp_path / "temp").symlink_to(installed / "temp")
    return Runner(tmp_path, **inputs)


@needs_bash
def test_the_action_writes_sarif_and_fails_on_findings(installed: Path, tmp_path: Path) -> None:
    runner = ran(installed, tmp_path, command="prove", targets="bad one.c\n\ngood.c\n", args="--timeout '30'")
    (tmp_path / "work" / "bad one.c").write_text(BAD, encoding="utf-8")
    (tmp_path / "work" / "good.c").write_text(GOOD, encoding="utf-8")
    done = runner.step("Run symheap")
    assert done.returncode == 0, done.stderr
    assert runner.outputs == {"results": "symheap-results", "status": "1"}
    results = tmp_path / "work" / "symheap-results"
    bad, good = (sarif_run((results / f"{n}.sarif").read_text(encoding="utf-8")) for n in (1, 2))
    [found] = bad["results"]
    assert found["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "bad%20one.c"
    assert good["results"] == []
    assert bad["automationDetails"]["id"] != good["automationDetails"]["id"]
    assert runner.step("Say how it went").returncode == 1


@needs_bash
@pytest.mark.parametrize(("fail_on", "expected"), [("findings", 0), ("open", 3), ("never", 0)])
def test_what_is_open_fails_only_if_that_is_asked_for(
    installed: Path, tmp_path: Path, fail_on: str, expected: int
) -> None:
    inputs = {"command": "prove", "targets": "open.c", "format": "junit-xml", "fail-on": fail_on}
    runner = ran(installed, tmp_path, **inputs)
    (tmp_path / "work" / "open.c").write_text(OPEN, encoding="utf-8")
    assert runner.step("Run symheap").returncode == 0
    assert runner.outputs["status"] == "3"
    written = (tmp_path / "work" / "symheap-results" / "1.xml").read_text(encoding="utf-8")
    assert junit_cases(written) == [("main", "error")]
    assert runner.step("Say how it went").returncode == expected


@needs_bash
def test_wrong_use_always_fails(installed: Path, tmp_path: Path) -> None:
    runner = ran(installed, tmp_path, command="prove", targets="$(touch oops).c", **{"fail-on": "never"})
    runner.step("Run symheap")
    assert runner.outputs["status"] == "2"
    assert not (tmp_path / "work" / "oops").exists()
    assert runner.step("Say how it went").returncode == 2


def test_the_action_has_no_expression_in_a_script() -> None:
    """Foreign text reaches scripts only through the environment."""
    for step in action()["runs"]["steps"]:
        assert "${{" not in step.get("run", "")
        assert "uses" in step or step["shell"] == "bash"


# pre-commit -----------------------------------------------------------------------------------------------------------


def hooks() -> dict[str, dict[str, Any]]:
    loaded = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    return {each["id"]: each for each in loaded}


def hook_run(name: str, files: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    hook = hooks()[name]
    python, *entry = hook["entry"].split()
    assert python == "python"
    assert all(re.search(hook["files"], each) for each in files)
    command = [sys.executable, *entry, *hook["args"], *files]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_hook_looks_at_each_file(tmp_path: Path) -> None:
    for name, text in {"good.c": GOOD, "bad.c": BAD, "-odd one.c": GOOD}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert hook_run("symheap-prove", ["good.c", "-odd one.c"], tmp_path).returncode == 0
    done = hook_run("symheap-prove", ["good.c", "bad.c"], tmp_path)
    assert done.returncode == 1
    assert re.search(r"^bad\.c:2:\d+: error: use-after-free", done.stdout, re.MULTILINE)
    assert "good.c: safe" in done.stdout


@needs_jdk
def test_a_hook_for_java(tmp_path: Path) -> None:
    (tmp_path / "Box.java").write_text("class Box { int size; int of(int b) { return b / size; } }", encoding="utf-8")
    (tmp_path / "Good.java").write_text("class Good { int of(int b) { return b; } }", encoding="utf-8")
    done = hook_run("symheap-explore", ["Box.java", "Good.java"], tmp_path)
    assert done.returncode == 1
    assert "Box.java:1: error: " in done.stdout
    assert hook_run("symheap-explore", ["Good.java"], tmp_path).returncode == 0


def test_what_is_open_stops_a_commit_unless_it_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "open.c").write_text(OPEN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert run_each(["prove", "-q", "--no-store", "open.c"]) == 3
    assert run_each(["prove", "--allow-open", "-q", "--no-store", "open.c"]) == 0
    assert run_each(["bench", "open.c"]) == 2


# VS Code --------------------------------------------------------------------------------------------------------------


def matchers() -> list[dict[str, Any]]:
    tasks = json.loads((ROOT / "editors" / "vscode" / "tasks.json").read_text(encoding="utf-8"))["tasks"]
    return [task["problemMatcher"]["pattern"] for task in tasks]


def problems(printed: str, pattern: dict[str, Any]) -> list[tuple[str, int, str]]:
    """Return the problems as the editor matches them.  The expression means the same in JavaScript and in Python."""
    matches = (re.search(pattern["regexp"], line) for line in printed.splitlines())
    return [
        (match[pattern["file"]], int(match[pattern["line"]]), match[pattern["severity"]])
        for match in matches
        if match is not None
    ]


PROGRAMS = [
    *(("explore", each) for each in sorted((*JAVALITE.glob("*.jl"), *POSE.glob("*.pose")))),
    *(("prove", ROOT / "examples" / "c" / name) for name in ("release.c", "queue.c", "reverse.c")),
]


@pytest.mark.parametrize(("command", "program"), PROGRAMS, ids=[each.name for _, each in PROGRAMS])
def test_the_matcher_finds_what_is_printed(command: str, program: Path) -> None:
    name = str(program.relative_to(ROOT))
    bounds = ("--max-traces", "10", "--max-calls", "3", "--timeout", "10") if command == "explore" else ()
    result = symheap(command, name, *bounds, "--quiet", "--no-store", folder=ROOT)
    for pattern in matchers():
        listed = problems(result.out, pattern)
        assert len(listed) == result.out.count(": error: ") + result.out.count(": warning: ")
        assert bool([each for each in listed if each[2] == "error"]) == (result.status == 1)
        assert {file for file, _, _ in listed} <= {name}
        assert all(0 < line <= len(program.read_text(encoding="utf-8").splitlines()) for _, line, _ in listed)


@needs_jdk
def test_the_matcher_finds_crashes_of_java(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "Box.java").write_text(
        "class Box {\n  int size;\n  int of(Box b) {\n    return b.size + Other.of(b);\n  }\n}\n", encoding="utf-8"
    )
    (tmp_path / "src" / "Other.java").write_text(
        "class Other {\n  static int of(Box b) {\n    return 1 / b.size;\n  }\n}\n", encoding="utf-8"
    )
    printed = symheap("explore", "src/Box.java", "-q", "--no-store", folder=tmp_path).out
    assert problems(printed, matchers()[0]) == [("src/Other.java", 3, "error"), ("src/Box.java", 4, "warning")]


def test_the_matcher_leaves_other_lines_alone() -> None:
    for line in ("findings:", "x.jl: safe; no leak", "assuming: a: error: b", "a.java:3: throws X; path 1"):
        assert problems(line, matchers()[0]) == []
