"""Compiled mutants of sources."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from symheap.lang.java.files.jdk import Jdk
from symheap_testing.java.junit_runs import compile_sources
from symheap_testing.java.mutants.sources import Mutant


class MutantClasses:
    """Classes of mutants, without debug information, so that equal code gives equal classes."""

    def __init__(self, jdk: Jdk, work: Path, sources: Mapping[str, str]) -> None:
        self._jdk = jdk
        self._work = work
        self._sources = sources
        self._originals: dict[str, dict[str, bytes]] = {}
        self._folders: dict[Mutant, Path] = {}
        self.refused = 0
        self.equal = 0

    def is_good(self, mutant: Mutant) -> bool:
        """Whether a mutant compiles, to other code than its program."""
        if mutant.program not in self._originals:
            folder = self._compiled(mutant.program, self._sources[mutant.program], "original")
            assert folder is not None, mutant.program
            self._originals[mutant.program] = _contents(folder)
        folder = self._compiled(mutant.program, mutant.text, str(len(self._folders) + self.refused + self.equal))
        if folder is None:
            self.refused += 1
        elif _contents(folder) == self._originals[mutant.program]:
            self.equal += 1
        else:
            self._folders[mutant] = folder
        return mutant in self._folders

    def classes(self, mutant: Mutant) -> Path:
        return self._folders[mutant]

    def _compiled(self, program: str, text: str, name: str) -> Path | None:
        source = self._work / name / program / f"{program}.java"
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        classes = source.parent / "classes"
        done = compile_sources(self._jdk, [source], (), classes, ("-g:none",))
        return classes if done.is_done else None


def _contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.glob("*.class"))}
