"""`explore --jobs N`: the same results in the same order, whatever the number of jobs."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import zipfile
from pathlib import Path
from typing import Any, Final

import pytest
from cli_runner import symheap

from sampling import sample
from symheap.jobs.count import is_supported
from symheap.report.explore.derived import kept_paths
from symheap.session.parts import worker
from symheap.store.file import RunFile
from symheap_testing.java.sources import some_jdk

pytestmark = [
    pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac"),
    pytest.mark.skipif(not is_supported(), reason="workers are forked on Linux only"),
]

LIST: Final = """package shop;

public class Chain {
    private static class Link { int value; Link next; }

    private Link first;

    public void push(int value) {
        Link link = new Link();
        link.value = value;
        link.next = first;
        first = link;
    }

    public int pop() {
        int value = first.value;
        first = first.next;
        return value;
    }

    public int length() {
        int length = 0;
        for (Link at = first; at != null; at = at.next) length++;
        return length;
    }

    public int nth(int index) {
        Link at = first;
        while (index-- > 0) at = at.next;
        if (at == null) throw new IllegalStateException("too short");
        return at.value;
    }
}
"""
SHARES: Final = """package shop;

public class Share%d {
    private final int cents;
    public Share%d(int cents) { this.cents = cents; }
    public int each(int people) { return cents / people; }
    public int at(int[] weights, int index) { return weights[index] / cents; }
    public boolean same(Object other) { return ((Share%d) other).cents == cents; }
}
"""
BROKEN: Final = "package shop;\nclass Broken { int f( { }\n"
JOBS: Final = ("1", "2", "4")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six classes, one of which does not compile, as a folder of sources, and the others as a jar."""
    made = tmp_path_factory.mktemp("shop")
    source = made / "src" / "shop"
    source.mkdir(parents=True)
    (source / "Chain.java").write_text(LIST)
    for number in range(4):
        (source / f"Share{number}.java").write_text(SHARES.replace("%d", str(number)))
    jdk = some_jdk()
    assert jdk is not None
    subprocess.run([jdk.javac(), "-g", "-d", made / "classes", *source.glob("*.java")], check=True)
    with zipfile.ZipFile(made / "shop.jar", "w") as jar:
        for file in sorted((made / "classes").rglob("*.class")):
            jar.write(file, file.relative_to(made / "classes").as_posix())
    (source / "Broken.java").write_text(BROKEN)
    return made


def timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: timeless(each) for key, each in value.items() if key != "seconds"}
    return [*map(timeless, value)] if isinstance(value, list) else value


def without_seconds(text: str) -> str:
    return re.sub(r"\d+\.\d\d s\b|time=\"[\d.]+\"|\"seconds\": [\d.]+", "…", text)


def in_each(folder: Path, *arguments: str) -> list[str]:
    """Return the output with each number of jobs, after checking that status and diagnostics are the same."""
    results = [symheap("explore", *arguments, "-q", "--jobs", jobs, "--timeout", "900", folder=folder) for jobs in JOBS]
    assert len({(each.status, each.err) for each in results}) == 1
    assert results[0].status == 1, results[0].err
    return [each.out for each in results]


@pytest.mark.parametrize(("target", "methods"), [("src", 16), ("shop.jar", 16), ("src::shop.Chain", 4)])
def test_documents_are_equal(target: str, methods: int, folder: Path) -> None:
    parts = ("--with", "condition,smt2,inputs,branches")
    one, *others = (json.loads(each) for each in in_each(folder, target, "--format", "json", *parts))
    assert len(one["methods"]) == methods
    assert one["findings"], "there is something to rank"
    assert bool(one["skipped"]) == (target == "src")
    for other in others:
        assert timeless(other) == timeless(one)


@pytest.mark.parametrize("form", sample(["text --paths", "text", "dot", "sarif", "junit-xml"], 3))
def test_other_forms_are_equal(form: str, folder: Path) -> None:
    outputs = [
        symheap("explore", "src", "--format", *form.split(), "--jobs", jobs, "--timeout", "900", folder=folder).out
        for jobs in ("1", "2")
    ]
    one, two = map(without_seconds, outputs)
    assert one
    assert one == two


