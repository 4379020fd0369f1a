"""Verdicts for other tools: verification witnesses in the YAML format 2.0 of SV-COMP.

A violation is a sequence of waypoints: the results of nondeterministic functions, and the place of the error.  The
witness of a safe program lists its loop invariants as far as C expressions can express them: variables that are null,
not null, or have a known value.  The format cannot express what separation logic states about the heap.
"""

from __future__ import annotations

import hashlib
import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from symheap.core.source import Position
from symheap.core.terms import Term, Value
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.trace import Input, Trace
from symheap.memory.ir import Program
from symheap.memory.outcome import Failed
from symheap.report.prove.proof import CLEANED, LEAK, REACH, TRACKED, Invariant, ProofReport, invariants
from symheap.separation.heaps.formula import Object, Segment, SymbolicHeap, split
from symheap.store.records import Json

FORMAT = "2.0"
_NONDET = re.compile(r"\b\w*nondet\w*\s*\(\s*\)")
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "symheap:witness")
_FREE = (MemoryErrorKind.DOUBLE_FREE, MemoryErrorKind.INVALID_FREE)


@dataclass(frozen=True, slots=True)
class Task:
    """A verification task; `created` is a time in ISO 8601 format."""

    files: tuple[str, ...]
    program: Program
    created: str
    command_line: str = ""


def violation(task: Task, trace: Trace) -> str:
    """Return the witness of a run into an error.

    Law: every waypoint but the target only says which value a call returned on this run.
    """
    outcome = trace.outcome
    assert isinstance(outcome, Failed)
    points: list[Json] = [_segment(each) for each in _returns(trace.inputs)]
    points.append(_segment({"type": "target", "action": "follow", "location": _location(outcome.position)}))
    return _document(task, "violation_sequence", _specification(outcome.kind), points)


def correctness(task: Task, proof: ProofReport) -> str:
    """Return the invariants of a proof; a loop whose invariant C cannot express is left out."""
    entries: list[Json] = []
    for each in invariants(proof):
        expression = _said(proof, each)
        if expression:
            place: dict[str, Json] = {"type": "loop_invariant", "location": _location(each.position, each.function)}
            entries.append({"invariant": {**place, "value": expression, "format": "c_expression"}})
    return _document(task, "invariant_set", _property(proof.wanted.aim), entries)


# The document ---------------------------------------------------------------------------------------------------------


def _document(task: Task, kind: str, specification: str, content: list[Json]) -> str:
    hashes: dict[str, Json] = {name: _hash(name) for name in task.files}
    model = task.program.model.value.upper()
    producer: dict[str, Json] = {"name": "symheap", "version": version("symheap")}
    if task.command_line:
        producer["command_line"] = task.command_line
    metadata: dict[str, Json] = {
        "format_version": FORMAT,
        "uuid": str(uuid.uuid5(_NAMESPACE, json.dumps([task.created, kind, hashes, content]))),
        "creation_time": task.created,
        "producer": producer,
        "task": {
            "input_files": list(task.files),
            "input_file_hashes": hashes,
            "specification": specification,
            "data_model": model,
            "language": "C",
        },
    }
    return "\n".join(_yaml([{"entry_type": kind, "metadata": metadata, "content": content}], 0)) + "\n"


def _hash(name: str) -> str:
    return hashlib.sha256(Path(name).read_bytes()).hexdigest()


def _specification(kind: MemoryErrorKind) -> str:
    if kind is MemoryErrorKind.ASSERTION:
        return _property(REACH)
    return f"CHECK( init(main()), LTL(G {'valid-free' if kind in _FREE else 'valid-deref'}) )"


def _property(aim: str) -> str:
    if aim == REACH:
        return "CHECK( init(main()), LTL(G ! call(reach_error())) )"
    if aim == CLEANED:
        return "CHECK( init(main()), LTL(G valid-memcleanup) )"
    memory = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )"
    return f"{memory}\nCHECK( init(main()), LTL(G valid-memtrack) )" if aim in (LEAK, TRACKED) else memory


