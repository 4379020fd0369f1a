"""Start the programs of a JDK, without options from the environment."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from typing import Final

from symheap.core import processes

START_FAST: Final = ("-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Duser.language=en")
"""Options that make javac start fast, and write its messages in English."""
JAVAC_SECONDS: Final = 120.0

_OPTION_VARIABLES: Final = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "JDK_JAVAC_OPTIONS", "_JAVA_OPTIONS", "CLASSPATH")


def without_options(environ: Mapping[str, str]) -> dict[str, str]:
    """Return an environment in which no variable gives options to a JVM."""
    return {name: value for name, value in environ.items() if name not in _OPTION_VARIABLES}


def run_javac(javac: str, arguments: Sequence[str], seconds: float = JAVAC_SECONDS) -> tuple[int, str]:
    """Run javac, and return its exit status and its output.  Raises `OSError` or `subprocess.TimeoutExpired`."""
    done = processes.run(
        [javac, *START_FAST, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=without_options(os.environ),
        seconds=seconds,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")
