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

from symheap.lang.java.classfile.access import PUBLIC, SYNTHETIC
from symheap.lang.java.files.cache import cache_folder
from symheap.lang.java.files.jdk import Jdk, find_jdk
from symheap.testing.java_agreement import Tally, Target, campaign
from symheap.testing.java_calls import Calls, inherited_methods, methods_of_class
from symheap.testing.java_sides import Sides

CORPUS = Path(__file__).parent.parent / "tests" / "programs" / "java"
RESULTS = Path(__file__).parent / "results" / "java-agreement.md"
COORDINATES = ("org.apache.commons:commons-lang3:3.14.0", "commons-codec:commons-codec:1.16.0")

_LANG = """Integer Long Short Byte Character Boolean Float Double Math StrictMath String StringBuilder StringBuffer Number
Enum Iterable Comparable CharSequence Throwable IllegalArgumentException RuntimeException"""
_UTIL = """Arrays Collections ArrayList LinkedList HashMap LinkedHashMap TreeMap HashSet LinkedHashSet TreeSet ArrayDeque
PriorityQueue BitSet Objects Optional OptionalInt OptionalLong OptionalDouble StringJoiner StringTokenizer Random Vector Stack
Hashtable IdentityHashMap EnumMap AbstractMap$SimpleEntry AbstractMap$SimpleImmutableEntry List Map Set Map$Entry UUID
zip.CRC32 zip.Adler32 concurrent.atomic.AtomicInteger concurrent.atomic.AtomicLong concurrent.atomic.AtomicBoolean
concurrent.atomic.AtomicReference concurrent.atomic.AtomicIntegerArray concurrent.atomic.AtomicLongArray
concurrent.atomic.AtomicReferenceArray concurrent.atomic.LongAdder concurrent.ConcurrentHashMap
concurrent.CopyOnWriteArrayList concurrent.ConcurrentLinkedQueue concurrent.TimeUnit IntSummaryStatistics
DoubleSummaryStatistics Base64 Base64$Encoder Base64$Decoder HexFormat Comparator Locale"""
JDK_CLASSES = (
    *(f"java.lang.{name}" for name in _LANG.split()),
    *(f"java.util.{name}" for name in _UTIL.split()),
    "java.math.BigInteger",
    "java.math.BigDecimal",
)

FUNCTIONS = """
import java.util.Comparator;
import java.util.function.*;

/** Functions to be given to methods that take some. */
public final class Functions {
    public static final class Same implements UnaryOperator<Object> { public Object apply(Object x) { return x; } }
    public static final class Text implements Function<Object, Object> { public Object apply(Object x) { return "" + x; } }
    public static final class First implements BinaryOperator<Object> { public Object apply(Object a, Object b) { return a; } }
    public static final class Nothing implements BiFunction<Object, Object, Object> { public Object apply(Object a, Object b) { return null; } }
    public static final class IsNull implements Predicate<Object> { public boolean test(Object x) { return x == null; } }
    public static final class IsText implements Predicate<Object> { public boolean test(Object x) { return x instanceof String; } }
    public static final class Both implements BiPredicate<Object, Object> { public boolean test(Object a, Object b) { return a == b; } }
    public static final class Seven implements Supplier<Object> { public Object get() { return 7; } }
    public static final class Ignore implements Consumer<Object> { public void accept(Object x) { } }
    public static final class Ignore2 implements BiConsumer<Object, Object> { public void accept(Object a, Object b) { } }
    public static final class Fail implements Runnable { public void run() { throw new IllegalStateException("fail"); } }
    public static final class Ints implements IntUnaryOperator, IntBinaryOperator, IntPredicate, IntFunction<Object>, IntSupplier {
        public int applyAsInt(int x) { return 3 * x + 1; }
        public int applyAsInt(int a, int b) { return a - b; }
        public boolean test(int x) { return x > 0; }
        public Object apply(int x) { return x; }
        public int getAsInt() { return 5; }
        public Ints negate() { return this; }
    }
    public static final class Longs implements LongUnaryOperator, LongBinaryOperator {
        public long applyAsLong(long x) { return 3 * x + 1; }
        public long applyAsLong(long a, long b) { return a - b; }
    }
    public static final class Arrays implements IntFunction<Object[]> { public Object[] apply(int x) { return new String[x]; } }
    public static final class Length implements ToIntFunction<Object> { public int applyAsInt(Object x) { return x.toString().length(); } }
    public static final class ByText implements Comparator<Object> {
        public int compare(Object a, Object b) { return String.valueOf(a).compareTo(String.valueOf(b)); }
    }
}
"""


