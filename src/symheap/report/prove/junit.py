"""Proofs as JUnit XML, a case per client: safe passes, unsafe fails, unknown is an error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symheap.report.formats import junit
from symheap.report.formats.junit import Case, CaseEnd, Suite
from symheap.report.prove.proof import LEAK
from symheap.store.records import Document


def document(clients: Sequence[Document], texts: Mapping[str, str]) -> str:
    """Return the document; `texts` are the printed reports, by target."""
    name = " ".join(clients[0]["files"])
    cases = tuple(_case(name, each, texts.get(each["target"], "")) for each in clients)
    assumptions = dict.fromkeys(said for each in clients for said in each["assumptions"])
    properties = (("property", clients[0]["property"]), *(("assumption", said) for said in assumptions))
    return junit.document([Suite(name, cases, sum(each["seconds"] for each in clients), properties)])


def _case(owner: str, client: Document, body: str) -> Case:
    name = client["target"].removeprefix(f"{owner}::")
    name = client["entry"] if name == owner else name
    seconds = client["seconds"]
    finding = next(iter(client["findings"]), None)
    file, line = (finding["file"], finding["line"]) if finding is not None else (client["files"][0], 0)
    if client["verdict"] == "safe" and (client["property"] != LEAK or client["leak"] == "none"):
        return Case(owner, name, file=client["files"][0], seconds=seconds)
    if client["verdict"] == "unknown" or (client["verdict"] == "safe" and client["leak"] == "unknown"):
        why = client["reason"] or "whether it leaks"
        return Case(owner, name, CaseEnd.ERROR, f"unknown: {why}", "unknown", body, file, line, seconds)
    message = (
        "leaks" if finding is None else f"{finding['file']}:{finding['line']}: {finding['kind']}: {finding['message']}"
    )
    kind = finding["kind"] if finding is not None else client["leak"]
    return Case(owner, name, CaseEnd.FAILURE, message, kind, body, file, line, seconds)
