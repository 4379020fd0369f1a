"""Why a program could not be proved: what to look at, in at most ten lines.

An error of the analysis need not be one of the program.  If a loop on the way to it was generalised, the fact that
excludes it may have been lost there; the last such loop is named, with what was known before and after.
"""

from __future__ import annotations

from dataclasses import replace

import immutables

from symheap.report.labels import ELLIPSIS
from symheap.report.prove_proof import Proof
from symheap.report.text import counted
from symheap.shape.canonical import canonical
from symheap.shape.show import Names
from symheap.shape.transition import EdgeKind, Failure, System, Vertex
from symheap.shape.verdict import Word

MOST_LINES = 10
_WIDEST = 220
_MOST_GAPS = 4


def diagnosis(proof: Proof) -> list[str]:
    """The lines; none if there is nothing to explain.

    Something refused, cut or timed out is told first only if no error was met: then it is the reason.
    """
    if proof.verdict.word is not Word.UNKNOWN:
        return []
    failure = next((finding.failure for finding in proof.verdict.findings if finding.failure is not None), None)
    lines = _of_gaps(proof) if failure is None else _of_failure(proof, failure)
    return [_cut(line) for line in (*lines, f"to try: {'; '.join(hints(proof))}")][:MOST_LINES]


def _cut(line: str) -> str:
    return line if len(line) <= _WIDEST else line[: _WIDEST - 1] + ELLIPSIS


# Errors ---------------------------------------------------------------------------------------------------------------


def _of_failure(proof: Proof, failure: Failure) -> list[str]:
    names = Names()
    fault = failure.fault
    point = proof.system.vertices[failure.vertex].point
    lines = [f"{fault.position}: {fault.kind.value} in {point.function}, {fault.why}, in the state"]
    lines.append(f"  {proof.heap(canonical(fault.heap), point, names)}")
    loop = generalised(proof.system, failure.vertex)
    lines += ["no loop on the way was generalised"] if loop is None else _lost(proof, loop, names)
    patterns = names.definitions()
    room = MOST_LINES - 1 - len(lines)
    return lines + [f"  where {definition}" for definition in patterns[:room]]


def _lost(proof: Proof, loop: Vertex, names: Names) -> list[str]:
    assert loop.before is not None
    before, after = (proof.heap(heap, loop.point, names) for heap in (loop.before, loop.heap))
    return [
        f"the last loop that was generalised on the way: {proof.place(loop.point)}, in {loop.point.function}; there",
        f"  {before}",
        "became",
        f"  {after}",
    ]


def generalised(system: System, vertex: int) -> Vertex | None:
    """The nearest vertex on the way from the entry to `vertex` at which a heap was made larger."""
    leading: dict[int, list[int]] = {}
    widened: set[int] = set()
    for edge in system.edges:
        leading.setdefault(edge.target, []).append(edge.source)
        if edge.kind is EdgeKind.WIDEN:
            widened.add(edge.target)
    seen = {vertex}
    waiting = [vertex]
    for at in waiting:
        here = system.vertices[at]
        if here.before is not None and (at in widened or _differs(here)):
            return here
        fresh = [source for source in leading.get(at, ()) if source not in seen]
        seen.update(fresh)
        waiting += fresh
    return None


def _differs(vertex: Vertex) -> bool:
    assert vertex.before is not None
    plain = (replace(heap, gone=immutables.Map(), next_symbol=0) for heap in (vertex.before, vertex.heap))
    return len(set(plain)) > 1


# Gaps -----------------------------------------------------------------------------------------------------------------


def _of_gaps(proof: Proof) -> list[str]:
    """What was not analysed; where a limit was met, the loop with the most states."""
    gaps = proof.system.gaps
    lines = [f"{gap.position}: {gap.reason}" if gap.position is not None else gap.reason for gap in gaps[:_MOST_GAPS]]
    lines += [f"and {len(gaps) - _MOST_GAPS} more"] if len(gaps) > _MOST_GAPS else []
    lines += [
        f"{edge.position}: what this {edge.kind.value} edge claims could not be confirmed"
        for edge in (proof.broken or ())[:_MOST_GAPS]
    ]
    if any(gap.position is None or gap.reason == "too-many-states" for gap in gaps):
        lines += _busiest(proof)
    return lines


def _busiest(proof: Proof) -> list[str]:
    heads = [vertex.point for vertex in proof.system.vertices if vertex.before is not None]
    if not heads:
        return [f"{counted(len(proof.system.vertices), 'state')}, none of them at a loop"]
    counts = {point: heads.count(point) for point in dict.fromkeys(heads)}
    point = max(counts, key=lambda each: counts[each])
    last = next(vertex for vertex in reversed(proof.system.vertices) if vertex.point == point)
    names = Names()
    return [
        f"most at the loop {proof.place(point)}, in {point.function}: {counted(counts[point], 'state')}, the last one",
        f"  {proof.heap(last.heap, point, names)}",
        *(f"  where {definition}" for definition in names.definitions()[:2]),
    ]


# What to do -----------------------------------------------------------------------------------------------------------


def hints(proof: Proof) -> list[str]:
    """Options that may settle it, the likeliest first."""
    wanted, gaps = proof.wanted, [gap.reason for gap in proof.system.gaps]
    found = []
    if any(reason.startswith("refused: call of") for reason in gaps) and not wanted.havoc_unknown:
        found.append("--havoc-unknown, or the files that define these functions")
    if "timeout" in gaps:
        found.append(f"--timeout {_longer(wanted.timeout)}")
    if wanted.patterns == "coarse" and "interrupted" not in gaps:
        found.append("--patterns discover")
    if "too-many-states" in gaps and wanted.patterns != "coarse":
        found.append("--patterns coarse")
    if gaps and wanted.entry is None:
        found.append("--entry with one of the functions")
    return [*found, "--graph, to read every state"]


def _longer(seconds: float | None) -> str:
    return f"{10 * (seconds or 60):g}"
