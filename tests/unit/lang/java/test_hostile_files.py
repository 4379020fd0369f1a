"""Damaged class files, jars and images are refused by name or read: nothing else happens."""

from __future__ import annotations

import io
import time
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symheap.lang.java.classfile.classfile import parse
from symheap.lang.java.classfile.signatures import class_signature, field_signature, method_signature
from symheap.lang.java.errors import Malformed
from symheap.lang.java.files.archive import Archive
from symheap.lang.java.files.jimage import Jimage
from symheap_testing.java.classfiles import ClassBuilder, u2
from symheap_testing.java.images import make_image
from symheap_testing.java.sources import sample_classes, some_jdk
from symheap_testing.mutate import mutants

SECONDS_EACH = 10.0


def read_all(content: bytes, file: str) -> None:
    """Read everything that a class file holds."""
    parsed = parse(content, file)
    class_signature(parsed.signature or "")
    for field in parsed.fields:
        field_signature(field.signature or "")
    for method in parsed.methods:
        method_signature(method.signature or "")
        code = method.code
        assert code is None or code.instructions[0].pc == 0
    for index in range(1, len(parsed.pool)):
        if parsed.pool.tag(index) > 1 and parsed.pool.tag(index) != 12:
            parsed.pool.constant(index, 0)


def outcomes(data: bytes, count: int, seed: int, read: Callable[[bytes], None]) -> dict[str, int]:
    """Count how often reading a mutant succeeded, and how often it was refused with file and offset."""
    refused: list[Malformed] = []
    for mutant in mutants(data, count, seed):
        start = time.process_time()
        try:
            read(mutant)
        except Malformed as error:
            refused.append(error)
        assert time.process_time() - start < SECONDS_EACH
    for each in refused:
        assert each.file
        assert each.offset >= 0
        assert str(each).isprintable()
        assert str(each).endswith(f"(byte {each.offset})")
    return {"read": count - len(refused), "refused": len(refused)}


def hand_made() -> bytes:
    builder = ClassBuilder()
    call = builder.member(10, "B", "f", "(IJ)Ljava/lang/String;")
    table = builder.attribute("LineNumberTable", u2(1, 0, 7))
    builder.method(b"\xb8" + u2(call) + b"\x57\xa7\xff\xfc", handlers=((0, 3, 3, 0),), tables=(table,))
    builder.field("f", "[I")
    return builder.build()


def test_the_hand_made_class_is_sound() -> None:
    read_all(hand_made(), "A.class")


def test_mutants_of_a_small_class() -> None:
    seen = outcomes(hand_made(), 1500, 1, lambda data: read_all(data, "A.class"))
    assert min(seen.values()) > 20


@pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")
def test_mutants_of_compiled_classes() -> None:
    for seed, (name, content) in enumerate(sorted(sample_classes().items())):
        seen = outcomes(content, 60, seed, partial(read_all, file=name))
        assert seen["refused"] > 0


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes_after_a_good_beginning(tail: bytes) -> None:
    with pytest.raises(Malformed):
        parse(b"\xca\xfe\xba\xbe\0\0\0\x34" + tail, "A.class")


def test_mutants_of_a_jar(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as jar:
        jar.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nMulti-Release: true\n")
        jar.writestr("A.class", hand_made())
        jar.writestr("META-INF/versions/11/A.class", hand_made())
    path = tmp_path / "m.jar"

    def read(data: bytes) -> None:
        path.write_bytes(data)
        archive = Archive(path, 17)
        try:
            for name in archive.names():
                content = archive.read(name)
                assert content is not None
                read_all(content, archive.where(name))
        finally:
            archive.close()

    seen = outcomes(buffer.getvalue(), 400, 2, read)
    assert min(seen.values()) > 20
    assert [each.name for each in tmp_path.iterdir()] == ["m.jar"]


@pytest.mark.parametrize("zipped", [0, 1])
def test_mutants_of_an_image(zipped: int) -> None:
    resources = {"p/A.class": hand_made(), "p/B.class": b"no class", "java/lang/Object.class": hand_made()}
    image = make_image({"java.base": resources, "m": {"q/C.class": hand_made()}}, "<", zipped=zipped)

    def read(data: bytes) -> None:
        opened = Jimage(data, "modules")
        for name in ("q.C", "p.A", "java.lang.Object", *opened.names()):
            content = opened.read(name)
            assert content is None or len(content) < 1 << 20

    seen = outcomes(image, 400, 3, read)
    assert min(seen.values()) > 20
