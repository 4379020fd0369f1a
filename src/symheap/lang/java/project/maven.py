"""Maven projects: modules from their POMs, class paths from the build."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from symheap.lang.java.project.build_tool import run, tool
from symheap.lang.java.project.modules import Module, Project, ProjectError, Tell, junit_on

if TYPE_CHECKING:
    from xml.etree import ElementTree

POM: Final = "pom.xml"
_LISTED: Final = re.compile(r"\s+\S+:(?P<scope>compile|provided|runtime|system|test):(?P<file>.+?)( -- module .*)?\s*")
_BASE: Final = ("${project.basedir}/", "${basedir}/")
_NO_CLASSES: Final = frozenset({"pom"})


@dataclass(frozen=True, slots=True)
class _Pom:
    """The contents of a POM. Profiles and values from parents outside the project are ignored."""

    folder: Path
    group: str
    artifact: str
    packaging: str
    modules: tuple[str, ...]
    sources: Path
    classes: Path
    test_sources: Path

    @property
    def file_name(self) -> str:
        return f"{self.group}+{self.artifact}"


def open_maven(root: Path, environ: Mapping[str, str], tell: Tell) -> Project:
    """Return the modules with classes. Missing classes, or ones older than their sources, are compiled by the build."""
    poms = tuple(_poms(root))
    own = [pom for pom in poms if pom.packaging not in _NO_CLASSES and pom.sources.is_dir()]
    if not own:
        raise ProjectError(f"{root}: no module has sources of Java, as in src/main/java")
    client = tool(root, "mvnw", "mvn", environ)
    with tempfile.TemporaryDirectory(prefix="symheap-maven-") as folder:
        goals = ["dependency:build-classpath", "dependency:list"]
        if len(poms) > 1 or any(is_stale(pom.classes, (pom.sources,)) for pom in own):
            goals = ["compile", *goals]
        tell(f"mvn {' '.join(goals)} in {root}")
        run([client, "-q", "-B", *goals, *_outputs(folder)], root, environ)
        modules = tuple(_module(root, pom, Path(folder)) for pom in own)
    return Project(root, "maven", tuple(module for module in modules if module.classes.is_dir()))


def _outputs(folder: str) -> list[str]:
    """Return options for an output file of each module, named by its coordinates, which Maven fills in."""
    name = "${project.groupId}+${project.artifactId}"
    return [
        f"-Dmdep.outputFile={folder}/{name}.path",
        f"-DoutputFile={folder}/{name}.list",
        "-DoutputAbsoluteArtifactFilename=true",
    ]


def _module(root: Path, pom: _Pom, folder: Path) -> Module:
    entries = tuple(Path(text) for text in _read(folder / f"{pom.file_name}.path").strip().split(os.pathsep) if text)
    listed = (_LISTED.fullmatch(line) for line in _read(folder / f"{pom.file_name}.list").splitlines())
    for_tests = {Path(match["file"]) for match in listed if match is not None and match["scope"] == "test"}
    return Module(
        name=os.path.relpath(pom.folder, root),
        folder=pom.folder,
        classes=pom.classes,
        sources=(pom.sources,),
        test_root=pom.test_sources,
        class_path=tuple(entry for entry in entries if entry not in for_tests and entry != pom.classes),
        junit=junit_on(entries),
        test_path=tuple(entry for entry in entries if entry in for_tests),
    )


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        raise ProjectError(f"{file.stem}: Maven told no class path of this module") from None


def is_stale(classes: Path, sources: tuple[Path, ...]) -> bool:
    """Whether some source is newer than every class, or there is no class."""
    newest = max((file.stat().st_mtime_ns for file in classes.rglob("*.class")), default=0)
    return not newest or any(
        file.stat().st_mtime_ns > newest for root in sources if root.is_dir() for file in root.rglob("*.java")
    )


# POMs -----------------------------------------------------------------------------------------------------------------


def _poms(folder: Path, group: str = "", seen: frozenset[Path] = frozenset()) -> Iterator[_Pom]:
    """Yield the POM of a folder and those of its modules, each before its modules."""
    pom = _parse(folder, group)
    yield pom
    for module in pom.modules:
        below = Path(os.path.normpath(folder / module))
        place = below.parent if below.suffix == ".xml" else below
        if place in seen or place == folder:
            raise ProjectError(f"{folder / POM}: module {module} leads back to a folder that is being read")
        yield from _poms(place, pom.group, seen | {folder})


def _parse(folder: Path, group: str) -> _Pom:
    file = folder / POM
    from xml.etree import ElementTree

    try:
        top = ElementTree.fromstring(file.read_bytes())
    except OSError as error:
        raise ProjectError(f"{file}: {error.strerror}") from None
    except (ElementTree.ParseError, ValueError) as error:
        raise ProjectError(f"{file}: this is not XML: {error}") from None
    build = (_text(top, "build/" + name) for name in ("sourceDirectory", "outputDirectory", "testSourceDirectory"))
    sources, classes, tests = build
    return _Pom(
        folder=folder,
        group=_text(top, "groupId") or _text(top, "parent/groupId") or group,
        artifact=_text(top, "artifactId") or folder.name,
        packaging=_text(top, "packaging") or "jar",
        modules=tuple(each.text.strip() for each in top.findall(_steps("modules/module")) if each.text),
        sources=_place(folder, sources, "src/main/java"),
        classes=_place(folder, classes, "target/classes"),
        test_sources=_place(folder, tests, "src/test/java"),
    )


def _text(top: ElementTree.Element, path: str) -> str:
    return (top.findtext(_steps(path)) or "").strip()


def _steps(path: str) -> str:
    """Match any namespace: POMs occur with and without one."""
    return "/".join(f"{{*}}{step}" for step in path.split("/"))


def _place(folder: Path, said: str, default: str) -> Path:
    for base in _BASE:
        said = said.removeprefix(base)
    return Path(os.path.normpath(folder / (said if said and "${" not in said else default)))
