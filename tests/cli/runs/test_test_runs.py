"""Runs of `symheap test` are kept, and one that was ended at any moment is resumed to the same tests."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from cli_runner import Result, symheap
from test_test_projects import POM, compile_all

from symheap.page.model import page_model
from symheap.store.file import RunFile
from symheap.store.folder import files, find
from symheap.store.records import RunState, StoreError
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

CLASSES = {
    "Sign": "public int of(int n) { return n < 0 ? -1 : n == 0 ? 0 : 1; }",
    "Link": "Link next; int value; public int sum() { return value + (next == null ? 0 : next.value); }",
    "Crash": "int[] data; public int first() { return data[0]; } public int twice(int n) { return n + n; }",
    "Last": "public boolean both(boolean a, boolean b) { return a && b; }",
}
BUILD = """#!{python}
import sys
from pathlib import Path
for argument in sys.argv:
    name, _, value = argument.partition("=")
    if name in ("-Dmdep.outputFile", "-DoutputFile"):
        Path(value.replace("${{project.groupId}}+${{project.artifactId}}", "g+a")).write_text("")
"""
ALL = ("--minimize", "none")
"""A test for each path."""
SECONDS = re.compile(r'"seconds": [\d.e-]+|^[\d.]+ s$', re.MULTILINE)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("project")
    sources = root / "src/main/java/shop"
    sources.mkdir(parents=True)
    (root / "pom.xml").write_text(POM)
    for name, body in CLASSES.items():
        (sources / f"{name}.java").write_text(f"package shop; public class {name} {{ {body} }}\n")
    compile_all(root)
    return root


@pytest.fixture
def project(compiled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    tools = tmp_path / "bin"
    tools.mkdir()
    (tools / "mvn").write_text(BUILD.format(python=sys.executable))
    (tools / "mvn").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path / "runs"))
    return compiled


def run(project: Path, into: Path, *more: str) -> Result:
    return symheap("test", ".", "--no-replay", *ALL, "-o", into, "--format", "json", *more, folder=project)


def made(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def timeless(text: str, into: Path) -> str:
    return SECONDS.sub("", text).replace(str(into), "INTO")


def the_run() -> RunFile:
    return RunFile.read(find(Path(os.environ["SYMHEAP_RUNS"]), "last"))


def killed_after(writes: int, command: Callable[[], object]) -> bool:
    """Whether the process was killed, after this many completed writes to the run file."""
    child = os.fork()
    if not child:
        write, left = RunFile._write, writes

        def counted(self: RunFile, work: Callable[[], object]) -> None:
            nonlocal left
            write(self, work)
            left -= 1
            if not left:
                os.kill(os.getpid(), signal.SIGKILL)

        RunFile._write = counted  # type: ignore[method-assign]
        try:
            command()
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def test_killed_anywhere_and_resumed_is_as_run_in_one_go(project: Path, tmp_path: Path) -> None:
    whole = run(project, tmp_path / "whole")
    assert whole.status == 1
    wanted = made(tmp_path / "whole")
    assert {Path(name).name for name in wanted} == {f"{name}PathsTest.java" for name in CLASSES}
    chosen = random.Random(8)
    for attempt in range(6):
        into = tmp_path / f"parts{attempt}"
        assert killed_after(chosen.randrange(2, 60), lambda into=into: run(project, into))  # type: ignore[misc]
        with the_run() as broken:
            assert broken.standing().state is RunState.BROKEN_OFF
        killed_after(chosen.randrange(2, 30), lambda: symheap("resume"))
        resumed = symheap("resume")
        assert resumed.status == 1, resumed.err
        assert made(into) == wanted
        assert timeless(resumed.out, into) == timeless(whole.out, tmp_path / "whole")


def test_what_was_done_is_not_done_again(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = symheap("test", ".", "--no-replay", *ALL, "-o", tmp_path / "out", folder=project)
    [gone, edited, *_] = sorted((tmp_path / "out").rglob("*.java"))
    text = gone.read_text()
    gone.unlink()
    edited.write_text("mine")
    monkeypatch.setattr("symheap.session.test_class.generate", None)
    again = symheap("resume")
    assert (again.status, again.out, again.err) == (first.status, first.out, "")
    assert gone.read_text() == text
    assert edited.read_text() == "mine"


def test_the_file_of_a_run_has_paths_with_their_tests(project: Path, tmp_path: Path) -> None:
    assert symheap("test", ".::Crash", "--no-replay", *ALL, "-o", tmp_path / "out", "-q", folder=project).status == 1
    with the_run() as kept:
        model = page_model(kept)
    by_kind = {kind: [each for each in model["subjects"] if each["kind"] == kind] for kind in ("tests", "exploration")}
    [tests] = by_kind["tests"]
    [file] = tests["files"]
    assert file["text"] == Path(file["path"]).read_text()
    assert tests["document"]["class"] == "shop.Crash"
    assert "=== shop.Crash" in tests["text"]
    [source] = model["sources"]
    assert (source["file"], source["covered"], source["missed"]) == ("Crash.java", [1], [])
    assert "class Crash" in source["text"]
    assert [each["target"].rpartition("::")[2] for each in by_kind["exploration"]] == [
        "first()",
        "twice(int)",
    ]
    paths = by_kind["exploration"][0]["paths"]
    assert all(path["test"]["name"] in path["test"]["text"] for path in paths)
    assert all(path["test"]["text"] in re.sub("^    ", "", file["text"], flags=re.MULTILINE) for path in paths)
    assert {path["test"]["crash"] for path in paths} == {True, False}
    assert {each["kind"] for each in model["findings"] if each["severity"] == "error"} == {"null", "out-of-bounds"}
    [listed] = json.loads(symheap("runs", "--format", "json").out)["runs"]
    assert (listed["command"], listed["state"], listed["findings"]) == ("test", "finished", 2)


def test_html_is_the_page_of_the_run(project: Path, tmp_path: Path) -> None:
    arguments = ("test", ".::Sign", "--no-replay", *ALL, "-o", tmp_path / "out", "--format", "html")
    for more in ((), ("--no-store",)):
        result = symheap(*arguments, *more, folder=project)
        assert result.status == 0, result.err
        assert result.out.startswith("<!doctype html>")
        assert "SignPathsTest" in result.out
    assert len(files(tmp_path / "runs")) == 1


def test_a_run_that_takes_no_more_is_told_of_in_one_line_and_gone_on_with(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = RunFile.add_path

    def full(self: RunFile, subject: int, *rest: object) -> None:
        if subject > 4:
            raise StoreError("the.run: database or disk is full")
        add(self, subject, *rest)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(RunFile, "add_path", full)
        result = run(project, tmp_path / "out")
    assert result.err == "symheap: error: the.run: database or disk is full; the results so far are kept\n"
    assert result.status == 1
    done = [each["class"] for each in json.loads(result.out)["classes"]]
    assert done == ["shop.Crash"]
    assert {Path(name).name for name in made(tmp_path / "out")} == {"CrashPathsTest.java"}
    assert len(json.loads(symheap("resume").out)["classes"]) == len(CLASSES)


def test_what_is_refused_leaves_no_run(project: Path, tmp_path: Path) -> None:
    assert symheap("test", "target/classes::Nobody", "-o", tmp_path / "out", folder=project).status == 2
    assert not files(tmp_path / "runs")


def test_a_program_that_was_changed_is_not_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path / "runs"))
    source = tmp_path / "Sign.java"
    source.write_text("class Sign { int of(int n) { return n < 0 ? -1 : 1; } }")
    assert symheap("test", "Sign.java", "--no-replay", *ALL, "-o", "out", folder=tmp_path).status == 0
    source.write_text("class Sign { int of(int n) { return n < 1 ? -1 : 1; } }")
    refused = symheap("resume", folder=tmp_path)
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "Sign.java has changed" in refused.err
    with the_run() as kept:
        assert kept.standing().state is RunState.FINISHED


def test_without_a_store_nothing_is_kept(project: Path, tmp_path: Path) -> None:
    assert run(project, tmp_path / "out", "--no-store").status == 1
    assert not files(tmp_path / "runs")
    assert len(made(tmp_path / "out")) == len(CLASSES)
