"""Jars: what a JDK of a given version sees in them, and what they may not do."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.archive import Archive, ArchiveLimits


def make_jar(path: Path, entries: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", method) as jar:
        for name, content in entries.items():
            jar.writestr(name, content)
    return path


VERSIONS = {
    "a/B.class": b"base",
    "META-INF/versions/9/a/B.class": b"nine",
    "META-INF/versions/17/a/B.class": b"seventeen",
    "META-INF/versions/17/a/New.class": b"new",
    "META-INF/versions/8/a/B.class": b"eight is no version",
}


@pytest.mark.parametrize(
    ("feature", "expected"), [(8, b"base"), (9, b"nine"), (16, b"nine"), (17, b"seventeen"), (25, b"seventeen")]
)
def test_multi_release(tmp_path: Path, feature: int, expected: bytes) -> None:
    manifest = {"META-INF/MANIFEST.MF": b"Manifest-Version: 1.0\r\nmulti-release: TRUE\r\n\r\n"}
    jar = Archive(make_jar(tmp_path / "m.jar", manifest | VERSIONS), feature)
    assert jar.read("a.B") == expected
    assert (jar.read("a.New") is not None) == (feature >= 17)
    assert jar.where("a.B").startswith(str(tmp_path / "m.jar") + "!/")


def test_versions_count_only_when_the_main_section_says_so(tmp_path: Path) -> None:
    late = {"META-INF/MANIFEST.MF": b"Manifest-Version: 1.0\n\nName: a\nMulti-Release: true\n"}
    for at, extra in enumerate(({}, late)):
        jar = Archive(make_jar(tmp_path / f"{at}.jar", extra | VERSIONS), 25)
        assert jar.read("a.B") == b"base"
        assert list(jar.names()) == ["a.B"]


def test_only_paths_that_are_class_names_are_classes(tmp_path: Path) -> None:
    names = ["../Evil.class", "/Abs.class", "a//B.class", "a/./B.class", "a\\B.class", "a.b.class", "module-info.class"]
    jar = Archive(make_jar(tmp_path / "m.jar", dict.fromkeys([*names, "ok/C.class", "D.class"], b"x")), 17)
    assert set(jar.names()) == {"ok.C", "D"}
    assert jar.read("...Evil") is None


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (ArchiveLimits(entries=1), "2 entries"),
        (ArchiveLimits(total=100), "more than 100 bytes"),
        (ArchiveLimits(size=1000), "has 100000 bytes"),
        (ArchiveLimits(ratio=10, small=100), "compressed more than 10 times"),
    ],
)
def test_limits(tmp_path: Path, limits: ArchiveLimits, message: str) -> None:
    path = make_jar(tmp_path / "m.jar", {"A.class": b"\0" * 100000, "B.class": b"b"})
    with pytest.raises(Malformed, match=message):
        Archive(path, 17, limits).read("A")


def test_only_the_methods_that_a_jvm_reads(tmp_path: Path) -> None:
    path = make_jar(tmp_path / "m.jar", {"A.class": b"a"}, zipfile.ZIP_BZIP2)
    with pytest.raises(Malformed, match="method 12"):
        Archive(path, 17).read("A")


def test_a_size_that_lies_is_found(tmp_path: Path) -> None:
    path = make_jar(tmp_path / "m.jar", {"A.class": b"a" * 1000})
    raw = path.read_bytes()
    path.write_bytes(raw.replace((1000).to_bytes(4, "little"), (999).to_bytes(4, "little")))
    with pytest.raises(Malformed, match=r"m\.jar: error: 'A\.class'"):
        Archive(path, 17).read("A")


def test_no_archive(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        Archive(tmp_path / "none.jar", 17)
    (tmp_path / "text.jar").write_text("no archive")
    with pytest.raises(Malformed, match="not a readable archive"):
        Archive(tmp_path / "text.jar", 17)
