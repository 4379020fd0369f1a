"""Tests are written below a source root, and no file of the user is lost."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symheap.testgen.files import Fate, check_writable, path_of, write


def ours(text: str) -> bool:
    return text.startswith("ours")


def test_a_source_stands_where_its_package_says(tmp_path: Path) -> None:
    assert path_of(tmp_path, "a.b", "C") == tmp_path / "a" / "b" / "C.java"
    assert path_of(tmp_path, "", "C") == tmp_path / "C.java"


def test_a_new_file_is_written_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "C.java"
    assert write(path, "ours 1\n", ours).fate is Fate.WRITTEN
    assert path.read_bytes() == b"ours 1\n"
    assert os.listdir(path.parent) == ["C.java"]


def test_a_new_file_may_be_read_by_others(tmp_path: Path) -> None:
    mask = os.umask(0o022)
    try:
        written = write(tmp_path / "C.java", "ours\n", ours)
    finally:
        os.umask(mask)
    assert written.path.stat().st_mode & 0o777 == 0o644


def test_our_own_file_is_replaced_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "C.java"
    write(path, "ours 1\n", ours)
    path.chmod(0o600)
    assert write(path, "ours 2\n", ours).fate is Fate.REPLACED
    assert path.read_text() == "ours 2\n"
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_same_text_is_not_written_again(tmp_path: Path) -> None:
    path = tmp_path / "C.java"
    path.write_text("theirs\n")
    assert write(path, "theirs\n", ours).fate is Fate.UNCHANGED


@pytest.mark.parametrize("content", [b"theirs\n", b"\xff\xfe not text"])
def test_what_somebody_else_made_is_kept(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "C.java"
    path.write_bytes(content)
    assert write(path, "ours\n", ours).fate is Fate.KEPT
    assert path.read_bytes() == content


def test_a_folder_of_that_name_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "C.java"
    path.mkdir()
    assert write(path, "ours\n", ours).fate is Fate.KEPT
    assert path.is_dir()


def test_a_folder_that_is_not_there_yet_can_be_written(tmp_path: Path) -> None:
    check_writable(tmp_path / "a" / "b")
    assert os.listdir(tmp_path) == []


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError, match="file"):
        check_writable(tmp_path / "file" / "below")


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="no folder that nobody can write")
def test_a_folder_that_cannot_be_written_is_named() -> None:
    with pytest.raises(OSError, match="tests"):
        check_writable(Path("/proc/self/tests"))
