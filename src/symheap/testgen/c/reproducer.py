"""Write a folder that shows a counterexample on any machine with gcc or clang: ``main.c`` and ``run.sh``."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

from symheap.lang.c.client.exports import Library
from symheap.memory.execution.interpreter import DEFAULT_LIMITS, InterpreterLimits
from symheap.memory.execution.journal import journal
from symheap.memory.execution.oracle import Script, ScriptedOracle
from symheap.memory.ir import DataModel, Program
from symheap.testgen.c.arena import NO_ARENA, arena
from symheap.testgen.c.compile import FLAGS, written
from symheap.testgen.c.run import EXCLUDED, LOST, OPTIONS
from symheap.testgen.c.source import source_text

_SCRIPT: Final = """#!/bin/sh
# Compiles the program and runs it under AddressSanitizer.
# Ends with 0 if there is no error, 1 if one is reported, 2 if it does not compile, 3 if the run is another one.
folder=$(cd "$(dirname "$0")" && pwd) || exit 2
made=$(mktemp -d) || exit 2
trap 'rm -rf "$made"' EXIT
cd "$folder" || exit 2
"${{CC:-gcc}}" {flags} {sources} -o "$made/main" || exit 2
ASAN_OPTIONS={options} "$made/main"
case $? in
0) exit 0 ;;
{excluded} | {lost}) exit 3 ;;
*) exit 1 ;;
esac
"""


def write_reproducer(
    folder: Path,
    library: Library,
    program: Program,
    script: Script,
    *,
    as_placed: bool = False,
    limits: InterpreterLimits = DEFAULT_LIMITS,
) -> tuple[Path, ...]:
    """Write a reproducer to `folder`, which must not exist or must be empty.

    `as_placed`: objects are placed as in the script, which is needed if `PLACED` is among a replay's notes.  Raises
    `NotWritten`, and `FileExistsError` if the folder is not empty.
    """
    book = journal(program, ScriptedOracle(script), limits)
    text = source_text(library, program, book, arena(book, program.model) if as_placed else NO_ARENA)
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty")
    sources = written(text, folder)
    width = "-m32" if program.model is DataModel.ILP32 else "-m64"
    runner = folder / "run.sh"
    content = _SCRIPT.format(
        flags=" ".join((*FLAGS, width)),
        sources=" ".join(shlex.quote(path.name) for path in sources),
        options=OPTIONS,
        excluded=EXCLUDED,
        lost=LOST,
    )
    runner.write_text(content, encoding="utf-8")
    runner.chmod(0o755)
    return (*sources, runner)
