"""`docs/rules.md` is complete: every rule has a function that cites it, a test, and a mutant."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from rule_trial import RULE_MUTANTS

ROOT = Path(__file__).parents[2]

# Every rule of the papers' figures, by paper and place; "(c1-c5)" stands for (c1) to (c5).
RULES = {
    (
        "[Summaries]",
        "Fig. 5",
    ): "Variable lookup; New; Field access (eval); Field write (eval); Equals (l-operand eval); "
    "Equals (r-operand eval); Equals (bool); If-then-else (eval); If-then-else (true); If-then-else (false); "
    "Variable declaration (eval); Variable declaration; Method invocation (object eval); Method invocation (arg eval); "
    "Method invocation; Variable assignment (eval); Variable assignment; Begin (no args); Begin (arg0 eval); "
    "Begin (argi eval); Begin (argn eval); Begin; Null; Pop",
    ("[Summaries]", "Fig. 6"): "Initialize (null); Initialize (new); Initialize (alias); Initialize (end)",
    ("[Summaries]", "Fig. 7"): "Field access; Field write; Equals (reference-true); Equals (reference-false)",
    ("[Summaries]", "section 4"): "UN",
    ("[Summaries]", "section 5"): "VS; ST",
    ("[Summaries]", "Fig. 8"): "Summarize; Summarize (end)",
    ("[Summaries]", "Fig. 9"): "Field access; Field write; Equals (references-true); Equals (references-false)",
    ("[Uber-lazy]", "section III"): "VS; ST",
    ("[Uber-lazy]", "Fig. 5"): "Lazy initialization; Field access; Field write; Equals (references-true); "
    "Equals (references-false)",
    ("[Uber-lazy draft]", "section I"): "VS; ST; ER; C",
    ("[POSE]", "Fig. 4"): "Getfield (c1-c2); Getfield (r1-r2)",
    ("[POSE]", "Fig. 5"): "Putfield (c1-c2); Putfield (r1)",
    ("[POSE]", "Fig. 9"): "Step",
    ("[POSE]", "Fig. 10"): "New; Getfield (c1-c5); Putfield (c1-c5); Let; Op (c1-c2); Eq (c1-c7)",
    ("[POSE]", "Fig. 11"): "If (c1-c4); Invoke (c1-c4); Ctx (c)",
    ("[POSE]", "Fig. 12"): "Getfield (r1-r2); Getfield (r1.b); Putfield (r1); Putfield (r1.b); Ctx (r)",
    ("[POSE]", "section III-B"): "assume; update",
    ("[POSE]", "Appendix"): "mergeHGf; mergePC; mergeHPf; mergeClauses",
    ("[SLAyer]", "section 2"): "Programs; Abstract States; ls; Pattern-based Abstraction; "
    "Abstract Transition Systems and Failed Proofs",
    ("[SLAyer]", "section 3"): "analyze; slice; abstraction_refinement",
    ("[SLAyer]", "section 4"): "feasible",
    ("[SLAyer]", "section 4.2"): "tr; malloc; free; store",
    ("[SLAyer]", "section 5"): "diagnose; prefix",
    ("[SLAyer]", "section 6"): "refine",
}


class Row(NamedTuple):
    paper: str
    place: str
    rule: str
    function: str
    test: str
    mutant: str


def table() -> list[Row]:
    lines = (ROOT / "docs" / "rules.md").read_text().splitlines()
    cells = ([cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines if re.match(r"\| \[", line))
    return [Row(*row) for row in cells]


def expand(text: str) -> Iterator[str]:
    """Yield ``Eq (c1-c7)`` and ``"Eq (c1)" to "Eq (c7)"`` as the seven names."""
    match = re.fullmatch(r"(.*) \((\w)(\d)-\2(\d)\)", text)
    if match is None:
        yield text
        return
    name, letter, first, last = match.groups()
    yield from (f"{name} ({letter}{number})" for number in range(int(first), int(last) + 1))


def cited(docstring: str) -> str:
    """Return the rules that a docstring cites, with ranges expanded, in lower case."""
    _, found, rules = docstring.partition("Rule:")
    assert found, "no Rule: line"
    ranges = re.findall(r'"([\w ]+) \((\w)(\d)\)" to "\1 \(\2(\d)\)"', rules)
    names = [name for rule, letter, a, b in ranges for name in expand(f"{rule} ({letter}{a}-{letter}{b})")]
    return " ".join([rules, *(f'"{name}"' for name in names)]).lower()


def function(path: str) -> object:
    parts = path.split(".")
    for split in range(len(parts) - 1, 0, -1):
        try:
            result: object = importlib.import_module(".".join(["symheap", *parts[:split]]))
        except ModuleNotFoundError:
            continue
        for part in parts[split:]:
            result = getattr(result, part)
        return result
    raise LookupError(path)


def test_every_rule_is_in_the_table_and_nothing_else() -> None:
    wanted = {(*at, name) for at, names in RULES.items() for rule in names.split("; ") for name in expand(rule)}
    assert {row[:3] for row in table()} == wanted


@pytest.mark.parametrize("row", table(), ids=lambda row: f"{row.paper} {row.place} {row.rule}")
def test_the_function_cites_its_rule(row: Row) -> None:
    docstring = function(row.function).__doc__
    assert docstring is not None
    rules = cited(docstring)
    assert row.paper.lower() in rules
    assert row.place == "Appendix" or row.place.lower() in rules
    name = row.rule.lower()
    assert f'"{name}"' in rules or re.search(rf"\b{re.escape(name)}\b", rules)


def functions_of(file: str) -> set[str]:
    return {node.name for node in ast.parse((ROOT / file).read_text()).body if isinstance(node, ast.FunctionDef)}


def test_the_tests_exist() -> None:
    for row in table():
        file, _, name = row.test.partition("::")
        assert name in functions_of(file), row


def test_every_rule_has_a_mutant() -> None:
    results = (ROOT / "tests/mutation/results.md").read_text()
    ids = set(re.findall(r"^\| `([a-z0-9-]+)` \|", results, re.MULTILINE)) | {each.id for each in RULE_MUTANTS}
    assert {row.mutant for row in table()} <= ids
