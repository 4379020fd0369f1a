"""Class folders stay inside themselves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.classpath import open_entry
from symheap.lang.java.files.folder import Folder
from symheap_testing.java.classfiles import ClassBuilder


def place(root: Path, path: str, content: bytes = b"x") -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    return file


def test_names_are_paths(tmp_path: Path) -> None:
    for path in ("A.class", "p/q/B$C.class", "p/readme.txt", "module-info.class"):
        place(tmp_path, path, path.encode())
    folder = Folder(tmp_path)
    assert list(folder.names()) == ["A", "p.q.B$C"]
    assert folder.read("p.q.B$C") == b"p/q/B$C.class"
    assert folder.where("p.q.B$C") == str(tmp_path / "p/q/B$C.class")


@pytest.mark.parametrize("name", ["Missing", "../A", "..A", "p", "A.class", "/etc/passwd", "p\0", "A/", "", "A.B.C"])
def test_other_names_are_none(tmp_path: Path, name: str) -> None:
    place(tmp_path / "in", "A.class")
    (tmp_path / "in" / "p.class").mkdir()
    place(tmp_path, "A.class")
    assert Folder(tmp_path / "in").read(name) is None


def test_links_may_not_leave_or_loop(tmp_path: Path) -> None:
    outside = place(tmp_path, "out/Secret.class")
    root = tmp_path / "in"
    place(root, "A.class")
    (root / "Secret.class").symlink_to(outside)
    (root / "Inside.class").symlink_to(root / "A.class")
    (root / "loop").symlink_to(root)
    (root / "away").symlink_to(outside.parent)
    (root / "Self.class").symlink_to(root / "Self.class")
    folder = Folder(root)
    assert set(folder.names()) == {"A", "Inside"}
    assert folder.read("Inside") == b"x"
    for name in ("Secret", "away.Secret", "Self"):
        with pytest.raises(Malformed):
            folder.read(name)


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "A.class")
    with pytest.raises(Malformed, match="not a regular file"):
        Folder(tmp_path).read("A")
    with pytest.raises(NotFound, match="neither a file nor a folder"):
        open_entry(tmp_path / "A.class", 17)


def test_one_class_brings_its_neighbours_when_its_folders_fit(tmp_path: Path) -> None:
    content = ClassBuilder(name="p/q/A").build()
    fitting, odd = place(tmp_path, "p/q/A.class", content), place(tmp_path, "elsewhere/A.class", content)
    place(tmp_path, "p/B.class")
    assert set(open_entry(fitting, 17).names()) >= {"p.q.A", "p.B"}
    alone = open_entry(odd, 17)
    assert list(alone.names()) == ["p.q.A"]
    assert alone.read("p.q.A") == content
    assert alone.read("p.B") is None
