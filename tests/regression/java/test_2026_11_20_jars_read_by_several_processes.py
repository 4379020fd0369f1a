"""2026-11-20: workers that were forked read a jar through one open file, and moved its position for each other.

`explore --jobs 2` of a jar ended now and then with "Bad magic number for file header".
"""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from symheap.lang.java.files.archive import Archive
from symheap.lang.java.files.unshared import UnsharedFile

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")

ENTRIES = 200
ROUNDS = 10
READERS = 3


def content_of(number: int) -> bytes:
    return bytes((number * 7 + k * k) % 251 for k in range(50 + 40 * number))


def archive_in(folder: Path) -> Archive:
    with zipfile.ZipFile(folder / "many.jar", "w", zipfile.ZIP_DEFLATED) as jar:
        for number in range(ENTRIES):
            jar.writestr(f"C{number}.class", content_of(number))
    return Archive(folder / "many.jar", 17)


def all_right(archive: Archive, start: int) -> bool:
    numbers = [(start + k) % ENTRIES for k in range(ENTRIES)] * ROUNDS
    return all(archive.read(f"C{number}") == content_of(number) for number in numbers)


def test_processes_do_not_disturb_each_other(tmp_path: Path) -> None:
    archive = archive_in(tmp_path)
    readers = []
    for reader in range(READERS):
        pid = os.fork()
        if pid == 0:
            status = 1
            try:
                status = 0 if all_right(archive, reader * 50) else 1
            finally:
                os._exit(status)
        readers.append(pid)
    assert [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in readers] == [0] * READERS
    archive.close()


def test_a_position_is_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"0123456789")
    with UnsharedFile(path) as file:
        assert file.read(3) == b"012"
        os.lseek(file._fd, 8, os.SEEK_SET)
        assert file.read(3) == b"345"
        assert (file.seek(-2, os.SEEK_END), file.read(), file.tell()) == (8, b"89", 10)
        with pytest.raises(OSError, match="position -1"):
            file.seek(-11, os.SEEK_CUR)
    assert file.closed
