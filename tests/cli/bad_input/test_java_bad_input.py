"""Damaged class files, jars and folders: a report, or status 2 and one line with file and place."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_runner import ROOT, symheap

from symheap.cli import main
from symheap_testing.java.classfiles import ClassBuilder, u2
from symheap_testing.java.mutants.damaged import (
    BOUNDS,
    COMMAND,
    SECONDS,
    CaseOutcome,
    Corpus,
    Watch,
    corpus_of,
    make_case,
    run_case,
    without_progress,
)
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

SOURCES = ("Swap", "SinglyList", "Records", "Switches", "Lambdas", "FinallyFlow", "EnumLights", "Concat", "Casts")
SEED = 2
CASES = 40
OBJECT, TEXT = "Ljava/lang/Object;", "Ljava/lang/String;"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    jdk = some_jdk()
    assert jdk is not None
    folder = tmp_path_factory.mktemp("classes")
    sources = [str(ROOT / "tests" / "programs" / "java" / f"{name}.java") for name in SOURCES]
    subprocess.run([str(jdk.javac()), "-g", "-nowarn", "-d", str(folder), *sources], check=True)
    return corpus_of(folder)


@pytest.fixture(scope="module")
def watch() -> Iterator[Watch]:
    result = Watch(Path(os.environ["SYMHEAP_CACHE"]).resolve()).install()
    yield result
    result.on = False


def test_damaged_files_are_refused_or_run(corpus: Corpus, watch: Watch, tmp_path: Path) -> None:
    ends: Counter[str] = Counter()
    for number in range(CASES):
        outcome = run_case(make_case(corpus, SEED, number, tmp_path / "case"), tmp_path / "case", watch, main)
        assert outcome.fault is None, outcome
        ends[outcome.end] += 1
    assert min(ends["run"], ends["refused"]) > CASES // 5


def test_the_command_itself(corpus: Corpus, tmp_path: Path) -> None:
    folder = tmp_path / "case"
    for number in range(1000, 1003):
        case = make_case(corpus, SEED, number, folder)
        before = sorted(tmp_path.rglob("*"))
        command = [sys.executable, "-c", COMMAND, "explore", case.target, *BOUNDS]
        environment = {**os.environ, "HOME": str(tmp_path)}
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=60)
        assert CaseOutcome(case, done.returncode, without_progress(done.stderr), 0.0, ()).fault is None, done.stderr
        assert sorted(tmp_path.rglob("*")) == before


def test_a_watch_hears_of_what_is_written(watch: Watch, tmp_path: Path) -> None:
    watch.on = True
    (tmp_path / "x").write_text("")
    watch.on = False
    assert [text.split()[0] for text in watch.written] == ["open"]


# Code that a verifier refuses -----------------------------------------------------------------------------------------


def _field(b: ClassBuilder, owner: str, name: str, descriptor: str) -> bytes:
    return u2(b.member(9, owner, name, descriptor))


def _method(b: ClassBuilder, owner: str, name: str, descriptor: str) -> bytes:
    return u2(b.member(10, owner, name, descriptor))


def _uses(b: ClassBuilder) -> dict[str, bytes]:
    """Return the uses of an object on the stack that may be of the wrong class."""
    return {
        "length": b"\xbe\x57",
        "load_int": b"\x03\x2e\x57",
        "load_reference": b"\x03\x32\x57",
        "store_int": b"\x03\x03\x4f",
        "get": b"\xb4" + _field(b, "java/lang/Thread", "tid", "J") + b"\x58",
        "put": b"\x03\xb5" + _field(b, "java/lang/Integer", "value", "I"),
        "call": b"\xb6" + _method(b, "java/util/ArrayList", "size", "()I") + b"\x57",
        "special": b"\xb7" + _method(b, "java/util/ArrayList", "<init>", "()V"),
        "model": b"\xb6" + _method(b, "java/lang/Class", "getName", f"(){TEXT}") + b"\x57",
        "parse": b"\xb8" + _method(b, "java/lang/Integer", "parseInt", f"({TEXT})I") + b"\x57",
    }


def _objects(b: ClassBuilder) -> dict[str, bytes]:
    forget = b"\xc0" + u2(b.class_ref("java/lang/Object"))
    return {
        "object": b"\xbb" + u2(b.class_ref("java/lang/Object")) + forget,
        "ints": b"\x05\xbc\x0a" + forget,
        "text": b"\x12" + bytes((b.string("7"),)) + forget,
    }


@pytest.mark.parametrize("use", sorted(_uses(ClassBuilder())))
def test_an_object_of_another_class_is_a_named_end(use: str, tmp_path: Path) -> None:
    """Tries the code of a method, and before the call that of an initialiser."""
    for name in _objects(ClassBuilder()):
        in_method, in_initializer = ClassBuilder(name="M"), ClassBuilder(name="I")
        in_method.method(_objects(in_method)[name] + _uses(in_method)[use] + b"\xb1")
        in_initializer.method(_objects(in_initializer)[name] + _uses(in_initializer)[use] + b"\xb1", name="<clinit>")
        in_initializer.method(b"\xb1")
        for each in (in_method, in_initializer):
            (tmp_path / f"{each.name}.class").write_bytes(each.build())
            result = symheap("explore", f"{each.name}.class", folder=tmp_path)
            assert (result.status in (0, 1, 3), without_progress(result.err)) == (True, "")
    if use in ("length", "load_int", "get"):
        assert "unsupported: code that a verifier would refuse" in result.out


def _explored(builder: ClassBuilder, folder: Path) -> str:
    (folder / "A.class").write_bytes(builder.build())
    start = time.process_time()
    result = symheap("explore", "A.class::m", *BOUNDS, folder=folder)
    assert result.status in (0, 1, 3), result.err
    assert time.process_time() - start < SECONDS
    return result.out


def test_code_out_of_all_proportion_is_refused_before_it_is_lowered(tmp_path: Path) -> None:
    branches = b"\x1a\x99\0\3" * 8000
    guarded, wide = ClassBuilder(), ClassBuilder()
    guarded.method(branches + b"\xb1\x57\xb1", descriptor="(I)V", handlers=((0, 32000, 32001, 0),) * 60000)
    wide.method(branches + b"\xb1", descriptor="(I)V", max_locals=65535)
    assert "unsupported: code of 8002 blocks with 60000 exception handlers" in _explored(guarded, tmp_path)
    assert "unsupported: code of 8001 blocks with 65535 local variables" in _explored(wide, tmp_path)


def test_a_text_that_grows_without_end_is_a_named_end(tmp_path: Path) -> None:
    builder = ClassBuilder()
    text = "java/lang/StringBuilder"
    append = b"\x2a\xb6" + _method(builder, text, "append", f"({TEXT})L{text};")
    twice = b"\xbb" + u2(builder.class_ref(text)) + b"\x59\xb7" + _method(builder, text, "<init>", "()V")
    twice += 2 * append + b"\xb6" + _method(builder, text, "toString", f"(){TEXT}") + b"\x4b"
    builder.method(b"\x12" + bytes((builder.string("ab"),)) + b"\x4b" + 40 * twice + b"\xb1")
    assert re.search(r"unsupported: a model on \d+ array elements or characters", _explored(builder, tmp_path))


def test_an_initializer_without_end_does_not_hold_up_the_run(tmp_path: Path) -> None:
    builder = ClassBuilder()
    builder.method(b"\xa7\0\0", name="<clinit>")
    builder.method(b"\xb1")
    assert "the initialiser of A runs when it is first used: does not end within the bounds" in _explored(
        builder, tmp_path
    )


def test_arrays_of_many_dimensions(tmp_path: Path) -> None:
    builder = ClassBuilder()
    builder.method(b"\x2a\xc0" + u2(builder.class_ref("[" * 255 + "I")) + b"\xb0", descriptor=f"({OBJECT}){OBJECT}")
    assert "throws java.lang.ClassCastException" in _explored(builder, tmp_path)
