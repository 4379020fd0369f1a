"""`symheap test` in a folder with a build.  A script replaces the build tool, and javac compiles the classes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import cli_runner
import pytest
from cli_runner import Result, symheap

from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

POM = """<project><modelVersion>4.0.0</modelVersion>
<groupId>g</groupId><artifactId>a</artifactId><version>1</version></project>
"""
SIGN = "package shop; public class Sign { public int of(int n) { return n < 0 ? -1 : n == 0 ? 0 : 1; } }\n"
TWICE = "package shop; public class Twice { public int of(int n) { return n + n; } }\n"
BUILD = """#!{python}
import os, sys
from pathlib import Path
if os.path.exists("broken"):
    print("[ERROR] /x/Sign.java:[1,5] ';' expected")
    sys.exit(1)
for argument in sys.argv:
    name, _, value = argument.partition("=")
    if name in ("-Dmdep.outputFile", "-DoutputFile"):
        Path(value.replace("${{project.groupId}}+${{project.artifactId}}", "g+a")).write_text("")
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root, tools = tmp_path / "project", tmp_path / "bin"
    sources = root / "src/main/java/shop"
    sources.mkdir(parents=True)
    tools.mkdir()
    (root / "pom.xml").write_text(POM)
    (sources / "Sign.java").write_text(SIGN)
    (sources / "Twice.java").write_text(TWICE)
    compile_all(root)
    (tools / "mvn").write_text(BUILD.format(python=sys.executable))
    (tools / "mvn").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}{os.pathsep}{os.environ['PATH']}")
    (root / ".gitignore").write_text("target\n")
    git(root, "init", "-q", ".")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "first")
    return root


def compile_all(root: Path) -> None:
    sources = map(str, (root / "src/main/java").rglob("*.java"))
    subprocess.run(["javac", "-g", "-d", str(root / "target/classes"), *sources], check=True)


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


def run(folder: Path, *arguments: str) -> Result:
    return symheap("test", ".", "--no-replay", "--minimize", "none", *arguments, folder=folder)


def written(root: Path) -> set[str]:
    return {file.name for file in (root / "src/test/java/shop").glob("*.java")}


def test_all_classes_and_their_tests_go_where_the_project_has_tests(project: Path) -> None:
    result = run(project)
    assert (result.status, result.err) == (0, "")
    assert written(project) == {"SignPathsTest.java", "TwicePathsTest.java"}
    assert "total: 2 classes, 4 tests of 4 paths" in result.out


def test_only_changed_classes(project: Path) -> None:
    (project / "src/main/java/shop/Sign.java").write_text(SIGN.replace("n < 0", "n < 5"))
    compile_all(project)
    assert run(project, "--changed").status == 0
    assert written(project) == {"SignPathsTest.java"}


def test_nothing_changed_is_said_and_no_error(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_runner, "_PROGRESS", re.compile("(?!)"))
    result = run(project, "--changed")
    assert result.status == 0
    assert "nothing in . differs from HEAD\n" in result.err
    assert run(project, "--changed", "--format", "json").status == 0


def test_one_class_of_a_project(project: Path) -> None:
    assert symheap("test", ".::Twice", "--no-replay", folder=project).status == 0
    assert written(project) == {"TwicePathsTest.java"}
    result = symheap("test", ".::Thrice", "--no-replay", folder=project)
    assert (result.status, result.err) == (2, ".: error: there is no class Thrice\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--since", "nowhere"), "git knows no revision nowhere"),
        (("--since=--all",), "git knows no revision --all"),
    ],
)
def test_revisions_that_are_none(project: Path, arguments: tuple[str, ...], message: str) -> None:
    result = run(project, *arguments)
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert message in result.err


def test_a_build_that_fails_is_one_line(project: Path) -> None:
    (project / "broken").write_text("")
    result = run(project)
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert "mvn failed: /x/Sign.java:[1,5] ';' expected" in result.err


def test_no_build_tool_is_one_line(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jdk = some_jdk()
    assert jdk is not None
    monkeypatch.setenv("PATH", str(jdk.home / "bin"))
    result = run(project)
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert "there is no mvn on the PATH" in result.err
