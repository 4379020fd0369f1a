"""Proofs as JUnit's XML: a case a client.  What is safe passes, what is unsafe fails, what is unknown is in error."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from symheap.report.formats import junit
from symheap.report.formats.junit import Case, End, Suite
from symheap.report.prove.proof import LEAK
from symheap.store.records import Document


def document(clients: Sequence[Document], texts: Mapping[str, str]) -> str:
    """`texts` are what was printed of each, by target."""
    name = " ".join(clients[0]["files"])
    cases = tuple(_case(name, each, texts.get(each["target"], "")) for each in clients)
    assumptions = dict.fromkeys(said for each in clients for said in each["assumptions"])
    properties = (("property", clients[0]["property"]), *(("assumption", said) for said in assumptions))
    return junit.document([Suite(name, cases, sum(each["seconds"] for each in clients), properties)])


def _case(owner: str, client: Document, body: str) -> Case:
    name = client["target"].removeprefix(f"{owner}::")
    name = client["entry"] if name == owner else name
    seconds = client["seconds"]
    found = next(iter(client["findings"]), None)
    file, line = (found["file"], found["line"]) if found is not None else (client["files"][0], 0)
    if client["verdict"] == "safe" and (client["property"] != LEAK or client["leak"] == "none"):
        return Case(owner, name, file=client["files"][0], seconds=seconds)
    if client["verdict"] == "unknown" or (client["verdict"] == "safe" and client["leak"] == "unknown"):
        why = client["reason"] or "whether it leaks"
        return Case(owner, name, End.ERROR, f"unknown: {why}", "unknown", body, file, line, seconds)
    message = "leaks" if found is None else f"{found['file']}:{found['line']}: {found['kind']}: {found['message']}"
    kind = found["kind"] if found is not None else client["leak"]
    return Case(owner, name, End.FAILURE, message, kind, body, file, line, seconds)