def _location(position: Position, function: str = "") -> dict[str, Json]:
    location: dict[str, Json] = {"file_name": position.file, "line": position.line}
    return {**location, "function": function} if function else location


def _segment(waypoint: dict[str, Json]) -> Json:
    return {"segment": [{"waypoint": waypoint}]}


def _yaml(value: Json, depth: int) -> Iterator[str]:
    """Yield block-style YAML with scalars as in JSON, of which YAML is a superset."""
    indent = "  " * depth
    if isinstance(value, Mapping):
        for key, each in value.items():
            if isinstance(each, Mapping | list) and each:
                yield f"{indent}{_scalar(key)}:"
                yield from _yaml(each, depth + 1)
            else:
                yield f"{indent}{_scalar(key)}: {_scalar(each)}"
    elif isinstance(value, list):
        for each in value:
            first, *rest = _yaml(each, depth + 1)
            yield f"{indent}- {first.lstrip()}"
            yield from rest
    else:
        yield f"{indent}{_scalar(value)}"


_PLAIN = re.compile(r"[a-z][a-z_]*")


def _scalar(value: Json) -> str:
    return value if isinstance(value, str) and _PLAIN.fullmatch(value) else json.dumps(value)


# Returned values ------------------------------------------------------------------------------------------------------


def _returns(inputs: Sequence[Input]) -> Iterator[dict[str, Json]]:
    """Yield results of calls in the order of the run, up to the first whose call the source does not determine."""
    for given in inputs:
        if given.kind == "contents":
            continue
        place = _call(given.position) if given.position is not None else None
        if place is None or given.kind != "value" or not isinstance(given.value, int):
            return
        yield {
            "type": "function_return",
            "action": "follow",
            "constraint": {"value": f"\\result == {given.value}", "format": "acsl_expression"},
            "location": place,
        }


def _call(position: Position) -> dict[str, Json] | None:
    """Return the closing parenthesis of the only nondeterministic call on the line."""
    try:
        line = Path(position.file).read_text(encoding="utf-8").splitlines()[position.line - 1]
    except (OSError, UnicodeDecodeError, IndexError):
        return None
    calls = list(_NONDET.finditer(line))
    return {**_location(position), "column": calls[0].end()} if len(calls) == 1 else None


# Invariants -----------------------------------------------------------------------------------------------------------


def _said(proof: ProofReport, invariant: Invariant) -> str:
    """Return a disjunction over the states of the loop; empty if one of them gives no information."""
    states = [
        _facts(proof.program, invariant.function, vertex.heap, vertex.point.depth) for vertex in invariant.vertices
    ]
    if not all(states):
        return ""
    shown = dict.fromkeys(" && ".join(facts) for facts in states)
    return next(iter(shown)) if len(shown) == 1 else " || ".join(f"({each})" for each in shown)


def _facts(program: Program, function: str, heap: SymbolicHeap, depth: int) -> list[str]:
    names = program.functions[function].names
    written = list(names.values())
    facts: list[str] = []
    for register, name in sorted(names.items(), key=lambda item: item[1]):
        value = heap.roots.get(f"{depth}:{register}")
        if value is None or written.count(name) > 1 or not name.isidentifier():
            continue
        if isinstance(value, int):
            facts.append(f"{name} == {value}")
        elif _is_address(heap, value):
            facts.append(f"{name} != 0")
    return facts


def _is_address(heap: SymbolicHeap, value: Value) -> bool:
    """Whether a value is the address of an existing object, or the front of a non-empty segment."""
    base, _ = split(value)
    for atom in heap.atoms:
        if isinstance(atom, Object) and isinstance(base, Term) and atom.base is base and not atom.optional:
            return True
        if isinstance(atom, Segment) and atom.least > 0 and atom.front == value:
            return True
    return False
