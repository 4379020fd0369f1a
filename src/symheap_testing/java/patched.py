"""Compiles code that reads private fields of the JDK, against stubs: classes with the same fields made public."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.launch import run_javac


def compile_against(stubs: Path, sources: Iterable[Path], into: Path, jdk: Jdk) -> Path:
    """Return the folder of the compiled `sources`, without the stubs: at run time, names mean the JDK's classes.

    `stubs` is the root of packages of java.base.
    """
    patch, classes = into / "stubs", into / "classes"
    _javac(jdk, stubs, patch, sorted(stubs.rglob("*.java")))
    _javac(jdk, patch, classes, sources)
    return classes


def _javac(jdk: Jdk, patch: Path, into: Path, sources: Iterable[Path]) -> None:
    options = ("--patch-module", f"java.base={patch}", "-d", str(into))
    status, output = run_javac(str(jdk.javac()), [*options, *map(str, sources)])
    assert status == 0, output
