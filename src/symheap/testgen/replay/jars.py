"""Find JUnit and ASM: on the user's class path, by Maven, or in packages of Debian."""

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
"""The folder where the packages junit4, junit5 and libasm-java install their jars, without versions in the names."""

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
    """Return a toolchain with the JUnit of the user's class path if it has one, else ours.

    Raises `Unavailable` with a message of one sentence.
    """
    if jdk.feature < OLDEST:
        raise Unavailable(f"tests are run with Java {OLDEST} or later; {jdk.home} is Java {jdk.feature}: give --jdk")
    if not jdk.has_javac:
        raise Unavailable(f"{jdk.home} has no javac, which tests are compiled with: give a full JDK with --jdk")
    theirs = version_on(class_path, junit)
    jars: tuple[Path, ...] | None = None
    if theirs is not None:
        try:
            jars = _jars((*junit_of(theirs), ASM), maven, class_path)
        except Unavailable:
            jars = None
    if jars is None:
        jars = _ours((*junit_of(JUNIT_5 if junit == 5 else JUNIT_4), ASM), maven, debian)
    return Toolchain(jdk, jars[:-1], jars[-1], cache, junit)


def junit_of(version: str) -> tuple[str, ...]:
    """Return the coordinates of all jars that compile and run tests of a version of JUnit."""
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
    """Return the version of JUnit on a class path, by the name of its jar."""
    pattern = _JUPITER if junit == 5 else _JUNIT
    return next((match[1] for path in class_path if (match := pattern.fullmatch(path.name))), None)


def _jars(coordinates: Sequence[str], maven: Maven, class_path: Sequence[Path]) -> tuple[Path, ...]:
    """Return jars from the class path, by name, and the others by Maven."""
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
    """Return the jars of system packages, of any version; None unless all exist."""
    artifacts = [each.split(":")[1] for each in coordinates]
    names = [f"{_DEBIAN_NAMES.get(artifact, artifact)}.jar" for artifact in artifacts]
    jars = [next((folder / name for folder in folders if (folder / name).is_file()), None) for name in names]
    return tuple(path for path in jars if path is not None) if None not in jars else None
