"""Classes come from a folder of subjects, else from Maven, else a sentence says why not."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from symheap.bench.places import Missing, ProjectJars, find
from symheap.bench.study import StudyProject
from symheap.lang.java.files.maven import Maven

MINI = StudyProject("Mini", ("org.mini.",), ("projects/mini*/**/classes",), ("org.mini:mini:1.0", "org.need:need:2"))

CLIENT = """#!/bin/sh
echo "$@" >> "$CALLS"
for each in "$@"; do
  case "$each" in
    -Dartifact=*:*:*) rest="${each#-Dartifact=*:}"; name="${rest%%:*}-${rest##*:}.jar" ;;
    -DoutputDirectory=*) folder="${each#-DoutputDirectory=}" ;;
  esac
done
if [ -n "$OFFLINE" ]; then
  echo "[INFO] trying"
  echo "[ERROR] no route to host"
  exit 1
fi
echo jar > "$folder/$name"
"""


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """An environment with a client that creates a jar and records that it was called."""
    client = tmp_path / "bin" / "mvn"
    client.parent.mkdir()
    client.write_text(CLIENT, encoding="ascii")
    client.chmod(0o755)
    path = os.pathsep.join((str(client.parent), "/usr/bin", "/bin"))
    return {"PATH": path, "SYMHEAP_CACHE": str(tmp_path / "cache"), "CALLS": str(tmp_path / "calls")}


def calls(environ: dict[str, str]) -> list[str]:
    file = Path(environ["CALLS"])
    return file.read_text(encoding="ascii").splitlines() if file.exists() else []


def a_folder(root: Path, *parts: str) -> Path:
    folder = root.joinpath(*parts)
    folder.mkdir(parents=True)
    return folder


def test_without_subjects_jars_are_fetched_once(environ: dict[str, str]) -> None:
    told: list[str] = []
    maven = Maven(environ, told.append)
    result = find(MINI, None, maven)
    assert isinstance(result, ProjectJars)
    assert [Path(each).name for each in result.entries] == ["mini-1.0.jar", "need-2.jar"]
    assert all(Path(each).read_text() == "jar\n" for each in result.entries)
    assert len(calls(environ)) == 2
    assert "-Dartifact=org.mini:mini:1.0" in calls(environ)[0]
    assert told == ["fetching org.mini:mini:1.0", "fetching org.need:need:2"]
    assert find(MINI, None, maven) == result
    assert len(calls(environ)) == 2


def test_classes_below_subjects_are_found_by_their_package(tmp_path: Path, environ: dict[str, str]) -> None:
    subjects = tmp_path / "subjects"
    a_folder(subjects, "projects", "mini-1.0", "a", "src", "classes", "com")
    own = a_folder(subjects, "projects", "mini-1.0", "target", "classes")
    a_folder(own, "org", "mini")
    result = find(MINI, subjects, Maven(environ))
    assert isinstance(result, ProjectJars)
    assert result.entries[0] == str(own)
    assert Path(result.entries[1]).name == "need-2.jar"
    assert len(calls(environ)) == 1


def test_what_subjects_lack_is_fetched(tmp_path: Path, environ: dict[str, str]) -> None:
    result = find(MINI, tmp_path, Maven(environ))
    assert isinstance(result, ProjectJars)
    assert Path(result.entries[0]).name == "mini-1.0.jar"


def test_a_failure_is_told_in_a_sentence_and_leaves_nothing_behind(environ: dict[str, str]) -> None:
    result = find(MINI, None, Maven({**environ, "OFFLINE": "1"}))
    assert result == Missing("org.mini:mini:1.0 could not be fetched from Maven Central: no route to host")
    assert not [each for each in Path(environ["SYMHEAP_CACHE"]).rglob("*") if each.is_file()]
    assert isinstance(find(MINI, None, Maven(environ)), ProjectJars)


def test_there_may_be_no_client(environ: dict[str, str], tmp_path: Path) -> None:
    result = find(MINI, None, Maven({**environ, "PATH": str(tmp_path)}))
    assert isinstance(result, Missing)
    assert result.why == "org.mini:mini:1.0 is to be fetched from Maven Central, but there is no mvn on the PATH"


def test_what_no_repository_has_needs_subjects(tmp_path: Path, environ: dict[str, str]) -> None:
    private = replace(MINI, coordinates=())
    assert find(private, None, Maven(environ)) == Missing("Mini is not on Maven Central: --subjects DIR is needed")
    result = find(private, tmp_path, Maven(environ))
    assert result == Missing(f"Mini is not on Maven Central: {tmp_path} should have its classes")
    assert not calls(environ)
