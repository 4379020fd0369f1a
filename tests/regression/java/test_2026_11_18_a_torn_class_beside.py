"""2026-11-18: one invalid class file in a folder made every other class of the folder refused."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.folder import Folder
from symheap.report.java.lines import classes_in
from symheap_testing.java.sources import some_jdk


@pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")
def test_the_lines_of_a_class_are_known_beside_a_torn_one(tmp_path: Path) -> None:
    jdk = some_jdk()
    assert jdk is not None
    (tmp_path / "Good.java").write_text("class Good { int f() { return 1; } }")
    subprocess.run([jdk.javac(), "-g", "-d", tmp_path / "classes", tmp_path / "Good.java"], check=True)
    (tmp_path / "classes" / "Bad.class").write_bytes(bytes.fromhex("cafebabe"))
    path = ClassPath([Folder(tmp_path / "classes")], jdk)
    assert list(classes_in(path, "Good.java")) == ["Good"]
