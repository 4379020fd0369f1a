"""Generated tests: of the Java programs of the tests and of libraries, on two JDKs; branch coverage; seeded bugs.

python benchmarks/generated_tests.py corpus --work DIR [--workers 2] [--only AvlTree ...]
python benchmarks/generated_tests.py libraries --work DIR --subjects DIR [--classes 100]
python benchmarks/generated_tests.py jacoco --work DIR
python benchmarks/generated_tests.py mutants --work DIR [--count 50] [--seed 2026]

`jacoco` and `mutants` take the tests that `corpus` left in the folder of work.  Each puts its part into
results/generated-tests.json.  Tests are made on the older JDK; on both they are compiled, and run three times in
shuffled order.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from generated_quality import CORPUS, jacoco, mutants
from generated_summary import page
from measure import environment
from results import RESULTS, write_json, write_text

from symheap.bench.choice import candidates, spread
from symheap.bench.places import ProjectJars, find, world
from symheap.bench.studies import pose, public_methods
from symheap.engine.bounds import Bounds
from symheap.lang.java.files.jdk import Jdk
from symheap.lang.java.files.maven import Maven
from symheap.lang.java.options import JavaOptions
from symheap.lang.java.project.changed import named_classes
from symheap.testgen.building.helper import HELPER
from symheap_testing.java.corpus import compile_all, entries, jdk_for
from symheap_testing.java.generated import Asked, Job
from symheap_testing.java.generated_rows import ClassRow, Place, run_jobs, total
from symheap_testing.java.junit_runs import CONSOLE, compile_sources, run_suite

NAME = "generated-tests"
JDKS = (17, 25)
SEEDS = (1, 2, 3)
CORPUS_BOUNDS = Bounds(max_calls=30, max_loop=3, max_traces=150, timeout=20.0)
"""Bounds for methods that the header of a program does not mention; other methods use the last two of them."""
LIBRARY_BOUNDS = Bounds(max_calls=30, max_loop=3, max_traces=8, timeout=2.0)
MOST_METHODS = 12
_FOLDERS = re.compile(r"/(?:[\w.+-]+/)+")
"""Folders of the machine, which are removed from the results."""


def main() -> None:
    options = arguments()
    section = PARTS[options.part](options)
    file = RESULTS / f"{NAME}.json"
    document = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {"benchmark": NAME}
    if not options.only:
        document[options.part] = {**environment(), **section}
        print(write_json(NAME, document))
        print(write_text(NAME, page(document)))


def two_jdks() -> list[Jdk]:
    jdks = [jdk_for(feature) for feature in JDKS]
    if None in jdks:
        sys.exit(f"this needs JDKs {' and '.join(map(str, JDKS))}, side by side")
    return [jdk for jdk in jdks if jdk is not None]


# The programs of the tests --------------------------------------------------------------------------------------------


def corpus(options: argparse.Namespace) -> dict[str, object]:
    jdks = two_jdks()
    sources = [each for each in sorted(CORPUS.glob("*.java")) if not options.only or each.stem in options.only]
    place = Place(options.work / "corpus")
    classes = place.folder / "classes"
    if not classes.is_dir():
        classes.mkdir(parents=True)
        compile_all(sorted(CORPUS.glob("*.java")), jdks[0], classes)
    jobs = [(source.stem, job) for source in sources for job in _jobs_of(source, classes / source.stem)]
    rows = run_jobs(jobs, jdks[0], place, _show, workers=options.workers)
    runs = on_jdks(place, jdks, sorted(classes.iterdir()), rows)
    return {"bounds": asdict(CORPUS_BOUNDS), "programs": len(sources), **_section(rows), "runs": runs}


def _jobs_of(source: Path, classes: Path) -> list[Job]:
    """Return a job for each class of a program; methods in its header get the bounds given there."""
    special = {
        entry.method.replace(" ", ""): Asked(_capped(entry.bounds), entry.assume, entry.acyclic)
        for entry in entries(source)
    }
    asked = Asked(CORPUS_BOUNDS)
    return [Job(classes, name, (), asked, special if name == source.stem else {}) for name in named_classes(classes)]


def _capped(bounds: Bounds) -> Bounds:
    return replace(bounds, max_traces=CORPUS_BOUNDS.max_traces, timeout=CORPUS_BOUNDS.timeout)


# Libraries ------------------------------------------------------------------------------------------------------------


def libraries(options: argparse.Namespace) -> dict[str, object]:
    """Of the libraries of POSE's study as many classes each as possible, at equal distances in the order of names.

    They are chosen among the public concrete top-level classes with three to twelve public methods of their own; a
    library with fewer classes leaves its share to the others.
    """
    jdks = two_jdks()
    maven = Maven(os.environ, print)
    java = JavaOptions(jdk=str(jdks[0].home), environ=os.environ)
    groups: list[tuple[str, ProjectJars, tuple[str, ...]]] = []
    for project in pose().projects:
        found = find(project, options.subjects, maven)
        if not isinstance(found, ProjectJars):
            sys.exit(found.why)
        own = world(found, java)
        names = [name for name in candidates(own, project.packages) if len(public_methods(own, name)) <= MOST_METHODS]
        groups.append((project.name, found, tuple(names)))
    rows: list[ClassRow] = []
    runs: dict[str, object] = {}
    left = options.classes
    for number, (name, found, choice) in enumerate(sorted(groups, key=lambda group: len(group[2]))):
        chosen = spread(choice, -(-left // (len(groups) - number)))
        left -= len(chosen)
        classes, *needed = map(Path, found.entries)
        place = Place(options.work / "libraries" / name.replace(" ", "-").replace("/", ""))
        jobs = [(name, Job(classes, each, tuple(needed), Asked(LIBRARY_BOUNDS))) for each in chosen]
        found_rows = run_jobs(jobs, jdks[0], place, _show, workers=options.workers, seconds=options.limit)
        runs[name] = on_jdks(place, jdks, [classes, *needed], found_rows)
        rows += found_rows
    return {"rule": libraries.__doc__, "bounds": asdict(LIBRARY_BOUNDS), **_section(rows), "runs": runs}


# On both JDKs ---------------------------------------------------------------------------------------------------------


def on_jdks(
    place: Place, jdks: Sequence[Jdk], class_path: Sequence[Path], rows: Sequence[ClassRow]
) -> dict[str, object]:
    """Compile all tests of a place with each JDK, and run them there in three orders."""
    console = Maven(os.environ, print).jar(CONSOLE)
    names = [row.test_class for row in rows if row.test_class]
    if not names:
        return {}
    own = [place.tests / f"{name.replace('.', '/')}.java" for name in names]
    sources = [*own, *sorted({helper for each in own if (helper := each.parent / f"{HELPER}.java").is_file()})]
    runs: dict[str, object] = {}
    for jdk in jdks:
        built = place.folder / f"built-{jdk.feature}"
        compiled = compile_sources(jdk, sources, (*class_path, console), built)
        row: dict[str, object] = {"jdk": jdk.version, "compiled": compiled.is_done, "warnings": len(compiled.warnings)}
        if not compiled.is_done:
            row["errors"] = compiled.lines[:40]
        else:
            seen = [run_suite(jdk, console, class_path, built, only=names, seed=seed, seconds=900) for seed in SEEDS]
            row["rounds"] = [
                {"seed": seed, "passed": len(each.passed), "failed": dict(each.failed), "stopped": each.stopped}
                for seed, each in zip(SEEDS, seen, strict=True)
            ]
        print(json.dumps(row)[:2000], flush=True)
        runs[str(jdk.feature)] = row
    return runs


def _show(row: ClassRow) -> None:
    wrong = f"  {len(row.mismatches)} MISMATCHES" if row.mismatches else ""
    failed = f"  FAILED {row.failed.splitlines()[-1]}" if row.failed else ""
    why = f"  ({row.why_not})" if row.why_not else ""
    print(
        f"{row.group:20} {row.class_name:40} {row.paths:4} paths {row.tests:4} tests  {row.seconds:6.1f} s  "
        f"{row.reasons or ''}{why}{wrong}{failed}",
        flush=True,
    )


def _section(rows: Sequence[ClassRow]) -> dict[str, object]:
    print(json.dumps(total(rows), indent=1))
    left_out = ("promised", "cut")
    told = [{name: value for name, value in asdict(row).items() if name not in left_out} for row in rows]
    return {"total": total(rows), "rows": json.loads(_FOLDERS.sub("", json.dumps(told)))}


PARTS: dict[str, Callable[[argparse.Namespace], dict[str, object]]] = {
    "corpus": corpus,
    "libraries": libraries,
    "jacoco": lambda options: jacoco(options, two_jdks()[0]),
    "mutants": lambda options: mutants(options, two_jdks()[0]),
}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=list(PARTS))
    parser.add_argument("--work", type=Path, required=True, help="where tests and rows are kept")
    parser.add_argument("--only", nargs="+", default=[], help="programs; nothing is written into the results then")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--subjects", type=Path, help="of POSE's study")
    parser.add_argument("--classes", type=int, default=100, help="of the libraries")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for a class of a library")
    parser.add_argument("--count", type=int, default=50, help="of mutants")
    parser.add_argument("--seed", type=int, default=2026, help="for the choice of mutants")
    options = parser.parse_args()
    options.work = options.work.absolute()
    return options


if __name__ == "__main__":
    main()
