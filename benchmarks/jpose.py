"""The example programs of the public POSE prototype (github.com/pietrobraione/jpose): the command beside jPOSE itself.

    python benchmarks/jpose.py --examples ../jpose/examples
    python benchmarks/jpose.py --examples ../jpose/examples --jpose ../jpose/bin:../jpose/lib --z3 /usr/bin/z3

The programs are not part of this project: they are read from a checkout and nothing of them is kept.  jPOSE counts
normal ends only: a null error is no leaf there.

Both sides are commands as a shell runs them, one right after the other for each program.  The seconds are those of the
whole process with all its children: on the clock, and of the processor (user and system).  The limit is one of
processor time, so that a machine under load ends no program earlier.  Without ``--jpose`` the figures of `PRINTED`
stand in its columns.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import perf_counter

from measure import environment
from results import markdown, write_json, write_text

# Leaves that jPOSE 427c19b counts, and its seconds: one run each with `-c -l -p -z3`, depth 600, on a shared machine of
# two cores, Temurin 25.0.3, Z3 5.4.0.  None: no end within 90 s.
PRINTED: dict[str, tuple[int, float] | None] = {
    "avl_balanced": (482, 24.5),
    "avl_find": (254, 28.1),
    "avl_findMax": (13, 47.7),
    "avl_findMin": (13, 45.1),
    "avl_findNode": (254, 20.9),
    "avl_insertElem": None,
    "avl_isEmpty": (2, 1.0),
    "avl_makeEmpty": (1, 1.1),
    "avl_maxElement": (51, 3.6),
    "avl_minElement": (51, 3.5),
    "dll_add": (2, 0.8),
    "dll_get": (1, 0.7),
    "dll_getFirst": (2, 0.5),
    "dll_getLast": (2, 0.4),
    "dll_indexOf": (42, 75.7),
    "dll_remove": None,
    "dll_removeFirst": (2, 0.6),
    "dll_removeLast": (2, 0.6),
    "ncll_add": (2, 0.5),
    "ncll_removeNode": (2, 0.5),
    "treemap_containsKey": (254, 24.9),
    "treemap_containsValue": (74, 5.4),
    "treemap_firstKey": (12, 9.2),
    "treemap_get": (254, 29.4),
    "treemap_lastKey": (12, 9.6),
    "treemap_put": (44, 6.2),
    "treemap_remove": (2, 3.0),
}


JVM = ("-Xss1024m", "-Xms4096m")
"""Options of the JVM: jPOSE recurses deeply."""


@dataclass(frozen=True, slots=True)
class Cost:
    """One process: its seconds on the clock and of the processor, and what it printed; `ended` unless it was killed."""

    wall: float
    cpu: float
    ended: bool = True
    printed: str = ""


@dataclass(frozen=True, slots=True)
class Compared:
    """A program: the leaves and the cost of jPOSE (None: no end), and the ends and the cost of the command."""

    program: str
    leaves: int | None
    jpose_wall: float
    jpose_cpu: float | None
    normal: int
    errors: int
    complete: bool
    wall: float
    cpu: float


def timed(line: Sequence[str], limit: float, folder: Path | None = None, **environ: str) -> Cost:
    """Run a command, which is killed when it has used `limit` seconds of the processor."""
    begun = perf_counter()
    with tempfile.TemporaryFile() as out:
        started = subprocess.Popen(
            line,
            cwd=folder,
            stdout=out,
            stderr=subprocess.DEVNULL,
            env={**_environment(), **environ},
            preexec_fn=partial(resource.setrlimit, resource.RLIMIT_CPU, (round(limit), round(limit))),
        )
        _, status, used = os.wait4(started.pid, 0)
        wall = perf_counter() - begun
        started.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace")
    return Cost(wall, used.ru_utime + used.ru_stime, started.returncode >= 0, text)


def _environment() -> dict[str, str]:
    """Python may keep what it has compiled, as it may wherever a package is installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def symheap(program: Path, limit: float) -> tuple[Cost, int, int, bool]:
    """The command with jPOSE's depth as the bound of calls; its run is kept, as always."""
    with tempfile.TemporaryDirectory() as runs:
        line = [str(Path(sys.executable).with_name("symheap")), "explore", str(program), "--max-calls=600"]
        ours = timed([*line, "-q", "--format=json"], limit, SYMHEAP_RUNS=runs)
    document = json.loads(ours.printed)
    traces = document["traces"]
    return ours, traces["normal"], traces["exceptional"], document["complete"]


