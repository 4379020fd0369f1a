"""Run many programs at once: a batch is one executable with sanitizers and one without.

The preprocessor renames the names of every program in a batch, so that one call of the compiler is enough.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

from symheap_testing.c.fuzz.names import renamed
from symheap_testing.c.fuzz.program import FuzzProgram

COMPILER: Final = "gcc"
_RUNNER: Final = Path(__file__).with_name("runner.c")
_WRAPPED: Final = re.findall(
    r"(?:__wrap_|OF_STRING\([^,]+, |OF_FILE\([^,]+, |WITH_FILE\([^,]+, )(\w+)", _RUNNER.read_text()
)
_COMMON: Final = ("-std=gnu11", "-w", "-g0", "-fwrapv", "-fno-strict-aliasing", "-fno-builtin", "-fcommon", "-pipe")
_SANITIZED: Final = (
    "-O0",
    "-DFUZZ_SANITIZED",
    "-fsanitize=address,undefined,float-cast-overflow",
    "-fno-sanitize=vptr",
)
_PLAIN: Final = ("-O1",)
_HEADERS: Final = (
    "alloca.h", "assert.h", "ctype.h", "errno.h", "fcntl.h", "float.h", "limits.h", "locale.h", "math.h",
    "setjmp.h", "signal.h", "stdarg.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h",
    "strings.h", "sys/stat.h", "sys/types.h", "time.h", "unistd.h",
)  # fmt: skip
_ASAN: Final = (
    "abort_on_error=0:exitcode=99:detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=256:"
    "detect_stack_use_after_return=1:strict_string_checks=0:detect_odr_violation=0:symbolize=0:print_legend=0:"
    "print_full_thread_history=0:handle_abort=0"
)
_FATAL: Final = (98, 99)
_STACK: Final = 97
_SECONDS: Final = 240


class End(Enum):
    """How a run ended.  `OUTSIDE` is undefined behaviour that `prove` does not detect; `LIMIT` proves nothing."""

    CLEAN = "clean"
    ERROR = "error"
    OUTSIDE = "outside"
    LIMIT = "limit"


@dataclass(frozen=True, slots=True)
class Run:
    """One run: `drawn` inputs were requested, `left` bytes were allocated at its end; `text` is its output."""

    number: int
    end: End
    drawn: int
    left: int
    text: str
    plain: bool = False

    @property
    def summary(self) -> str:
        match = re.search(
            r"(AddressSanitizer: [^\x1f]*|marked: [^\x1f]*|runtime error: [^\x1f]*|signal \d+)", self.text
        )
        return match[1][:160] if match else self.text[:160]


@dataclass(slots=True)
class Runs:
    """The runs of one program; `refused` is the compiler's message if it rejects the program."""

    runs: list[Run] = field(default_factory=list)
    refused: str = ""

    def first(self, end: End) -> Run | None:
        return next((run for run in self.runs if run.end is end), None)


@cache
def has_sanitizers() -> bool:
    """Whether a compiler is installed that links AddressSanitizer and UBSan."""
    if shutil.which(COMPILER) is None:
        return False
    command = [COMPILER, *_SANITIZED, "-x", "c", "-", "-o", os.devnull]
    return (
        subprocess.run(command, input=b"int main(void) { return 0; }", capture_output=True, check=False).returncode == 0
    )


def run_batch(
    programs: Sequence[FuzzProgram],
    inputs: Sequence[Sequence[str]],
    folder: Path,
    builds: Sequence[bool] = (False, True),
) -> list[Runs]:
    """Run each program on its inputs, in both builds.  The first input of a program always runs.

    `builds` has False for the build with sanitizers, and True for the plain one.
    """
    results = [Runs() for _ in programs]
    together = [at for at, program in enumerate(programs) if not program.alone]
    groups = [together] if together else []
    groups += [[at] for at, program in enumerate(programs) if program.alone]
    for number, group in enumerate(groups):
        place = folder / f"group{number}"
        place.mkdir(parents=True, exist_ok=True)
        _run_group(programs, inputs, group, place, results, builds)
    return results


def _run_group(
    programs: Sequence[FuzzProgram],
    inputs: Sequence[Sequence[str]],
    group: list[int],
    folder: Path,
    out: list[Runs],
    builds: Sequence[bool],
) -> None:
    for plain in builds:
        refused = _compiled([programs[at] for at in group], folder, plain=plain)
        if refused and len(group) > 1:
            half = len(group) // 2
            for part, name in ((group[:half], "a"), (group[half:], "b")):
                (folder / name).mkdir(exist_ok=True)
                _run_group(programs, inputs, part, folder / name, out, builds)
            return
        if refused:
            out[group[0]].refused = refused
            return
        lines = [
            f"{at} {number} {given}" for at, index in enumerate(group) for number, given in enumerate(inputs[index])
        ]
        (folder / "inputs").write_text("\n".join(lines) + "\n")
        for at, run in _ran(folder, plain=plain):
            out[group[at]].runs.append(run)


