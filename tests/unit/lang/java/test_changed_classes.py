"""The classes of sources that have changed since a commit."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from maven_projects import ONE, TWO, compiled, git, needs_git, needs_javac, single, write

from symheap.lang.java.project.changed import HEAD, changed_classes
from symheap.lang.java.project.modules import Module, Project, ProjectError


def committed(root: Path) -> Project:
    git(root, "init", "-q", ".")
    write(root / ".gitignore", "target\nIgnored.java\n")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "first")
    source = root / "src/main/java"
    module = Module(".", root, root / "target/classes", (source,), root / "src/test/java", (), None)
    return Project(root, "maven", (module,))


def names(project: Project, revision: str = HEAD) -> list[str]:
    return [name for _, name in changed_classes(project, revision, os.environ)]


@needs_git
@needs_javac
def test_classes_of_changed_and_of_new_sources(tmp_path: Path) -> None:
    root = single(tmp_path)
    project = committed(root)
    sources = root / "src/main/java"
    assert names(project) == []
    new = write(sources / "q/Two.java", TWO)
    write(sources / "q/Ignored.java", "package q; class Ignored {}\n")
    write(root / "src/test/java/p/OneTest.java", "package p; class OneTest {}\n")
    compiled(root, *sources.rglob("*.java"), root / "src/test/java/p/OneTest.java")
    assert names(project) == ["q.Beside", "q.Two"]
    write(sources / "p/One.java", ONE.replace("return 1", "return 2"))
    assert names(project) == ["p.One", "p.One$Inner", "q.Beside", "q.Two"]
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "second")
    assert names(project) == []
    assert names(project, "HEAD~1") == ["p.One", "p.One$Inner", "q.Beside", "q.Two"]
    new.unlink()
    assert names(project) == []


@needs_git
@needs_javac
def test_classes_that_do_not_tell_their_source_are_known_by_their_names(tmp_path: Path) -> None:
    root = single(tmp_path)
    project = committed(root)
    source = write(root / "src/main/java/p/One.java", ONE + "// changed\n")
    compiled(root, source, options=("-g:none",))
    assert names(project) == ["p.One", "p.One$Inner"]


@needs_git
@needs_javac
def test_git_says_no(tmp_path: Path) -> None:
    root = single(tmp_path / "one")
    project = committed(root)
    for revision in ("nowhere", "-x", "HEAD:pom.xml"):
        with pytest.raises(ProjectError, match="git knows no revision"):
            names(project, revision)
    shutil.rmtree(root / ".git")
    with pytest.raises(ProjectError, match="not a git repository"):
        changed_classes(project, HEAD, {**os.environ, "GIT_CEILING_DIRECTORIES": str(tmp_path)})
    with pytest.raises(ProjectError, match="no git on the PATH"):
        changed_classes(project, HEAD, {"PATH": str(tmp_path)})
