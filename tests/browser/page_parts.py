"""Parts of models of pages, made by hand."""

from __future__ import annotations

from functools import cache

from symheap.heap.picture import Edge, Node, Picture
from symheap.report.draw.geometry import heap_drawing

Document = dict[str, object]


SOURCE = """\
class Stack {
  Node top;
  int pop() {
    if (top == null)
      throw new EmptyStack();
    int value = top.value;
    top = top.next;
    if (value < 0)
      return top.value;
    return value;
  }
}
"""


def picture(name: str = "Stack", field: str = "top") -> Picture:
    nodes = (
        Node("this", "root", "this"),
        Node("r", "reference", "r0"),
        Node("l", "location", name),
        Node("c", "choice", "top == null"),
        Node("n", "null", "null"),
        Node("v", "value", "3"),
    )
    edges = (
        Edge("this", "r"),
        Edge("r", "l", "true"),
        Edge("l", "c", field),
        Edge("c", "n", "yes"),
        Edge("c", "v", "no"),
    )
    return Picture(nodes, edges)


@cache
def drawn() -> Document:
    return {**heap_drawing(picture())}


def path(number: int, style: str = "good", ending: str = "returns value", **more: object) -> Document:
    condition = more.pop("condition", "top != null")
    document: Document = {
        "id": str(number),
        "place": "0",
        "style": style,
        "ending": ending,
        "confirmed": True,
        "conditions": [condition],
        "smt2": "(not (= |top| null))",
        "branches": [],
        "outcome": {"kind": "return", "value": "value"},
        "inputs": {"roots": {"this": {"ref": "1"}}, "objects": {"1": {"class": "Stack", "fields": {}}}},
        "text": f"path {number}: {ending}\n  when     {condition}\n",
        "input": drawn(),
        "final": drawn(),
        "test": {"name": f"path{number}", "text": f"@Test void path{number}() {{ new Stack().pop(); }}\n"},
    }
    return {**document, **more}


def branch(line: int, choice: object, kind: str = "branch", file: str = "src/Stack.java") -> Document:
    return {"kind": kind, "choice": choice, "position": f"{file}:{line}"}


def totals(**more: object) -> Document:
    document: Document = {
        "complete": True,
        "stopped": None,
        "traces": {"total": 4, "normal": 2, "exceptional": 2, "cut": 0, "unsupported": 0, "unknown": 0},
        "paths": 4,
        "solver": {"queries": 7, "answered_without_solver": 9, "unknown": 0, "tokens": 210, "seconds": 0.01},
        "seconds": 0.4,
        "findings": [],
        "thrown": [],
        "unsupported": [],
        "assumptions": ["integers wrap around"],
    }
    return {**document, **more}


def exploration(paths: list[Document], number: int = 0, target: str = "src/Stack.java::Stack::pop") -> Document:
    return {
        "number": number,
        "kind": "exploration",
        "target": target,
        "heap": "pose",
        "totals": totals(),
        "paths": paths,
    }


def model(subjects: list[Document], findings: list[Document] | None = None, **run: object) -> Document:
    about: Document = {
        "id": "2026-11-15-stack",
        "command": "explore",
        "target": "src/Stack.java",
        "arguments": ["src/Stack.java", "--heap", "pose"],
        "state": "finished",
        "status": 1 if findings else 0,
        "started": "2026-11-15T23:00:00+00:00",
        "seconds": 0.42,
        "settings": {"heap": "pose", "max-calls": 80},
        "versions": {"symheap": "0.1.0", "z3": "4.13"},
        "progress": None,
    }
    return {
        "format": 1,
        "run": {**about, **run},
        "sources": [{"file": "src/Stack.java", "text": SOURCE, "covered": [4, 5, 6, 7, 8, 10], "missed": [9]}],
        "findings": findings or [],
        "subjects": subjects,
    }


def finding(line: int, at: str | None, **more: object) -> Document:
    document: Document = {
        "kind": "null",
        "message": "NullPointerException: top is null",
        "file": "src/Stack.java",
        "line": line,
        "column": 12,
        "severity": "error",
        "subject": 0,
        "path": at,
        "replayed": ["jvm"],
    }
    return {**document, **more}
