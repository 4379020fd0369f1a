"""A proof as text: findings, what to look at, invariants, assumptions, and last the verdict in one line."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symheap.report.draw.labels import printable
from symheap.report.draw.paint import Paint, plain
from symheap.report.explore.assumed import assumed
from symheap.report.explore.text import counted
from symheap.report.prove.diagnosis import diagnosis
from symheap.report.prove.proof import Invariant, Proof, invariants, relevant
from symheap.report.prove.refuted import counterexample_lines, round_lines
from symheap.separation.show import Names
from symheap.separation.transition import Edge, EdgeKind, Failure, Gap, Vertex
from symheap.separation.verdict import Finding, Leak, Word

_ABOUT_INPUTS = re.compile(r"\w+: ")
"""What is assumed about the inputs of a function begins with its name."""
_STYLES = {Word.SAFE: "good", Word.UNSAFE: "bad", Word.UNKNOWN: "open"}
_LEAKS = {
    Leak.NONE: "no leak",
    Leak.LOST: "leaks (lost)",
    Leak.UNRELEASED: "leaks (unreleased at exit)",
    Leak.UNKNOWN: "leaks unknown",
}


def report(
    proof: Proof,
    *,
    quiet: bool = False,
    verbose: bool = False,
    graph: bool = False,
    assumptions: bool = False,
    ascii_only: bool = False,
    paint: Paint = plain,
) -> str:
    """The whole report.  The invariants are told of what is proved; of anything else if `verbose`.

    The assumptions are one line, or with `assumptions` a list.
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


def finding(found: Finding) -> str:
    """As compilers say it.  An error of the analysis is a possible one of the program, unless a replay has shown it."""
    if found.kind.startswith("leak-"):
        seen = f" (replayed: {', '.join(found.replayed)})" if found.replayed else ""
        return printable(f"{found.position}: warning: leak: {found.why}{seen}")
    if found.replayed:
        return printable(f"{found.position}: error: {found.kind}: {found.why}")
    return printable(f"{found.position}: error: possible {found.kind}: {found.why}")


def _shown_by(proof: Proof) -> str:
    replays = proof.decision.replays if proof.decision is not None else ()
    return f"an input that does it (replayed: {', '.join(replays)}):"


def gap(found: Gap) -> str:
    """What was not analysed, if it has a place: else the verdict says it all."""
    return "" if found.position is None else printable(f"{found.position}: warning: not analysed: {found.reason}")


def verdict(proof: Proof, paint: Paint = plain) -> str:
    found = proof.verdict
    shown = words(found.word, found.reason, found.leak, paint)
    size = counted(len(proof.system.vertices), "state")
    return f"{printable(proof.target)}: {shown}; {size}, {proof.seconds:.2f} s"


def words(word: Word, reason: str, leak: Leak, paint: Paint = plain) -> str:
    why = f" ({reason})" if reason else ""
    return f"{paint(word.value, _STYLES[word])}{why}; {_LEAKS[leak]}"


def _section(title: str, lines: Sequence[str]) -> list[str]:
    return [title, *(f"  {printable(line)}" for line in lines)] if lines else []


def _exhaustion(proof: Proof) -> list[str]:
    """What a proof without invariants consists of."""
    found = proof.exhaustion
    if found is None:
        return []
    lines = [
        f"proof by exhaustion: {counted(found.paths, 'path')} of at most {counted(found.blocks, 'block')}, "
        f"each followed to its end; {found.confirmed} of the ends run again"
    ]
    if found.again is not None:
        came = "the same paths" if not found.again else found.again
        lines.append(f"checked again: searched with {found.solver}: {came}")
    return lines


def _checked(proof: Proof) -> list[str]:
    if proof.broken is None:
        return []
    if not proof.broken:
        return [f"checked again: {counted(proof.checked, 'abstraction')}, all hold"]
    places = ", ".join(dict.fromkeys(str(edge.position) for edge in proof.broken[:3]))
    return [f"checked again: {len(proof.broken)} of {counted(proof.checked, 'abstraction')} not confirmed, at {places}"]


def _certified(proof: Proof, *, verbose: bool) -> list[str]:
    """What the proof checker says, if it rejects; if it accepts, how much there was to check."""
    found = proof.certificate
    if found is None or (found.is_accepted and not verbose):
        return []
    if found.is_accepted:
        sizes = (counted(found.vertices, "state"), counted(found.steps, "step"))
        return [f"the proof was checked: {', '.join(sizes)}, {counted(found.obligations, 'obligation')}"]
    return [printable(f"the proof was not accepted by the checker, at {found.where}: {found.reason}")]


# Invariants -----------------------------------------------------------------------------------------------------------


def _invariants(proof: Proof) -> list[str]:
    names = proof.names()
    lines = [line for each in invariants(proof) for line in _invariant(proof, each, names)]
    if not lines:
        return []
    return _section("loop invariants:", lines + [f"where {definition}" for definition in names.definitions()])


def _invariant(proof: Proof, each: Invariant, names: Names) -> list[str]:
    called = "".join(f", called by {name}" for name in reversed(each.calls) if name)
    shown = dict.fromkeys(proof.heap(vertex.heap, vertex.point, names) for vertex in each.vertices)
    disjuncts = [f"  {'∨' if number else ' '} {heap}" for number, heap in enumerate(shown)]
    return [f"{each.position}: {each.function}{called}", *disjuncts]


# The transition system ------------------------------------------------------------------------------------------------


def _graph(proof: Proof) -> list[str]:
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


def _vertex(proof: Proof, vertex: Vertex, names: Names) -> list[str]:
    kind = " (replaced)" if vertex.number in proof.system.covered else " (loop)" if vertex.before is not None else ""
    place = f"{vertex.point.function}, {proof.place(vertex.point)}"
    return [f"{vertex.number}: {place}{kind}", f"    {proof.heap(vertex.heap, vertex.point, names)}"]


def _arrow(edge: Edge) -> str:
    return str(edge.target) + ("" if edge.kind is EdgeKind.STEP else f" ({edge.kind.value})")


def _error(failure: Failure) -> str:
    return f"error: possible {failure.fault.kind.value} at {failure.fault.position}"


_LETTERS = {"∧": "&", "∨": "|", "↦": "|->", "Λ": "L", "≥": ">=", "…": "..."}


def _ascii(text: str) -> str:
    """For encodings that lack the paper's letters."""
    for letter, plain_letter in _LETTERS.items():
        text = text.replace(letter, plain_letter)
    return printable(text, newlines=True, ascii_only=True)
