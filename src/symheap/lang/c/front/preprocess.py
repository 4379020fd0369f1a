"""Run the preprocessor: that of a C compiler, or pcpp if no compiler is installed.

The output keeps ``#line`` marks, so every place is one of the original files.
"""

from __future__ import annotations

import itertools
import os
import re
import shutil
import subprocess
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Final

from symheap.core import processes
from symheap.core.source import Position, SourceError
from symheap.lang.c.front.pure import preprocess_with_pcpp
from symheap.lang.c.options import COptions
from symheap.memory.ir import DataModel

_COMPILERS: Final = ("gcc", "cc", "clang")
_PRELUDE: Final = "symheap.lang.c.front.prelude"
_DIAGNOSTIC: Final = re.compile(
    r"^(?P<file>[^\s:][^:\n]*):(?P<line>\d+):(?:(?P<column>\d+):)? (?:fatal )?error: (?P<text>.*)$", re.MULTILINE
)
_OPTION: Final = re.compile(r"^<command-line>: (?:fatal )?error: (?P<text>.*)$", re.MULTILINE)
_SECONDS: Final = 60
_STANDARD: Final = "gnu17"
_LARGEST: Final = 64 << 20


def preprocess(path: Path, options: COptions) -> str:
    """Return the text of `path` after macros and includes."""
    if not path.is_file():
        raise SourceError("there is no such file", Position(str(path), 1, 1))
    if set("\n\r") & set(str(path)):
        raise SourceError("the name of a C file cannot hold a line break", Position(str(path), 1, 1))
    compiler = _compiler(options)
    with as_file(files(_PRELUDE)) as prelude:
        if compiler is None:
            text = preprocess_with_pcpp(path, options, (prelude / "first", prelude / "alone"))
        else:
            text = _with_compiler(compiler, path, options, prelude)
    if len(text) > _LARGEST:
        raise SourceError(f"more than {_LARGEST >> 20} MB after preprocessing", Position(str(path), 1, 1))
    return text


def _compiler(options: COptions) -> str | None:
    if not options.use_compiler:
        return None
    if options.compiler is not None:
        return options.compiler
    return next((name for name in _COMPILERS if shutil.which(name)), None)


def _with_compiler(compiler: str, path: Path, options: COptions, prelude: Path) -> str:
    width = "-m32" if options.model is DataModel.ILP32 else "-m64"
    command = [
        compiler,
        "-E",
        width,
        f"-std={options.standard or _STANDARD}",
        "-x",
        "c",
        "-D__NO_CTYPE",
        "-U_FORTIFY_SOURCE",
        "-DSYMHEAP=1",
    ]
    command += [f"-I{folder}" for folder in options.include]
    command += [f"-isystem{prelude / 'first'}", *(f"-isystem{folder}" for folder in options.include_system)]
    command += [f"-idirafter{prelude / 'last'}"]
    if options.model is DataModel.ILP32:
        command += [f"-idirafter{folder}" for folder in _system_folders(compiler)]
    command += [f"-D{definition}" for definition in options.define]
    command += [f"-U{name}" for name in options.undefine]
    for header in options.include_first:
        command += ["-include", header]
    command.append(str(path.absolute()) if str(path).startswith("-") else str(path))
    done = _run(command)
    if done.returncode and width in done.stderr:
        done = _run([part for part in command if part != width])
    if done.returncode:
        raise _refusal(path, done.stderr)
    return done.stdout


@cache
def _system_folders(compiler: str) -> tuple[str, ...]:
    """Return the folders in which the compiler looks for headers by itself.

    A 64-bit system keeps some that 32-bit programs need, too.
    """
    done = _run([compiler, "-E", "-v", "-x", "c", os.devnull])
    lines = done.stderr.splitlines()
    start = next((index for index, line in enumerate(lines) if line.startswith("#include <")), len(lines))
    return tuple(line.strip() for line in itertools.takewhile(lambda line: line.startswith(" "), lines[start + 1 :]))


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return processes.run(command, capture_output=True, text=True, errors="surrogateescape", seconds=_SECONDS)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", f"{command[-1]}:1:1: error: the preprocessor takes too long")
    except OSError as error:
        return subprocess.CompletedProcess(command, 1, "", f"{command[-1]}:1:1: error: {command[0]}: {error.strerror}")


def _refusal(path: Path, output: str) -> SourceError:
    """Return the first error that the compiler reports, without the source lines that it quotes.

    An error in -D or --include has no place of its own and is reported at the beginning of the file.
    """
    error = _DIAGNOSTIC.search(output)
    option = _OPTION.search(output)
    if error is None and option is not None:
        return SourceError(f"an option for the preprocessor: {option['text']}", Position(str(path), 1, 1))
    if error is None:
        return SourceError("the preprocessor failed", Position(str(path), 1, 1))
    position = Position(error["file"], int(error["line"]), int(error["column"] or 1))
    return SourceError(error["text"], position)