def _compiled(programs: Sequence[FuzzProgram], folder: Path, *, plain: bool) -> str:
    """Build the executable of a batch; return the compiler's error message, or an empty string."""
    texts: list[list[str]] = [[f"#include <{header}>" for header in _HEADERS] for _ in range(2)]
    for number, program in enumerate(programs):
        for at, text in enumerate(program.files(marked=True)):
            texts[at].append(renamed(text, number, only_main=program.alone))
    numbers = range(len(programs))
    texts[0] += [f"extern int main_{number}();" for number in numbers]
    texts[0].append("int (*const fuzz_programs[])() = {" + ", ".join(f"main_{number}" for number in numbers) + "};")
    names = []
    for at, lines in enumerate(texts):
        names.append(f"batch{at}.c")
        (folder / names[-1]).write_text("\n".join(lines) + "\n")
    flags = _PLAIN if plain else _SANITIZED
    wraps = [f"-Wl,--wrap={name}" for name in _WRAPPED]
    command = [COMPILER, *_COMMON, *flags, *names, str(_runner(flags)), "-o", "batch", "-lm", *wraps]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, process_group=0)
    return "" if done.returncode == 0 else (done.stderr or "refused")[:2000]


def may_use_what_is_unset(program: FuzzProgram) -> bool:
    """Whether gcc warns that a variable, or the result of a function, may be used although nothing sets it.

    A run cannot be given such a value as an input.  It has what the register or the stack held before, which is often
    the value that was meant.
    """
    flags = ("-std=gnu11", "-Wreturn-type", "-Wuninitialized", "-Wmaybe-uninitialized")
    said = ""
    for level, text in product(("-O0", "-O1"), program.files()):  # each level sees uses that the other does not
        command = [COMPILER, level, *flags, "-x", "c", "-S", "-o", os.devnull, "-"]
        said += subprocess.run(command, input=text, capture_output=True, text=True, check=False).stderr
    return "control reaches end" in said or "used uninitialized" in said


@cache
def _runner(flags: tuple[str, ...]) -> Path:
    """Return the compiled runner, which all batches of a process share."""
    place = Path(tempfile.mkdtemp(prefix="fuzz-c-runner-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    command = [COMPILER, *_COMMON, *flags, "-c", str(_RUNNER), "-o", str(place / "runner.o")]
    subprocess.run(command, check=True, capture_output=True)
    return place / "runner.o"


def _ran(folder: Path, *, plain: bool) -> Iterator[tuple[int, Run]]:
    place = folder / "place"
    place.mkdir(exist_ok=True)
    environment: Mapping[str, str] = {
        "PATH": os.environ.get("PATH", ""),
        "ASAN_OPTIONS": _ASAN,
        "UBSAN_OPTIONS": "print_stacktrace=0",
    }
    command = ["../batch", "../inputs"]
    try:
        done = subprocess.run(
            command,
            cwd=place,
            env=environment,
            capture_output=True,
            timeout=_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            process_group=0,
        )
        output = done.stdout
        if not output and done.returncode != 0:
            yield 0, Run(0, End.ERROR, 0, 0, f"before main: {done.stderr.decode(errors='replace')[:1000]}", plain)
    except subprocess.TimeoutExpired as late:
        output = late.stdout or b""
    for line in output.decode(errors="replace").split("\n"):
        parts = line.split("\t", 6)
        if len(parts) == 7:
            program, number, status, drawn, left, finished, text = parts
            end, told = _end(int(status), int(finished), text)
            yield int(program), Run(int(number), end, int(drawn), int(left), told, plain)


def _end(status: int, finished: int, text: str) -> tuple[End, str]:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number in (signal.SIGPROF, signal.SIGALRM, signal.SIGXFSZ, signal.SIGKILL):
            return End.LIMIT, text
        if number == signal.SIGFPE:
            return End.OUTSIDE, f"signal {number} {text}"
        return End.ERROR, f"signal {number} {text}"
    if os.WEXITSTATUS(status) == _STACK:
        return End.LIMIT, text
    if os.WEXITSTATUS(status) in _FATAL and not (finished and os.WEXITSTATUS(status) == 98):
        if "stack-overflow" in text or "allocation-size-too-big" in text or "out-of-memory" in text:
            return End.LIMIT, text
        return (End.OUTSIDE if "AddressSanitizer: FPE" in text else End.ERROR), text
    return (End.OUTSIDE if "runtime error" in text else End.CLEAN), text
