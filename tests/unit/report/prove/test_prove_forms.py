"""Proofs as text, JSON, SARIF, dot and SVG."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest
from prove_proofs import BROKEN, HEAD, LEAKING, SAFE, analysed, proof_of

from symheap.report.formats.sarif import SarifEnd
from symheap.report.prove import json as prove_json
from symheap.report.prove import sarif as prove_sarif
from symheap.report.prove import several as prove_several
from symheap.report.prove import text as prove_text
from symheap.report.prove.graph import Arrow, Box, Graph, graph_of, to_dot
from symheap.report.prove.proof import LEAK, ProofReport, ProofRequest, Subject
from symheap.report.prove.svg import to_svg
from symheap.separation.proof.verdict import Leak, Word

SVG = "{http://www.w3.org/2000/svg}"


# Text -----------------------------------------------------------------------------------------------------------------


def test_the_verdict_is_the_last_line() -> None:
    lines = prove_text.report(proof_of(SAFE)).splitlines()
    assert re.fullmatch(r"x\.c: safe; no leak; \d+ states, 0\.25 s", lines[-1])
    assert lines[-2].startswith("assuming: ")
    assert lines[0] == "loop invariants:"


def test_quiet_tells_findings_and_verdict() -> None:
    lines = prove_text.report(proof_of(BROKEN), quiet=True).splitlines()
    assert len(lines) == 3
    assert re.fullmatch(r"x\.c:13:\d+: error: possible use-after-free: .+", lines[0])
    assert lines[-1].startswith("x.c: unknown (possible-use-after-free); leaks unknown; ")


def test_quiet_tells_what_was_refused() -> None:
    lines = prove_text.report(proof_of("void f(int); int main(void) {\n  f(1); }"), quiet=True).splitlines()
    assert len(lines) == 3
    assert re.fullmatch(r"x\.c:2:\d+: warning: not analysed: .*\bf\b.*", lines[0])
    assert lines[-1].startswith("x.c: unknown (refused); leaks unknown; ")


def test_invariants_of_an_unknown_are_told_on_request() -> None:
    assert "loop invariants:" not in prove_text.report(proof_of(BROKEN))
    assert "loop invariants:" in prove_text.report(proof_of(BROKEN), verbose=True)


def test_a_leak_is_a_warning() -> None:
    text = prove_text.report(proof_of(LEAKING), quiet=True)
    assert re.search(r"^x\.c:\d+:\d+: warning: leak: ", text, re.MULTILINE)
    assert ": error: " not in text


def test_the_graph_has_every_vertex_and_the_error() -> None:
    text = prove_text.report(proof_of(BROKEN), graph=True)
    assert "transition system:\n  0: main, x.c:" in text
    assert re.search(r"-> \d+ \(widen\)", text)
    assert re.search(r"-> error: possible use-after-free at x\.c:13:\d+", text)


def test_what_was_checked_again_is_told() -> None:
    subject, system = analysed(SAFE)
    good = ProofReport.of(ProofRequest(("x.c",)), subject, system, 0.1, broken=())
    assert f"checked again: {good.checked} abstractions, all hold\n" in prove_text.report(good)
    bad = ProofReport.of(ProofRequest(("x.c",)), subject, system, 0.1, broken=(system.edges[1],))
    assert f"checked again: 1 of {good.checked} abstractions not confirmed, at x.c:" in prove_text.report(bad)


def test_ascii_has_no_other_letters() -> None:
    text = prove_text.report(proof_of(SAFE), graph=True, ascii_only=True)
    assert text.isascii()
    assert "|->" in text


# JSON -----------------------------------------------------------------------------------------------------------------


def test_the_contract() -> None:
    document = prove_json.document(proof_of(BROKEN))
    assert document["schema"] == 1
    assert (document["verdict"], document["reason"]) == ("unknown", "possible-use-after-free")
    assert document["leak"] == "unknown"
    assert isinstance(document["findings"], list)
    [finding] = document["findings"]
    assert isinstance(finding, dict)
    assert (finding["kind"], finding["file"], finding["line"]) == ("use-after-free", "x.c", 13)
    assert finding["replayed"] == []
    assert document["check"] is None
    assert json.loads(json.dumps(document)) == document


def test_the_system_is_told_on_request() -> None:
    proof = proof_of(BROKEN)
    assert "system" not in prove_json.document(proof)
    system = prove_json.document(proof, graph=True)["system"]
    assert isinstance(system, dict)
    assert isinstance(system["vertices"], list)
    assert isinstance(system["edges"], list)
    numbers = {vertex["number"] for vertex in system["vertices"] if isinstance(vertex, dict)}
    assert {0} <= numbers
    for edge in system["edges"]:
        assert isinstance(edge, dict)
        assert {edge["source"], edge["target"]} <= numbers
    assert isinstance(system["errors"], list)
    [error] = system["errors"]
    assert isinstance(error, dict)
    assert error["kind"] == "use-after-free"


# Several --------------------------------------------------------------------------------------------------------------


def clients(*texts: str) -> list[ProofReport]:
    found = []
    for number, text in enumerate(texts):
        subject, system = analysed(text)
        found.append(
            ProofReport.of(ProofRequest(("x.c",)), Subject(subject.program, ("main",), f"f{number}"), system, 0.25)
        )
    return found


def test_a_library_is_safe_if_each_client_is() -> None:
    assert prove_several.word(clients(SAFE, SAFE)) is Word.SAFE
    assert prove_several.word(clients(SAFE, BROKEN)) is Word.UNKNOWN
    assert prove_several.word([]) is Word.UNKNOWN
    assert prove_several.leak(clients(SAFE, LEAKING)) in (Leak.LOST, Leak.UNRELEASED)
    assert prove_several.leak(clients(SAFE, BROKEN)) is Leak.UNKNOWN


def test_the_whole_is_one_line_below_all() -> None:
    proofs = clients(SAFE, BROKEN)
    text = prove_several.text(proofs, lambda proof: prove_text.report(proof, quiet=True))
    assert "=== x.c::f0\n" in text
    assert "x.c::f1: unknown" in text
    last = text.splitlines()[-1]
    assert last == ("x.c: unknown (possible-use-after-free); leaks unknown; 2 clients, 1 of them not safe, 0.50 s")


def test_the_document_of_a_library() -> None:
    document = prove_several.document(clients(BROKEN, BROKEN, SAFE))
    assert document["verdict"] == "unknown"
    findings, parts = document["findings"], document["clients"]
    assert isinstance(findings, list)
    assert isinstance(parts, list)
    assert (len(findings), len(parts)) == (1, 3)


# SARIF ----------------------------------------------------------------------------------------------------------------


def sarif(*proofs: ProofReport) -> tuple[list[dict[str, object]], dict[str, object]]:
    documents = [prove_json.document(proof) for proof in proofs]
    document = json.loads(json.dumps(prove_sarif.document(documents, SarifEnd(3), Path("nowhere"))))
    assert document["version"] == "2.1.0"
    [run] = document["runs"]
    assert run["tool"]["driver"]["name"] == "symheap"
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert {result["ruleId"] for result in run["results"]} == set(rules)
    return run["results"], run["properties"]


def test_a_finding_is_a_result() -> None:
    [result], properties = sarif(proof_of(BROKEN))
    assert (result["ruleId"], result["level"]) == ("use-after-free", "warning")
    location = result["locations"][0]["physicalLocation"]  # type: ignore[index]
    assert location["artifactLocation"] == {"uri": "x.c", "uriBaseId": "%SRCROOT%"}
    assert location["region"]["startLine"] == 13
    assert properties["verdict"] == "unknown"


def test_a_leak_is_a_note_unless_asked_for() -> None:
    assert {result["level"] for result in sarif(proof_of(LEAKING))[0]} == {"note"}
    assert {result["level"] for result in sarif(proof_of(LEAKING, LEAK))[0]} == {"warning"}


def test_what_was_not_analysed_is_a_result_and_said_once() -> None:
    proof = proof_of(HEAD + "int mystery(int); int main(void) { return mystery(1); }")
    results, _ = sarif(proof, proof)
    assert [result["ruleId"] for result in results] == ["not-analysed"]


# Drawings -------------------------------------------------------------------------------------------------------------


def test_errors_are_red_and_loops_stand_out() -> None:
    graph = graph_of(proof_of(BROKEN))
    kinds = [box.kind for box in graph.boxes]
    assert kinds.count("error") == 1
    assert "loop" in kinds
    dot = to_dot(graph)
    assert "color=red" in dot
    assert dot.count(" -> ") == len(graph.arrows)
    svg = ElementTree.fromstring(to_svg(graph))
    classes = [group.get("class") for group in svg.iter(f"{SVG}g")]
    assert classes.count("error") == 1


def test_every_box_and_arrow_is_drawn() -> None:
    graph = graph_of(proof_of(SAFE))
    svg = ElementTree.fromstring(to_svg(graph))
    assert len(list(svg.iter(f"{SVG}rect"))) == len(graph.boxes) + 1
    assert len(list(svg.iter(f"{SVG}path"))) == len(graph.arrows)


def test_boxes_do_not_overlap() -> None:
    svg = ElementTree.fromstring(to_svg(graph_of(proof_of(BROKEN))))
    drawing = next(group for group in svg.iter(f"{SVG}g") if group.get("transform"))
    boxes = [
        tuple(float(rect.get(name, "0")) for name in ("x", "y", "width", "height"))
        for rect in drawing.iter(f"{SVG}rect")
    ]
    for number, (x, y, wide, tall) in enumerate(boxes):
        for a, b, width, height in boxes[:number]:
            assert x + wide <= a or a + width <= x or y + tall <= b or b + height <= y


def test_labels_are_never_markup() -> None:
    boxes = (Box("0", "state", 'a "b" <c> &amp;', "x\\n * y"), Box("1", "error", "e", ""))
    graph = Graph("<t>", boxes, (Arrow("0", "1", "cover"), Arrow("0", "0", "")))
    svg = ElementTree.fromstring(to_svg(graph))
    texts = ["".join(text.itertext()) for text in svg.iter(f"{SVG}text")]
    assert 'a "b" <c> &amp;' in texts
    assert "\\\\n" in to_dot(graph)


@pytest.mark.skipif(shutil.which("dot") is None, reason="no Graphviz")
def test_graphviz_reads_it() -> None:
    done = subprocess.run(
        ["dot", "-Tplain"], input=to_dot(graph_of(proof_of(BROKEN))), capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("graph ")


def test_a_long_formula_breaks_before_connectives() -> None:
    parts = " * ".join(f"v{number} ↦ [+0: v{number + 1}] (8 bytes)" for number in range(6))
    rows = Box("0", "state", "title", f"x = v0 ∧ {parts}").wrapped
    assert len(rows) > 2
    assert all(row.lstrip().startswith(("*", "∧")) for row in rows[2:])
