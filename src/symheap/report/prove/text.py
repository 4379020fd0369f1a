"""A proof as text: findings, diagnosis, invariants, assumptions, and last the verdict in one line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.report.explore.assumed import assumed
from symheap.report.prove.diagnosis import diagnosis
from symheap.report.prove.proof import Invariant, ProofReport, invariants, relevant
from symheap.report.prove.refuted import counterexample_lines, round_lines
from symheap.report.words import counted
from symheap.separation.heaps.show import Names
from symheap.separation.proof.transition import Edge, EdgeKind, Failure, Gap, Vertex
from symheap.separation.proof.verdict import Finding, Leak, Word

_ABOUT_INPUTS = re.compile(r"\w+: ")
"""An assumption about the inputs of a function begins with the name of the function."""
_STYLES = {Word.SAFE: "good", Word.UNSAFE: "bad", Word.UNKNOWN: "open"}
_LEAKS = {
    Leak.NONE: "no leak",
    Leak.LOST: "leaks (lost)",
    Leak.UNRELEASED: "leaks (unreleased at exit)",
    Leak.UNKNOWN: "leaks unknown",
}


def report(
    proof: ProofReport,
    *,
    quiet: bool = False,
    verbose: bool = False,
    graph: bool = False,
    assumptions: bool = False,
    ascii_only: bool = False,
    paint: Paint = plain,
) -> str:
    """Return the whole report.

    The invariants are included if the program is proved safe, or if `verbose`.  The assumptions are one line, or a list
    with `assumptions`.
    """
    lines = [paint(line, "bad" if ": error: " in line else "open") for line in map(finding, proof.verdict.findings)]
    if quiet:
        lines += [paint(line, "open") for line in map(gap, proof.system.gaps) if line]
    else:
        lines += _section(_shown_by(proof), counterexample_lines(proof, whole=verbose, ascii_only=ascii_only))
        lines += _section("refinement:", round_lines(proof))
        lines += _section("what to look at:", diagnosis(proof))
        lines += _graph(proof) if graph else []
        if verbose or proof.verdict.word is Word.SAFE:
            lines += _invariants(proof)
    lines += _exhaustion(proof)
    lines += _checked(proof)
    lines += _certified(proof, verbose=verbose)
    about_inputs = [text for text in proof.program.assumptions if _ABOUT_INPUTS.match(text)]
    taken = assumed(proof.assumptions(), foremost=about_inputs, listed=assumptions)
    text = "".join(f"{line}\n" for line in lines) + taken + verdict(proof, paint) + "\n"
    return _ascii(text) if ascii_only else text


def finding(finding: Finding) -> str:
    """Return a finding in compiler format.  An error is marked as possible unless a replay has shown it."""
    if finding.kind.startswith("leak-"):
        seen = f" (replayed: {', '.join(finding.replayed)})" if finding.replayed else ""
        return printable(f"{finding.position}: warning: leak: {finding.why}{seen}")
    if finding.replayed:
        return printable(f"{finding.position}: error: {finding.kind}: {finding.why}")
    return printable(f"{finding.position}: error: possible {finding.kind}: {finding.why}")


def _shown_by(proof: ProofReport) -> str:
    replays = proof.decision.replays if proof.decision is not None else ()
    return f"an input that does it (replayed: {', '.join(replays)}):"


def gap(gap: Gap) -> str:
    """Describe a part that was not analysed; empty without a place, since the verdict then has all information."""
    return "" if gap.position is None else printable(f"{gap.position}: warning: not analysed: {gap.reason}")


def verdict(proof: ProofReport, paint: Paint = plain) -> str:
    found_verdict = proof.verdict
    shown = words(found_verdict.word, found_verdict.reason, found_verdict.leak, paint)
    size = counted(len(proof.system.vertices), "state")
    return f"{printable(proof.target)}: {shown}; {size}, {proof.seconds:.2f} s"


def words(word: Word, reason: str, leak: Leak, paint: Paint = plain) -> str:
    why = f" ({reason})" if reason else ""
    return f"{paint(word.value, _STYLES[word])}{why}; {_LEAKS[leak]}"


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [title, *(f"  {printable(line)}" for line in lines)] if lines else []


def _exhaustion(proof: ProofReport) -> list[str]:
    """Describe a proof without invariants."""
    exhaustion = proof.exhaustion
    if exhaustion is None:
        return []
    lines = [
        f"proof by exhaustion: {counted(exhaustion.paths, 'path')} of at most {counted(exhaustion.blocks, 'block')}, "
        f"each followed to its end; {exhaustion.confirmed} of the ends run again"
    ]
    if exhaustion.again is not None:
        outcome = "the same paths" if not exhaustion.again else exhaustion.again
        lines.append(f"checked again: searched with {exhaustion.solver}: {outcome}")
    return lines


def _checked(proof: ProofReport) -> list[str]:
    if proof.broken is None:
        return []
    if not proof.broken:
        return [f"checked again: {counted(proof.checked, 'abstraction')}, all hold"]
    places = ", ".join(dict.fromkeys(str(edge.position) for edge in proof.broken[:3]))
    return [f"checked again: {len(proof.broken)} of {counted(proof.checked, 'abstraction')} not confirmed, at {places}"]


def _certified(proof: ProofReport, *, verbose: bool) -> list[str]:
    """Return the checker's rejection; with `verbose`, also the size of an accepted certificate."""
    certificate = proof.certificate
    if certificate is None or (certificate.is_accepted and not verbose):
        return []
    if certificate.is_accepted:
        sizes = (counted(certificate.vertices, "state"), counted(certificate.steps, "step"))
        return [f"the proof was checked: {', '.join(sizes)}, {counted(certificate.obligations, 'obligation')}"]
    return [printable(f"the proof was not accepted by the checker, at {certificate.where}: {certificate.reason}")]


