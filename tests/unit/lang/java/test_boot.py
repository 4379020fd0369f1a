"""The initial heap of a JDK: its content, and that its file need not be trusted."""

from __future__ import annotations

import time
import zlib
from functools import cache
from pathlib import Path

import pytest
from native_calls import jdks

from symheap.lang.java.files.classpath import ClassPath
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.natives.threads import main_thread
from symheap.lang.java.past import snapshot
from symheap.lang.java.past.boot import Boot, boot, cold_boot, snapshot_file
from symheap.lang.java.past.initial import InitialObjects
from symheap.lang.java.world import World
from symheap.objects.concrete import INITIAL

pytestmark = pytest.mark.skipif(not jdks(), reason="no JDK with javac")

KNOWN_TO_FAIL = {
    "java.math.BigDecimal",
    "java.util.concurrent.ConcurrentLinkedDeque",
    "java.util.concurrent.ConcurrentLinkedQueue",
    "java.util.concurrent.atomic.LongAdder",
    "java.util.concurrent.atomic.Striped64",
}


@cache
def booted(jdk: Jdk) -> Boot:
    return cold_boot(ClassPath((), jdk))


def world_of(jdk: Jdk) -> World:
    return World(ClassPath((), jdk))


@pytest.fixture(params=jdks(), ids=lambda jdk: f"java{jdk.feature}")
def jdk(request: pytest.FixtureRequest) -> Jdk:
    found: Jdk = request.param
    return found


def objects(initial: InitialObjects) -> dict[int, object]:
    return dict(initial.heap.objects)


# What is in it


def test_core_classes_are_initialised(jdk: Jdk) -> None:
    initial = booted(jdk).initial
    assert set(booted(jdk).failed) <= KNOWN_TO_FAIL
    for name in ("String", "Integer$IntegerCache", "Throwable", "System"):
        assert f"java.lang.{name}" in initial.initialized
    for name in ("HashMap", "ArrayList", "TreeMap", "Collections", "ImmutableCollections"):
        assert f"java.util.{name}" in initial.initialized


def test_the_cache_of_integers(jdk: Jdk) -> None:
    initial = booted(jdk).initial
    cache_number = initial.static("java.lang.Integer$IntegerCache", "cache")
    assert cache_number is not None
    found = initial.heap.objects[int(cache_number)]
    assert found.length == 256
    values = [initial.heap.objects[int(found.elements[i])].fields.get("value", 0) for i in range(256)]
    assert values == list(range(-128, 128))


def test_one_thread_and_two_consoles(jdk: Jdk) -> None:
    initial = booted(jdk).initial
    assert initial.heap.class_of(main_thread(initial)) == "java.lang.Thread"
    for name in ("out", "err"):
        console = initial.static("java.lang.System", name)
        assert console
        assert initial.heap.class_of(int(console)) == "java.io.PrintStream"


def test_all_numbers_are_those_of_initial_objects(jdk: Jdk) -> None:
    initial = booted(jdk).initial
    assert min(initial.heap.objects) >= INITIAL
    assert initial.heap.new("java.lang.Object") not in booted(jdk).initial.interned.literals.values()


# The file


def test_what_is_read_is_what_was_written(jdk: Jdk, tmp_path: Path) -> None:
    file = tmp_path / "boot"
    file.write_bytes(snapshot.encoded(booted(jdk).initial))
    read = snapshot.read(file, world_of(jdk))
    assert read is not None
    assert objects(read) == objects(booted(jdk).initial)
    assert read.interned == booted(jdk).initial.interned
    assert read.heap.new("java.lang.Object") > max(booted(jdk).initial.heap.objects)


def test_the_second_boot_reads_the_file(jdk: Jdk, tmp_path: Path) -> None:
    environ = {"SYMHEAP_CACHE": str(tmp_path)}
    first = boot(world_of(jdk), environ)
    assert snapshot_file(world_of(jdk), environ).is_file()
    began = time.process_time()
    second = boot(world_of(jdk), environ)
    assert time.process_time() - began < 1.0
    assert objects(second) == objects(first)
    assert second.initialized == first.initialized


def _cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def _flipped(content: bytes) -> bytes:
    return content[:100] + bytes([content[100] ^ 0xFF]) + content[101:]


def _other(content: bytes) -> bytes:
    raw = b'{"names":[],"objects":[1,2]}'
    return zlib.compress(raw) + zlib.crc32(raw).to_bytes(4, "big")


def _no_object(content: bytes) -> bytes:
    raw = b"[]"
    return zlib.compress(raw) + zlib.crc32(raw).to_bytes(4, "big")


@pytest.mark.parametrize("damage", [_cut, _flipped, _other, _no_object, lambda content: b"", lambda content: b"\0" * 9])
def test_a_damaged_file_is_as_good_as_none(damage: object, tmp_path: Path) -> None:
    assert callable(damage)
    jdk = jdks()[0]
    file = tmp_path / "boot"
    file.write_bytes(damage(snapshot.encoded(booted(jdk).initial)))
    assert snapshot.read(file, world_of(jdk)) is None


def test_a_folder_that_cannot_be_written_costs_time_only(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    result = boot(world_of(jdks()[0]), {"SYMHEAP_CACHE": str(blocked)})
    assert "java.lang.String" in result.initialized


def test_the_key_depends_on_the_jdk() -> None:
    keys = [snapshot.key(jdk) for jdk in jdks()]
    assert len(set(keys)) == len(keys)
