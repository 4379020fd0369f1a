"""``symheap explore --bugs``: the crashes of a Java class, the most certain first."""

from __future__ import annotations

from symheap.cli.terminal import LateOutput
from symheap.cli.watching import Watching
from symheap.core.source import CodePosition
from symheap.report import json
from symheap.report.labels import printable
from symheap.report.places import source_file
from symheap.report.text import Paint, counted, heading
from symheap.session.bugs import Bug, Result, find_bugs
from symheap.session.settings import Settings
from symheap.session.status import Status
from symheap.store.records import Json
from symheap.testgen.reach.rank import Rank

_WORDS = {Rank.ERROR: ("error", "bad"), Rank.WARNING: ("warning", "open"), Rank.NOTE: ("note", "faint")}


def bugs(target: str, settings: Settings, form: str, file: str | None, *, quiet: bool) -> Status:
    """Write a block a bug, or a document."""
    with Watching(quiet=quiet) as watcher, LateOutput(file, watcher.progress) as out:
        result = find_bugs(target, settings, watcher)
        written = out.get()
        written.write(json.text(_document(result)) if form == "json" else _text(result, written.paint))
    return result.status


def _text(result: Result, paint: Paint) -> str:
    blocks = _by_class(result, paint)
    skipped = [f"not explored: {printable(each)}\n" for each in result.skipped]
    vacant = [
        f"not tried: {printable(each)} other than null: no known class fits (--also adds)\n" for each in result.vacant
    ]
    return "".join((*blocks, *skipped, *vacant, _closing(result)))


def _by_class(result: Result, paint: Paint) -> list[str]:
    """A block a bug; those of several classes under headings, the class with the most certain bug first."""
    classes = dict.fromkeys(bug.class_name for bug in result.bugs)
    blocks: list[str] = []
    for name in classes:
        blocks += [heading(name, paint)] if len(classes) > 1 else []
        blocks += [_block(result.target, bug, paint) for bug in result.bugs if bug.class_name == name]
    return blocks


def _block(target: str, bug: Bug, paint: Paint) -> str:
    """Where and what, then why it has its rank, then the calls that run into it."""
    ranked = bug.ranked
    word, style = _WORDS[ranked.rank]
    lines = [f"{_place(target, bug)}: {paint(word, style)}: {_what(bug)}"]
    if ranked.rank is not Rank.ERROR:
        lines.append(f"    {ranked.reason}")
    lines += [f"    {each}" for each in ranked.statements]
    return "".join(f"{printable(line)}\n" if line is not lines[0] else f"{line}\n" for line in lines)


def _place(target: str, bug: Bug) -> str:
    key = bug.ranked.key
    at = bug.ranked.place
    path = source_file(target.partition("::")[0], at) if isinstance(at, CodePosition) else None
    return printable(f"{path or key.file}:{key.line}")


def _what(bug: Bug) -> str:
    end = bug.ranked.end
    name = bug.ranked.key.exception.rpartition(".")[2]
    detail = end.detail if end.detail and end.detail != end.exception else ""
    return printable(f"{name}: {detail}" if detail else name)


def _closing(result: Result) -> str:
    ranks = [bug.ranked.rank for bug in result.bugs]
    counts = ", ".join(counted(ranks.count(rank), word) for rank, (word, _) in _WORDS.items())
    whole = f"{counted(result.methods, 'method')} explored"
    open_ends = f", {len(result.unfinished)} of them not to the end" if result.unfinished else ", each to its end"
    return f"{counts}; {whole}{open_ends}\n"


def _document(result: Result) -> dict[str, Json]:
    findings: list[Json] = [_finding(result.target, bug) for bug in result.bugs]
    return {
        "schema": json.SCHEMA,
        "target": result.target,
        "complete": not (result.unfinished or result.skipped or result.vacant),
        "methods": result.methods,
        "findings": findings,
        "unfinished": list(result.unfinished),
        "skipped": list(result.skipped),
        "vacant": list(result.vacant),
    }


def _finding(target: str, bug: Bug) -> dict[str, Json]:
    ranked = bug.ranked
    return {
        "rank": _WORDS[ranked.rank][0],
        "class": bug.class_name,
        "place": _place(target, bug),
        "exception": ranked.key.exception,
        "detail": ranked.end.detail,
        "reason": ranked.reason,
        "statements": list(ranked.statements),
        "paths": ranked.traces,
    }
