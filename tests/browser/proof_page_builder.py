"""Models of pages of proofs and of studies, made by hand."""

from __future__ import annotations

from page_parts import Document, model, picture

from symheap.report.draw.geometry import heap_drawing, proof_drawing
from symheap.report.prove.graph import Arrow, Box, Graph

GRAPH = Graph(
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

DOCUMENT: Document = {
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
}

ROUND: Document = {
    "number": 0,
    "patterns": "all patterns that are found",
    "verdict": "unknown",
    "reason": "possible-use-after-free",
    "diagnosis": ["the abstraction at queue.c:2 lost that the list is not empty"],
    "before": "list = v0 ∧ v0 ↦ [next: v1] * ls(Λ1, ≥0, v1, null)",
    "after": "list = v0 ∧ ls(Λ1, ≥0, v0, null)",
    "doomed": "list = 0",
}


def proof(verdict: str = "unknown") -> Document:
    subject: Document = {
        "number": 0,
        "kind": "proof",
        "target": "queue.c",
        "verdict": verdict,
        "reason": {"unknown": "possible-use-after-free", "unsafe": "use-after-free"}.get(verdict, ""),
        "leak": "unknown",
        "document": DOCUMENT,
        "text": f"queue.c: {verdict}\n",
        "graph": proof_drawing(GRAPH),
        "rounds": [ROUND],
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
