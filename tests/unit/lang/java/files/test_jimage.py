"""Run-time images: small ones written here, the JDK's own, and compressed ones that jlink makes."""

from __future__ import annotations

import struct
import subprocess
import time
from pathlib import Path

import pytest

from symheap.lang.java.classfile.classfile import parse
from symheap.lang.java.classfile.code import Instruction
from symheap.lang.java.errors import Malformed, NotFound
from symheap.lang.java.files.decompress import COMPRESSED_MAGIC, decompress
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.jimage import Jimage, image_hash, open_jimage
from symheap_testing.java.images import ByteOrder, make_image
from symheap_testing.java.sources import some_jdk
from symheap_testing.mutate import mutants

MODULES = {
    "java.base": {"java/lang/Object.class": b"object" * 50, "java/lang/String.class": b"string", "x/Data.txt": b"text"},
    "other": {"p/A.class": b"a" * 300, "p/A$B.class": b"ab", "q/r/C.class": b"c", "module-info.class": b"m"},
}
NAMES = {"java.lang.Object", "java.lang.String", "p.A", "p.A$B", "q.r.C"}


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("zipped", [0, 1, 3])
def test_a_small_image(order: ByteOrder, zipped: int) -> None:
    image = Jimage(make_image(MODULES, order, zipped=zipped), "image")
    assert set(image.names()) == NAMES
    assert set(image.names_in("other")) == {"p.A", "p.A$B", "q.r.C"}
    assert image.read("java.lang.Object") == b"object" * 50
    assert image.read("p.A") == b"a" * 300
    assert image.read("q.r.C") == b"c"
    assert image.resource("/java.base/x/Data.txt") == b"text"


@pytest.mark.parametrize("name", ["p.Missing", "nowhere.A", "A", "", "p/A", "..p.A", "[I", "p.A\0", "x.Data.txt"])
def test_what_is_not_there_is_none(name: str) -> None:
    assert Jimage(make_image(MODULES, "<"), "image").read(name) is None


