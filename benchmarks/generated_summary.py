"""Format the figures of generated tests as a page."""

from __future__ import annotations

from typing import Any

from results import markdown

Json = dict[str, Any]


def page(document: Json) -> str:
    parts = [f"# Generated tests\n\n{_where(document)}"]
    parts += [SECTIONS[name](document[name]) for name in SECTIONS if name in document]
    return "\n".join(parts)


def _where(document: Json) -> str:
    first = next(document[name] for name in SECTIONS if name in document)
    machine = first["machine"]
    return f"{machine['processor']}, {machine['system']}, Python {machine['python']}; commits are in the JSON file.\n"


def _corpus(section: Json) -> str:
    head = f"## The Java programs of the tests ({section['programs']})\n\n"
    return head + _bounds(section) + _total(section["total"]) + "\n" + _runs({"all programs": section["runs"]})


def _libraries(section: Json) -> str:
    rule = " ".join(section["rule"].split())
    return f"## Libraries\n\n{rule}\n\n" + _bounds(section) + _total(section["total"]) + "\n" + _runs(section["runs"])


def _bounds(section: Json) -> str:
    given = {name: value for name, value in section["bounds"].items() if value is not None}
    return "Bounds: " + ", ".join(f"{name} {value}" for name, value in given.items()) + ".\n\n"


def _total(total: Json) -> str:
    """Return the figures as a table, with a line for each reason of paths without a test."""
    lines = [(name, f"{value:,}") for name, value in total.items() if not isinstance(value, dict)]
    lines += [(f"paths without a test: {why}", f"{count:,}") for why, count in total["paths without a test"].items()]
    return markdown(("", "number"), lines)


def _runs(runs: Json) -> str:
    lines = [
        (group, run["jdk"], "yes" if run["compiled"] else "NO", str(run["warnings"]), _rounds(run.get("rounds", ())))
        for group, by_jdk in runs.items()
        for run in by_jdk.values()
    ]
    return markdown(("tests of", "JDK", "compiled", "warnings", "three shuffled rounds: passed / failed"), lines)


def _rounds(rounds: Any) -> str:
    return ", ".join(each["stopped"] or f"{each['passed']:,} / {len(each['failed'])}" for each in rounds)


def _jacoco(section: Json) -> str:
    programs = f"{len(section['programs'])} programs: {section['criterion']}\n\n"
    share = f"{section['reached']} of {section['promised']} branches on feasible paths ({section['share']:.1%})"
    whole = f"{section['covered']} of all {section['all']} branches; the others:\n\n"
    others = markdown(("line", "branches that no test takes"), list(section["others"].items()))
    short = "".join(f"- short of what was promised: {line} {counts}\n" for line, counts in section["short"].items())
    return f"## Branches of data structures, by JaCoCo\n\n{programs}{share}; {whole}{others}{short}"


def _mutants(section: Json) -> str:
    kinds = ", ".join(f"{section['killed_kinds'].get(kind, 0)} of {n} {kind}" for kind, n in section["kinds"].items())
    head = (
        f"{section['killed']} of {section['mutants']} killed ({section['share']:.0%}), seed {section['seed']}: {kinds}."
    )
    left = [
        (f"{row['program']}:{row['line']}", row["mistake"], f"`{row['before']}` -> `{row['after']}`", row["why"])
        for row in section["rows"]
        if not row["killed"]
    ]
    return f"## Seeded bugs\n\n{head}  Survivors:\n\n" + markdown(("place", "mistake", "change", "why"), left)


SECTIONS = {"corpus": _corpus, "libraries": _libraries, "jacoco": _jacoco, "mutants": _mutants}
