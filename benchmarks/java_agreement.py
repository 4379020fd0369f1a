"""Random concrete calls of Java methods, here and on the real JVM: the corpus, the JDK, libraries of Maven Central.

python benchmarks/java_agreement.py [--jdk HOME] [--seed 1] [--calls 2000] [--library JAR]... [--write]

Every difference is printed with the call that shows it.  Libraries are fetched with mvn into the cache folder unless
jars are given.  `--write` puts the figures into results/java-agreement.md.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from symheap.core.cache import cache_folder
from symheap.lang.java.classfile.access import PUBLIC, SYNTHETIC
from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.objects.concrete import ConcreteHeap
from symheap_testing.java.agreement import Tally, Target, campaign
from symheap_testing.java.calls import Calls, add_string, inherited_methods, methods_of_class
from symheap_testing.java.sides import CallRequest, Sides

CORPUS = Path(__file__).parent.parent / "tests" / "programs" / "java"
FUNCTIONS = Path(__file__).with_name("Functions.java")
RESULTS = Path(__file__).parent / "results" / "java-agreement.md"
COORDINATES = ("org.apache.commons:commons-lang3:3.14.0", "commons-codec:commons-codec:1.16.0")

_LANG = """
Integer Long Short Byte Character Boolean Float Double Math StrictMath String StringBuilder StringBuffer Number Enum
Iterable Comparable CharSequence Throwable IllegalArgumentException RuntimeException
"""
_UTIL = """
Arrays Collections ArrayList LinkedList HashMap LinkedHashMap TreeMap HashSet LinkedHashSet TreeSet ArrayDeque
PriorityQueue BitSet Objects Optional OptionalInt OptionalLong OptionalDouble StringJoiner StringTokenizer Random
Vector Stack Hashtable IdentityHashMap EnumMap AbstractMap$SimpleEntry AbstractMap$SimpleImmutableEntry List Map Set
Map$Entry UUID zip.CRC32 zip.Adler32 concurrent.atomic.AtomicInteger concurrent.atomic.AtomicLong
concurrent.atomic.AtomicBoolean concurrent.atomic.AtomicReference concurrent.atomic.AtomicIntegerArray
concurrent.atomic.AtomicLongArray concurrent.atomic.AtomicReferenceArray concurrent.atomic.LongAdder
concurrent.ConcurrentHashMap concurrent.CopyOnWriteArrayList concurrent.ConcurrentLinkedQueue concurrent.TimeUnit
IntSummaryStatistics DoubleSummaryStatistics Base64 Base64$Encoder Base64$Decoder HexFormat Comparator Locale
"""
JDK_CLASSES = (
    *(f"java.lang.{name}" for name in _LANG.split()),
    *(f"java.util.{name}" for name in _UTIL.split()),
    "java.math.BigInteger",
    "java.math.BigDecimal",
)


@dataclass(frozen=True)
class Group:
    """Classes to call, and where they are."""

    name: str
    class_path: tuple[Path, ...]
    classes: tuple[str, ...] | None
    corpus: bool = False


def compiled(jdk: Jdk, folder: Path, sources: list[Path]) -> Path:
    command = [
        str(jdk.javac()),
        "-nowarn",
        "-Xlint:none",
        "-encoding",
        "UTF-8",
        "-g",
        "-d",
        str(folder),
        *map(str, sources),
    ]
    subprocess.run(command, check=True)
    return folder


def groups(jdk: Jdk, scratch: Path, libraries: list[Path]) -> Iterator[Group]:
    corpus = compiled(jdk, scratch / "corpus", sorted(CORPUS.glob("*.java")))
    functions = compiled(jdk, scratch / "functions", [FUNCTIONS])
    yield Group("corpus", (corpus,), None, corpus=True)
    yield Group("java.lang, java.util", (functions,), JDK_CLASSES)
    for library in libraries:
        yield Group(library.stem, (library, functions), None)


def targets_of(sides: Sides, group: Group) -> list[Target]:
    targets: list[Target] = []
    user = [n for n in sides.world.class_path.user_names() if not n.startswith("Functions")]
    for name in group.classes or user:
        if not sides.world.exists(name):
            continue
        java_class = sides.world.find(name)
        if not group.corpus and (not java_class.access & PUBLIC or java_class.access & SYNTHETIC):
            continue
        targets += [(name, method) for method in methods_of_class(sides, name, public=not group.corpus)]
        if not group.corpus and not java_class.is_interface:
            targets += [(name, method) for method in inherited_methods(sides, name)]
    return targets


def run_group(group: Group, jdk: Jdk, seed: int, calls: int, seconds: float) -> Tally:
    with Sides(group.class_path, jdk, os.environ, settled=not group.corpus) as sides:
        names = sides.world.class_path.user_names()
        raw = names if group.corpus else [n for n in names if n.startswith("Functions$")]
        random_calls = Calls(sides, Random(f"{group.name} {seed}"), raw)
        targets = targets_of(sides, group)
        return campaign(
            random_calls, targets, calls, seconds=seconds, told=lambda d: print(f"DIFFERENT {d}", flush=True)
        )


def fetched(folder: Path) -> list[Path]:
    """Return the libraries of `COORDINATES`, fetched with Maven."""
    folder.mkdir(parents=True, exist_ok=True)
    for coordinate in COORDINATES:
        _, name, version = coordinate.split(":")
        if not (folder / f"{name}-{version}.jar").exists():
            goal = ["dependency:copy", f"-Dartifact={coordinate}", f"-DoutputDirectory={folder}"]
            subprocess.run(["mvn", "-q", "-B", *goal], check=True)
    return [folder / f"{name}-{version}.jar" for _, name, version in (c.split(":") for c in COORDINATES)]


def report(jdk: Jdk, seed: int, tallies: dict[str, Tally]) -> str:
    lines = [
        f"## JDK {jdk.feature}",
        "",
        f"JDK {jdk.version}, seed {seed}; {steps_per_second(jdk):,.0f} IR instructions a second on a plain loop.",
        "",
        "| group | calls compared | different | returned | threw | methods "
        "| unsupported | by principle | not compared | s here | s JVM |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    unsupported: Counter[str] = Counter()
    principle: Counter[str] = Counter()
    apart: Counter[str] = Counter()
    for name, t in tallies.items():
        counts = (t.compared, len(t.differences), t.returned, t.threw, len(t.methods))
        apart_counts = (t.unsupported.total(), t.principle.total(), t.not_compared.total())
        times = f"{t.seconds_here:.1f} | {t.seconds_there:.1f}"
        lines.append(f"| {name} | " + " | ".join(map(str, (*counts, *apart_counts))) + f" | {times} |")
        unsupported += t.unsupported
        principle += t.principle
        apart += t.not_compared
    for title, found in (("Unsupported", unsupported), ("By principle", principle), ("Not compared", apart)):
        lines += ["", f"| {title} | calls |", "|---|---:|"]
        lines += [f"| {what} | {number} |" for what, number in found.most_common(30)]
    return "\n".join(lines) + "\n"


def steps_per_second(jdk: Jdk, steps: int = 400_000) -> float:
    """Return the speed of the concrete interpreter on `String.hashCode` of a long text, cut after this many steps."""
    with Sides((), jdk, os.environ, settled=True) as sides:
        heap = ConcreteHeap(sides.table)
        number = add_string(heap, sides.table.initial, "x" * steps)
        method = sides.world.find("java.lang.String").methods["hashCode()I"]
        request = CallRequest("java.lang.String", method, number, (), heap)
        sides.here(request, 1_000)
        start = time.perf_counter()
        sides.here(request, steps)
        return steps / (time.perf_counter() - start)


def write(jdk: Jdk, text: str) -> None:
    """Replace the figures of one JDK in the results."""
    old = RESULTS.read_text(encoding="utf-8") if RESULTS.exists() else ""
    kept = [part for part in old.split("## ")[1:] if not part.startswith(f"JDK {jdk.feature}\n")]
    parts = sorted([*(f"## {part.rstrip()}\n" for part in kept), text])
    RESULTS.write_text("# Random concrete calls, here and on the JVM\n\n" + "\n".join(parts), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--jdk")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=2000, help="for each group")
    parser.add_argument("--seconds", type=float, default=600, help="for each group")
    parser.add_argument("--library", action="append", type=Path)
    parser.add_argument("--only", help="the group whose name has this in it")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    jdk = find_jdk(options.jdk, os.environ)
    libraries = options.library or fetched(cache_folder(os.environ) / "libraries")
    tallies: dict[str, Tally] = {}
    with tempfile.TemporaryDirectory() as scratch:
        for group in groups(jdk, Path(scratch), libraries):
            if options.only is None or options.only in group.name:
                start = time.monotonic()
                tallies[group.name] = run_group(group, jdk, options.seed, options.calls, options.seconds)
                print(f"{group.name}: {tallies[group.name].compared} in {time.monotonic() - start:.0f} s", flush=True)
    text = report(jdk, options.seed, tallies)
    print(text)
    if options.write:
        write(jdk, text)
    return 1 if any(t.differences for t in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