def test_the_hash_is_that_of_the_format() -> None:
    """The first step of the function by hand; the JDK's own images check the rest."""
    assert image_hash(b"") == 0x01000193
    assert image_hash(b"a", 1) == 0x01000193 ^ ord("a")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "truncated image header"),
        (b"\0" * 28, "not a run-time image"),
        (struct.pack("<7I", 0xCAFEDADA, 0x20001, 0, 0, 0, 0, 0), "run-time image version 2.1"),
        (struct.pack("<7I", 0xCAFEDADA, 0x10000, 0, 0, 1 << 30, 0, 0), "1073741824 places"),
        (struct.pack("<7I", 0xCAFEDADA, 0x10000, 0, 1, 1, 9, 9), "ends inside its index"),
    ],
)
def test_bad_headers(data: bytes, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        Jimage(data, "image")


def test_an_image_without_resources() -> None:
    image = Jimage(struct.pack("<7I", 0xCAFEDADA, 0x10000, 0, 0, 0, 0, 0), "image")
    assert image.read("java.lang.Object") is None
    assert list(image.names()) == []


def layer(name: int, body: bytes, size: int) -> bytes:
    return struct.pack("<IQQIIB", COMPRESSED_MAGIC, len(body), size, name, 0, 1) + body


STRINGS = {0: b"zip", 1: b"compact-cp", 2: b"lzma", 3: b"main", 4: b"([L;)V", 5: b"java/lang", 6: b"String", 7: b""}


def shared(constants: bytes, count: int) -> bytes:
    return b"\xca\xfe\xba\xbe\0\0\0\x34" + count.to_bytes(2, "big") + constants + b"rest"


def test_shared_strings_and_descriptors_are_put_back() -> None:
    """Numbers are short (one byte: 0xA0 and 5 bits) or long (four bytes)."""
    constants = b"\x17\xa3" + b"\x19\0\0\0\x04\xa2\xa5\xa6" + b"\x05" + b"\1" * 8 + b"\x01\0\x01x"
    expected = b"\1\0\4main" + b"\1\0\x16([Ljava/lang/String;)V" + b"\x05" + b"\1" * 8 + b"\x01\0\x01x"
    whole = shared(expected, 6)
    packed = layer(1, shared(constants, 6), len(whole))
    assert decompress(packed, len(whole), "<", STRINGS.__getitem__, "image", 0) == whole


@pytest.mark.parametrize(
    "content",
    [
        layer(2, b"", 0),
        layer(0, b"junk", 4),
        layer(0, b"", 1 << 40),
        layer(1, b"\xca\xfe", 20),
        layer(1, shared(b"\x63", 2), 30),
        layer(1, shared(b"\x19\xa4\xa0", 2), 60),
        layer(1, shared(b"\x19\xa4\xa9\xa5\xa6", 2), 60),
        layer(1, shared(b"\x17\xa3", 2), 12),
        layer(0, b"", 0)[:-1],
        b"short",
    ],
)
def test_bad_layers(content: bytes) -> None:
    with pytest.raises(Malformed):
        decompress(content, 1000, "<", STRINGS.__getitem__, "image", 7)


def test_mutants_of_shared_strings() -> None:
    body = shared(b"\x17\xa3" + b"\x19\0\0\0\x04\xa2\xa5\xa6" + b"\x01\0\x01x", 4)
    seen = {True: 0, False: 0}
    for mutant in mutants(body, 500, 4):
        try:
            content = decompress(layer(1, mutant, 50), 50, "<", lambda at: STRINGS.get(at, b"?"), "image", 0)
        except Malformed:
            seen[False] += 1
        else:
            assert len(content) == 50
            seen[True] += 1
    assert min(seen.values()) > 5


def test_missing_and_empty_files(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        open_jimage(tmp_path / "modules")
    (tmp_path / "modules").write_bytes(b"")
    with pytest.raises(Malformed):
        open_jimage(tmp_path / "modules")


@pytest.fixture(scope="module")
def jdk() -> Jdk:
    jdk = some_jdk()
    if jdk is None or jdk.feature < 9:
        pytest.skip("no JDK with a run-time image")
    return jdk


def test_the_image_of_a_jdk(jdk: Jdk) -> None:
    start = time.process_time()
    image = open_jimage(jdk.home / "lib" / "modules")
    content = image.read("java.util.Map$Entry")
    logger = image.read("java.util.logging.Logger")
    assert time.process_time() - start < 0.1
    assert content is not None
    assert logger is not None
    assert parse(content, "Map$Entry").name == "java.util.Map$Entry"
    assert parse(logger, "Logger").name == "java.util.logging.Logger"


@pytest.mark.slow
@pytest.mark.parametrize("level", ["1", "2", "zip-6"])
def test_images_that_jlink_compresses(jdk: Jdk, level: str, tmp_path: Path) -> None:
    """Level 1 shares strings, level 2 and zip-6 zip; the JDK determines which exist."""
    jlink = jdk.home / "bin" / "jlink"
    if not jlink.is_file():
        pytest.skip("no jlink")
    output = tmp_path / "linked"
    command = [str(jlink), "--add-modules", "java.base", f"--compress={level}", "--output", str(output)]
    if subprocess.run(command, check=False, capture_output=True, timeout=120).returncode != 0:
        pytest.skip("this jlink has no such level, or nothing to link")
    linked, original = open_jimage(output / "lib" / "modules"), jdk.container
    compared = 0
    for name in sorted(linked.names_in("java.base"))[::200]:
        content, expected = linked.read(name), original.read(name)
        assert content is not None
        if expected is not None:
            compared += 1
            assert bodies(content) == bodies(expected)
    assert compared > 20


def bodies(content: bytes) -> list[tuple[str, str, tuple[Instruction, ...]]]:
    methods = parse(content, "class").methods
    return [(m.name, m.descriptor, m.code.instructions if m.code else ()) for m in methods]
