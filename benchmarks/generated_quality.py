"""Measure generated tests: the branches that they reach, by JaCoCo, and the mistakes that they detect."""

from __future__ import annotations

import argparse
import os
import shutil
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from random import Random

from symheap.lang.java.classfile.access import STATIC
from symheap.lang.java.classfile.classfile import parse
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.maven import Maven
from symheap_testing.java.generated_rows import ClassRow, per_line
from symheap_testing.java.jacoco import AGENT, REPORTER, Line, agent_option, compare, report
from symheap_testing.java.junit_runs import CONSOLE, SuiteRun, run_suite
from symheap_testing.java.mutants.compiled import MutantClasses
from symheap_testing.java.mutants.sources import Mutant, choose

LOOKED_AT = {
    "BinarySearchTree:56: wrong comparison: < -> <=": "equivalent: the loop goes on only while the two differ",
    "Services:23: wrong comparison: > -> >=": "the two inputs that tell the paths apart are not at the bound itself",
    "Resources:62: missing null check: inner != null -> true": "differs only for a log of more than 12 events, which "
    "the path without the inner handle does not look at",
}
"""Reasons why mutants survive, each examined by hand."""
CORPUS = Path(__file__).parent.parent / "tests" / "programs" / "java"


def rows_of(work: Path) -> dict[str, list[ClassRow]]:
    """Return the rows that `corpus` wrote, by program."""
    result: dict[str, list[ClassRow]] = {}
    for file in sorted((work / "corpus" / "rows").glob("*.json")):
        row = ClassRow.read(file)
        result.setdefault(row.group, []).append(row)
    return result


# Branches -------------------------------------------------------------------------------------------------------------


def is_data_structure(classes: Path) -> bool:
    """Whether some object of a program holds an array, or holds on to an object of its own class.

    That is: some class has an instance field of an array type, or one whose class is that which declares it.
    """
    for file in classes.glob("*.class"):
        parsed = parse(file.read_bytes(), file.name)
        fields = [field.descriptor for field in parsed.fields if not field.access & STATIC]
        if any(each.startswith("[") or each == f"L{parsed.name};" for each in fields):
            return True
    return False


def jacoco(options: argparse.Namespace, jdk: Jdk) -> dict[str, object]:
    """Compare the branches of data structures that tests take with those on paths that were reported feasible."""
    place = options.work / "corpus"
    by_program = rows_of(options.work)
    chosen = [name for name in sorted(by_program) if is_data_structure(place / "classes" / name)]
    chosen = [name for name in chosen if not options.only or name in options.only]
    classes = [place / "classes" / name for name in chosen]
    rows = [row for name in chosen for row in by_program[name]]
    maven = Maven(os.environ, print)
    execution = options.work / "jacoco.exec"
    names = [row.test_class for row in rows if row.test_class]
    agent = agent_option(maven.jar(AGENT), execution)
    built = place / f"built-{jdk.feature}"
    run = run_suite(jdk, maven.jar(CONSOLE), classes, built, only=names, seed=1, agent=agent)
    measured = report(jdk, maven.jar(REPORTER), execution, classes, options.work / "jacoco.xml")
    lines = compare(per_line(rows, "promised"), measured)
    share = lines.reached / lines.expected if lines.expected else 1.0
    print(f"{len(chosen)} programs, {len(run.passed)} tests passed, {len(run.failed)} failed {run.stopped}")
    print(
        f"{lines.reached} of {lines.expected} branches on feasible paths: {share:.1%}; {lines.covered} of {lines.all}"
    )
    for line, (reached, expected) in lines.short.items():
        print(f"  {line}: {reached} of {expected}")
    others = {str(line): f"{count} {_why_not(line, rows)}" for line, count in lines.other.items()}
    print("\n".join(f"  {line}: {why}" for line, why in others.items()))
    return {
        "criterion": " ".join((is_data_structure.__doc__ or "").split()),
        "programs": chosen,
        "tests": len(run.passed),
        "failed": dict(run.failed),
        "promised": lines.expected,
        "reached": lines.reached,
        "share": round(share, 4),
        "all": lines.all,
        "covered": lines.covered,
        "short": {str(line): list(counts) for line, counts in lines.short.items()},
        "others": others,
    }


def _why_not(line: Line, rows: Sequence[ClassRow]) -> str:
    """Return why no test takes a branch that is on no completed path."""
    own = [row for row in rows if f"{row.group}.java" == line.source]
    if per_line(own, "cut").get(line):
        return "cut: only paths that were cut take it"
    if any(row.stopped or "cut" in row.reasons for row in own):
        return "cut: no path within the bounds takes it"
    return "infeasible: no path takes it, and all were explored"


# Mutants --------------------------------------------------------------------------------------------------------------


def mutants(options: argparse.Namespace, jdk: Jdk) -> dict[str, object]:
    """Run the tests on mutants that compile to different code, and count those that some test detects."""
    by_program = rows_of(options.work)
    names = [name for name in sorted(by_program) if not options.only or name in options.only]
    sources = {name: (CORPUS / f"{name}.java").read_text(encoding="utf-8") for name in names}
    work = options.work / "mutants"
    shutil.rmtree(work, ignore_errors=True)
    compiler = MutantClasses(jdk, work, sources)
    chosen = choose(sources, options.count, Random(options.seed), compiler.is_good)
    console = Maven(os.environ, print).jar(CONSOLE)
    built = options.work / "corpus" / f"built-{jdk.feature}"
    done: list[dict[str, object]] = []
    for mutant in chosen:
        tests = [row.test_class for row in by_program[mutant.program] if row.test_class]
        outcome = (
            run_suite(jdk, console, [compiler.classes(mutant)], built, only=tests, seed=1) if tests else SuiteRun()
        )
        killed = bool(tests) and not outcome.is_green
        done.append(_line(mutant, killed, outcome))
        print(f"{'killed  ' if killed else 'SURVIVED'} {mutant}", flush=True)
    killed_count = sum(bool(each["killed"]) for each in done)
    print(f"{killed_count} of {len(done)} killed; {compiler.equal} had the same code, {compiler.refused} no code")
    kinds = Counter(mutant.mistake.value for mutant in chosen)
    return {
        "seed": options.seed,
        "mutants": len(done),
        "killed": killed_count,
        "share": round(killed_count / max(len(done), 1), 4),
        "kinds": dict(kinds),
        "killed_kinds": dict(Counter(str(each["mistake"]) for each in done if each["killed"])),
        "not_compiled": compiler.refused,
        "same_code": compiler.equal,
        "rows": done,
    }


def _line(mutant: Mutant, killed: bool, found: SuiteRun) -> dict[str, object]:
    told = {name: value for name, value in asdict(mutant).items() if name != "text"}
    first = next(iter(sorted(found.failed.items())), ("", ""))
    return {
        **told,
        "mistake": mutant.mistake.value,
        "killed": killed,
        "why": "" if killed else LOOKED_AT.get(str(mutant), "not looked at"),
        "failed_tests": len(found.failed),
        "first": ": ".join(filter(None, first))[:300] or found.stopped,
    }
