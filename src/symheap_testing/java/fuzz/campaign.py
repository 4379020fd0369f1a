"""Checks units one after the other, and reduces programs that reveal a wrong answer."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from symheap_testing.java.fuzz.judge import Judge, JvmRun, MethodVerdict, Problem
from symheap_testing.java.fuzz.outside_conditions import ANY_VALUE
from symheap_testing.java.fuzz.processes import Explorer, Jvm, Stopped
from symheap_testing.java.fuzz.syntax import Method, smaller
from symheap_testing.java.fuzz.unit import Unit

_ERROR_LINE = re.compile(r"U\.java:(\d+): error")


@dataclass
class MethodRow:
    """The result for one method. `status` is right, incomplete, wrong, hang or crash."""

    seed: int
    method: str
    status: str
    inputs: int = 0
    paths: int = 0
    reproduced: int = 0
    not_built: int = 0
    reason: str = ""
    tags: tuple[str, ...] = ()
    seconds: float = 0.0
    problems: list[Problem] = field(default_factory=list)


class Bench:
    """A JVM, an explorer and a folder."""

    def __init__(self, jvm: Jvm, explorer: Explorer, scratch: Path, inputs: int) -> None:
        self.jvm = jvm
        self.explorer = explorer
        self.scratch = scratch
        self.inputs = inputs

    def close(self) -> None:
        self.jvm.close()
        self.explorer.close()

    def compiled(self, unit: Unit) -> tuple[Unit, set[int]] | None:
        """Compile both texts. Methods that javac rejects are left out; None if classes are rejected."""
        while unit.methods:
            shutil.rmtree(self.scratch, ignore_errors=True)
            try:
                lines = self._compile(unit, woven=False)
                self._compile(unit, woven=True)
            except ValueError as refused:
                fewer = _without_refused(unit, str(refused))
                if fewer is None:
                    return None
                unit = fewer
            else:
                return unit, lines
        return None

    def _compile(self, unit: Unit, *, woven: bool) -> set[int]:
        """Compile a text. Every second unit concatenates strings with builders: the two ways differ in which results
        are new.
        """
        printer = unit.source(woven=woven)
        folder = self.scratch / ("woven" if woven else "plain")
        folder.mkdir(parents=True)
        (folder / "U.java").write_text("\n".join(printer.lines) + "\n", encoding="utf-8")
        option = "-XDstringConcat=inline" if unit.seed % 2 else ""
        self.jvm.ask("compile", str(folder / "U.java"), str(folder / "classes"), option)
        return printer.simple

    def check(self, unit: Unit) -> Iterator[MethodRow]:
        """Yield the rows of the methods of a unit."""
        compiled = self.compiled(unit)
        if compiled is None:
            return
        unit, lines = compiled
        self.jvm.ask(
            "unit",
            str(self.scratch / "woven" / "classes"),
            ",".join(unit.order),
            ",".join(unit.inputs),
            ",".join(unit.named),
            ",".join(map(str, unit.numbers)),
        )
        for method in unit.methods:
            yield self._row(unit, method, lines)

    def _row(self, unit: Unit, method: Method, lines: set[int]) -> MethodRow:
        began = time.monotonic()
        row = MethodRow(unit.seed, method.name, "right", tags=tuple(sorted(method.tags)))
        try:
            answer = self.explorer.explore(f"{self.scratch / 'plain' / 'classes'}::U::{method.name}")
        except Stopped as stopped:
            return replace(row, status="hang", reason=str(stopped), seconds=time.monotonic() - began)
        document = answer["document"]
        if document is None:
            status = "crash" if answer["status"] == 4 else "incomplete"
            return replace(row, status=status, reason=str(answer["error"])[-300:], seconds=time.monotonic() - began)
        verdict, inputs = self._judged(unit, method, lines, document)
        row.inputs, row.paths, row.reason = inputs, verdict.paths, verdict.reason
        row.reproduced, row.not_built, row.problems = verdict.reproduced, verdict.not_built, verdict.problems
        row.status = "wrong" if verdict.problems else "right" if verdict.complete else "incomplete"
        row.seconds = time.monotonic() - began
        return row

    def _judged(
        self, unit: Unit, method: Method, lines: set[int], document: Mapping[str, object]
    ) -> tuple[MethodVerdict, int]:
        judge = Judge(document, lines, bool(method.tags & ANY_VALUE))
        names = [name for _, name in method.parameters]
        roots = names if method.is_static else ["this", *names]

        def run(plan: str, first: Sequence[str]) -> list[str]:
            return self.jvm.ask("run", method.name, plan, ",".join(first))[0]

        judge.examples(run, roots, unit.order)
        *lines_of_runs, _ = self.jvm.ask("fuzz", method.name, str(unit.seed), str(self.inputs), seconds=300)
        runs = [JvmRun(int(words[0]), *words[1:6]) for words in lines_of_runs]
        judge.runs(runs)
        return judge.verdict, sum(run.count for run in runs)


def _without_refused(unit: Unit, complaint: str) -> Unit | None:
    """Return the unit without the methods that a javac error is about."""
    refused = {int(line) for line in _ERROR_LINE.findall(complaint)}
    lines = unit.source(woven=False).lines
    starts = {line.split("(")[0].split()[-1]: at for at, line in enumerate(lines, 1) if " throws Exception {" in line}
    bad = set()
    for line in refused:
        before = [(at, name) for name, at in starts.items() if at <= line]
        if before:
            bad.add(max(before)[1])
    kept = tuple(method for method in unit.methods if method.name not in bad)
    return replace(unit, methods=kept) if len(kept) < len(unit.methods) else None


def reduced(bench: Bench, unit: Unit, name: str, law: str, seconds: float) -> tuple[Unit, MethodRow] | None:
    """Return the smallest unit found in `seconds` whose only method still violates the law."""
    end = time.monotonic() + seconds
    chosen = next(method for method in unit.methods if method.name == name)

    def breaks(candidate: Unit) -> MethodRow | None:
        rows = list(bench.check(candidate))
        row = rows[0] if rows else None
        return row if row is not None and any(p.law == law for p in row.problems) else None

    best = unit.only(chosen)
    row = breaks(best)
    if row is None:
        return None
    progress = True
    while progress and time.monotonic() < end:
        progress = False
        for candidate in _smaller_units(best):
            if time.monotonic() > end:
                break
            failing = breaks(candidate)
            if failing is not None:
                best, row, progress = candidate, failing, True
                break
    return best, row


def _smaller_units(unit: Unit) -> Iterator[Unit]:
    method = unit.methods[0]
    for body in smaller(method.body):
        yield unit.only(replace(method, body=body))
    for part in unit.parts:
        yield unit.without(part)
    for part in unit.parts:
        for fewer in part.smaller():
            yield replace(unit, parts=tuple(fewer if p is part else p for p in unit.parts))
    for at in range(len(method.parameters)):
        yield unit.only(replace(method, parameters=method.parameters[:at] + method.parameters[at + 1 :]))
