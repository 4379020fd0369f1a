"""Classes to test in a run file: the paths of their methods as they are found, then their tests, and what was said.

Laws: a class is done, with its tests and the texts of its files, or is done again from its beginning.  It is done
before its files are written, so these are never files of a class that the run does not know.
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
from symheap.session.kept_paths import KIND as EXPLORATION
from symheap.session.status import Status
from symheap.store.file import RunFile
from symheap.store.records import Document, Json, Source
from symheap.testgen import report_json, report_text
from symheap.testgen.cases import Why
from symheap.testgen.files import Fate, Written, write
from symheap.testgen.generate import Suite
from symheap.testgen.results import Generated, MethodTests
from symheap.testgen.writing.stamp import is_pristine

KIND: Final = "tests"
_SECOND: Final = " (second look)"
_DEEPER: Final = "+"
"""Ends the number of a path that the second look has found."""
_PAGE, _BRIEF, _WRITTEN, _PART = "page", "brief", "written", "part"
JVM: Final = "jvm"
_FAULTS: Final = (Why.MISMATCH.value, Why.NOT_COMPILED.value)


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a class: what is said of one that was done before is what was said then."""

    document: Document
    text: str
    brief: str
    generated: Generated | None = None

    @staticmethod
    def of(generated: Generated) -> Done:
        brief = report_text.part(generated, quiet=True)
        return Done(report_json.generated(generated), report_text.part(generated), brief, generated)

    def told(self, *, quiet: bool, paint: Paint) -> str:
        """Colours are for what is done now."""
        if self.generated is not None:
            return report_text.part(self.generated, quiet=quiet, paint=paint)
        return self.brief if quiet else self.text

    @property
    def counts(self) -> tuple[int, int]:
        """The tests, and the paths."""
        methods = self.document["methods"]
        return sum(len(each["tests"]) for each in methods), sum(each["paths"] for each in methods)

    @property
    def status(self) -> Status:
        """A test that was withheld is an error of ours; a crash is a finding; a path without a test is left open."""
        methods = self.document["methods"]
        if any(each["why"] in _FAULTS for method in methods for each in method["without"]):
            return Status.INTERNAL
        if any(test["crash"] for method in methods for test in method["tests"]):
            return Status.FINDINGS
        return Status.CLEAN if self.document["complete"] else Status.INCONCLUSIVE


class KeptClass:
    """What a run file knows of one class; without a file, nothing is kept.  `roots` are those of its sources."""

    def __init__(self, file: RunFile | None, target: str, roots: tuple[FilePath, ...] = ()) -> None:
        self._file = file
        self._target = target
        self._roots = roots
        self._number = 0
        self._methods: list[tuple[KeptMethod, KeptMethod | None]] = []

    def before(self) -> Done | None:
        """What came of a class that was done; its files are there again, as they were written.

        A class that was done only in part, because somebody interrupted it, was not.
        """
        file = self._file
        if file is None:
            return None
        found = next(iter(file.subjects("target = ? AND kind = ?", (self._target, KIND))), None)
        if found is None or found.document is None or file.items(found.number, _PART):
            return None
        self._number = found.number
        texts = {each["path"]: each["text"] for each in file.items(found.number, _PAGE)[""]["files"]}
        _restore(found.document["files"], texts, were_written=bool(file.items(found.number, _WRITTEN)))
        self.written()
        return Done(found.document, found.text, file.items(found.number, _BRIEF)[""]["text"])

    def begin(self) -> None:
        """What was found of it before does not count."""
        if self._file is not None:
            self._number = self._file.subject(self._target, KIND).number
            self._file.clear_subject(self._number)

    def method(self, run: Explored) -> KeptMethod:
        made = KeptMethod(self._file, run.target, run, self._roots)
        self._methods.append((made, None))
        return made

    def second_look(self, run: Explored) -> KeptMethod:
        """At the method that came last."""
        made = KeptMethod(self._file, f"{run.target}{_SECOND}", run, self._roots)
        self._methods[-1] = (self._methods[-1][0], made)
        return made

    def end(self, suite: Suite, files: Sequence[tuple[Written, str]], *, in_part: bool) -> Done:
        """The class is done, but for writing its files: the texts that are to be there.  Returns when it is kept."""
        done = Done.of(suite.generated)
        if self._file is None:
            return done
        test_file = str(files[0][0].path) if files else ""
        for (first, second), method in zip(self._methods, suite.generated.methods, strict=True):
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
    """By the numbers of their paths."""
    return {
        int(test.candidate.path.removesuffix(_DEEPER)): {
            "name": test.name,
            "text": suite.text_of(test),
            "file": file,
            "replayed": suite.generated.replayed,
            "crash": test.crash,
        }
        for test in method.tests
        if test.candidate.path.endswith(_DEEPER) is deeper
    }


def _restore(files: Sequence[Mapping[str, str]], texts: Mapping[str, str], *, were_written: bool) -> None:
    """What was written and is gone is written again; so is all, if the run was ended before it was written."""
    for each in files:
        path = FilePath(each["path"])
        if each["fate"] != Fate.KEPT.value and not (were_written and path.exists()):
            write(path, texts[each["path"]], is_pristine)


class KeptMethod:
    """The exploration of a method, of which every path is kept as it is found, and its test when there is one."""

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
        """Returns when it is in the file.  That takes nothing of the time that the method has.

        A path of which no record can be made has its test all the same: `fail` hears of it.
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
        """All of its paths are counted."""
        if self._file is not None:
            run = self._run
            for source in sources(run, self._roots):
                self._file.add_source(source)
            told = text.findings(run) + text.assumptions([run], listed=True) + text.summary(run)
            self._file.end_subject(self._number, json.totals(run), told, {**progress_form(run), "seconds": run.seconds})

    def add_tests(self, tests: Mapping[int, Mapping[str, Json]]) -> None:
        """A finding that a JVM has shown is one that was replayed."""
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
    """The sources that were run, under the names by which results speak of them.

    That of a class that was compiled elsewhere is below one of the roots, in the folder of the package under test.
    """
    java = run.loaded.java
    package = package_of(java.subject.class_name) if java is not None else ""
    for each in coverage(run):
        found = [root.joinpath(*filter(None, package.split(".")), each.file) for root in roots]
        content = each.text if each.text is not None else next(filter(None, map(_text, found)), None)
        if content is not None:
            yield Source(each.file, content)


def _text(file: FilePath) -> str | None:
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
