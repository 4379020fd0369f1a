"""The classes to test, and the folders for their tests."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from symheap.lang.java.files.folder import container_of_class
from symheap.lang.java.locate import Subject
from symheap.lang.java.project.changed import HEAD, changed_classes, module_classes
from symheap.lang.java.project.modules import Module, ProjectError
from symheap.lang.java.project.project import is_project, open_project
from symheap.lang.target import ELSEWHERE, JRT, Target, TargetError, is_java
from symheap.session.kept.keeping import Keep
from symheap.session.program_files import files_of
from symheap.session.settings import Settings
from symheap.session.status import WrongUse
from symheap.session.watching import Watcher
from symheap.testgen.access import is_source_name


@dataclass(frozen=True, slots=True)
class JUnitRequest:
    """A request to test classes.  `since` is the revision to compare with when looking for changed classes."""

    target: str
    into: Path | None = None
    settings: Settings = field(default_factory=Settings)
    changed: bool = False
    since: str | None = None
    keep: Keep = field(default_factory=Keep)


@dataclass(frozen=True, slots=True)
class ClassJob:
    """A class to test, or one method of it.  `class_path` comes from its build, in addition to the user's entries.

    `test_path` is what the tests of its project need in addition, including their JUnit.
    """

    target: str
    into: Path
    junit: int
    class_path: tuple[Path, ...] = ()
    test_path: tuple[Path, ...] = ()
    sources: tuple[Path, ...] = ()


def jobs_of(request: JUnitRequest, watcher: Watcher) -> list[ClassJob]:
    """Return the classes to test.  Raises `WrongUse`, or `TargetError` if there is nothing to test."""
    target = Target.parse(request.target)
    if not is_java(target):
        instead = "; for C there is symheap prove" if target.path.endswith(ELSEWHERE) else ""
        raise TargetError(f"test is for Java: a .java, .class or .jar file, or a folder{instead}", target.path)
    package = request.settings.package
    if package and not is_source_name(package):
        raise WrongUse(f"'{package}' is no name of a package")
    if is_project(Path(target.path)):
        return _of_project(request, target, watcher)
    if request.changed or request.since is not None:
        raise WrongUse(f"--changed is for the folder of a Maven or Gradle project; {target.path} is none")
    if request.into is None:
        raise WrongUse("say where the tests go: -o DIR, the root of their sources, such as src/test/java")
    if target.path.startswith(JRT) and request.settings.package is None:
        raise WrongUse("tests cannot be added to a package of the JDK: name another package with --package")
    return [ClassJob(request.target, request.into, request.settings.junit or 5)]


def _of_project(request: JUnitRequest, target: Target, watcher: Watcher) -> list[ClassJob]:
    """Return the named class, else the changed ones, else all; an empty list if nothing changed."""
    is_changed = request.changed or request.since is not None
    if is_changed and target.names:
        raise WrongUse("--changed says which classes: name none")
    try:
        project = open_project(Path(target.path), os.environ, lambda doing: watcher.note(f"symheap: {doing}"))
        if is_changed:
            classes = list(changed_classes(project, request.since or HEAD, os.environ))
        else:
            classes = [(module, name) for module in project.modules for name in module_classes(module)]
    except ProjectError as error:
        raise WrongUse(str(error)) from error
    if target.names:
        classes = [(module, name) for module, name in classes if _is(name, target.names[0])]
    if not classes and not is_changed:
        missing = f"there is no class {target.names[0]}" if target.names else "there are no classes"
        raise TargetError(missing, target.path)
    return [_job(request, module, name, target.names[1:]) for module, name in classes]


def _is(name: str, asked: str) -> bool:
    return f".{name.replace('$', '.')}".endswith(f".{asked.replace('$', '.')}")


def _job(request: JUnitRequest, module: Module, name: str, method: tuple[str, ...]) -> ClassJob:
    into = request.into or _from_here(module.test_root)
    junit = request.settings.junit or module.junit or 5
    target = "::".join((str(module.classes), name, *method))
    sources = tuple(map(_from_here, module.sources))
    return ClassJob(target, into, junit, module.class_path, module.test_path, sources)


def files_read(request: JUnitRequest, jobs: Sequence[ClassJob]) -> tuple[str, ...]:
    """Return the files that the classes are read from, without a JDK and without what a build fetches.

    Of a project, or of a folder that will contain the tests, only files that the tests do not change count.
    """
    path = Path(Target.parse(request.target).path)
    if is_project(path):
        own = tuple(dict.fromkeys(str(root) for job in jobs for root in job.sources))
        return (*own, *request.settings.class_path)
    if path.is_dir() and any(job.into.resolve().is_relative_to(path.resolve()) for job in jobs):
        return (*map(str, sorted(path.rglob("*.class"))), *request.settings.class_path)
    return files_of(request.target, request.settings)


def _from_here(path: Path) -> Path:
    """Return the path relative to the current folder, as the user would write it."""
    return Path(os.path.relpath(path))


def class_path_of(subject: Subject, target: Target, entries: tuple[str, ...]) -> tuple[Path, ...]:
    """Return the class path that a JVM needs to run a class, besides the JDK."""
    if target.path.startswith(JRT):
        return tuple(map(Path, entries))
    own = subject.location or Path(target.path)
    if own.suffix == ".class":
        own = Path(container_of_class(own).label)
    return (own.absolute(), *(Path(entry).absolute() for entry in entries))
