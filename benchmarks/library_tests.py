"""Measure `symheap test` on classes of public libraries: branches by JaCoCo, tests, reflection and crash tests.

python benchmarks/library_tests.py --label NAME --work DIR --jars DIR [--only Soundex ...] [-- OPTIONS]

Each class is tested by the command line in a process of its own, with the options after ``--``; its time limits are in
seconds of its processor time, without that of the JVM.  JaCoCo and JUnit run
the written files outside symheap.  A row with the label replaces the former ones in results/library-tests.json.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from xml.etree import ElementTree

from measure import environment
from results import RESULTS, write_json

from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.lang.java.files.maven import Maven
from symheap_testing.java.jacoco import AGENT, REPORTER, agent_option
from symheap_testing.java.junit_runs import CONSOLE, SuiteRun, compile_sources, run_suite

NAME = "library-tests"
SUBJECTS = (
    ("commons-lang3-3.14.0", "org.apache.commons.lang3.BitField"),
    ("commons-lang3-3.14.0", "org.apache.commons.lang3.BooleanUtils"),
    ("commons-lang3-3.14.0", "org.apache.commons.lang3.math.Fraction"),
    ("commons-lang3-3.14.0", "org.apache.commons.lang3.text.StrTokenizer"),
    ("commons-collections4-4.4", "org.apache.commons.collections4.list.CursorableLinkedList"),
    ("commons-collections4-4.4", "org.apache.commons.collections4.map.Flat3Map"),
    ("commons-collections4-4.4", "org.apache.commons.collections4.queue.CircularFifoQueue"),
    ("commons-collections4-4.4", "org.apache.commons.collections4.iterators.PeekingIterator"),
    ("commons-codec-1.16.0", "org.apache.commons.codec.language.Soundex"),
    ("commons-codec-1.16.0", "org.apache.commons.codec.binary.Hex"),
    ("joda-time-2.12.5", "org.joda.time.Days"),
    ("commons-text-1.11.0", "org.apache.commons.text.similarity.LevenshteinDistance"),
)
NEEDED = {"commons-text-1.11.0": ("commons-lang3-3.14.0",)}
"""What a library needs on the class path."""


@dataclass(frozen=True, slots=True)
class Row:
    """The result for one class.  `missing` is why there is no suite, or none that can be compiled."""

    class_name: str
    covered: int = 0
    branches: int = 0
    tests: int = 0
    reflection: int = 0
    crashes: int = 0
    failed: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    longest_name: int = 0
    missing: str = ""


def main() -> None:
    options = _arguments()
    rows = [_row(options, jar, name) for jar, name in SUBJECTS if _is_asked(name, options.only)]
    if options.only:
        return
    file = RESULTS / f"{NAME}.json"
    document = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {"benchmark": NAME}
    about = {**environment(), "options": options.further}
    document[options.label] = {**about, "rows": [asdict(row) for row in rows]}
    print(write_json(NAME, document))


def _is_asked(class_name: str, only: list[str]) -> bool:
    return not only or class_name.rpartition(".")[2] in only


def _row(options: argparse.Namespace, jar: str, class_name: str) -> Row:
    """Make the suite of a class and measure it."""
    folder = options.work / options.label / class_name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    class_path = [options.jars / f"{each}.jar" for each in (jar, *NEEDED.get(jar, ()))]
    command = [
        sys.executable,
        "-c",
        _BY_PROCESSOR_TIME,
        "test",
        f"{class_path[0]}::{class_name}",
        "-o",
        str(folder / "src"),
    ]
    command += ["-cp", os.pathsep.join(map(str, class_path[1:]))] if class_path[1:] else []
    command += ["--no-store", "--quiet", *options.further]
    began, cpu = time.perf_counter(), _cpu()
    with (folder / "log").open("wb") as log:
        subprocess.run(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, check=False)
    seconds, cpu = time.perf_counter() - began, _cpu() - cpu
    row = _measured(Row(class_name, seconds=round(seconds, 1), cpu_seconds=round(cpu, 1)), folder, class_path)
    print(json.dumps(asdict(row)), flush=True)
    return row


_BY_PROCESSOR_TIME = """
import time
time.perf_counter = time.process_time
from symheap.cli import run
run()
"""
"""The command line with time limits in processor seconds, for a machine that does other work."""


def _cpu() -> float:
    """Return the processor time of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _measured(row: Row, folder: Path, class_path: list[Path]) -> Row:
    jdk, maven = find_jdk(None, os.environ), Maven(os.environ, print)
    console, built, execution = maven.jar(CONSOLE), folder / "built", folder / "jacoco.exec"
    sources = sorted((folder / "src").rglob("*.java"))
    texts = [each.read_text(encoding="utf-8") for each in sources if each.stem.endswith("Test")]
    missing = "" if texts else "no tests were written"
    run = SuiteRun()
    if texts:
        compiled = compile_sources(jdk, sources, (*class_path, console), built)
        missing = "" if compiled.is_done else f"not compiled: {compiled.lines[0]}"
    if not missing:
        agent = agent_option(maven.jar(AGENT), execution)
        run = run_suite(jdk, console, class_path, built, seed=1, agent=agent)
    covered, branches = _branches(jdk, maven.jar(REPORTER), execution, class_path[0], row.class_name, folder)
    return Row(
        row.class_name,
        covered,
        branches,
        *_counts(texts),
        failed=len(run.failed),
        seconds=row.seconds,
        cpu_seconds=row.cpu_seconds,
        longest_name=max((len(name) for text in texts for name in _NAMES.findall(text)), default=0),
        missing=missing or run.stopped,
    )


_NAMES = re.compile(r"@Test\s+void (\w+)\(")


def _counts(texts: list[str]) -> tuple[int, int, int]:
    """Return the numbers of tests, of those that use the reflection helper, and of those that show a crash."""
    tests = [test for text in texts for test in re.split(r"^    @Test$", text, flags=re.MULTILINE)[1:]]
    tags = sum(len(re.findall(r'@Tag\("crash"\)', text)) for text in texts)
    return len(tests), sum("TestObjects." in test for test in tests), tags


def _branches(jdk: Jdk, reporter: Path, execution: Path, jar: Path, class_name: str, folder: Path) -> tuple[int, int]:
    """Return the covered branches and all branches of a class and its nested classes."""
    report = folder / "jacoco.xml"
    files = ([str(execution)] if execution.is_file() else []) + ["--classfiles", str(jar), "--xml", str(report)]
    subprocess.run([str(jdk.java()), "-jar", str(reporter), "report", *files], check=True, capture_output=True)
    own = class_name.replace(".", "/")
    covered = missed = 0
    for each in ElementTree.parse(report).iter("class"):
        if each.get("name") == own or str(each.get("name")).startswith(f"{own}$"):
            for counter in (c for c in each.findall("counter") if c.get("type") == "BRANCH"):
                covered += int(counter.get("covered", 0))
                missed += int(counter.get("missed", 0))
    return covered, covered + missed


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--label", required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--jars", type=Path, required=True)
    parser.add_argument("--only", nargs="+", default=[])
    own, further = (sys.argv[1:], []) if "--" not in sys.argv else _split(sys.argv[1:])
    options = parser.parse_args(own)
    options.further = further
    return options


def _split(arguments: list[str]) -> tuple[list[str], list[str]]:
    at = arguments.index("--")
    return arguments[:at], arguments[at + 1 :]


if __name__ == "__main__":
    main()
