"""Models of pages made by hand: small ones, large ones, and ones in which every name is hostile."""

from __future__ import annotations

from functools import cache

from symheap.heap.picture import Edge, Node, Picture
from symheap.report.draw.geometry import heap_drawing, proof_drawing
from symheap.report.prove.graph import Arrow, Box, Graph

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
    found: Document = {
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
    return {**found, **more}


def branch(line: int, choice: object, kind: str = "branch", file: str = "src/Stack.java") -> Document:
    return {"kind": kind, "choice": choice, "position": f"{file}:{line}"}


def totals(**more: object) -> Document:
    found: Document = {
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
    return {**found, **more}


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
    found: Document = {
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
    return {**found, **more}


def stack() -> Document:
    """Four paths of `Stack.pop`, one of which crashes and one of which is not confirmed."""
    paths = [
        path(0, "thrown", "throws EmptyStack at src/Stack.java:5", branches=[branch(4, True)], condition="top == null"),
        path(1, "good", "returns value", branches=[branch(4, False), branch(8, False)]),
        path(
            2,
            "bad",
            "throws NullPointerException at src/Stack.java:9 (crash: null)",
            branches=[branch(4, False), branch(8, True), branch(9, "null", "dereference")],
            condition="value < 0 && top.next == null",
        ),
        path(
            3,
            "open",
            "returns top.next.value",
            branches=[branch(4, False), branch(8, True), branch(9, "object", "dereference")],
            condition="value < 0 && top.next != null",
            confirmed=False,
        ),
    ]
    return model([exploration(paths)], [finding(9, "2")])


def several() -> Document:
    """Methods of a class, too many to see without a filter."""
    names = ["push", "pop", "peek", "size", "clear", "isEmpty", "contains", "reverse", "toArray", "swap"]
    subjects = [
        exploration(
            [path(0, branches=[branch(4, True)]), path(1, branches=[branch(4, False)])],
            at,
            f"src/Stack.java::Stack::{name}",
        )
        for at, name in enumerate(names)
    ]
    subjects[3]["totals"] = totals(complete=False, traces={"total": 2, "normal": 1, "cut": 1})
    return model(subjects, [finding(9, "1", subject=1)])


def bushy(leaves: int) -> Document:
    """A binary tree of decisions with `leaves` paths."""
    depth = max(1, (leaves - 1).bit_length())
    paths = [
        path(
            number,
            "bad" if number % 97 == 5 else "good",
            f"returns {number}",
            branches=[branch(100 + at, bool(number >> (depth - 1 - at) & 1)) for at in range(depth)],
            condition=f"x == {number} && y != {number * 7}",
            input=drawn() if number < 50 else None,
            final=None,
        )
        for number in range(leaves)
    ]
    crashes = [finding(9, str(each["id"])) for each in paths if each["style"] == "bad"]
    return model([exploration(paths)], crashes)


def deep(decisions: int) -> Document:
    """A loop in which one path leaves at each turn."""
    turns = [[*[branch(7, True)] * turn, branch(7, False)] for turn in range(decisions)]
    return model([exploration([path(number, branches=made) for number, made in enumerate(turns)])])


def proof(verdict: str = "unknown") -> Document:
    graph = Graph(
        "queue.c",
        (
            Box("0", "state", "0: main, line 10", "list = 0"),
            Box("1", "loop", "1: main, line 12 (loop)", "list = v0 ∧ ls(Λ1, ≥0, v0, null)"),
            Box("2", "replaced", "2: main, line 12 (replaced)", "list = v0 ∧ v0 ↦ [next: null]"),
            Box("error0", "error", "possible use-after-free, line 20", "the heap object has been freed"),
            Box("patterns", "patterns", "where", "Λ1(base, next) = base ↦ [next: next] (16 bytes)  [link next]"),
        ),
        (Arrow("0", "1", ""), Arrow("1", "2", ""), Arrow("2", "1", "cover"), Arrow("1", "error0", "")),
    )
    subject: Document = {
        "number": 0,
        "kind": "proof",
        "target": "queue.c",
        "verdict": verdict,
        "reason": {"unknown": "possible-use-after-free", "unsafe": "use-after-free"}.get(verdict, ""),
        "leak": "unknown",
        "document": {
            "assumptions": ["allocation succeeds", "a pointer is its address"],
            "invariants": [
                {
                    "function": "main",
                    "file": "queue.c",
                    "line": 2,
                    "calls": [],
                    "disjuncts": ["list = v0 ∧ ls(Λ1, ≥0, v0, null)"],
                }
            ],
            "patterns": ["Λ1(base, next) = base ↦ [next: next] (16 bytes)  [link next]"],
            "gaps": [],
        },
        "text": f"queue.c: {verdict}\n",
        "graph": proof_drawing(graph),
        "rounds": [
            {
                "number": 0,
                "patterns": "all patterns that are found",
                "verdict": "unknown",
                "reason": "possible-use-after-free",
                "diagnosis": ["the abstraction at queue.c:2 lost that the list is not empty"],
                "before": "list = v0 ∧ v0 ↦ [next: v1] * ls(Λ1, ≥0, v1, null)",
                "after": "list = v0 ∧ ls(Λ1, ≥0, v0, null)",
                "doomed": "list = 0",
            }
        ],
        "trace": [
            {"text": "queue.c:1:3: main: list = 0", "position": "queue.c:1:3", "drawing": None},
            {
                "text": "queue.c:2:3: main: list = ①",
                "position": "queue.c:2:3",
                "drawing": heap_drawing(picture("item", "next")),
            },
        ],
    }
    text = "int main(void) {\n  while (list) {\n    free(list);\n    list = list->next;\n  }\n}\n"
    result = model([subject], command="prove", target="queue.c", status={"safe": 0, "unsafe": 1}.get(verdict, 3))
    return {**result, "sources": [{"file": "queue.c", "text": text, "covered": [], "missed": []}]}


def study() -> Document:
    rows = [["Stack", 12, 3.5, "complete"], ["Queue", 4, 20.25, "cut"], ["TreeMap", 1300, 0.75, "complete"]]
    table = {
        "caption": "Traces per class",
        "head": ["class", "traces", "seconds", "outcome"],
        "rows": rows,
        "numeric": [False, True, True, False],
    }
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120" viewBox="0 0 300 120">'
        "<style>rect{fill:#0969da} text{fill:#1f2328;font:12px sans-serif}"
        "@media (prefers-color-scheme: dark){text{fill:#e6edf3}}</style>"
        '<script>window.top.hacked = 1</script><rect x="10" y="20" width="200" height="30"/>'
        '<rect x="10" y="60" width="90" height="30"/><text x="12" y="14">Stack, Queue</text></svg>'
    )
    subject = {
        "number": 0,
        "kind": "study",
        "title": "The study of 12 classes",
        "tables": [table],
        "plots": [{"caption": "Traces", "svg": svg}],
    }
    result = model([subject], command="bench", target="pose")
    return {**result, "sources": []}


SCRIPT = "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>"
NAMES = (
    SCRIPT,
    "</script><script>window.hacked = 1</script>",
    "\"'`><svg onload=alert(1)>",
    "abc\u202egnp.exe\u2066x",
    "bell\x07 escape\x1b[31m null\x00 line\u2028end",
    "javascript:window.hacked=1",
    "&lt;b&gt; ${1+1} {{7*7}}",
    "L" * 10_000,
    "\ud800 lone",
)


def hostile() -> Document:
    """A model with a hostile name in every place that can hold a name."""
    paths = [
        path(
            at,
            "bad",
            name,
            id=f"{at}{name[:40].encode('utf-8', 'replace').decode()}",
            condition=name,
            smt2=name,
            branches=[{"kind": name, "choice": name, "position": f"{name}:{at + 1}"}],
            input=heap_drawing(picture(name, name)),
            final=_raw_drawing(name),
            text=name,
            test={"name": name, "text": name},
        )
        for at, name in enumerate(NAMES)
    ]
    findings = [
        finding(1, None, kind=name, message=name, file=name, path=paths[at]["id"]) for at, name in enumerate(NAMES)
    ]
    shared = totals(assumptions=list(NAMES), complete=False, stopped=SCRIPT)
    subject = {**exploration(paths, target=SCRIPT), "heap": SCRIPT, "totals": shared}
    table = {"caption": SCRIPT, "head": list(NAMES), "rows": [list(NAMES)], "numeric": [False] * len(NAMES)}
    other = {
        "number": 1,
        "kind": "study",
        "title": SCRIPT,
        "tables": [table],
        "plots": [{"caption": SCRIPT, "svg": SCRIPT}],
    }
    proved = {**proof()["subjects"][0], "number": 2, "target": SCRIPT, "reason": SCRIPT, "leak": SCRIPT}  # type: ignore[index]
    result = model([subject, other, proved], findings, target=SCRIPT, settings={name: name for name in NAMES})
    sources = [{"file": name, "text": "\n".join(NAMES), "covered": [1], "missed": [2]} for name in NAMES]
    return {**result, "sources": sources}


def _raw_drawing(name: str) -> Document:
    """Geometry with unchecked text."""
    node = {"x": 60.0, "y": 30.0, "w": 100.0, "h": 30.0, "shape": "location", "lines": [name[:60]], "title": name}
    edge = {
        "d": "M0,0 L10,10",
        "head": "M10,10 L5,5 Z",
        "lines": [name[:60]],
        "x": 5.0,
        "y": 5.0,
        "title": name,
        "kind": name,
    }
    return {"w": 200.0, "h": 60.0, "nodes": [node], "edges": [edge]}
