"""Reports of many C files proved in one run: the overall verdict, and the files that could not be read."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.report.formats.json import SCHEMA
from symheap.report.prove import text as prove_text
from symheap.report.prove.several import together, verdict_of
from symheap.report.words import counted
from symheap.separation.proof.verdict import Verdict, Word
from symheap.store.records import Document, Json

UNREAD = "unread"
"""The reason of an unknown verdict if every file that could be read is safe."""


def whole(files: Sequence[Document], skipped: Sequence[str]) -> Verdict:
    """Return the overall verdict: safe only if each file is safe and none was skipped."""
    verdict = together([verdict_of(each) for each in files])
    if verdict.word is Word.SAFE and skipped:
        return Verdict(Word.UNKNOWN, UNREAD, verdict.leak, ())
    return verdict


def total(target: str, files: Sequence[Document], skipped: Sequence[str], paint: Paint = plain) -> str:
    """List the skipped files, then the totals in one line."""
    lines = [f"not proved: {printable(each)}\n" for each in skipped]
    verdict, words = whole(files, skipped), [Word(each["verdict"]) for each in files]
    counts = ", ".join(f"{words.count(word)} {word.value}" for word in (Word.SAFE, Word.UNSAFE, Word.UNKNOWN))
    rest = f", {len(skipped)} not proved" if skipped else ""
    shown = prove_text.words(verdict.word, verdict.reason, verdict.leak, paint)
    seconds = sum(each["seconds"] for each in files)
    count = counted(len(files), "file")
    return "".join(lines) + f"total: {printable(target)}: {shown}; {count} ({counts}{rest}), {seconds:.2f} s\n"


def document(target: str, files: Sequence[Document], skipped: Sequence[str]) -> dict[str, Json]:
    """Return a document with the documents of all files and the overall verdict."""
    verdict = whole(files, skipped)
    return {
        "schema": SCHEMA,
        "target": target,
        "verdict": verdict.word.value,
        "reason": verdict.reason,
        "leak": verdict.leak.value,
        "findings": [finding for each in files for finding in each["findings"]],
        "skipped": list(skipped),
        "seconds": round(sum(each["seconds"] for each in files), 6),
        "programs": [*files],
    }
