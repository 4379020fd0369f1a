"""The requirements of replay: a JDK, JUnit, ASM, and our classes that run in the child, which are compiled once."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Literal

from symheap.lang.java.files.child import compile_to
from symheap.lang.java.files.jdk import Jdk

OLDEST = 11
"""The first version of Java that our classes can be compiled for."""

_SOURCES = Path(__file__).parent / "java"
_SUITES = {4: "Suite4.java", 5: "Suite5.java"}


@dataclass(frozen=True, slots=True)
class Toolchain:
    """`junit` are the jars to compile and run tests with; `cache` is the folder for our compiled classes."""

    jdk: Jdk
    junit: tuple[Path, ...]
    asm: Path
    cache: Path
    version: Literal[4, 5] = 5

    def runner(self) -> tuple[Path, ...]:
        """Return the class path of the program that runs tests one by one.  Raises `CannotRun`."""
        sources = sorted(each for each in _SOURCES.glob("*.java") if each.name not in _SUITES.values())
        return self._compiled(sources, (self.asm,)), self.asm

    def suite(self) -> Path:
        """Return the folder of the program that runs whole suites with JUnit.  Raises `CannotRun`."""
        named = (_SUITES[self.version], "Channel.java", "Json.java", "Kept.java")
        return self._compiled([_SOURCES / name for name in named], self.junit)

    def _compiled(self, sources: Sequence[Path], class_path: Sequence[Path]) -> Path:
        """Return compiled classes, cached by a digest of their inputs and moved into place atomically.

        So two processes may do this at once.
        """
        digest = blake2b(digest_size=12)
        for part in (self.jdk.version, *(f"{path.name} {path.stat().st_size}" for path in class_path)):
            digest.update(part.encode() + b"\0")
        for source in sources:
            digest.update(source.read_bytes() + b"\0")
        kept = self.cache / "replay" / digest.hexdigest()
        if kept.is_dir():
            return kept
        kept.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=kept.parent, prefix=".new-"))
        try:
            options = ("-nowarn", "-cp", os.pathsep.join(map(str, class_path)))
            compile_to(made, str(self.jdk.javac()), sources, options)
            made.rename(kept)
        except OSError:
            if not kept.is_dir():
                raise
        finally:
            shutil.rmtree(made, ignore_errors=True)
        return kept
