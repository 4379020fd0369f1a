"""The JSON of the commands satisfies its schemas."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cli_runner import JAVALITE, POSE, ROOT, symheap
from jsonschema import Draft202012Validator

from symheap.cli.options.schema import Described
from symheap.core.outcome import Bound, ErrorKind
from symheap.memory.errors import MemoryErrorKind
from symheap.testgen.cases import Why
from symheap.testgen.files import Fate
from symheap_testing.java.sources import some_jdk

C = ROOT / "examples" / "c"
needs_jdk = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")
SMALL = ("--max-traces", "10", "--max-calls", "3", "--timeout", "10", "--no-store")

PAIR = """
public class Pair {
    Pair next;
    int[] items;
    char mark;
    double weight;

    static native int elsewhere();

    int first(Object o, String text) {
        if (o instanceof Pair p && p.weight > 1.5) {
            return p.items[1] + text.length();
        }
        return mark == 'x' ? elsewhere() : 0;
    }

    static int loop(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        if (i > 7) {
            throw new IllegalStateException();
        }
        return i;
    }
}
"""


def validator(name: str) -> Draft202012Validator:
    result = symheap("schema", name)
    assert result.status == 0
    schema = json.loads(result.out)
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def problems(name: str, document: object) -> list[str]:
    """Return the problems, with those of the alternative that comes closest."""
    return [
        f"{each.json_path}: {each.message}"
        for error in validator(name).iter_errors(document)
        for each in (*(error.context or ()), error)
    ]


def written(*arguments: str, folder: Path) -> Any:
    return json.loads(symheap(*arguments, "--format", "json", "-q", folder=folder).out)


@pytest.mark.parametrize("name", list(Described))
def test_schemas_are_strict(name: str) -> None:
    """Every object declares whether it may have other members, and which members are required."""
    pending: list[Any] = [validator(name).schema]
    while pending:
        part = pending.pop()
        if isinstance(part, dict):
            if part.get("type") == "object":
                assert "additionalProperties" in part
                assert ("properties" in part) == ("required" in part)
            pending += part.values()
        elif isinstance(part, list):
            pending += part


def test_names_of_kinds_are_those_of_the_program() -> None:
    text = symheap("schema", "test").out + symheap("schema", "prove").out
    kinds = [each.value for kind in (ErrorKind, MemoryErrorKind, Bound, Why, Fate) for each in kind]
    assert [each for each in kinds if json.dumps(each) not in text] == []


def test_an_unknown_name_is_refused() -> None:
    assert symheap("schema", "step").status == 2


@pytest.mark.parametrize("program", sorted((*JAVALITE.glob("*.jl"), *POSE.glob("*.pose"))), ids=lambda each: each.name)
def test_explorations_of_the_examples(program: Path) -> None:
    assert problems("explore", written("explore", str(program), *SMALL, folder=ROOT)) == []


def test_comparisons_and_checks(tmp_path: Path) -> None:
    compared = written("compare", "casts.jl", "--max-calls", "3", "--timeout", "10", folder=JAVALITE)
    assert problems("compare", compared) == []
    checked = written("check", "casts.jl", "--max-calls", "2", "--max-objects", "2", "--timeout", "10", folder=JAVALITE)
    assert problems("check", checked) == []


@needs_jdk
def test_a_class_with_findings_cuts_and_gaps(tmp_path: Path) -> None:
    (tmp_path / "Pair.java").write_text(PAIR, encoding="utf-8")
    document = written("explore", "Pair.java", "--max-loop", "2", "--no-store", folder=tmp_path)
    assert problems("explore", document) == []
    first, loop = document["methods"]
    assert first["findings"]
    assert first["unsupported"]
    assert loop["traces"]["cut"]
    compared = written("compare", "Pair.java", "--heap", "pose,lazy", "--max-loop", "2", folder=tmp_path)
    assert problems("compare", compared) == []


@needs_jdk
def test_tests_that_were_made(tmp_path: Path) -> None:
    (tmp_path / "Pair.java").write_text(PAIR, encoding="utf-8")
    document = written("test", "Pair.java", "-o", "out", "--no-replay", "--no-store", folder=tmp_path)
    assert problems("test", document) == []
    assert document["classes"][0]["findings"]


@pytest.mark.parametrize(
    ("arguments", "verdict"),
    [
        (("release.c", "--graph"), "unsafe"),
        (("reverse.c", "--check", "--graph"), "safe"),
        (("queue.c",), "unsafe"),
    ],
)
def test_proofs_of_the_examples(arguments: tuple[str, ...], verdict: str) -> None:
    document = written("prove", *arguments, "--no-store", folder=C)
    assert problems("prove", document) == []
    assert document["verdict"] == verdict


def test_a_proof_that_is_unknown(tmp_path: Path) -> None:
    (tmp_path / "x.c").write_text("int mystery(int); int main(void) { return mystery(1); }", encoding="utf-8")
    document = written("prove", "x.c", "--property", "leak", "--no-store", folder=tmp_path)
    assert problems("prove", document) == []
    assert (document["verdict"], bool(document["gaps"])) == ("unknown", True)


CHANGES: dict[str, Callable[[Any], object]] = {
    "a member lacks": lambda each: each.pop("complete"),
    "a member too many": lambda each: each.update(more=1),
    "another version": lambda each: each.update(schema=1),
    "no such outcome": lambda each: each["results"][0]["outcome"].update(kind="fine"),
    "half a heap": lambda each: each["results"][0].update(inputs={"roots": {}}),
    "a negative number": lambda each: each["traces"].update(total=-1),
    "half a finding": lambda each: each["findings"][0].pop("stack"),
}


@pytest.mark.parametrize("program", ["casts.jl", "tree.jl"])
def test_the_first_version_can_still_be_written(program: str) -> None:
    """The old version has all parts of a path, in the old order."""
    first = written("explore", program, *SMALL, "--schema", "1", folder=JAVALITE)
    assert problems("explore-1", first) == []
    assert problems("explore", first) != []
    parts = ["id", "outcome", "confirmed", "condition", "smt2", "inputs", "branches"]
    assert {(*each,) for each in first["results"]} == {(*parts,)}
    second = written("explore", program, *SMALL, "--with", "all", folder=JAVALITE)
    assert second["results"] == first["results"]
    assert problems("explore", second) == []


def test_parts_of_a_path_come_on_request() -> None:
    def parts(*asked: str) -> set[tuple[str, ...]]:
        return {(*each,) for each in written("explore", "tree.jl", *SMALL, *asked, folder=JAVALITE)["results"]}

    assert parts() == {("id", "outcome", "confirmed")}
    assert parts("--with", "branches,smt2") == {("id", "outcome", "confirmed", "smt2", "branches")}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--format", "json", "--with", "smt"), "a path has no part 'smt'; did you mean smt2?"),
        (("--format", "json", "--with", "smt2", "--schema", "1"), "--schema 1 has all parts of a path"),
        (("--with", "smt2"), "--with is for --format json"),
    ],
)
def test_parts_that_cannot_be_had(options: tuple[str, ...], message: str) -> None:
    result = symheap("explore", "swap.jl", *options, "--no-store")
    assert result.status == 2
    assert message in result.err


@pytest.mark.parametrize("change", CHANGES)
def test_a_wrong_document_is_rejected(change: str) -> None:
    document = written("explore", "casts.jl", *SMALL, folder=JAVALITE)
    assert problems("explore", document) == []
    CHANGES[change](document)
    assert problems("explore", document) != []