def kept(folder: Path, runs: Path, jobs: str, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the run file: its facts, its subjects, and for each of these the paths with all of their texts."""
    monkeypatch.setenv("SYMHEAP_RUNS", str(runs / jobs))
    assert symheap("explore", "src", "-q", "--jobs", jobs, "--timeout", "900", folder=folder).status == 1
    [file] = (runs / jobs).glob("*.run")
    with RunFile.read(file) as run:
        subjects = run.subjects()
        assert all(each.is_done for each in subjects)
        paths = [
            [(path.number, path.place, path.key, path.text, path.document, path.final) for path in paths]
            for paths in (kept_paths(run, each.number) for each in subjects)
        ]
        told = [(each.target, timeless(each.document), without_seconds(each.text)) for each in subjects]
        lines = [each.progress["lines"] for each in subjects]
        return [told, paths, lines, run.noted("skipped"), run.noted("ranked"), run.sources()]


def test_run_files_hold_the_same(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (kept(folder, tmp_path, jobs, monkeypatch) for jobs in ("1", "2"))
    assert len(one[0]) == 16
    for first, second in zip(one, two, strict=True):
        assert second == first


def test_a_single_method_starts_no_worker(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("a process was started"))
    assert symheap("explore", "src::shop.Share1::each", "-q", "--jobs", "2", folder=folder).status == 1
    assert symheap("explore", "src", "-q", "--jobs", "1", folder=folder).status == 1


# Workers that end -----------------------------------------------------------------------------------------------------


def killing(monkeypatch: pytest.MonkeyPatch, marks: Path, tries: int) -> list[str]:
    """Kill the workers of two methods of one class `tries` times, when they have said that they begin."""
    begin = worker._Sender.begin
    methods = ["Chain::pop()", "Chain::length()"]

    def begins(sender: Any, run: Any) -> None:
        begin(sender, run)
        for number, method in enumerate(methods):
            mine = [mark for mark in (marks / f"{number}-{each}" for each in range(tries)) if not mark.exists()]
            if run.target.endswith(method) and mine:
                mine[0].touch()
                os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(worker._Sender, "begin", begins)
    return methods


@pytest.fixture(scope="module")
def undisturbed(folder: Path) -> Any:
    out = symheap("explore", "src", "--format", "json", "-q", "--jobs", "1", "--timeout", "900", folder=folder).out
    return timeless(json.loads(out))


def test_a_worker_that_is_killed_changes_nothing(
    undisturbed: Any, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killing(monkeypatch, tmp_path, tries=1)
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path))
    arguments = ("--format", "json", "-q", "--jobs", "2", "--timeout", "900")
    result = symheap("explore", "src", *arguments, folder=folder)
    assert len([*tmp_path.glob("*-0")]) == 2, "two workers were killed"
    assert timeless(json.loads(result.out)) == undisturbed
    [file] = tmp_path.glob("*.run")
    with RunFile.read(file) as run:
        counts = [run.path_count(each.number) for each in run.subjects()]
    assert counts == [each["traces"]["total"] for each in undisturbed["methods"]], "nothing is kept twice"


def test_a_worker_that_is_killed_twice_leaves_its_method_open(
    undisturbed: Any, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    methods = killing(monkeypatch, tmp_path, tries=2)
    arguments = ("--format", "json", "-q", "--jobs", "2", "--timeout", "900")
    document = json.loads(symheap("explore", "src", *arguments, folder=folder).out)
    assert document["complete"] is False
    reasons = [each for each in document["skipped"] if "worker process was killed (SIGKILL)" in each]
    assert all("not explored to its end" in each for each in reasons)
    lost = {f"src::shop.{method}" for method in methods}
    assert {each.partition(": ")[0] for each in reasons} == lost
    found = {each["target"]: timeless(each) for each in document["methods"]}
    assert all(each not in found or found[each]["stopped"] == "worker-lost" for each in lost)
    others = [each for each in undisturbed["methods"] if each["target"] not in lost]
    assert len(others) == len(undisturbed["methods"]) - len(lost)
    assert [found[each["target"]] for each in others] == others
