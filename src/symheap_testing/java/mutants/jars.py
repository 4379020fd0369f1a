"""Archives and class folders from a seed that no packer would write."""

from __future__ import annotations

import io
import os
import struct
import warnings
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from symheap_testing.mutate import mutants

Files = Mapping[str, bytes]
"""Class files by name, as ``A$B.class``."""

_ODD_NAMES = (
    "/etc/passwd", "../../evil.class", "/abs/A.class", "..\\A.class", "C:\\A.class", "a//b.class", "./A.class",
    "A.class/",
    "META-INF/versions/9/../../A.class", "\x1b[31m.class", "\ud7ff\u202e.class", "con", "a" * 4000 + ".class", ".class",
)  # fmt: skip
_MANIFESTS = (
    b"Multi-Release: true\n", b"Multi-Release: true", b"multi-release : TRUE\r\n\r\n", b"\0" * 50, b"\xff\xfe",
    b":" * 99,
    b"Class-Path: ../../x.jar /etc/passwd http://localhost/y.jar\n", b"Multi-Release: " + b"t" * 70000, b"\n" * 9999,
    b"",
)  # fmt: skip
_CENTRAL, _LOCAL, _END = b"PK\1\2", b"PK\3\4", b"PK\5\6"
_FLAGS = (1, 1 << 3, 1 << 6, 1 << 11, 1 << 13, 0xFFFF)


def jar(files: Files, *, extra: Files | None = None, deflate: bool = True) -> bytes:
    """Return an ordinary archive; names may occur twice."""
    buffer = io.BytesIO()
    kind = zipfile.ZIP_DEFLATED if deflate else zipfile.ZIP_STORED
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", kind) as archive:
        warnings.simplefilter("ignore")
        for name, content in (*files.items(), *(extra or {}).items()):
            archive.writestr(name, content)
    return buffer.getvalue()


# Archives -------------------------------------------------------------------------------------------------------------


def _bytes(random: Random, files: Files) -> bytes:
    return next(mutants(jar(files), 1, random.randrange(1 << 30)))


def _truncated(random: Random, files: Files) -> bytes:
    data = jar(files)
    return data[: random.randrange(len(data))]


def _header(random: Random, files: Files) -> bytes:
    """Change a field of the central directory, of a local header or of the end record."""
    data = bytearray(jar(files, deflate=random.random() < 0.5))
    signature, size = random.choice(((_CENTRAL, 46), (_LOCAL, 30), (_END, 22)))
    at = data.rfind(signature) if random.random() < 0.5 else data.find(signature)
    field = at + 2 * random.randrange(2, size // 2)
    value = random.choice((0, 1, 8, 12, 14, 93, 99, 0x7FFF, 0xFFFF, random.randrange(1 << 16)))
    data[field : field + 2] = struct.pack("<H", value)
    return bytes(data)


def _flagged(random: Random, files: Files) -> bytes:
    """Claim encryption, patches, or a missing descriptor."""
    data = bytearray(jar(files))
    flag = random.choice(_FLAGS)
    for signature, offset in ((_CENTRAL, 8), (_LOCAL, 6)):
        at = data.find(signature)
        while at >= 0:
            data[at + offset : at + offset + 2] = struct.pack("<H", flag)
            at = data.find(signature, at + 1)
    return bytes(data)


def _bomb(random: Random, files: Files) -> bytes:
    name = random.choice((*files, "META-INF/MANIFEST.MF"))
    kept = {other: content for other, content in files.items() if other != name}
    return jar({**kept, name: bytes(random.choice((2, 40)) << 20)})


def _names(random: Random, files: Files) -> bytes:
    odd = {random.choice(_ODD_NAMES): random.choice(list(files.values())) for _ in range(3)}
    return jar({**odd, **files} if random.random() < 0.5 else {**files, **odd})


def _twice(random: Random, files: Files) -> bytes:
    name = random.choice(list(files))
    return jar(files, extra={name: random.choice((b"", random.randbytes(50), random.choice(list(files.values()))))})


def _many(random: Random, files: Files) -> bytes:
    """Claim more entries than there are, or have very many."""
    data = bytearray(jar(files if random.random() < 0.7 else {**files, **{f"x{n}": b"" for n in range(3000)}}))
    at = data.rfind(_END)
    for field in random.choice(((8, 10), (10,), (8,))):
        data[at + field : at + field + 2] = struct.pack("<H", random.choice((0, 1, 0xFFFE, 0xFFFF)))
    return bytes(data)


def _manifest(random: Random, files: Files) -> bytes:
    return jar({"META-INF/MANIFEST.MF": random.choice(_MANIFESTS), **files})


def _versions(random: Random, files: Files) -> bytes:
    """Add versions of classes that are not numbers, are too high, or contain something else."""
    versions = random.choices(("8", "9", "11", "17", "18", "99", "999", "9999", "x", "-1", "09", ""), k=3)
    name, content = random.choice(list(files.items()))
    other = random.choice((b"", content[:40], content, random.choice(list(files.values()))))
    added = {f"META-INF/versions/{version}/{name}": other for version in versions}
    return jar({"META-INF/MANIFEST.MF": b"Multi-Release: true\n", **files, **added})


def _surrounded(random: Random, files: Files) -> bytes:
    """Add bytes before or after the archive."""
    return random.choice(
        (random.randbytes(99) + jar(files), jar(files) + random.randbytes(99), jar(files) + jar(files))
    )


_ARCHIVES: tuple[Callable[[Random, Files], bytes], ...] = (
    _bytes, _bytes, _truncated, _header, _header, _header, _flagged, _bomb, _names, _twice, _many, _manifest, _versions,
    _surrounded,
)  # fmt: skip


def jar_mutant(files: Files, random: Random) -> tuple[bytes, str]:
    """Return a damaged or odd archive of the files, and the kind of damage."""
    make = random.choice(_ARCHIVES)
    return make(random, files), make.__name__.strip("_")


# Folders --------------------------------------------------------------------------------------------------------------


def odd_folder(files: Files, folder: Path, random: Random) -> str:
    """Write the files to a folder, one of them replaced by something else; return the kind of replacement."""
    for name, content in files.items():
        (folder / name).write_bytes(content)
    victim = folder / random.choice(list(files))
    how = random.choice(
        ("fifo", "outside", "itself", "folder", "loop", "empty", "gone", "device", "unreadable", "misnamed")
    )
    if how == "loop":
        (folder / "loop").symlink_to(folder)
    elif how == "unreadable":
        victim.chmod(0)
    elif how == "misnamed":
        victim.rename(folder / "Misnamed.class")
    else:
        victim.unlink()
        _instead(how, victim)
    return how


def _instead(how: str, path: Path) -> None:
    match how:
        case "fifo":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "empty":
            path.write_bytes(b"")
        case "outside" | "itself" | "device":
            path.symlink_to({"outside": "/etc/passwd", "itself": path.name, "device": "/dev/zero"}[how])
