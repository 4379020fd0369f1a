"""Where JUnit and ASM come from: the user's class path, Maven, or the packages of Debian."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal

from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.maven import Maven, Unavailable
from symheap.testgen.replay.toolchain import OLDEST, Toolchain

JUNIT_4: Final = "4.13.2"
JUNIT_5: Final = "5.13.4"
ASM: Final = "org.ow2.asm:asm:9.9"
DEBIAN: Final = (Path("/usr/share/java"),)
"""Where the packages junit4, junit5 and libasm-java put their jars, without versions in their names."""

_DEBIAN_NAMES = {"junit": "junit4", "hamcrest-core": "hamcrest-core"}
_JUPITER = re.compile(r"junit-jupiter-api-(\d+(?:\.\d+)+)\.jar")
_JUNIT = re.compile(r"junit-(4\.\d+(?:\.\d+)*)\.jar")


def find_toolchain(
    jdk: Jdk,
    maven: Maven,
    cache: Path,
    *,
    junit: Literal[4, 5] = 5,
    class_path: Sequence[Path] = (),
    debian: Sequence[Path] = DEBIAN,
) -> Toolchain:
    """The JUnit of the user's class path if it has one, else ours.  Raises `Unavailable`: one sentence."""
    if jdk.feature < OLDEST:
        raise Unavailable(f"tests are run with Java {OLDEST} or later; {jdk.home} is Java {jdk.feature}: give --jdk")
    if not jdk.has_javac:
        raise Unavailable(f"{jdk.home} has no javac, which tests are compiled with: give a full JDK with --jdk")
    theirs = version_on(class_path, junit)
    found: tuple[Path, ...] | None = None
    if theirs is not None:
        try:
            found = _jars((*junit_of(theirs), ASM), maven, class_path)
        except Unavailable:
            found = None
    if found is None:
        found = _ours((*junit_of(JUNIT_5 if junit == 5 else JUNIT_4), ASM), maven, debian)
    return Toolchain(jdk, found[:-1], found[-1], cache, junit)


def junit_of(version: str) -> tuple[str, ...]:
    """The coordinates of all that tests of a version of JUnit are compiled and run with."""
    if version.startswith("4."):
        return f"junit:junit:{version}", "org.hamcrest:hamcrest-core:1.3"
    platform = f"1.{version.partition('.')[2]}" if version.startswith("5.") else version
    return (
        f"org.junit.jupiter:junit-jupiter-api:{version}",
        f"org.junit.jupiter:junit-jupiter-engine:{version}",
        f"org.junit.platform:junit-platform-launcher:{platform}",
        f"org.junit.platform:junit-platform-engine:{platform}",
        f"org.junit.platform:junit-platform-commons:{platform}",
        "org.opentest4j:opentest4j:1.3.0",
        "org.apiguardian:apiguardian-api:1.1.2",
    )


def version_on(class_path: Sequence[Path], junit: Literal[4, 5]) -> str | None:
    """The version of JUnit that a class path has, by the name of its jar."""
    pattern = _JUPITER if junit == 5 else _JUNIT
    return next((match[1] for path in class_path if (match := pattern.fullmatch(path.name))), None)


def _jars(coordinates: Sequence[str], maven: Maven, class_path: Sequence[Path]) -> tuple[Path, ...]:
    """From the class path, by their names, and the others by Maven."""
    at_hand = {path.name: path for path in class_path if path.is_file()}
    names = {each: "{1}-{2}.jar".format(*each.split(":")) for each in coordinates}
    missing = [each for each in coordinates if names[each] not in at_hand]
    fetched = dict(zip(missing, maven.jars(missing), strict=True))
    return tuple(fetched.get(each) or at_hand[names[each]] for each in coordinates)


def _ours(coordinates: Sequence[str], maven: Maven, debian: Sequence[Path]) -> tuple[Path, ...]:
    try:
        return maven.jars(coordinates)
    except Unavailable as error:
        packaged = _packaged(coordinates, debian)
        if packaged is not None:
            return packaged
        packages = "junit4" if coordinates[0].startswith("junit:") else "junit5"
        advice = f"install Maven, or Debian's packages {packages} and libasm-java, or give --no-replay"
        raise Unavailable(f"{error}; {advice}") from error


def _packaged(coordinates: Sequence[str], folders: Sequence[Path]) -> tuple[Path, ...] | None:
    """The jars of packages of the system, of whatever version; None unless all are there."""
    artifacts = [each.split(":")[1] for each in coordinates]
    names = [f"{_DEBIAN_NAMES.get(artifact, artifact)}.jar" for artifact in artifacts]
    found = [next((folder / name for folder in folders if (folder / name).is_file()), None) for name in names]
    return tuple(path for path in found if path is not None) if None not in found else None
