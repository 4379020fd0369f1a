"""The options that only ``symheap verify`` has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from symheap.core.options import option

NAMES: Final = ("assert", "no-runtime-exception")
"""The properties that can be verified."""
VERIFIER: Final = "org.sosy_lab.sv_benchmarks.Verifier"


@dataclass(frozen=True)
class Verifying:
    """The property, and the class whose methods return inputs."""

    property: str = option(
        "",
        "What is verified: no AssertionError leaves the program, or no RuntimeException does.",
        choices=NAMES,
        shown="that of the task definition",
        in_file=False,
    )
    verifier: str = option(
        VERIFIER,
        "The class whose static nondet… methods return inputs.",
        metavar="CLASS",
        expected="the name of a class",
        in_file=False,
    )
    sources: tuple[str, ...] = option(
        (),
        "A further folder or file of the program.  May be given several times.",
        metavar="PATH",
        items="paths",
        in_file=False,
    )
