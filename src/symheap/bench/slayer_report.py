"""The results for SLAyer's programs as tables and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symheap.bench.report.page import Cells, table
from symheap.bench.slayer import MAY_LEAK, SAFE, UNSAFE, Judged, SuiteProgram, agrees, confirmed, table1
from symheap.memory.execution.replays import ASAN, REPRODUCER
from symheap.report.draw.labels import printable
from symheap.store.records import Json

Results = Sequence[tuple[SuiteProgram, Judged]]
_PAPER = {"PossUnsafe": "unknown", "Unsafe": "unsafe", "Safe": "safe"}


def text(results: Results, seconds: float) -> str:
    return "\n".join([*_table1(results), "", *_suite(results), f"{len(results)} programs, {seconds:.0f} s"]) + "\n"


def _table1(results: Results) -> list[str]:
    """Return the lines of Table 1 with our results.  A missing program has no verdict."""
    by_row = {program.row: (program, judged) for program, judged in results if program.row}
    lines = [f"{'Table 1 of [SLAyer]':<28}{'printed':<12}{'s':>8}  {'here':<10}{'s':>6}  how"]
    for row in table1():
        before = f"{_PAPER[row.after]:<12}{row.before_seconds + row.extra_seconds:>8.2f}"
        result = by_row.get(row.test)
        if result is None:
            lines.append(f"{row.test:<28}{before}  -")
            continue
        program, judged = result
        own = " (own program)" if program.name.startswith("own/") else ""
        lines.append(f"{row.test:<28}{before}  {judged.word:<10}{judged.seconds:>6.2f}  {_how(judged)}{own}")
    return lines


def _how(judged: Judged) -> str:
    if judged.word == "unsafe":
        return printable(f"{judged.reason} at line {judged.line}, replayed: {confirmed(judged)}")
    rounds = f", after {judged.rounds - 1} refinements" if judged.rounds > 1 else ""
    return printable(f"{judged.reason}{rounds}".lstrip(", "))


def _suite(results: Results) -> list[str]:
    whole = [(program, judged) for program, judged in results if program.printed]
    if not whole:
        return ["the suite itself was not run: --suite names its folder"]
    lines = [f"{'label, as corrected':<28}{'programs':>9}{'as labelled':>12}{'unknown':>9}{'wrong':>7}"]
    for label in (SAFE, MAY_LEAK, UNSAFE):
        agreements = [agrees(program, judged) for program, judged in whole if program.label == label]
        lines.append(
            f"{label:<28}{len(agreements):>9}{agreements.count(True):>12}{agreements.count(None):>9}{agreements.count(False):>7}"
        )
    shown = [judged for program, judged in whole if judged.word == "unsafe"]
    own, written = (sum(name in judged.replayed for judged in shown) for name in (ASAN, REPRODUCER))
    lines.append(
        f"of {len(shown)} unsafe, the interpreter confirms all, the program's own file under AddressSanitizer {own}, "
        f"the reproducer {written}"
    )
    for program, judged in whole:
        if agrees(program, judged) is not True:
            lines.append(
                printable(f"  {program.name}: {program.label}; here {judged.word} ({judged.reason}), {judged.leak}")
            )
    return lines


def document(results: Results, seconds: float) -> dict[str, Json]:
    return {"schema": 1, "seconds": round(seconds, 3), "programs": [_entry(*each) for each in results]}


def totals(results: Results, *, is_whole: bool) -> dict[str, Json]:
    """Return the totals.  A verdict that contradicts a label is a finding."""
    agreements = [agrees(program, judged) for program, judged in results]
    wrong = [each for each, is_right in zip(results, agreements, strict=True) if is_right is False]
    return {
        "complete": is_whole and None not in agreements,
        "programs": len(agreements),
        "as_labelled": agreements.count(True),
        "unknown": agreements.count(None),
        "findings": [
            {"kind": "label", "message": f"{program.label}; here {judged.word}", "place": program.name}
            for program, judged in wrong
        ],
    }


def page(results: Results) -> dict[str, Json]:
    """Return the page in the form of `symheap.bench.report.page`."""
    tables = [_printed_table(results), _program_table(results)]
    return {"title": "SLAyer's programs", "tables": tables, "plots": []}


def _printed_table(results: Results) -> Json:
    by_row = {program.row: judged for program, judged in results if program.row}
    rows: list[Cells] = []
    for row in table1():
        judged = by_row.get(row.test)
        ours: Cells = [None, None, ""] if judged is None else [judged.word, round(judged.seconds, 3), _how(judged)]
        rows.append([row.test, _PAPER[row.after], round(row.before_seconds + row.extra_seconds, 2), *ours])
    words = ("test", "printed", "here", "how")
    return table("Table 1 of [SLAyer]", ("test", "printed", "printed s", "here", "s", "how"), rows, words)


def _program_table(results: Results) -> Json:
    rows: list[Cells] = [
        [program.name, program.label, judged.word, judged.leak, round(judged.seconds, 3), _how(judged)]
        for program, judged in results
    ]
    head = ("program", "label", "here", "leak", "s", "how")
    return table("Programs", head, rows, ("program", "label", "here", "leak", "how"))


def _entry(program: SuiteProgram, judged: Judged) -> dict[str, Json]:
    entry: Mapping[str, Json] = {
        "program": program.name,
        "row": program.row,
        "label": program.label,
        "printed_label": program.printed,
        "verdict": judged.word,
        "reason": judged.reason,
        "leak": judged.leak,
        "line": judged.line,
        "replayed": list(judged.replayed),
        "not_replayed": judged.unreplayed,
        "rounds": judged.rounds,
        "seconds": round(judged.seconds, 3),
        "agrees": agrees(program, judged),
    }
    return dict(entry)
