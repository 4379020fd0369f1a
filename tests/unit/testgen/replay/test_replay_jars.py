"""JUnit and ASM come from the class path, from Maven in one call, or from packages; else a sentence says what to do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.maven import Maven, Unavailable
from symheap.testgen.replay.jars import JUNIT_5, find_toolchain, junit_of, version_on

CLIENT = """#!/bin/sh
echo "$@" >> "$CALLS"
for each in "$@"; do
  case "$each" in
    -DoutputDirectory=*) folder="${each#-DoutputDirectory=}" ;;
  esac
done
if grep -q "$REFUSED" "$folder/pom.xml"; then
  echo "[ERROR] nobody has it"
  exit 1
fi
sed 's,<dependency>,\\n,g' "$folder/pom.xml" | sed -n 's,.*<artifactId>\\(.*\\)</artifactId><version>\\(.*\\)</version></dep.*,\\1-\\2,p' |
while read name; do
  echo jar > "$folder/$name.jar"
done
"""  # noqa: E501
NAMES_5 = [
    *("junit-jupiter-api", "junit-jupiter-engine", "junit-platform-launcher", "junit-platform-engine"),
    *("junit-platform-commons", "opentest4j", "apiguardian-api"),
]


@pytest.fixture
def jdk(tmp_path: Path) -> Jdk:
    (tmp_path / "jdk" / "bin").mkdir(parents=True)
    (tmp_path / "jdk" / "bin" / "javac").touch()
    return Jdk(tmp_path / "jdk", 17, "17.0.1")


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """An environment with a client that creates the required jars and records that it was called."""
    client = tmp_path / "bin" / "mvn"
    client.parent.mkdir()
    client.write_text(CLIENT, encoding="ascii")
    client.chmod(0o755)
    path = os.pathsep.join((str(client.parent), "/usr/bin", "/bin"))
    cache = str(tmp_path / "cache")
    return {"PATH": path, "SYMHEAP_CACHE": cache, "CALLS": str(tmp_path / "calls"), "REFUSED": "nothing at all"}


def calls(environ: dict[str, str]) -> int:
    file = Path(environ["CALLS"])
    return len(file.read_text(encoding="ascii").splitlines()) if file.exists() else 0


def artifacts(jars: tuple[Path, ...]) -> list[str]:
    return [jar.stem.rpartition("-")[0] for jar in jars]


def test_all_jars_come_in_one_call_and_are_kept(jdk: Jdk, environ: dict[str, str], tmp_path: Path) -> None:
    told: list[str] = []
    toolchain = find_toolchain(jdk, Maven(environ, told.append), tmp_path, debian=())
    assert artifacts(toolchain.junit) == NAMES_5
    assert toolchain.junit[0].name == f"junit-jupiter-api-{JUNIT_5}.jar"
    assert toolchain.asm.name.startswith("asm-9.")
    assert all(jar.read_text() == "jar\n" for jar in (*toolchain.junit, toolchain.asm))
    assert calls(environ) == 1
    assert told == [f"fetching {', '.join((*NAMES_5, 'asm'))}"]
    assert find_toolchain(jdk, Maven(environ), tmp_path, debian=()) == toolchain
    assert calls(environ) == 1


def test_junit_4(jdk: Jdk, environ: dict[str, str], tmp_path: Path) -> None:
    toolchain = find_toolchain(jdk, Maven(environ), tmp_path, junit=4, debian=())
    assert [jar.name for jar in toolchain.junit] == ["junit-4.13.2.jar", "hamcrest-core-1.3.jar"]
    assert toolchain.version == 4


def test_the_version_of_the_users_class_path_is_used(jdk: Jdk, environ: dict[str, str], tmp_path: Path) -> None:
    own = tmp_path / "junit-jupiter-api-5.9.2.jar"
    own.write_text("own\n")
    toolchain = find_toolchain(jdk, Maven(environ), tmp_path, class_path=(tmp_path, own), debian=())
    assert toolchain.junit[0] == own
    assert [jar.name for jar in toolchain.junit[1:3]] == [
        "junit-jupiter-engine-5.9.2.jar",
        "junit-platform-launcher-1.9.2.jar",
    ]


def test_a_version_that_nobody_has_is_passed_over(jdk: Jdk, environ: dict[str, str], tmp_path: Path) -> None:
    own = tmp_path / "junit-jupiter-api-5.0.99.jar"
    own.write_text("own\n")
    maven = Maven({**environ, "REFUSED": "5.0.99"})
    toolchain = find_toolchain(jdk, maven, tmp_path, class_path=(own,), debian=())
    assert toolchain.junit[0].name == f"junit-jupiter-api-{JUNIT_5}.jar"


def test_versions_are_told_by_the_names_of_jars() -> None:
    paths = (Path("lib/junit-4.12.jar"), Path("lib/junit-jupiter-api-6.0.1.jar"), Path("classes"))
    assert version_on(paths, 4) == "4.12"
    assert version_on(paths, 5) == "6.0.1"
    assert version_on(paths[:1], 5) is None
    assert "org.junit.platform:junit-platform-launcher:6.0.1" in junit_of("6.0.1")


def test_packages_of_the_system_stand_in_for_maven(jdk: Jdk, tmp_path: Path) -> None:
    share = tmp_path / "share"
    share.mkdir()
    for name in (*NAMES_5, "asm", "junit4", "hamcrest-core"):
        (share / f"{name}.jar").touch()
    maven = Maven({"PATH": "", "SYMHEAP_CACHE": str(tmp_path)})
    toolchain = find_toolchain(jdk, maven, tmp_path, debian=(tmp_path, share))
    assert toolchain.junit == tuple(share / f"{name}.jar" for name in NAMES_5)
    assert toolchain.asm == share / "asm.jar"
    old = find_toolchain(jdk, maven, tmp_path, junit=4, debian=(share,))
    assert old.junit == (share / "junit4.jar", share / "hamcrest-core.jar")


def test_otherwise_a_sentence_says_what_to_do(jdk: Jdk, tmp_path: Path) -> None:
    maven = Maven({"PATH": "", "SYMHEAP_CACHE": str(tmp_path)})
    with pytest.raises(Unavailable) as missing:
        find_toolchain(jdk, maven, tmp_path, debian=(tmp_path,))
    said = str(missing.value)
    assert "there is no mvn on the PATH" in said
    assert said.endswith("install Maven, or Debian's packages junit5 and libasm-java, or give --no-replay")


def test_a_jdk_must_be_able_to_compile_and_not_too_old(jdk: Jdk, tmp_path: Path) -> None:
    maven = Maven({"PATH": "", "SYMHEAP_CACHE": str(tmp_path)})
    with pytest.raises(Unavailable, match="Java 11 or later"):
        find_toolchain(Jdk(jdk.home, 8, "1.8.0"), maven, tmp_path)
    with pytest.raises(Unavailable, match="has no javac"):
        find_toolchain(Jdk(tmp_path, 17, "17"), maven, tmp_path)


def test_a_cache_that_cannot_be_written_is_named(jdk: Jdk, environ: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Unavailable, match="cannot be kept in"):
        find_toolchain(jdk, Maven({**environ, "SYMHEAP_CACHE": str(tmp_path / "file")}), tmp_path, debian=())
