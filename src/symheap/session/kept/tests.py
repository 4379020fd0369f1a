"""Classes to test in a run file: the paths of their methods as they are found, their tests, and the printed report.

Laws: a class is either done, with its tests and the texts of its files, or is done again from its beginning.  It is
recorded as done before its files are written, so each written file belongs to a class that the run knows.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any, Final

from symheap.engine.state import Trace
from symheap.lang.java.classes import package_of
from symheap.report.draw.paint import Paint
from symheap.report.explore import text
from symheap.report.explore.coverage import coverage
from symheap.report.explore.explored import Explored, Path
from symheap.report.explore.kept import kept, progress_form
from symheap.report.formats import json
from symheap.session.kept.paths import KIND as EXPLORATION
from symheap.session.status import Status
from symheap.store.file import RunFile
from symheap.store.records import Document, Json, Source
from symheap.testgen import report_json, report_text
from symheap.testgen.calls.collect import PREFIX
from symheap.testgen.cases import Why
from symheap.testgen.files import Fate, Written, write
from symheap.testgen.generate import Suite
from symheap.testgen.results import Generated, MethodTests
from symheap.testgen.writing.stamp import is_pristine

KIND: Final = "tests"
_SECOND: Final = " (second look)"
_DEEPER: Final = "+"
"""Suffix of the number of a path that the second look found."""
_PAGE, _BRIEF, _WRITTEN, _PART = "page", "brief", "written", "part"
JVM: Final = "jvm"
_FAULTS: Final = (Why.MISMATCH.value, Why.NOT_COMPILED.value)


@dataclass(frozen=True, slots=True)
class Done:
    """The result for a class.  A class that was done before keeps the report of that time."""

    document: Document
    text: str
    brief: str
    generated: Generated | None = None

    @staticmethod
    def of(generated: Generated) -> Done:
        brief = report_text.part(generated, quiet=True)
        return Done(report_json.generated(generated), report_text.part(generated), brief, generated)

    def told(self, *, quiet: bool, paint: Paint) -> str:
        """Return the printed report.  Only a class that was done just now has colours."""
        if self.generated is not None:
            return report_text.part(self.generated, quiet=quiet, paint=paint)
        return self.brief if quiet else self.text

    @property
    def counts(self) -> tuple[int, int]:
        """The number of tests and the number of paths."""
        methods = self.document["methods"]
        return sum(len(each["tests"]) for each in methods), sum(each["paths"] for each in methods)

    def status(self, *, strict: bool = False) -> Status:
        """Return the exit status.

        A withheld test is an internal error.  An error is a finding, and so is every crash if the run is `strict`.  A
        warning is inconclusive, and so is a path without a test.
        """
        methods = self.document["methods"]
        if any(each["why"] in _FAULTS for method in methods for each in method["without"]):
            return Status.INTERNAL
        ranks = {finding.get("rank", "error") for finding in self.document["findings"]}
        if "error" in ranks or (strict and ranks):
            return Status.FINDINGS
        return Status.CLEAN if self.document["complete"] and "warning" not in ranks else Status.INCONCLUSIVE


class KeptClass:
    """The stored state of one class; without a file, nothing is stored.  `roots` are the roots of its sources."""

    def __init__(self, file: RunFile | None, target: str, roots: tuple[FilePath, ...] = ()) -> None:
        self._file = file
        self._target = target
        self._roots = roots
        self._number = 0
        self._methods: list[tuple[KeptMethod, KeptMethod | None]] = []

    def before(self) -> Done | None:
        """Return the result of a class that is done already, after restoring its missing files; else None.

        A class that was interrupted after a part of its methods is not done.
        """
        file = self._file
        if file is None:
            return None
        subject = next(iter(file.subjects("target = ? AND kind = ?", (self._target, KIND))), None)
        if subject is None or subject.document is None or file.items(subject.number, _PART):
            return None
        self._number = subject.number
        texts = {each["path"]: each["text"] for each in file.items(subject.number, _PAGE)[""]["files"]}
        _restore(subject.document["files"], texts, were_written=bool(file.items(subject.number, _WRITTEN)))
        self.written()
        return Done(subject.document, subject.text, file.items(subject.number, _BRIEF)[""]["text"])

    def begin(self) -> None:
        """Discard what was found of the class before."""
        if self._file is not None:
            self._number = self._file.subject(self._target, KIND).number
            self._file.clear_subject(self._number)

    def method(self, run: Explored) -> KeptMethod:
        made = KeptMethod(self._file, run.target, run, self._roots)
        self._methods.append((made, None))
        return made

    def second_look(self, run: Explored) -> KeptMethod:
        """Return the record for the second look at the last method."""
        made = KeptMethod(self._file, f"{run.target}{_SECOND}", run, self._roots)
        self._methods[-1] = (self._methods[-1][0], made)
        return made

    def end(self, suite: Suite, files: Sequence[tuple[Written, str]], *, in_part: bool) -> Done:
        """Store the class as done, with the texts of its files, which are not written yet."""
        done = Done.of(suite.generated)
        if self._file is None:
            return done
        test_file = str(files[0][0].path) if files else ""
        for (first, second), method in zip(self._methods, suite.generated.methods, strict=False):
            first.add_tests(_tests(suite, method, test_file, deeper=False))
            if second is not None:
                second.add_tests(_tests(suite, method, test_file, deeper=True))
        texts: list[Json] = [{"path": str(each.path), "text": content} for each, content in files]
        page: dict[str, Json] = {"files": texts, "coverage": done.document["coverage"]}
        self._file.add_item(self._number, _PAGE, "", page)
        self._file.add_item(self._number, _BRIEF, "", {"text": done.brief})
        if in_part:
            self._file.add_item(self._number, _PART, "", {})
        self._file.end_subject(self._number, done.document, done.text)
        return done

    def written(self) -> None:
        if self._file is not None:
            self._file.add_item(self._number, _WRITTEN, "", {})


def _tests(suite: Suite, method: MethodTests, file: str, *, deeper: bool) -> dict[int, dict[str, Json]]:
    """Return the tests by the numbers of their paths.  Tests that calls found have no stored path."""
    return {
        int(test.candidate.path.removesuffix(_DEEPER)): {
            "name": test.name,
            "text": suite.text_of(test),
            "file": file,
            "replayed": suite.generated.replayed,
            "crash": test.crash,
        }
        for test in method.tests
        if not test.candidate.path.startswith(PREFIX) and test.candidate.path.endswith(_DEEPER) is deeper
    }


def _restore(files: Sequence[Mapping[str, str]], texts: Mapping[str, str], *, were_written: bool) -> None:
    """Write each file that is missing; write all of them if the run ended before it wrote them."""
    for each in files:
        path = FilePath(each["path"])
        if each["fate"] != Fate.KEPT.value and not (were_written and path.exists()):
            write(path, texts[each["path"]], is_pristine)


class KeptMethod:
    """The exploration of a method: each path is stored when it is found, and its test when there is one."""

    def __init__(self, file: RunFile | None, target: str, run: Explored, roots: tuple[FilePath, ...]) -> None:
        self._file = file
        self._run = run
        self._roots = roots
        self._paths = 0
        self._number = 0
        if file is not None:
            self._number = file.subject(target, EXPLORATION).number
            file.clear_subject(self._number)

    def add(self, trace: Trace[Any], fail: Callable[[Explored, Exception], None]) -> None:
        """Store a path and return when it is in the file.  The time for this is not charged to the method.

        If no record can be made of a path, `fail` is called, and the path has its test all the same.
        """
        began = time.perf_counter()
        path = Path(str(self._paths), trace, self._run)
        self._paths += 1
        if self._file is not None:
            try:
                record = kept(path)
            except Exception as error:
                fail(self._run, error)
            else:
                self._file.add_path(self._number, record, progress_form(self._run))
        self._run.exploration.progress.started += time.perf_counter() - began

    def end(self) -> None:
        """Store the end of the exploration, after all of its paths."""
        if self._file is not None:
            run = self._run
            for source in sources(run, self._roots):
                self._file.add_source(source)
            report = text.findings(run) + text.assumptions([run], listed=True) + text.summary(run)
            self._file.end_subject(
                self._number, json.totals(run), report, {**progress_form(run), "seconds": run.seconds}
            )

    def add_tests(self, tests: Mapping[int, Mapping[str, Json]]) -> None:
        """Store the tests.  A finding that a JVM has shown is marked as replayed."""
        assert self._file is not None
        for number, test in tests.items():
            self._file.add_test(self._number, number, test)
        shown = {str(number) for number, test in tests.items() if test["replayed"]}
        [subject] = self._file.subjects("number = ?", (self._number,))
        document = subject.document or {}
        findings = [
            {**each, "replayed": [JVM]} if each["example"] in shown else each for each in document.get("findings", ())
        ]
        self._file.end_subject(self._number, {**document, "findings": findings}, subject.text)


def sources(run: Explored, roots: Iterable[FilePath]) -> Iterator[Source]:
    """Yield the sources that were run, with the names that results use for them.

    The source of a class that was compiled elsewhere is below one of the roots, in the folder of the package under
    test.
    """
    java = run.loaded.java
    package = package_of(java.subject.class_name) if java is not None else ""
    for each in coverage(run):
        candidates = [root.joinpath(*filter(None, package.split(".")), each.file) for root in roots]
        content = each.text if each.text is not None else next(filter(None, map(_text, candidates)), None)
        if content is not None:
            yield Source(each.file, content)


def _text(file: FilePath) -> str | None:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
