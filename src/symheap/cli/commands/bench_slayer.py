"""``symheap bench slayer``: Table 1 of [SLAyer], and the public test suite of its tool."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from symheap.bench import journal, slayer, slayer_report
from symheap.cli.invocation import keep
from symheap.cli.terminal.streams import complain, output
from symheap.cli.terminal.watching import Watching
from symheap.report.formats import json
from symheap.session.kept.keeping import keeping
from symheap.session.status import Status, WrongUse, worst
from symheap.store.file import RunFile
from symheap.store.records import StoreError

NAME = "slayer"


@dataclass(frozen=True, slots=True)
class SlayerRequest:
    """The options of the command line."""

    suite: Path | None
    pattern: str | None
    workers: int
    seconds: float
    form: str
    file: str | None
    asan: bool
    quiet: bool
    store: bool = True

    def settings(self) -> dict[str, object]:
        """Return the options that a verdict depends on."""
        return {"suite": self.suite, "programs": self.pattern, "per-program": self.seconds, "replay": self.asan}

    def files(self) -> tuple[str, ...]:
        return () if self.suite is None else (str(self.suite / "test"), str(self.suite / "include"))


def bench_slayer(wanted: SlayerRequest) -> Status:
    """Run the programs.  The status is 1 if a verdict contradicts a label, 3 if one is unknown."""
    if wanted.suite is not None and not slayer.has_folders(wanted.suite):
        raise WrongUse(f"--suite: {wanted.suite} has no test/CORRECT.txt, or no include/")
    with (
        _programs(wanted) as programs,
        Watching(quiet=wanted.quiet) as watcher,
        keeping(journal.COMMAND, NAME, wanted.settings(), wanted.files(), keep(store=wanted.store), watcher) as keeper,
    ):
        kept = KeptVerdicts(keeper.file)
        done = kept.before(programs)

        def line() -> str:
            return f"symheap: {len(done)} of {len(programs)} programs"

        keeper.figures = lambda: {"doing": line().removeprefix("symheap: ")}
        watcher.show(line)
        with output(wanted.file, watcher.progress) as out:
            problem = _run(programs, done, kept, wanted, watcher)
            results = [(program, done[program.name]) for program in programs if program.name in done]
            spent = keeper.file.spent() if keeper.file is not None else time.perf_counter() - kept.began
            shown = slayer_report.text(results, spent)
            problem = problem or kept.end(results, shown, is_whole=len(results) == len(programs))
            out.write(json.text(slayer_report.document(results, spent)) if wanted.form == "json" else shown)
        if watcher.seen:
            return keeper.end(Status.INTERRUPTED)
        if problem is not None:
            complain(f"symheap: error: {problem}; the results so far are kept")
            return worst((_status(results), Status.INCONCLUSIVE))
        return keeper.end(_status(results))


def _status(results: slayer_report.Results) -> Status:
    agreements = [slayer.agrees(program, judged) for program, judged in results]
    if False in agreements:
        return Status.FINDINGS
    return Status.INCONCLUSIVE if None in agreements else Status.CLEAN


@contextmanager
def _programs(wanted: SlayerRequest) -> Iterator[list[slayer.SuiteProgram]]:
    with slayer.scratch() as scratch:
        folder = Path(scratch)
        programs = [*slayer.own_programs(folder)]
        if wanted.suite is not None:
            (folder / "aliases").mkdir()
            programs += slayer.suite_programs(wanted.suite, folder / "aliases")
        yield [each for each in programs if _is_wanted(each.name, wanted.pattern)]


def _run(
    programs: Sequence[slayer.SuiteProgram],
    done: dict[str, slayer.Judged],
    kept: KeptVerdicts,
    wanted: SlayerRequest,
    watcher: Watching,
) -> StoreError | None:
    """Run the programs without a verdict, up to the first whose verdict cannot be stored."""
    left = [each for each in programs if each.name not in done]
    try:
        for judged in watcher.each(slayer.run(left, wanted.workers, wanted.seconds, asan=wanted.asan)):
            kept.add(judged)
            done[judged.name] = judged
    except StoreError as error:
        return error
    return None


class KeptVerdicts:
    """The stored verdicts: a row for each program that was judged."""

    def __init__(self, file: RunFile | None) -> None:
        self.began = time.perf_counter()
        self._file = file
        self._number = file.subject(NAME, journal.KIND).number if file is not None else 0

    def before(self, programs: Sequence[slayer.SuiteProgram]) -> dict[str, slayer.Judged]:
        rows = self._file.items(self._number, journal.ROW) if self._file is not None else {}
        return {each.name: slayer.judged_of(rows[each.name]) for each in programs if each.name in rows}

    def add(self, judged: slayer.Judged) -> None:
        """Store a verdict and return when it is in the file."""
        if self._file is not None:
            self._file.add_item(self._number, journal.ROW, judged.name, slayer.judged_form(judged))

    def end(self, results: slayer_report.Results, shown: str, *, is_whole: bool) -> StoreError | None:
        if self._file is None:
            return None
        try:
            self._file.add_item(self._number, journal.PAGE, "", slayer_report.page(results))
            self._file.end_subject(self._number, slayer_report.totals(results, is_whole=is_whole), shown)
        except StoreError as error:
            return error
        return None


def _is_wanted(name: str, pattern: str | None) -> bool:
    try:
        return pattern is None or re.search(pattern, name) is not None
    except re.error as error:
        raise WrongUse(f"--programs: {pattern!r} is no regular expression: {error}") from None
