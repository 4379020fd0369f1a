"""Create Maven projects, and repositories of git."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

needs_mvn = pytest.mark.skipif(shutil.which("mvn") is None, reason="mvn is not installed")


needs_javac = pytest.mark.skipif(shutil.which("javac") is None, reason="no javac on the PATH")


needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


PROPERTIES = (
    "<properties><maven.compiler.source>11</maven.compiler.source><maven.compiler.target>11</maven.compiler.target>"
    "<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties>"
)


ONE = "package p; public class One { public int one() { return 1; } static class Inner {} }\n"


TWO = "package q; public class Two { Object two(p.One a) { return new Object() {}; } }\nclass Beside {}\n"


def pom(artifact: str, more: str = "") -> str:
    head = "<project xmlns='http://maven.apache.org/POM/4.0.0'><modelVersion>4.0.0</modelVersion>"
    return f"{head}<groupId>g</groupId><artifactId>{artifact}</artifactId><version>1</version>{more}</project>"


def write(file: Path, text: str) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def two_modules(root: Path) -> Path:
    """Create two modules, the second of which needs the first."""
    modules = "<modules><module>a</module><module>b</module></modules>"
    needs = "<dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>1</version></dependency>"
    write(root / "pom.xml", pom("all", f"<packaging>pom</packaging>{modules}"))
    write(root / "a" / "pom.xml", pom("a", PROPERTIES))
    write(root / "b" / "pom.xml", pom("b", f"{PROPERTIES}{needs}</dependencies>"))
    write(root / "a/src/main/java/p/One.java", ONE)
    write(root / "b/src/main/java/q/Two.java", TWO)
    return root


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


def single(root: Path) -> Path:
    """Create a Maven project of one class, compiled by javac."""
    write(root / "pom.xml", pom("a", PROPERTIES))
    source = write(root / "src/main/java/p/One.java", ONE)
    compiled(root, source)
    return root


def compiled(root: Path, *sources: Path, options: tuple[str, ...] = ()) -> None:
    files = map(str, sources)
    classes = str(root / "target/classes")
    subprocess.run(["javac", "-J-XX:TieredStopAtLevel=1", *options, "-d", classes, *files], check=True)
