"""Convert a transition system to a graph for drawing: the texts of its vertices and edges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from symheap.refinement.diagnose import Discontinuity
from symheap.refinement.show import RoundsText
from symheap.report.draw.labels import lines, printable
from symheap.report.prove.names import Reader, spelled
from symheap.report.prove.proof import ProofReport, Subject, relevant
from symheap.separation.heaps.show import Names
from symheap.separation.proof.transition import EdgeKind, Vertex

Kind = Literal["state", "loop", "replaced", "error", "patterns"]
_COLUMNS, _ROWS = 60, 14
_STYLE: dict[Kind, str] = {
    "state": "",
    "loop": ", penwidth=2",
    "replaced": ", style=dashed, fontcolor=gray40, color=gray40",
    "error": ", color=red, fontcolor=red, penwidth=2",
    "patterns": ", color=white",
}
_CONNECTIVE = re.compile(r" (?=[∧*] )")
_ENTITY = re.compile(r"&(?=#?\w+;)")


@dataclass(frozen=True, slots=True)
class Box:
    """A box.  `title` tells where, `text` what holds there; `wrapped` has both, as drawn."""

    name: str
    kind: Kind
    title: str
    text: str

    @property
    def wrapped(self) -> tuple[str, ...]:
        return (*lines(self.title, _COLUMNS, 2), *(lines(broken(self.text), _COLUMNS, _ROWS) if self.text else ()))


def broken(text: str) -> str:
    """Break a formula before its connectives where a line would be too long."""
    pieces = [""]
    for piece in _CONNECTIVE.split(text):
        fits = len(pieces[-1].rpartition("\n")[2]) + len(piece.partition("\n")[0]) < _COLUMNS
        if pieces[-1] and not fits:
            pieces.append(f"  {piece}")
        else:
            pieces[-1] = f"{pieces[-1]} {piece}".lstrip()
    return "\n".join(pieces)


@dataclass(frozen=True, slots=True)
class Arrow:
    source: str
    target: str
    kind: str


@dataclass(frozen=True, slots=True)
class Graph:
    title: str
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]


def graph_of(proof: ProofReport) -> Graph:
    """Return the graph of a proof.

    It contains the vertices of the proof or on the way to errors, the errors, the discontinuities, and the definitions
    of the patterns.
    """
    system, names = proof.system, proof.names()
    counting = relevant(system)
    boxes = [_box(proof, vertex, names) for vertex in system.vertices if vertex.number in counting]
    arrows = [
        Arrow(str(edge.source), str(edge.target), "" if edge.kind is EdgeKind.STEP else edge.kind.value)
        for edge in system.edges
        if edge.source in counting and edge.target in counting
    ]
    for number, failure in enumerate(system.failures):
        fault = failure.fault
        title = f"possible {fault.kind.value}, line {fault.position.line}"
        boxes.append(Box(f"error{number}", "error", title, f"{fault.why}\n{proof.fault(failure, names)}"))
        arrows.append(Arrow(str(failure.vertex), f"error{number}", ""))
    for page in proof.earlier.pages:
        if page["before"]:
            boxes += _lost(page["number"], page["titles"], (page["before"], page["after"], page["doomed"]))
            arrows += _losing(page["number"])
    for done in proof.decision.rounds if proof.decision is not None else ():
        if isinstance(done.diagnosis, Discontinuity):
            boxes += discontinuity(proof.subject, proof.reader, done.number, done.diagnosis, names)
            arrows += _losing(done.number)
    definitions = names.definitions()
    if definitions:
        boxes.append(Box("patterns", "patterns", "where", "\n".join(definitions)))
    return Graph(_title(proof), tuple(boxes), tuple(dict.fromkeys(arrows)))


def discontinuity(
    subject: Subject, reader: Reader, number: int, discontinuity: Discontinuity, names: Names
) -> tuple[Box, Box, Box]:
    """Return the heap before and after the abstraction, and the doomed state that satisfies only the latter."""
    point, failure = discontinuity.doomed.point, discontinuity.doomed.failure
    titles = (
        f"round {number}: before the abstraction, line {discontinuity.edge.position.line}",
        f"round {number}: after it",
        f"round {number}: doomed, runs into {failure.kind.value} at line {failure.position.line}",
    )
    doomed = "\n".join(RoundsText(spelled(subject.program)).state(discontinuity.doomed.state))
    return _lost(
        number,
        titles,
        (reader.line(point, discontinuity.before, names), reader.line(point, discontinuity.after, names), doomed),
    )


def _lost(number: int, titles: Sequence[str], texts: Sequence[str]) -> tuple[Box, Box, Box]:
    before, after, doomed = zip(titles, texts, strict=True)
    return (
        Box(f"round{number}before", "state", *before),
        Box(f"round{number}after", "loop", *after),
        Box(f"round{number}doomed", "error", *doomed),
    )


def _losing(number: int) -> tuple[Arrow, Arrow]:
    before, after, doomed = (f"round{number}{part}" for part in ("before", "after", "doomed"))
    return Arrow(before, after, "widen"), Arrow(doomed, after, "model")


def _title(proof: ProofReport) -> str:
    verdict = proof.verdict
    return f"{proof.target}: {verdict.word.value}" + (f" ({verdict.reason})" if verdict.reason else "")


def _box(proof: ProofReport, vertex: Vertex, names: Names) -> Box:
    kind: Kind = "loop" if vertex.before is not None else "state"
    if vertex.number in proof.system.covered:
        kind = "replaced"
    place = proof.place(vertex.point)
    title = f"{vertex.number}: {vertex.point.function}, line {place.line}" + ("" if kind == "state" else f" ({kind})")
    return Box(str(vertex.number), kind, title, proof.heap(vertex.heap, vertex.point, names))


def to_dot(graph: Graph) -> str:
    """Return the graph for Graphviz.  Labels are shown literally and never read as markup."""
    head = ["digraph system {", "  node [shape=box, fontname=monospace, fontsize=10];"]
    head.append("  edge [fontname=monospace, fontsize=9];")
    head.append(f"  label={_label((graph.title,), 'n')}; labelloc=t; fontname=monospace;")
    nodes = [f'  "{box.name}" [label={_label(box.wrapped, "l")}{_STYLE[box.kind]}];' for box in graph.boxes]
    return "\n".join([*head, *nodes, *map(_arrow, graph.arrows), "}"]) + "\n"


def _arrow(arrow: Arrow) -> str:
    style = f' [label="{arrow.kind}", style=dashed]' if arrow.kind else ""
    return f'  "{arrow.source}" -> "{arrow.target}"{style};'


def _label(text: tuple[str, ...], end: str) -> str:
    """Quote lines for Graphviz, which interprets backslash sequences and character entities."""
    shown = (printable(line).replace("\\", "\\\\").replace('"', '\\"') for line in text)
    return '"' + "".join(_ENTITY.sub("&amp;", line) + f"\\{end}" for line in shown) + '"'
