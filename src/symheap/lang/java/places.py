"""The places of a target's classes: usually one, but several for a project with modules.

A folder with a build is a Maven or Gradle project, which is compiled by its build. A folder with class files at their
places, such as ``org/foo/Bar.class``, is a class folder. Any other folder is one of sources, compiled here; without
sources, the class folders below it are used.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from symheap.lang.java.errors import Malformed
from symheap.lang.java.files.classpath import ClassPath, open_entry
from symheap.lang.java.files.container import Container, path_of_class
from symheap.lang.java.files.folder import Folder, read_class_file
from symheap.lang.java.files.javac import compile_sources, package_of
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.source_folder import CompiledFolder, SourceProblem, compile_folder, sources_in
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.project.modules import Module, ProjectError, Tell
from symheap.lang.java.project.project import is_project, open_project
from symheap.lang.java.world import World
from symheap.lang.target import JRT, Target, TargetError

ANY = "*"
"""At the end of a name: the classes of a package; twice, also those of the packages below it."""


@dataclass(frozen=True, slots=True)
class ClassPlace:
    """Classes in one place. `path` is its name in a target.

    `main` is the default class, `choice` the classes to choose from: empty for the JDK. `location` is the class path
    entry that a JVM needs to run them, besides `entries`. `sources` are the files of classes whose names occur several
    times in `path`.
    """

    path: str
    jdk: Jdk
    entries: tuple[Container, ...]
    main: str | None
    choice: tuple[str, ...]
    location: Path | None = None
    sources: Mapping[str, str] = field(default_factory=dict)

    def world(self) -> World:
        """Return a world that has loaded nothing yet."""
        return World(ClassPath(self.entries, self.jdk))

    def has(self, name: str) -> bool:
        """Whether a class with that binary name exists."""
        return ClassPath(self.entries, self.jdk).find(name) is not None

    @property
    def is_jdk(self) -> bool:
        return self.path == JRT

    def names(self) -> Sequence[str]:
        """Return all classes of the place."""
        return tuple(self.jdk.container.names()) if self.is_jdk else self.choice

    def target(self, class_name: str, *method: str) -> Target:
        """Return the target that names a class, or a method of it."""
        if self.is_jdk:
            return Target(f"{JRT}{class_name}", method)
        return Target(self.sources.get(class_name.partition("$")[0], self.path), (class_name, *method))


@dataclass(frozen=True, slots=True)
class Problem:
    """A source without a class here, and the reason; `class_name` is the class it would declare."""

    class_name: str
    error: TargetError


@dataclass(frozen=True, slots=True)
class Places:
    """The places of a target, and the sources that could not be read there."""

    places: tuple[ClassPlace, ...]
    problems: tuple[Problem, ...] = ()


def open_places(target: Target, options: JavaOptions, jdk: Jdk, tell: Tell = lambda doing: None) -> Places:
    """Open the places of a target's path. A build is run if there is one, after `tell` was called."""
    entries = tuple(open_entry(Path(entry), jdk.feature) for entry in options.class_path)
    path = Path(target.path)
    if target.path.startswith(JRT):
        name = target.path.removeprefix(JRT).rpartition("/")[2]
        return Places((ClassPlace(JRT, jdk, entries, name, ()),))
    if path.suffix == ".java" and not path.is_dir():
        compiled = compile_sources(path, jdk, [Path(e) for e in options.class_path], cache=options.cache)
        main = _main_of(compiled.classes, path.stem)
        own = (compiled.container, *entries)
        return Places((ClassPlace(target.path, jdk, own, main, compiled.classes, compiled.location),))
    if path.is_dir():
        return _of_folder(target, options, jdk, entries, tell)
    container = open_entry(path, jdk.feature)
    return Places((_of_container(target.path, container, jdk, entries),))


def _main_of(classes: tuple[str, ...], stem: str) -> str | None:
    """Return the class that the file is named after, else the only one that is not nested."""
    named = [name for name in classes if name.rpartition(".")[2] == stem]
    outer = [name for name in classes if "$" not in name.rpartition(".")[2]]
    return named[0] if named else outer[0] if len(outer) == 1 else None


def _of_container(path: str, own: Container, jdk: Jdk, entries: tuple[Container, ...]) -> ClassPlace:
    choice = tuple(own.names())
    file = Path(path)
    is_class = file.suffix == ".class" and file.is_file()
    main = read_class_file(file)[0].name if is_class else choice[0] if len(choice) == 1 else None
    return ClassPlace(path, jdk, (own, *entries), main, choice)


# Folders --------------------------------------------------------------------------------------------------------------


