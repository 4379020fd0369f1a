"""Run the command in this process, as a user would run it in a folder."""

from __future__ import annotations

import io
import re
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from symheap.cli import main
from symheap_testing.java.sources import some_jdk

ROOT = Path(__file__).parents[2]
JAVALITE = ROOT / "examples" / "javalite"
POSE = ROOT / "examples" / "pose"
_PROGRESS = re.compile(r"^symheap: (?!error|internal|interrupted|note).*\n", re.MULTILINE)
"""Lines of progress, which a slow machine prints now and then."""


@dataclass(frozen=True, slots=True)
class Result:
    status: int
    out: str
    err: str


def symheap(*arguments: str | Path, folder: Path = JAVALITE) -> Result:
    """Run a command.  Where it finds no JDK because there is none, the test is skipped."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    with chdir(folder), redirect_stdout(out), redirect_stderr(err):
        status = main([str(argument) for argument in arguments])
    if "no JDK found" in _text(err) and some_jdk() is None:
        pytest.skip("no JDK with javac")
    return Result(status, _text(out), _PROGRESS.sub("", _text(err)))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    stream.seek(0)
    return stream.read()
