"""Mutants of the corpus as text: a line dropped, doubled or moved, a type or a number changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from symheap_testing.c.fuzz.program import FuzzProgram

_FOLDERS: Final = ("c", "c_refine")
_TYPES: Final = ("unsigned char", "short", "long", "unsigned", "signed char", "int")
_OPERATORS: Final = {
    "==": "!=",
    "!=": "==",
    "<=": "<",
    ">=": ">",
    "&&": "||",
    "||": "&&",
    "++": "--",
    " < ": " <= ",
    " > ": " >= ",
}
_PLAIN: Final = re.compile(r"\s+[^{}#/]*;\s*$")


def corpus_mutant(corpus: Path, seed: int) -> FuzzProgram:
    """Return the mutant of a seed: one to three mistakes in a program of the corpus."""
    random = Random(f"c-fuzz-mutant-{seed}")
    source = random.choice(_sources(corpus))
    lines = source.read_text(encoding="utf-8").split("\n")[1:]
    for _ in range(random.choice((1, 1, 2, 3))):
        lines = _mistake(random, lines)
    return FuzzProgram(seed, (), whole="\n".join(lines), origin=f"mutant of {source.stem}")


@cache
def _sources(corpus: Path) -> Sequence[Path]:
    paths = sorted(path for name in _FOLDERS for path in (corpus / name).glob("*.c"))
    return [path for path in paths if "int main(" in path.read_text(encoding="utf-8")]


def _mistake(random: Random, lines: list[str]) -> list[str]:
    plain = [at for at, line in enumerate(lines) if _PLAIN.match(line) and "extern" not in line and "#" not in line]
    if not plain:
        return lines
    at, other = random.choice(plain), random.choice(plain)
    kind = random.randrange(6)
    if kind == 0:
        return [*lines[:at], *lines[at + 1 :]] if not _declares(lines[at]) else lines
    if kind == 1:
        return [*lines[: at + 1], lines[at], *lines[at + 1 :]] if not _declares(lines[at]) else lines
    out = list(lines)
    if kind == 2 and not _declares(lines[at]) and not _declares(lines[other]):
        out[at], out[other] = out[other], out[at]
        return out
    return {3: _other_type, 4: _other_number}.get(kind, _other_operator)(random, out)


def _other_type(random: Random, out: list[str]) -> list[str]:
    typed = [
        number
        for number, line in enumerate(out)
        if re.search(r"\b(int|char|long|short)\b", line) and "extern" not in line and "main" not in line
    ]
    if typed:
        where = random.choice(typed)
        out[where] = re.sub(
            r"\b(?:unsigned |signed )?(?:int|char|long|short)\b", random.choice(_TYPES), out[where], count=1
        )
    return out


def _other_number(random: Random, out: list[str]) -> list[str]:
    numbered = [
        number
        for number, line in enumerate(out)
        if re.search(r"\b\d+\b", line) and "#include" not in line and not line.lstrip().startswith("//")
    ]
    if numbered:
        where = random.choice(numbered)
        step = random.choice((-1, 1, 1))
        out[where] = re.sub(r"\b\d+\b", lambda digits: str(max(int(digits[0]) + step, 0)), out[where], count=1)
    return out


def _other_operator(random: Random, out: list[str]) -> list[str]:
    where = random.choice(range(len(out)))
    for old, new in _OPERATORS.items():
        if old in out[where] and not out[where].lstrip().startswith(("//", "#")):
            out[where] = out[where].replace(old, new, 1)
            break
    return out


def _declares(line: str) -> bool:
    return (
        re.match(
            r"\s*(static |const |unsigned |signed |struct \w+ |int |char |long |short |size_t |typedef |void |FILE )",
            line,
        )
        is not None
    )