# Invariants -----------------------------------------------------------------------------------------------------------


def _invariants(proof: ProofReport) -> list[str]:
    names = proof.names()
    lines = [line for each in invariants(proof) for line in _invariant(proof, each, names)]
    if not lines:
        return []
    return _section("loop invariants:", lines + [f"where {definition}" for definition in names.definitions()])


def _invariant(proof: ProofReport, each: Invariant, names: Names) -> list[str]:
    called = "".join(f", called by {name}" for name in reversed(each.calls) if name)
    shown = dict.fromkeys(proof.heap(vertex.heap, vertex.point, names) for vertex in each.vertices)
    disjuncts = [f"  {'∨' if number else ' '} {heap}" for number, heap in enumerate(shown)]
    return [f"{each.position}: {each.function}{called}", *disjuncts]


# The transition system ------------------------------------------------------------------------------------------------


def _graph(proof: ProofReport) -> list[str]:
    names = proof.names()
    counting = relevant(proof.system)
    leaving: dict[int, list[str]] = {}
    for edge in proof.system.edges:
        if edge.target in counting:
            leaving.setdefault(edge.source, []).append(_arrow(edge))
    for failure in proof.system.failures:
        leaving.setdefault(failure.vertex, []).append(_error(failure))
    lines: list[str] = []
    for vertex in proof.system.vertices:
        if vertex.number in counting:
            lines += _vertex(proof, vertex, names)
            lines += [f"    -> {arrow}" for arrow in dict.fromkeys(leaving.get(vertex.number, ()))]
    return _section("transition system:", lines + [f"where {definition}" for definition in names.definitions()])


def _vertex(proof: ProofReport, vertex: Vertex, names: Names) -> list[str]:
    kind = " (replaced)" if vertex.number in proof.system.covered else " (loop)" if vertex.before is not None else ""
    place = f"{vertex.point.function}, {proof.place(vertex.point)}"
    return [f"{vertex.number}: {place}{kind}", f"    {proof.heap(vertex.heap, vertex.point, names)}"]


def _arrow(edge: Edge) -> str:
    return str(edge.target) + ("" if edge.kind is EdgeKind.STEP else f" ({edge.kind.value})")


def _error(failure: Failure) -> str:
    return f"error: possible {failure.fault.kind.value} at {failure.fault.position}"


_LETTERS = {"∧": "&", "∨": "|", "↦": "|->", "Λ": "L", "≥": ">=", "…": "..."}


def _ascii(text: str) -> str:
    """Replace the papers' symbols for encodings that lack them."""
    for letter, plain_letter in _LETTERS.items():
        text = text.replace(letter, plain_letter)
    return printable(text, newlines=True, ascii_only=True)