@dataclass(frozen=True, slots=True)
class Prototype:
    """jPOSE as it was built: its module path, and the programs that it needs."""

    modules: str
    java: str
    z3: str

    def run(self, program: Path, limit: float) -> tuple[Cost, int | None]:
        modules = ":".join(str(Path(each).resolve()) for each in self.modules.split(":"))
        line = [self.java, *JVM, "--module-path", modules, "-m", "jpose/jpose.Main", "-c", "-l", "-p", "-z3", self.z3]
        cost = timed([*line, program.name, "600"], limit, program.parent)
        last = cost.printed.split()[-1:]
        return cost, int(last[0]) if cost.ended and last and last[0].isdigit() else None


def compare(name: str, program: Path, prototype: Prototype | None, limit: float) -> Compared:
    leaves, wall, cpu = known(name, limit) if prototype is None else measured(prototype, program, limit)
    cost, normal, errors, complete = symheap(program, limit)
    return Compared(name, leaves, wall, cpu, normal, errors, complete, round(cost.wall, 2), round(cost.cpu, 2))


def measured(prototype: Prototype, program: Path, limit: float) -> tuple[int | None, float, float | None]:
    cost, leaves = prototype.run(program, limit)
    return leaves, round(cost.wall, 2), round(cost.cpu, 2)


def known(name: str, limit: float) -> tuple[int | None, float, float | None]:
    printed = PRINTED[name]
    return (None, limit, None) if printed is None else (*printed, None)


def line(row: Compared) -> tuple[str, ...]:
    more = "> " if row.leaves is None else ""
    same = "" if row.leaves is None else "yes" if row.leaves == row.normal and row.complete else "NO"
    return (
        row.program,
        "no end" if row.leaves is None else str(row.leaves),
        str(row.normal),
        same,
        str(row.errors),
        f"{more}{row.jpose_wall:.1f}",
        "" if row.jpose_cpu is None else f"{more}{row.jpose_cpu:.1f}",
        f"{row.wall:.2f}",
        f"{row.cpu:.2f}",
    )


def sums(rows: Sequence[Compared]) -> str:
    """How many times as long jPOSE takes, over the programs together: with and without those that it does not end."""
    said = []
    ending = [row for row in rows if row.leaves is not None]
    for what, some in ((f"all {len(rows)}", rows), (f"the {len(ending)} that jPOSE ends", ending)):
        theirs, ours = sum(row.jpose_wall for row in some), sum(row.wall for row in some)
        said.append(f"{what}: clock {theirs:.1f} s / {ours:.1f} s = {theirs / ours:.1f}")
        if all(row.jpose_cpu is not None for row in some):
            used, cpu = sum(row.jpose_cpu or 0 for row in some), sum(row.cpu for row in some)
            said[-1] += f"; processor {used:.1f} s / {cpu:.1f} s = {used / cpu:.1f}"
    return "\n".join(said) + "\n"


HEAD = ("program", "jPOSE leaves", "normal ends", "same", "errors", "jPOSE s", "its CPU s", "symheap s", "its CPU s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=Path, required=True, help="the examples folder of a checkout of jPOSE")
    parser.add_argument("--jpose", help="the module path of jPOSE, built: it is run too")
    parser.add_argument("--java", default="java", help="a Java of version 21 or later")
    parser.add_argument("--z3", default="z3", help="the z3 that jPOSE calls")
    parser.add_argument(
        "--limit", type=float, default=90.0, help="seconds of the processor for a program, on each side"
    )
    parser.add_argument("--only", nargs="+", choices=PRINTED, help="these programs, and nothing is written")
    options = parser.parse_args()
    prototype = Prototype(options.jpose, options.java, options.z3) if options.jpose else None
    rows = []
    for name in options.only or PRINTED:
        program = (options.examples / f"{name}.txt").resolve()
        if program.exists():
            rows.append(compare(name, program, prototype, options.limit))
            print(*line(rows[-1]), file=sys.stderr, flush=True)
    if not rows:
        parser.error(f"no programs of jPOSE in {options.examples}")
    table = markdown(HEAD, [line(row) for row in rows]) + "\n" + sums(rows)
    if not options.only:
        document = {
            "benchmark": "jpose",
            **environment(),
            "limit_seconds": options.limit,
            "jpose_was_run": bool(prototype),
        }
        print(write_json("jpose", {**document, "rows": [asdict(row) for row in rows]}))
        print(write_text("jpose", table))
    print(table)


if __name__ == "__main__":
    main()
