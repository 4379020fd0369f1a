"""Many C files, proved one after the other: the verdict of all of them, and what could not be read."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.report.explore.text import counted
from symheap.report.formats.json import SCHEMA
from symheap.report.prove import text as prove_text
from symheap.report.prove.several import together, verdict_of
from symheap.separation.verdict import Verdict, Word
from symheap.store.records import Document, Json

UNREAD = "unread"
"""Why all of it is unknown where every file that could be read is safe."""


def whole(files: Sequence[Document], skipped: Sequence[str]) -> Verdict:
    """Safe if each file is, and none was left out."""
    found = together([verdict_of(each) for each in files])
    if found.word is Word.SAFE and skipped:
        return Verdict(Word.UNKNOWN, UNREAD, found.leak, ())
    return found


def total(target: str, files: Sequence[Document], skipped: Sequence[str], paint: Paint = plain) -> str:
    """What was left out, a line a file; then all of it in one line."""
    lines = [f"not proved: {printable(each)}\n" for each in skipped]
    verdict, words = whole(files, skipped), [Word(each["verdict"]) for each in files]
    counts = ", ".join(f"{words.count(word)} {word.value}" for word in (Word.SAFE, Word.UNSAFE, Word.UNKNOWN))
    rest = f", {len(skipped)} not proved" if skipped else ""
    said = prove_text.words(verdict.word, verdict.reason, verdict.leak, paint)
    seconds = sum(each["seconds"] for each in files)
    count = counted(len(files), "file")
    return "".join(lines) + f"total: {printable(target)}: {said}; {count} ({counts}{rest}), {seconds:.2f} s\n"


def document(target: str, files: Sequence[Document], skipped: Sequence[str]) -> dict[str, Json]:
    """The documents of all files, and what they come to together."""
    verdict = whole(files, skipped)
    return {
        "schema": SCHEMA,
        "target": target,
        "verdict": verdict.word.value,
        "reason": verdict.reason,
        "leak": verdict.leak.value,
        "findings": [found for each in files for found in each["findings"]],
        "skipped": list(skipped),
        "seconds": round(sum(each["seconds"] for each in files), 6),
        "programs": [*files],
    }
