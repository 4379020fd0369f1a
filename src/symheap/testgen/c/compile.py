"""The C compiler: find it, test what it can link, and compile replays."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from symheap.core import processes
from symheap.memory.ir import DataModel
from symheap.testgen.c.text import Text

FLAGS: Final = (
    "-std=gnu11",
    "-g",
    "-O0",
    "-w",
    "-fwrapv",
    "-fcommon",
    "-fno-strict-aliasing",
    "-fno-omit-frame-pointer",
    "-fno-builtin",
    "-fsanitize=address,bounds",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
)
"""Compiler flags: arithmetic wraps, as in the interpreter.  Of UBSan only bounds checks are used.

Other checks of UBSan reject programs that are memory safe.  The last two flags disable errors of newer compilers that
existing C programs contain.
"""
OWN_FLAGS: Final = (
    "-g",
    "-O0",
    "-w",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-fno-omit-frame-pointer",
    "-fno-builtin",
    "-fsanitize=address,bounds",
)
"""Flags for the user's own files: only those needed to observe the programs as written."""
_COMPILERS: Final = ("gcc", "cc", "clang")
_PROBE_SECONDS: Final = 60


class NoCompiler(Exception):
    """Compilation is impossible; the message is one sentence with the reason."""


@dataclass(frozen=True, slots=True)
class Compiler:
    """A compiler.  `width` is the option for the data model.

    `fits` is false if ILP32 programs can only be built as LP64.  `more` are further options for the user's own files.
    """

    command: str
    width: str
    fits: bool
    more: tuple[str, ...] = ()


def find_compiler(model: DataModel, wanted: str | None = None) -> Compiler:
    """Return the compiler `wanted`, or the first of gcc, cc and clang.  Raises `NoCompiler`."""
    command = next((name for name in ((wanted,) if wanted else _COMPILERS) if shutil.which(name)), None)
    if command is None:
        raise NoCompiler(f"there is no {wanted or 'C compiler'}")
    if model is DataModel.ILP32 and _links(command, "-m32"):
        return Compiler(command, "-m32", True)
    if not _links(command, "-m64"):
        raise NoCompiler(f"{Path(command).name} has no AddressSanitizer")
    return Compiler(command, "-m64", model is DataModel.LP64)


@cache
def _links(command: str, width: str) -> bool:
    with tempfile.TemporaryDirectory(prefix="symheap-") as folder:
        source = Path(folder) / "probe.c"
        source.write_text("int main(void) { return 0; }\n", encoding="utf-8")
        options = [*FLAGS, width, str(source), "-o", str(Path(folder) / "probe")]
        done = command_run([command, *options], Path(folder), _PROBE_SECONDS)
    return done is not None and done.returncode == 0


def written(text: Text, folder: Path) -> list[Path]:
    """Write the files of a replay to a folder without files of these names."""
    paths = [folder / name for name in text.files]
    for path, content in zip(paths, text.files.values(), strict=True):
        path.write_text(content, encoding="utf-8", errors="surrogateescape")
    return paths


def compiled(compiler: Compiler, sources: Sequence[Path], binary: Path, seconds: float) -> str:
    """Compile; return an empty text, or the compiler's first error."""
    options = [*FLAGS, compiler.width, *map(str, sources), "-o", str(binary)]
    done = command_run([compiler.command, *options], binary.parent, seconds)
    if done is None:
        return "the compiler takes too long"
    return "" if done.returncode == 0 else first_error(done.stderr)


def first_error(output: str) -> str:
    """Return the first error that a compiler or linker reports."""
    lines = output.splitlines()
    errors = [line for line in lines if "error: " in line or "undefined reference" in line]
    return (errors or lines or ["the compiler gives no reason"])[0]


def command_run(command: list[str], folder: Path, seconds: float) -> subprocess.CompletedProcess[str] | None:
    """Run a command; return None if it exceeds the time limit."""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        return processes.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            cwd=folder,
            env=environment,
            seconds=seconds,
        )
    except subprocess.TimeoutExpired:
        return None
    except OSError as error:
        return subprocess.CompletedProcess(command, 1, "", f"{command[0]}: {error.strerror}")
