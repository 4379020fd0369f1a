"""``symheap explore`` on Java, as text: findings first, then a line for each path, then the totals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final

from symheap.cli.terminal.streams import Output
from symheap.core.outcome import Bound
from symheap.core.source import CodePosition
from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint
from symheap.report.explore import text
from symheap.report.explore.elsewhere import ToldPath
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.fresh import FreshPath
from symheap.report.explore.places import source_file
from symheap.report.explore.tally import Totals
from symheap.report.words import counted, heading
from symheap.session.explore import ExploreResult
from symheap.session.ranking import Bug, form_of, vacancies
from symheap.session.status import Status
from symheap.session.subjects import Subjects
from symheap.store.records import Json, KeptPath
from symheap.testgen.reach.ranked import Rank

_STYLES = {Rank.ERROR: "bad", Rank.WARNING: "open", Rank.NOTE: "faint"}

_LINE = 160
"""Maximum characters of the line of a path."""


class JavaReport:
    """Writes a block for each bug, then the paths of each method in one line or in full, then the totals."""

    def __init__(self, out: Output, subjects: Subjects, *, quiet: bool, whole: bool, assumptions: bool) -> None:
        self._out = out
        self._subjects = subjects
        self._quiet = quiet
        self._whole = whole
        self._lists_assumptions = assumptions
        self._told: dict[str, list[str]] = {}
        self._class = ""
        self._bounds: set[str] = set()

    def begin(self, run: Explored) -> None:
        self._told[run.target] = []

    def add(self, record: KeptPath, path: Path | None) -> None:
        self._bounds.add(str(record.end.get("bound", "")))
        if self._quiet:
            return
        if self._whole:
            shown = record.text if path is None else text.block(path, ascii_only=self._out.ascii_only, minimal=True)
            shown = printable(shown, newlines=True, ascii_only=self._out.ascii_only) + "\n"
        else:
            shown = printable(_line(record), ascii_only=self._out.ascii_only) + "\n"
        self._told[[*self._told][-1]].append(shown)

    def end(self, run: Explored) -> None:
        texts, paint = self._told[run.target], self._out.paint
        is_one = not self._subjects.several
        if self._quiet and not is_one:
            texts.append(text.unsupported(run, paint))
            return
        if not is_one:
            texts.insert(0, self._heading(run))
        texts.append(text.openings(run, paint) + text.summary(run, paint) + ("" if is_one else "\n"))

    def _heading(self, run: Explored) -> str:
        """Return the heading of a method; the first method of a class is preceded by the heading of the class."""
        if not self._subjects.several_classes:
            return heading(run.target, self._out.paint)
        name, target = self._class, run.loaded.target
        self._class = target.of_class
        method = heading(target.names[-1], self._out.paint, mark="---")
        return method if name == self._class else heading(self._class, self._out.paint) + method

    def broken_off(self, run: Explored | None, runs: Sequence[Explored | Totals]) -> str:
        return "" if run is None else text.summary(run, self._out.paint, stopped=Bound.TIME)

    def close(self, result: ExploreResult) -> None:
        paint = self._out.paint
        body = "".join("".join(each) for each in self._told.values())
        written = [
            *_by_class(str(self._subjects.target), result.bugs, paint),
            f"\n{body}" if result.bugs and body else body,
            text.assumptions(result.runs, listed=self._lists_assumptions),
            text.total(result.runs, result.skipped, paint) if self._subjects.several else "",
            *_closing(result, self._bounds),
        ]
        self._out.write("".join(written))


def _by_class(target: str, bugs: Sequence[Bug], paint: Paint) -> Iterator[str]:
    """Yield a block for each bug; with several classes, under headings, the class with the most certain bug first."""
    classes = dict.fromkeys(bug.class_name for bug in bugs)
    for name in classes:
        if len(classes) > 1:
            yield heading(name, paint)
        yield from (block(target, bug, paint) for bug in bugs if bug.class_name == name)


def _line(record: KeptPath) -> str:
    """``path 2: returns null  when this.head == null``: the condition of a path, or the decisions in its source.

    Decisions are shown if the condition is about the insides of a library's objects: ``decides text.isEmpty() no``.
    """
    ending = record.ending if len(record.ending) <= _LINE else f"{record.ending[:_LINE]}…"
    shown_path = f"path {record.number}: {ending}"
    made = record.decided if isinstance(record, FreshPath | ToldPath) else None
    if made is not None:
        own, others = made
        decided = [" ".join(words.rsplit("  ", 1)) for words in own]
        shown = [_last(decided, ", ", _LINE - len(shown_path) - len(others))] if decided else []
        return f"{shown_path}  decides {' '.join([*shown, others]).rstrip()}"
    if not record.conditions:
        return shown_path
    conditions = [f"({each})" if " || " in each else each for each in record.conditions]
    return f"{shown_path}  when {_last(conditions, ' && ', _LINE - len(shown_path))}"


def _last(parts: Sequence[str], between: str, room: int) -> str:
    """Join as many of the last parts as there is room for, at least one."""
    shown = list[str]()
    for each in reversed(parts):
        room -= len(each) + len(between)
        if room < 0 and shown:
            shown.append("…")
            break
        shown.append(each)
    return between.join(reversed(shown))


def block(target: str, bug: Bug, paint: Paint) -> str:
    """Return the block of a bug: its place and message, the reason of its rank, and the calls that run into it."""
    ranked = bug.ranked
    word = paint(ranked.rank.word, _STYLES[ranked.rank])
    lines = [f"{place(target, bug)}: {word}: {printable(bug.ranked.what)}"]
    if ranked.rank is not Rank.ERROR:
        lines.append(printable(f"    {ranked.reason}{_example(bug)}"))
    lines += [printable(f"    {each}") for each in ranked.statements]
    return "".join(f"{line}\n" for line in lines)


def _example(bug: Bug) -> str:
    return f"; path {bug.path} of {bug.target.rpartition('::')[2]}" if bug.path else ""


def place(target: str, bug: Bug) -> str:
    """Return the line of the user's code.

    A class file knows the name of its source only; it is completed by the path that the user gave.
    """
    key, at = bug.ranked.key, bug.ranked.place
    path = source_file(bug.source or target.partition("::")[0], at) if isinstance(at, CodePosition) else None
    return printable(f"{path or key.file}:{key.line}")


def _closing(result: ExploreResult, bounds: Collection[str]) -> Iterator[str]:
    """Yield the last lines: inputs not tried, counts of findings, options to go further, and why the result is open."""
    for name in vacancies(result.runs):
        yield f"not tried: {printable(name)} other than null: no known class fits (--also adds)\n"
    ranks = [bug.ranked.rank for bug in result.bugs]
    counts = ", ".join(counted(ranks.count(rank), rank.word) for rank in Rank)
    open_runs = [run for run in result.runs if not run.complete]
    methods = counted(len(result.runs), "method")
    several = len(result.runs) > 1
    end = "each to its end" if several else "to its end"
    if open_runs:
        some = f"{len(open_runs)} of them " if several else ""
        end = f"{some}not to the end{_further(open_runs, result, bounds)}"
    yield f"{counts}; {methods} explored, {end}{_verdict(result, ranks)}\n"


def _verdict(result: ExploreResult, ranks: Sequence[Rank]) -> str:
    """Whether the classes are clean, and if that is not known, what it is for."""
    if result.status is Status.CLEAN:
        return ": clean"
    if result.status is not Status.INCONCLUSIVE:
        return ""
    warnings = ranks.count(Rank.WARNING)
    reasons = [f"the {'warning' if warnings == 1 else 'warnings'}"] if warnings else []
    reasons += ["what was not explored"] if not all(run.complete for run in result.runs) else []
    reasons += ["what was not tried"] if result.skipped or vacancies(result.runs) else []
    return f"; not shown clean because of {' and '.join(reasons)}" if reasons else ""


_DEEPER: Final = {"max-loop": "--max-loop N", "max-calls": "--max-calls N"}
"""The bounds that cut paths, and the options that move them."""


def _further(open_runs: Sequence[Explored | Totals], result: ExploreResult, bounds: Collection[str]) -> str:
    """The commands that get further: a run that was stopped is resumed, one that was cut needs larger bounds."""
    ways = []
    if any(run.stopped is not None for run in open_runs) and result.kept.file is not None:
        ways.append(f"symheap resume {result.kept.file.header.id} continues the run")
    if any(run.tally.cut for run in open_runs):
        deeper = [option for bound, option in _DEEPER.items() if bound in bounds]
        ways.append(f"{' '.join(deeper) or '--max-loop N'} goes deeper")
    return f"; {', '.join(ways)}" if ways else ""


def judgement(target: str, result: ExploreResult) -> dict[str, Json]:
    """Return the facts known once all crashes are ranked.  Inputs that were not tried leave the result incomplete."""
    untried = list[Json](vacancies(result.runs))
    complete = not (untried or result.skipped) and all(run.complete for run in result.runs)
    return {
        "complete": complete,
        "findings": [{**form_of(bug), "place": place(target, bug)} for bug in result.bugs],
        "vacant": untried,
    }
