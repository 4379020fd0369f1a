"""Runs build tools, and extracts their errors."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

from symheap.core import processes
from symheap.lang.java.errors import printable
from symheap.lang.java.project.modules import ProjectError

BUILD_SECONDS: Final = 900.0
"""The time limit of a build.  The first build downloads all dependencies of the project."""
_SHOWN: Final = 3
_ESCAPES: Final = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PLACE: Final = re.compile(r"\.(java|kt|groovy|gradle|kts|xml)'?(:\[\d+,\d+\]|:\d+:| line: )")
_MARKED: Final = re.compile(r"\[(ERROR|FATAL)\]\s*|[*>]\s+|e: |error: |FAILURE: ")
_EMPTY_WORDS: Final = re.compile(
    r"COMPILATION ERROR.*|\d+ errors?|What went wrong:|Try:|Exception is:|Build failed with an exception\.|-+|"
    r"Get more help at .*|To see the full stack trace.*|Re-run Maven .*|Run with .*"
)


def tool(folder: Path, wrapper: str, name: str, environ: Mapping[str, str]) -> str:
    """Return the project's wrapper, which pins the version of its tool, else the tool on the PATH."""
    own = folder / wrapper
    if own.is_file() and os.access(own, os.X_OK):
        return str(own)
    path = shutil.which(name, path=environ.get("PATH", ""))
    if path is None:
        raise ProjectError(f"{folder}: its class path comes from {name}, but there is no {name} on the PATH")
    return path


def run(command: Sequence[str], folder: Path, environ: Mapping[str, str], seconds: float = BUILD_SECONDS) -> None:
    """Run a build. Raises `ProjectError` with its first errors."""
    name = Path(command[0]).name
    try:
        done = processes.run(
            command,
            cwd=folder,
            env=dict(environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            seconds=seconds,
        )
    except subprocess.TimeoutExpired:
        raise ProjectError(f"{folder}: {name} took more than {seconds:g} s") from None
    except OSError as error:
        raise ProjectError(f"{folder}: cannot run {name}: {error.strerror}") from None
    if done.returncode:
        lines = tuple(_ESCAPES.sub("", line).rstrip() for line in done.stdout.splitlines())
        raise ProjectError(f"{folder}: {name} failed: {_reason(lines, done.returncode)}", lines)


def _reason(lines: Sequence[str], status: int) -> str:
    """Return the errors with a position in a source, else those that the tool marks, else its last line."""
    texts = [line for line in map(str.strip, lines) if line]
    marked = [_MARKED.sub("", line, count=1).strip() for line in texts if _MARKED.match(line)]
    placed = [_MARKED.sub("", line, count=1) if _MARKED.match(line) else line for line in texts if _PLACE.search(line)]
    explained = [after for line, after in pairwise(texts) if line == "* What went wrong:"]
    other = [line for line in marked if line and not _EMPTY_WORDS.fullmatch(line)]
    told = [*placed[:_SHOWN], *(explained[:1] if placed else ())] or other[:1] or explained[:1] or texts[-1:]
    return printable("; ".join(dict.fromkeys(told)).removesuffix(" -> [Help 1]")) or f"status {status}"
