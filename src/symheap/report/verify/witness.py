"""Violation witnesses for other tools: SV-COMP's exchange format for Java, which is GraphML.

A witness is a line of nodes from the entry to the violation.  Each edge states the result of one call of a `nondet`
method, at its place; the last one names the place of the error.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape, quoteattr

from symheap.report.verify.verdict import TEXT, CallResult, Verdict, Violation

SPECIFICATIONS: Final = {
    "assert": "CHECK( init(Main.main()), LTL(G assert) )",
    "no-runtime-exception": "CHECK( init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)) )",
}
_KEYS: Final = (
    *(("graph", name, name) for name in ("witness-type", "sourcecodelang", "producer", "specification")),
    *(("graph", name, name) for name in ("programfile", "programhash", "architecture", "creationtime")),
    ("node", "entry", "isEntryNode"),
    ("node", "violation", "isViolationNode"),
    ("edge", "originfile", "originFileName"),
    *(("edge", name, name) for name in ("startline", "threadId", "assumption", "assumption.scope")),
)


def witness(verdict: Verdict, violation: Violation, created: str) -> str:
    """Return the witness of an execution; `created` is a time in ISO 8601 format."""
    specification = SPECIFICATIONS[verdict.of]
    about = {
        "witness-type": "violation_witness",
        "sourcecodelang": "Java",
        "producer": f"symheap {version('symheap')}",
        "specification": specification,
        "programfile": verdict.target,
        "programhash": _hash(verdict.sources),
        "architecture": "64bit",
        "creationtime": created,
    }
    last = len(violation.inputs) + 1
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
        *(f'  <key id="{key}" for="{of}" attr.name="{name}" attr.type="string"/>' for of, key, name in _KEYS),
        '  <graph edgedefault="directed">',
        *_data(about, "    "),
        *_node(0, "entry"),
        *(line for number in range(1, last) for line in _node(number)),
        *_node(last, "violation"),
        *(line for number, each in enumerate(violation.inputs) for line in _edge(number, _stated(each))),
        *_edge(last - 1, _place(violation.position.file, violation.position.line)),
        "  </graph>",
        "</graphml>",
    ]
    return "\n".join(lines) + "\n"


def _node(number: int, mark: str = "") -> Iterator[str]:
    if not mark:
        yield f'    <node id="n{number}"/>'
        return
    yield f'    <node id="n{number}">'
    yield from _data({mark: "true"}, "      ")
    yield "    </node>"


def _edge(source: int, about: Mapping[str, str]) -> Iterator[str]:
    yield f'    <edge source="n{source}" target="n{source + 1}">'
    yield from _data(about, "      ")
    yield "    </edge>"


def _data(about: Mapping[str, str], indent: str) -> Iterator[str]:
    return (f"{indent}<data key={quoteattr(key)}>{escape(value)}</data>" for key, value in about.items())


def _place(file: str, line: int) -> dict[str, str]:
    return {"originfile": file, "startline": str(line), "threadId": "0"}


def _stated(each: CallResult) -> dict[str, str]:
    """Return what an edge states of one call.  The scope is the class of the file."""
    stated = f"{each.method}.equals({each.java})" if each.kind == TEXT else f"{each.method} = {each.java}"
    scope = f"java::L{each.file.removesuffix('.java')};"
    return {**_place(each.file, each.line), "assumption": stated, "assumption.scope": scope}


def _hash(files: Sequence[Path]) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()
