"""The command line of a JVM that runs tests."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from symheap.lang.java.files.child import FLAGS, Child, memory
from symheap.testgen.replay.limits import ReplayLimits
from symheap.testgen.replay.toolchain import Toolchain

_FLAGS: Final = (*FLAGS, "-Xshare:auto", "-ea")
"""Assertions are enabled, as in Maven and Gradle builds and in the predictions."""


def start(
    toolchain: Toolchain,
    limits: ReplayLimits,
    class_path: Iterable[Path],
    main: str,
    arguments: Iterable[str],
    flags: Iterable[str] = (),
) -> Child:
    """Start a JVM; of two contradicting flags, that of the caller applies.  Raises `CannotRun`."""
    places = os.pathsep.join(map(str, class_path))
    command = [str(toolchain.jdk.java()), *memory(limits.memory_mb), *_FLAGS, *flags, "-cp", places, main]
    return Child(command, tuple(arguments))
