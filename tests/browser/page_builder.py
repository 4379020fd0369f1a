"""Models of pages made by hand: small ones, large ones, and ones in which every name is hostile."""

from __future__ import annotations

from page_parts import Document, branch, drawn, exploration, finding, model, path, picture, totals
from proof_page_builder import proof

from symheap.report.draw.geometry import heap_drawing


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
