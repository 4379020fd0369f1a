"""Opens programs that begin with `main`, from sources and classes in several places.

The sources of all places are compiled together, with those that they need from the folders where their packages begin.
A class whose static `nondet` methods are inputs is added if the program uses one and brings none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from symheap.core.theories.near import file_near
from symheap.lang.java.classes import JavaClass, JavaMethod
from symheap.lang.java.classfile.access import PUBLIC
from symheap.lang.java.files.classpath import open_entry
from symheap.lang.java.files.container import Container
from symheap.lang.java.files.folder import Folder
from symheap.lang.java.files.javac import Javac, package_of, root_of
from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.lang.java.files.source_folder import sources_in
from symheap.lang.java.inputs.synthesis import MAIN
from symheap.lang.java.locate import Subject, classes_named
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.places import ClassPlace
from symheap.lang.java.verifier_source import stand_in, write_source
from symheap.lang.target import Target, TargetError

_SOURCE = ".java"
_DEFAULT = "Main"


@dataclass(frozen=True, slots=True)
class MainProgram:
    """A program with its `main`, and the class path entries that a JVM needs to run it."""

    subject: Subject
    jdk: Jdk
    class_path: tuple[Path, ...]
    sources: tuple[Path, ...]


def open_main(target: Target, more: Sequence[Path], options: JavaOptions) -> MainProgram:
    """Open the program at `target`, whose further sources or classes are at `more`.

    `options.verifier` is the class of inputs. Raises `TargetError` if there is no `main`, or more than one.
    """
    jdk = find_jdk(options.jdk, options.environ)
    paths = [Path(target.path), *more]
    for path in paths:
        if not path.exists():
            raise TargetError(f"no such file or folder{file_near(str(path))}", str(path))
    sources = tuple(dict.fromkeys(source for path in paths for source in _sources(path)))
    ready = [path for path in paths if not _sources(path)] + [Path(entry) for entry in options.class_path]
    entries = tuple(open_entry(path, jdk.feature) for path in ready)
    roots = _roots(sources)
    compiled = (*sources, *_stand_in(options.verifier, sources, roots, entries))
    class_path, own = tuple(ready), entries
    if compiled:
        classes = Javac(jdk, ready, roots=roots).compile(compiled)
        class_path, own = (classes, *class_path), (Folder(classes), *entries)
    choice = tuple(dict.fromkeys(name for container in own for name in container.names()))
    place = ClassPlace(target.path, jdk, own, None, choice, class_path[0])
    subject = _main_in(target, place, own[0], options.verifier)
    return MainProgram(subject, jdk, class_path, sources)


def _sources(path: Path) -> list[Path]:
    if path.is_dir():
        return sources_in(path)
    return [path] if path.suffix == _SOURCE else []


def _roots(sources: Sequence[Path]) -> tuple[Path, ...]:
    """Return the folders where the packages of the sources begin."""
    packages = ((each, package_of(each.read_text(encoding="utf-8", errors="replace"))) for each in sources)
    return tuple(dict.fromkeys(root for each, package in packages if (root := root_of(each, package)) is not None))


def _stand_in(
    verifier: str, sources: Sequence[Path], roots: Sequence[Path], entries: Sequence[Container]
) -> list[Path]:
    """Return the source of the class of inputs, if it is neither among the sources nor on the class path."""
    package, _, simple = verifier.rpartition(".")
    file = f"{simple}{_SOURCE}"
    for source in sources:
        if source.name == file and package_of(source.read_text(encoding="utf-8", errors="replace")) == package:
            return []
    is_at_root = any(root.joinpath(*package.split("."), file).is_file() for root in roots)
    if not sources or is_at_root or any(container.read(verifier) is not None for container in entries):
        return []
    return [write_source(verifier, stand_in(verifier))]


# The method -----------------------------------------------------------------------------------------------------------


def _main_in(target: Target, place: ClassPlace, first: Container, verifier: str) -> Subject:
    """Return the `main` that a target names, the only one of `first`, or that of the class `Main`."""
    world = place.world()
    if len(target.names) > 1:
        raise TargetError("a program begins with main: name PATH or PATH::Class", target.path)
    names = classes_named(place, target.names[0]) if target.names else [*first.names()]
    mains = [(name, method) for name in names if name != verifier and (method := main_of(world.find(name))) is not None]
    if len(mains) > 1:
        mains = [each for each in mains if each[0] == _DEFAULT] or mains
    if not mains:
        what = f"class {target.names[0]} with a main" if target.names else "class with a main"
        raise TargetError(f"there is no {what}", target.path)
    if len(mains) > 1:
        listed = ", ".join(name for name, _ in mains[:12])
        raise TargetError(f"there are several classes with a main: name one of {listed}", target.path)
    [(name, method)] = mains
    return Subject(world, name, method, place.location)


def main_of(java_class: JavaClass) -> JavaMethod | None:
    """Return ``public static void main(String[])`` of a class, if it declares one."""
    method = java_class.methods.get(f"main{MAIN}")
    is_main = method is not None and method.is_static and method.access & PUBLIC and method.code is not None
    return method if is_main else None
