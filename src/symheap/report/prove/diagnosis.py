"""Explain why a program could not be proved, in at most ten lines.

An error of the analysis need not be an error of the program.  If a loop before it was generalised, the fact that
excludes the error may have been lost there.  The last such loop is named, with the states before and after.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import immutables

from symheap.report.draw.labels import ELLIPSIS
from symheap.report.prove.proof import NEVER_RUN, WITHIN_BOUNDS, ProofReport
from symheap.report.words import counted
from symheap.separation.heaps.canonical import canonical
from symheap.separation.heaps.show import Names
from symheap.separation.proof.transition import Failure, System, Vertex
from symheap.separation.proof.verdict import Word

MOST_LINES = 10
_WIDEST = 220
_MOST_GAPS = 4


def diagnosis(proof: ProofReport) -> list[str]:
    """Return the lines; empty if there is nothing to explain.

    Refused, cut or timed-out parts come first only if no error was found, because then they are the reason.
    """
    if proof.verdict.word is not Word.UNKNOWN:
        return []
    failure = next((finding.failure for finding in proof.verdict.findings if finding.failure is not None), None)
    lines = _of_gaps(proof) if failure is None else _of_failure(proof, failure)
    decision = proof.decision
    if decision is not None and decision.counterexample is not None:
        lines.insert(0, f"an input that seems to do it is not confirmed: {decision.reason.partition(': ')[2]}")
    return [_cut(line) for line in (*lines, f"to try: {'; '.join(hints(proof))}")][:MOST_LINES]


def _cut(line: str) -> str:
    return line if len(line) <= _WIDEST else line[: _WIDEST - 1] + ELLIPSIS


# Errors ---------------------------------------------------------------------------------------------------------------


def _of_failure(proof: ProofReport, failure: Failure) -> list[str]:
    names = proof.names()
    fault = failure.fault
    point = proof.system.vertices[failure.vertex].point
    why = fault.why.removesuffix(f", in {point.function}")
    lines = [f"{fault.position}: {fault.kind.value} in {point.function}, {why}, in the state"]
    lines.append(f"  {proof.fault(failure, names)}")
    loop = generalised(proof.system, failure.vertex, proof.client)
    lines += (
        ["no loop on the way was generalised: the program itself may do this"]
        if loop is None
        else _lost(proof, loop, names)
    )
    patterns = names.definitions()
    room = MOST_LINES - 1 - len(lines)
    return lines + [f"  where {definition}" for definition in patterns[:room]]


def _lost(proof: ProofReport, loop: Vertex, names: Names) -> list[str]:
    assert loop.before is not None
    before, after = (proof.heap(heap, loop.point, names) for heap in (loop.before, loop.heap))
    return [
        f"the last loop that was generalised on the way: {proof.place(loop.point)}, in {loop.point.function}; there",
        f"  {before}",
        "became",
        f"  {after}",
    ]


def generalised(system: System, vertex: int, client: str | None = None) -> Vertex | None:
    """Return the nearest vertex on the way from the entry to `vertex` at which a heap was widened.

    Loops of a `client` are skipped: its data are meant to have any size, so nothing is lost there.
    """
    leading: dict[int, list[int]] = {}
    for edge in system.edges:
        leading.setdefault(edge.target, []).append(edge.source)
    seen = {vertex}
    waiting = [vertex]
    for at in waiting:
        here = system.vertices[at]
        if here.before is not None and here.point.function != client and _differs(here):
            return here
        fresh = [source for source in leading.get(at, ()) if source not in seen]
        seen.update(fresh)
        waiting += fresh
    return None


def _differs(vertex: Vertex) -> bool:
    assert vertex.before is not None
    before, after = (canonical(replace(heap, gone=immutables.Map())) for heap in (vertex.before, vertex.heap))
    return before != after


# Gaps -----------------------------------------------------------------------------------------------------------------


def _of_gaps(proof: ProofReport) -> list[str]:
    """List what was not analysed; if a limit was reached, also the loop with the most states."""
    gaps = proof.system.gaps
    lines = [f"{gap.position}: {gap.reason}" if gap.position is not None else gap.reason for gap in gaps[:_MOST_GAPS]]
    lines += [f"and {len(gaps) - _MOST_GAPS} more"] if len(gaps) > _MOST_GAPS else []
    if proof.verdict.reason == NEVER_RUN:
        lines.append("no execution gets to the function: what is assumed of its inputs contradicts itself")
    lines += [
        f"{edge.position}: what this {edge.kind.value} edge claims could not be confirmed"
        for edge in (proof.broken or ())[:_MOST_GAPS]
    ]
    if proof.verdict.reason == WITHIN_BOUNDS:
        bounds = proof.program.bounds
        lines.append("it is safe for the inputs that were tried; others were left out, since there are too many:")
        lines += [f"  {bound}" for bound in bounds[:_MOST_GAPS]]
        lines += [f"  and {len(bounds) - _MOST_GAPS} more"] if len(bounds) > _MOST_GAPS else []
    if any(gap.position is None or gap.reason == "too-many-states" for gap in gaps):
        lines += _busiest(proof)
    return lines


def _busiest(proof: ProofReport) -> list[str]:
    heads = [vertex.point for vertex in proof.system.vertices if vertex.before is not None]
    if not heads:
        return [f"{counted(len(proof.system.vertices), 'state')}, none of them at a loop"]
    [(point, number)] = Counter(heads).most_common(1)
    last = next(vertex for vertex in reversed(proof.system.vertices) if vertex.point == point)
    names = proof.names()
    return [
        f"most at the loop {proof.place(point)}, in {point.function}: {counted(number, 'state')}, the last one",
        f"  {proof.heap(last.heap, point, names)}",
        *(f"  where {definition}" for definition in names.definitions()[:2]),
    ]


# Hints ----------------------------------------------------------------------------------------------------------------


def hints(proof: ProofReport) -> list[str]:
    """Return options that may settle the question, most promising first."""
    wanted = proof.wanted
    gaps = [gap.reason for gap in proof.system.gaps if gap.reason != "interrupted"]
    options = []
    if any(reason.startswith("refused: call of") for reason in gaps) and not wanted.havoc_unknown:
        options.append("--havoc-unknown, or the files that define these functions")
    if any(reason.endswith("is a function: no exported one has its type") for reason in gaps):
        options.append("one more C file, with a function of that type")
    if "timeout" in gaps:
        options.append(f"--timeout {_longer(wanted.timeout)}")
    if wanted.patterns == "coarse":
        options.append("--patterns discover")
    if ("too-many-states" in gaps or "timeout" in gaps) and wanted.patterns != "coarse":
        options.append("--patterns coarse")
    if proof.verdict.reason == NEVER_RUN:
        options.append("a weaker --pre")
    if proof.verdict.reason == WITHIN_BOUNDS:
        options.append("--accept-bounds, if inputs beyond these do not occur")
    if proof.subject.client and not wanted.pre:
        options.append("--pre, to say what the inputs are")
    if gaps and wanted.entry is None and not proof.subject.client and len(proof.program.functions) > 1:
        options.append("--entry with one of the functions")
    return [*options, "--graph, to read every state"]


def _longer(seconds: float | None) -> str:
    return f"{10 * (seconds or 60):g}"
