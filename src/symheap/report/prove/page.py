"""The parts of a page about a proof as plain data: its drawing, its rounds, and the run into an error."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from symheap.core.source import Position
from symheap.memory.ir import Call
from symheap.memory.outcome import Failed
from symheap.refinement.decision import Round
from symheap.refinement.diagnose import Discontinuity
from symheap.refinement.show import precision_text
from symheap.report.draw.geometry import heap_drawing, proof_drawing
from symheap.report.draw.labels import printable
from symheap.report.prove.graph import Box, broken, discontinuity, graph_of
from symheap.report.prove.names import Reader
from symheap.report.prove.proof import Earlier, ProofReport, Subject, relevant
from symheap.report.prove.refuted import round_json, round_telling, telling
from symheap.separation.heaps.show import Names
from symheap.store.records import Document, Json

UNDER_WAY: Final = "under way"
DRAWN: Final = 20
"""The number of steps at the end of a run that are drawn."""
_MOST_STATES: Final = 1000
"""A larger system is not drawn, since the drawing would be unreadable."""
_PLACE = re.compile(r"^(.+?:\d+(?::\d+)?): ")


def proof_page(proof: ProofReport) -> Document:
    verdict = proof.verdict
    done = proof.decision.rounds if proof.decision is not None else ()
    return {
        "verdict": verdict.word.value,
        "reason": verdict.reason,
        "leak": verdict.leak.value,
        "graph": _graph(proof),
        "rounds": [*proof.earlier.pages, *(round_page(proof.subject, each) for each in done)],
        "trace": [*_trace(proof)],
    }


def page_under_way(rounds: Sequence[Document]) -> Document:
    """Return the page of an unfinished proof, which has only its rounds."""
    return {
        "verdict": "unknown",
        "reason": UNDER_WAY,
        "leak": "unknown",
        "graph": None,
        "rounds": [*rounds],
        "trace": [],
    }


def _graph(proof: ProofReport) -> Document | None:
    return proof_drawing(graph_of(proof)) if 0 < len(relevant(proof.system)) <= _MOST_STATES else None


# Rounds ---------------------------------------------------------------------------------------------------------------


def round_page(subject: Subject, done: Round) -> Document:
    """Return a round.

    `titles` belong to `before`, `after` and `doomed`; all of these are empty if no discontinuity was found.
    """
    form: Document = {
        "number": done.number,
        "patterns": precision_text(done.precision),
        "verdict": done.verdict.word.value,
        "reason": done.verdict.reason,
        "diagnosis": [printable(line) for line in _diagnosis(subject, done)],
    }
    if not isinstance(done.diagnosis, Discontinuity):
        return {**form, "titles": [], "before": "", "after": "", "doomed": ""}
    names = Names(subject.members)
    boxes = discontinuity(subject, Reader(subject.program), done.number, done.diagnosis, names)
    where = "".join(f"\nwhere {line}" for line in names.definitions())
    before, after, doomed = map(_text, boxes)
    return {
        **form,
        "titles": [box.title for box in boxes],
        "before": before,
        "after": after + printable(where, newlines=True),
        "doomed": doomed,
    }


def with_rounds(earlier: Earlier, subject: Subject, rounds: Sequence[Round]) -> Earlier:
    """Add the complete rounds of a stopped proof to its report."""
    telling_rounds = round_telling(subject)
    forms = tuple(round_json(each, telling_rounds) for each in rounds)
    pages = tuple(round_page(subject, each) for each in rounds)
    return replace(earlier, forms=earlier.forms + forms, pages=earlier.pages + pages)


def _text(box: Box) -> str:
    return printable(broken(box.text), newlines=True)


def _diagnosis(subject: Subject, done: Round) -> Iterator[str]:
    """Describe a round: its result, where the abstraction lost something, and what is kept from now on."""
    telling_rounds = round_telling(subject)
    lost = isinstance(done.diagnosis, Discontinuity)
    head, *lines = telling_rounds.round(replace(done, diagnosis=None if lost else done.diagnosis, refined=None))
    yield head.partition(": ")[2]
    yield from map(str.strip, lines)
    if isinstance(done.diagnosis, Discontinuity):
        yield telling_rounds.discontinuity(done.diagnosis, done.refined)[0]
    if done.refined is not None:
        yield from map(str.strip, telling_rounds.refined(done.refined))


# The run into an error ------------------------------------------------------------------------------------------------


def _trace(proof: ProofReport) -> Iterator[dict[str, Json]]:
    """Yield the inputs, the lines that were run, and the error; the last lines have drawings of their heaps."""
    run_telling = telling(proof)
    if run_telling is None:
        return
    lines, moments = run_telling.lines(), run_telling.trace.moments
    last = len(lines) - isinstance(run_telling.trace.outcome, Failed)
    first = last - min(len(moments), DRAWN)
    for number, line in enumerate(lines):
        drawing = None
        if first <= number < last:
            drawing = heap_drawing(run_telling.picture(moments[number - last]))
        place = _PLACE.match(line)
        yield {"text": line, "position": place[1] if place else "", "drawing": drawing}


# Lines ----------------------------------------------------------------------------------------------------------------


def lines_seen(proof: ProofReport) -> Document:
    """Return by file the lines at which the analysis has seen a state, and the other lines with code.

    From a vertex the analysis reaches the next call or the end of the block, unless every state fails before.
    """
    coded: dict[str, set[int]] = {}
    for function in proof.program.functions.values():
        for block in function.blocks.values():
            for command in (*block.commands, block.end):
                coded.setdefault(command.position.file, set()).add(command.position.line)
    seen: dict[str, set[int]] = {}
    for position in _reached(proof):
        seen.setdefault(position.file, set()).add(position.line)
    return {
        file: {"covered": [*sorted(seen.get(file, ()))], "missed": [*sorted(lines - seen.get(file, set()))]}
        for file, lines in coded.items()
    }


def _reached(proof: ProofReport) -> Iterator[Position]:
    system = proof.system
    left = {edge.source for edge in system.edges}
    failing = {failure.vertex: failure.fault.position for failure in system.failures}
    for vertex in system.vertices:
        block = proof.program.functions[vertex.point.function].blocks[vertex.point.label]
        stop = None if vertex.number in left else failing.get(vertex.number)
        for command in (*block.commands[vertex.point.index :], block.end):
            yield command.position
            if isinstance(command, Call) or command.position == stop:
                break