@dataclass(frozen=True)
class Group:
    """Classes to be called, and where they are."""

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
    source = scratch / "Functions.java"
    source.write_text(FUNCTIONS, encoding="utf-8")
    functions = compiled(jdk, scratch / "functions", [source])
    yield Group("corpus", (corpus,), None, corpus=True)
    yield Group("java.lang, java.util", (functions,), JDK_CLASSES)
    for library in libraries:
        yield Group(library.stem, (library, functions), None)


def targets_of(sides: Sides, group: Group) -> list[Target]:
    found: list[Target] = []
    user = [n for n in sides.world.class_path.user_names() if not n.startswith("Functions")]
    for name in group.classes or user:
        if not sides.world.exists(name):
            continue
        java_class = sides.world.find(name)
        if not group.corpus and (not java_class.access & PUBLIC or java_class.access & SYNTHETIC):
            continue
        found += [(name, method) for method in methods_of_class(sides, name, public=not group.corpus)]
        if not group.corpus and not java_class.is_interface:
            found += [(name, method) for method in inherited_methods(sides, name)]
    return found


def run_group(group: Group, jdk: Jdk, seed: int, calls: int, seconds: float) -> Tally:
    with Sides(group.class_path, jdk, os.environ, isolated=group.corpus) as sides:
        names = sides.world.class_path.user_names()
        raw = names if group.corpus else [n for n in names if n.startswith("Functions$")]
        random_calls = Calls(sides, Random(f"{group.name} {seed}"), raw)
        targets = targets_of(sides, group)
        return campaign(
            random_calls, targets, calls, seconds=seconds, told=lambda d: print(f"DIFFERENT {d}", flush=True)
        )


def fetched(folder: Path) -> list[Path]:
    """The libraries of `COORDINATES`, by an ordinary Maven client."""
    folder.mkdir(parents=True, exist_ok=True)
    for coordinate in COORDINATES:
        _, name, version = coordinate.split(":")
        if not (folder / f"{name}-{version}.jar").exists():
            goal = ["dependency:copy", f"-Dartifact={coordinate}", f"-DoutputDirectory={folder}"]
            subprocess.run(["mvn", "-q", "-B", *goal], check=True)
    return [folder / f"{name}-{version}.jar" for _, name, version in (c.split(":") for c in COORDINATES)]


def report(jdk: Jdk, seed: int, tallies: dict[str, Tally]) -> str:
    lines = [
        f"JDK {jdk.version}, seed {seed}.",
        "",
        "| group | calls compared | different | returned | threw | methods | unsupported | by principle | not compared | s here | s JVM |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    unsupported: Counter[str] = Counter()
    principle: Counter[str] = Counter()
    apart: Counter[str] = Counter()
    for name, t in tallies.items():
        cells = (t.compared, len(t.differences), t.returned, t.threw, len(t.methods), t.unsupported.total())
        cells += (t.principle.total(), t.not_compared.total())
        times = f"{t.seconds_here:.1f} | {t.seconds_there:.1f}"
        lines.append(f"| {name} | " + " | ".join(map(str, cells)) + f" | {times} |")
        unsupported += t.unsupported
        principle += t.principle
        apart += t.not_compared
    for title, counts in (("Unsupported", unsupported), ("By principle", principle), ("Not compared", apart)):
        lines += ["", f"| {title} | calls |", "|---|---:|"]
        lines += [f"| {what} | {number} |" for what, number in counts.most_common(30)]
    return "\n".join(lines) + "\n"


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
        RESULTS.write_text("# Random concrete calls, here and on the JVM\n\n" + text, encoding="utf-8")
    return 1 if any(t.differences for t in tallies.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
