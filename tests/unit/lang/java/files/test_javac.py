"""Sources compiled in a private place."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from symheap.core.cache import cache_folder, prune, write_atomically
from symheap.lang.java.errors import NotFound
from symheap.lang.java.files.inputs import inputs_digest
from symheap.lang.java.files.javac import CompileError, compile_sources, package_of
from symheap.lang.java.files.jdk import Jdk
from symheap_testing.java.sources import compiled_sample, some_jdk


@pytest.fixture(scope="module")
def jdk() -> Jdk:
    jdk = some_jdk()
    if jdk is None:
        pytest.skip("no JDK with javac")
    return jdk


def sources(root: Path, **files: str) -> Path:
    for name, text in files.items():
        path = root / f"{name.replace('_', '/')}.java"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_neighbours_are_found_and_unchanged_sources_are_kept(jdk: Jdk, tmp_path: Path) -> None:
    root = sources(tmp_path / "src", p_A="package p; class A { q.B b; class C {} }", q_B="package q; public class B {}")
    cache = tmp_path / "cache"
    first = compile_sources(root / "p/A.java", jdk, (), cache=cache)
    assert first.classes == ("p.A", "p.A$C")
    assert set(first.container.names()) == {"p.A", "p.A$C", "q.B"}
    second = compile_sources(root / "p/A.java", jdk, (), cache=cache)
    assert second.location.parent == cache / "javac"
    assert second.classes == first.classes
    assert all(second.container.read(n) == first.container.read(n) for n in first.container.names())
    second.location.write_bytes(b"damaged")
    third = compile_sources(root / "p/A.java", jdk, (), cache=cache)
    assert third.classes == first.classes
    assert sorted(each.name for each in root.rglob("*")) == ["A.java", "B.java", "p", "q"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("int f() { return foo + 1; }", "1:30: error: cannot find symbol: variable foo"),
        ("\n\tint f(Unknown u) { return 0; }", "2:8: error: cannot find symbol: class Unknown"),
        ('int f() { return "x".cut(3); }', "1:33: error: cannot find symbol: method cut(int)"),
        ("int f() { return 1 }", "1:31: error: ';' expected"),
        (
            "void f(int a) { f(1, 2); }",
            "1:29: error: method f in class Bad cannot be applied to given types;: "
            "actual and formal argument lists differ in length",
        ),
    ],
)
def test_an_error_names_column_and_symbol(jdk: Jdk, tmp_path: Path, body: str, said: str) -> None:
    path = sources(tmp_path, Bad=f"class Bad {{ {body} }}") / "Bad.java"
    with pytest.raises(CompileError) as caught:
        compile_sources(path, jdk, ())
    assert str(caught.value) == f"{path}:{said}"


def test_the_first_error_is_the_message(jdk: Jdk, tmp_path: Path) -> None:
    path = sources(tmp_path, Bad="class Bad {\n  int x = true;\n  int y = z;\n}") / "Bad.java"
    with pytest.raises(CompileError) as caught:
        compile_sources(path, jdk, ())
    assert str(caught.value).startswith(f"{path}:2:11: error: incompatible types")
    assert len(caught.value.lines) > 2


def test_a_time_limit(jdk: Jdk, tmp_path: Path) -> None:
    with pytest.raises(CompileError, match="took more than"):
        compile_sources(sources(tmp_path, A="class A {}") / "A.java", jdk, (), time_limit=0.01)


def test_a_missing_source(jdk: Jdk, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no such file"):
        compile_sources(tmp_path / "None.java", jdk, ())


def test_the_sample_declares_its_classes(jdk: Jdk) -> None:
    classes = compiled_sample().classes
    assert classes[0] == "odd.Odd"
    assert "odd.Odd$Letter" in classes


@pytest.mark.parametrize(
    ("source", "package"),
    [
        ("class A {}", ""),
        ("package a.b ;", "a.b"),
        ("/* package x; */ // package y;\n  package\n a . b;", "a.b"),
        ("@Deprecated package a;", "a"),
        ('class A { String s = "package a;"; }', ""),
        ("/* open", ""),
    ],
)
def test_packages(source: str, package: str) -> None:
    assert package_of(source) == package


def test_the_digest_is_of_all_that_javac_may_read(tmp_path: Path) -> None:
    root = sources(tmp_path / "src", A="class A {}", p_B="package p; class B {}")
    jar = tmp_path / "x.jar"
    jar.write_bytes(b"x")

    def digest(tool: str = "17") -> str | None:
        return inputs_digest(root / "A.java", root, (jar,), tool)

    seen = [digest(), digest("25")]
    (root / "p/B.java").write_text("package p; class B { }")
    seen.append(digest())
    sources(root, p_New="package p; class New {}")
    seen.append(digest())
    jar.write_bytes(b"xy")
    seen.append(digest())
    assert None not in seen
    assert len(set(seen)) == len(seen)
    assert digest() == seen[-1]


def test_the_cache_folder() -> None:
    assert cache_folder({"SYMHEAP_CACHE": "/c", "XDG_CACHE_HOME": "/x"}) == Path("/c")
    assert cache_folder({"XDG_CACHE_HOME": "/x"}) == Path("/x/symheap")
    assert cache_folder({}).parts[-2:] == (".cache", "symheap")


def test_a_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert not write_atomically(tmp_path / "file" / "x", b"")
    assert write_atomically(tmp_path / "new" / "x", b"content")
    assert [each.name for each in (tmp_path / "new").iterdir()] == ["x"]


def test_pruning_takes_old_files_only(tmp_path: Path) -> None:
    for number in range(6):
        file = tmp_path / str(number)
        file.write_text("x")
        age = 0 if number < 2 else (10 + number) * 24 * 3600
        os.utime(file, (time.time() - age, time.time() - age))
    prune(tmp_path, 3)
    assert {each.name for each in tmp_path.iterdir()} == {"0", "1", "2"}
    prune(tmp_path, 0)
    assert {each.name for each in tmp_path.iterdir()} == {"0", "1"}
