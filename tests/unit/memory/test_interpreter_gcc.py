"""The interpreter against gcc with AddressSanitizer, on the programs in ``runs``: exit status, or kind of error."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import RandomOracle
from symheap.memory.outcome import AssumptionFailed, Exited, Failed, Finished, Outcome, Refused
from symheap.memory.values import bits_of

RUNS: Final = sorted((Path(__file__).parent / "runs").glob("*.c"))
FLAGS: Final = ("-O0", "-w", "-fwrapv", "-fno-omit-frame-pointer", "-fsanitize=address")
REPORTS: Final = (
    (r"Hint: pc points to the zero page", "invalid-call"),
    (r"SEGV on unknown address 0x0{9}", "null-dereference"),
    (r"SEGV on unknown address .*\n.*WRITE", "write-to-constant"),
    (r"SEGV on unknown address", "invalid-dereference"),
    (r"heap-use-after-free", "use-after-free"),
    (r"stack-use-after-(scope|return)", "use-after-scope"),
    (r"(heap|stack|global)-buffer-overflow", "out-of-bounds"),
    (r"attempting double-free", "double-free"),
    (r"attempting free on address which was not malloc", "invalid-free"),
    (r"Assertion .* failed", "assertion"),
)
"""AddressSanitizer's words for errors, and our kinds."""
STATUS_OF_EXIT: Final = 3
SIGABRT: Final = -6


def expected(path: Path) -> str:
    return path.read_text(encoding="utf-8").splitlines()[0].removeprefix("// ")


def shown(outcome: Outcome) -> str:
    match outcome:
        case Finished(result=result):
            assert result is not None
            return f"status {bits_of(result) & 0xFF}"
        case Failed(kind=kind):
            return f"error {kind.value}"
        case Exited(how=how):
            return how
        case _:
            return str(outcome)


def built(folder: Path) -> Path:
    """Return one executable of all programs, which runs the one with the given number."""
    sources = []
    for number, path in enumerate(RUNS):
        sources.append(folder / f"run{number}.c")
        sources[-1].write_text(f'#define main run_{number}\n#include "{path}"\n', encoding="utf-8")
    declared = "".join(f"int run_{number}(void);\n" for number in range(len(RUNS)))
    table = ", ".join(f"run_{number}" for number in range(len(RUNS)))
    first = folder / "first.c"
    first.write_text(
        f"#include <stdlib.h>\n{declared}static int (*const runs[])(void) = {{{table}}};\n"
        "int main(int count, char **given) { return runs[atoi(given[1])](); }\n",
        encoding="utf-8",
    )
    binary = folder / "runs"
    compiled(binary, *sources, first).check_returncode()
    return binary


def compiled(binary: Path, *sources: Path) -> subprocess.CompletedProcess[bytes]:
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("no gcc")
    command = [compiler, *FLAGS, *map(str, sources), "-o", str(binary)]
    return subprocess.run(command, check=False, capture_output=True, timeout=120)


@pytest.fixture(scope="module")
def binary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gcc")
    probe = folder / "probe.c"
    probe.write_text("int main(void) { return 0; }\n", encoding="utf-8")
    if compiled(folder / "probe", probe).returncode:
        pytest.skip("no gcc with AddressSanitizer and UBSan")
    return built(folder)


def executed(binary: Path, number: int) -> str:
    options = "detect_leaks=0:detect_stack_use_after_return=1"
    done = subprocess.run(
        [str(binary), str(number)],
        capture_output=True,
        text=True,
        env={"ASAN_OPTIONS": options},
        timeout=60,
        check=False,
    )
    for pattern, kind in REPORTS:
        if re.search(pattern, done.stderr):
            return f"error {kind}"
    wanted = expected(RUNS[number])
    if wanted == "exit" and done.returncode == STATUS_OF_EXIT:
        return "exit"
    if wanted == "abort" and done.returncode == SIGABRT:
        return "abort"
    assert "AddressSanitizer" not in done.stderr, done.stderr
    return f"status {done.returncode}"


@pytest.mark.parametrize("path", RUNS, ids=lambda path: path.stem)
def test_the_interpreter_ends_as_expected_wherever_objects_are(path: Path) -> None:
    """A random answer that the library cannot give, such as a comparison with the wrong sign, is no execution."""
    program = load([path], COptions())
    outcomes = [run(program, RandomOracle(seed)) for seed in range(10)]
    executions = [each for each in outcomes if not isinstance(each, AssumptionFailed)]
    assert executions
    for outcome in executions:
        if isinstance(outcome, Refused):
            pytest.skip(outcome.reason)
        assert shown(outcome) == expected(path)


@pytest.mark.parametrize("number", range(len(RUNS)), ids=[path.stem for path in RUNS])
def test_gcc_ends_as_expected(number: int, binary: Path) -> None:
    assert executed(binary, number) == expected(RUNS[number])


def test_there_are_programs() -> None:
    assert len(RUNS) >= 30
