"""Run C programs of the tests under gcc's sanitizers with random inputs, and collect errors and leaks.

Each program is run twice.  *Tracked*: LeakSanitizer reports blocks that nothing points to.  *Cleanup*: it ignores
globals and stacks, so it reports every block that is still allocated at the end.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from symheap_testing.c.corpus import Broken, Leaking, Right

_HARNESS: Final = Path(__file__).with_suffix(".c")
_FLAGS: Final = ("-std=gnu11", "-g", "-O0", "-w", "-fno-omit-frame-pointer", "-fsanitize=address,undefined")
_RENAMED: Final = ("-Dmain=program_main", "-Dabort=program_abort", "-Dexit=program_exit")
_WRAPPED: Final = tuple(f"-Wl,--wrap={name}" for name in ("malloc", "calloc", "__assert_fail"))
_ASAN: Final = "detect_leaks=1:exitcode=99:detect_stack_use_after_return=0:handle_abort=0"
_CLEANUP: Final = "use_globals=0:use_stacks=0:use_registers=0:use_tls=0:exitcode=98:print_suppressions=0"
_TRACKED: Final = "exitcode=98:print_suppressions=0"
_LIMIT: Final = 77
_MOST_FAILURES: Final = 4
_REPORTS: Final = (
    (r"^assertion ", "assertion"),
    (r"SEGV on unknown address 0x0{9}", "null-dereference"),
    (r"SEGV on unknown address", "invalid-dereference"),
    (r"heap-use-after-free", "use-after-free"),
    (r"stack-use-after-(scope|return)", "use-after-scope"),
    (r"(heap|stack|global)-buffer-overflow", "out-of-bounds"),
    (r"attempting double-free", "double-free"),
    (r"attempting free on address which was not malloc", "invalid-free"),
    (r"LeakSanitizer: detected memory leaks", "leak"),
    (r"runtime error", "undefined"),
)


@dataclass(frozen=True, slots=True)
class Seen:
    """One run: the kind of its first error and the lines in the report.

    The kind is empty without an error, and `limit` if the run was cut off.
    """

    seed: int
    kind: str
    lines: frozenset[int]


def built(source: Path, folder: Path) -> Path:
    """Compile a program with the harness.  Raises `CalledProcessError` with the compiler's message."""
    binary, first = folder / source.stem, folder / f"{source.stem}.o"
    subprocess.run(["gcc", *_FLAGS, *_RENAMED, "-c", str(source), "-o", str(first)], check=True, capture_output=True)
    harness = folder / "harness.o"
    if not harness.exists():
        subprocess.run(["gcc", *_FLAGS, "-c", str(_HARNESS), "-o", str(harness)], check=True, capture_output=True)
    command = ["gcc", *_FLAGS, *_WRAPPED, str(first), str(harness), "-o", str(binary)]
    subprocess.run(command, check=True, capture_output=True)
    return binary


def seen(binary: Path, source: Path, seeds: range, most: int, *, cleanup: bool) -> Iterator[Seen]:
    """Yield the runs of a program, one for each seed, until `most` have failed.

    Blocks that libraries allocated before `main` are not its leaks.
    """
    options = {"ASAN_OPTIONS": _ASAN, "LSAN_OPTIONS": _CLEANUP if cleanup else _TRACKED}
    command = [str(binary), str(seeds.start), str(len(seeds)), str(most)]
    done = subprocess.run(command, env=options, capture_output=True, text=True, errors="replace", check=True)
    start = 0
    for end in re.finditer(r"^seed (\d+) status (\d+)$", done.stderr, re.MULTILINE):
        text, status = done.stderr[start : end.start()], int(end[2])
        start = end.end() + 1
        kind, lines = _kind(text, status), _lines(text, source)
        yield Seen(int(end[1]), kind if lines or kind != "leak" else "", lines)


def _kind(text: str, status: int) -> str:
    if status == _LIMIT:
        return "limit"
    kinds = (kind for pattern, kind in _REPORTS if re.search(pattern, text, re.MULTILINE))
    return next(kinds, f"status {status}" if status else "")


def _lines(text: str, source: Path) -> frozenset[int]:
    """Return the innermost line of the program in the report of an error; for leaks, that of every allocation."""
    place = rf"{re.escape(source.name)}:(\d+)"
    if "LeakSanitizer" in text:
        stacks = re.split(r"^(?:Direct|Indirect) leak", text, flags=re.MULTILINE)[1:]
    else:
        stacks = [text[max(text.find("==ERROR"), 0) :]]
    return frozenset(int(match[1]) for stack in stacks if (match := re.search(place, stack)))


def objections(program: Right | Broken | Leaking, folder: Path, seeds: range) -> list[str]:
    """Return the contradictions between a program's header and its runs; empty if all agree."""
    binary = built(program.source, folder)
    most = len(seeds) + 1 if isinstance(program, Right) else _MOST_FAILURES
    tracked = list(seen(binary, program.source, seeds, most, cleanup=False))
    cleanup = list(seen(binary, program.source, seeds, most, cleanup=True))
    runs = [*tracked, *cleanup]
    out = [f"{len(cut)} of {len(runs)} runs are cut off" for cut in [_of(runs, "limit")] if 2 * len(cut) > len(runs)]
    if isinstance(program, Broken):
        return out + _broken(program, runs)
    if isinstance(program, Leaking):
        status, line = program.leak.value, program.line
        runs = tracked if status == "lost" else cleanup
        if not any(line in run.lines for run in _of(runs, "leak")):
            out.append(f"nothing from line {line} is {status}")
    else:
        status = program.leak.value
    leak = "lost" if _of(tracked, "leak") else "unreleased" if _of(cleanup, "leak") else "none"
    errors = [run for run in (*tracked, *cleanup) if run.kind not in ("", "limit", "leak")]
    out += [f"seed {run.seed}: {run.kind} at {sorted(run.lines)}" for run in errors[:3]]
    return out if leak == status else [*out, f"the leak is {leak}, not {status}"]


def _of(runs: list[Seen], kind: str) -> list[Seen]:
    return [run for run in runs if run.kind == kind]


def _broken(program: Broken, runs: list[Seen]) -> list[str]:
    """Return the contradictions for a broken program: no run shows its error, or some run shows another one."""
    right = [run for run in _of(runs, program.kind.value) if run.lines == {program.line}]
    others = [run for run in runs if run.kind not in ("", "limit", "leak") and run not in right]
    out = [] if right else [f"no run shows {program.kind.value} at {program.line}"]
    return out + [f"seed {run.seed}: {run.kind} at {sorted(run.lines)}" for run in others[:3]]