def _of_folder(target: Target, options: JavaOptions, jdk: Jdk, entries: tuple[Container, ...], tell: Tell) -> Places:
    folder = Path(target.path)
    if is_project(folder):
        return _of_project(target, options, jdk, entries, tell)
    roots = _class_roots(folder)
    if folder in roots:
        place = _of_container(target.path, Folder(folder), jdk, entries)
        return Places((place,), tuple(_without_class(folder, place.choice)))
    if sources_in(folder):
        class_path = [Path(entry) for entry in options.class_path]
        return _of_sources(target, compile_folder(folder, jdk, class_path, cache=options.cache), jdk, entries)
    if not roots and not any(folder.rglob("*.class")):
        missing = f"there is no class {target.names[0]}: " if target.names else ""
        raise TargetError(f"{missing}there are no Java classes, sources or builds in this folder", target.path)
    roots = roots or [folder]
    return Places(tuple(_of_container(str(root), Folder(root), jdk, entries) for root in roots))


def _class_roots(folder: Path) -> list[Path]:
    """Return the folders at or below `folder` where the packages of its class files begin.

    Only one class of each folder is read, since the others are of the same package.
    """
    roots: dict[Path, None] = {}
    for at, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        classes = sorted(each for each in files if each.endswith(".class") and not each.endswith("-info.class"))
        root = next((root for name in classes if (root := _class_root(Path(at, name), folder)) is not None), None)
        if root is not None:
            roots.setdefault(root)
    return list(roots)


def _class_root(file: Path, folder: Path) -> Path | None:
    """Return the root of a class file; None if the file is invalid, or lies elsewhere than its package says."""
    try:
        relative = Path(path_of_class(read_class_file(file)[0].name) or "")
    except Malformed:
        return None
    depth = len(relative.parts)
    inside = file.relative_to(folder).parts
    return Path(folder, *inside[:-depth]) if depth and inside[-depth:] == relative.parts else None


def _without_class(folder: Path, choice: Sequence[str]) -> Iterator[Problem]:
    """Yield a problem for each source next to the classes that no class there comes from."""
    known = set(choice)
    for source in sources_in(folder):
        name = _class_of_source(source)
        if name not in known:
            reason = f"has no class in {folder}, which is taken for a folder of classes"
            yield Problem(name, TargetError(reason, str(source)))


def _class_of_source(source: Path) -> str:
    """Return the class that a source is named after."""
    package = package_of(source.read_text(encoding="utf-8", errors="replace"))
    return f"{package}.{source.stem}" if package else source.stem


def _of_sources(target: Target, compiled: CompiledFolder, jdk: Jdk, entries: tuple[Container, ...]) -> Places:
    problems = tuple(map(_uncompiled, compiled.problems))
    if not compiled.parts:
        raise problems[0].error
    containers = [part.container for part in compiled.parts]
    places = []
    for part in compiled.parts:
        own = (part.container, *(each for each in containers if each is not part.container), *entries)
        choice = tuple(part.container.names())
        main = choice[0] if len(choice) == 1 and len(containers) == 1 else None
        sources = {_class_of_source(source): str(source) for source in part.sources}
        places.append(ClassPlace(target.path, jdk, own, main, choice, part.location, sources))
    return Places(tuple(places), problems)


def _uncompiled(problem: SourceProblem) -> Problem:
    return Problem(_class_of_source(Path(problem.file)), TargetError(problem.message, f"{problem.file}{problem.place}"))


def _of_project(target: Target, options: JavaOptions, jdk: Jdk, entries: tuple[Container, ...], tell: Tell) -> Places:
    try:
        project = open_project(Path(target.path), options.environ or os.environ, tell)
    except ProjectError as error:
        raise TargetError(str(error).removeprefix(f"{Path(target.path).resolve()}: "), target.path) from error
    if not project.modules:
        raise TargetError("the build made no classes", target.path)
    return Places(tuple(_of_module(target, module, jdk, entries) for module in project.modules))


def _of_module(target: Target, module: Module, jdk: Jdk, entries: tuple[Container, ...]) -> ClassPlace:
    own = Folder(module.classes)
    needed = tuple(open_entry(entry, jdk.feature) for entry in module.class_path if _is_entry(entry))
    choice = tuple(own.names())
    path = os.path.normpath(os.path.join(target.path, module.name))
    return ClassPlace(
        path, jdk, (own, *needed, *entries), choice[0] if len(choice) == 1 else None, choice, module.classes
    )


def _is_entry(path: Path) -> bool:
    """Whether a class path entry of a build contains classes: others are documents, or native code."""
    return path.is_dir() or (path.is_file() and path.suffix == ".jar")


# Packages -------------------------------------------------------------------------------------------------------------


def package_filter(text: str, names: Sequence[str]) -> Callable[[str], bool] | None:
    """Return a filter for the classes of ``org.foo``, ``org.foo.*`` or ``org.foo.**``.

    The first two are the package alone. Returns None if it is not a package of `names`.
    """
    package = text.removesuffix("**").removesuffix("*").removesuffix(".") if text.endswith(ANY) else text
    if text in (ANY, ANY * 2):
        package = ""
    is_deep = text.endswith(ANY * 2)

    def chosen(name: str) -> bool:
        own = name.rpartition(".")[0]
        return own == package or (is_deep and (not package or own.startswith(f"{package}.")))

    return chosen if any(map(chosen, names)) else None
