"""Answers about entailments as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.report.entail.answer import Answer, Heap, Verdict
from symheap.report.words import counted

_STYLES: Final = {
    Verdict.VALID: "good",
    Verdict.UNSATISFIABLE: "good",
    Verdict.INVALID: "bad",
    Verdict.SATISFIABLE: "bad",
    Verdict.UNKNOWN: "open",
    Verdict.ERROR: "bad",
}
_HEADS: Final = {
    Verdict.INVALID: "this heap satisfies the left side and not the right side:",
    Verdict.SATISFIABLE: "this heap satisfies the formula:",
}


def answer(given: Answer, paint: Paint = plain, *, quiet: bool = False) -> str:
    """Return the verdict in one line, and the heap that shows it unless `quiet`."""
    reason = f": {given.reason}" if given.reason else ""
    lines = [f"{given.file}: {paint(given.verdict.value, _STYLES[given.verdict])}{reason}"]
    if given.heap is not None and not quiet:
        lines += [f"  {_HEADS[given.verdict]}", *(f"    {line}" for line in heap_lines(given.heap))]
    return "".join(f"{printable(line)}\n" for line in lines)


def heap_lines(heap: Heap) -> list[str]:
    """Return the variables in one line, then the cells, each in a line.  Locations are called l1, l2, …"""
    numbers: dict[int, int] = {0: 0}
    for value in (
        *heap.variables.values(),
        *heap.cells,
        *(v for _, each in heap.cells.values() for v in each.values()),
    ):
        numbers.setdefault(value, len(numbers))

    def name(value: int) -> str:
        return f"l{numbers[value]}" if value else "nil"

    variables = ", ".join(f"{each} = {name(value)}" for each, value in heap.variables.items())
    cells = [
        f"{name(address)} ↦ {constructor}({', '.join(f'{field}: {name(value)}' for field, value in fields.items())})"
        for address, (constructor, fields) in sorted(heap.cells.items(), key=lambda cell: numbers[cell[0]])
    ]
    return [variables or "no variables", *(cells or ["no cells"])]


def total(answers: Sequence[Answer]) -> str:
    """Return how many files have which verdict."""
    counts = {verdict: sum(each.verdict is verdict for each in answers) for verdict in Verdict}
    shown = ", ".join(f"{number} {verdict.value}" for verdict, number in counts.items() if number)
    seconds = sum(each.seconds for each in answers)
    return f"{counted(len(answers), 'problem')}: {shown} ({seconds:.1f} s)\n"
