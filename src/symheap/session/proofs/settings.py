"""The settings of proofs: every option of ``symheap prove``, declared once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from symheap.core.options import option
from symheap.lang.c.options import COptions
from symheap.memory.ir import DataModel
from symheap.solver.layers.oversight import Oversight

PROPERTIES: Final = ("memsafety", "reach", "leak", "memory", "memtrack", "memcleanup")
DATA_MODELS: Final = ("ilp32", "lp64")
PATTERNS: Final = ("coarse", "discover")
ENCODINGS: Final = ("paths", "ufbv")
SYNTHESES: Final = ("unfolding", "prefix")

_SHARED: Final = ("timeout", "solver", "solver_timeout")
"""The shared settings of a settings file that proofs use."""


@dataclass(frozen=True)
class ProveSettings:
    """All settings that affect an analysis, named like the options.

    `timeout` is for each function; `limit` is for the whole run, if there is one.  `include_system`, `undefine` and
    `standard` come from a compilation database.
    """

    entry: str | None = option(
        None,
        "Begin there, with any inputs.",
        metavar="FUNCTION",
        shown="main, else each in turn",
        expected="the name of a function",
    )
    pre: str | None = option(
        None,
        "What is assumed of the inputs of functions: docs/commands/prove.md.",
        metavar="FILE",
        expected="the path of a file",
        is_path=True,
    )
    property: str = option(
        "memsafety",
        "memsafety: no memory error and no failing assertion; reach: no failing assertion; leak: memsafety, and "
        "nothing leaks; memory: no memory error, whether assertions fail or not; memtrack: memory, and nothing is "
        "lost; memcleanup: memory, and everything is released.",
        choices=PROPERTIES,
    )
    model: str = option("lp64", "Sizes of the types.", choices=DATA_MODELS)
    patterns: str = option(
        "discover",
        "What is kept of the items of a list: their links, or all that they have in common.",
        choices=PATTERNS,
    )
    rounds: int = option(6, "Refinements of the abstraction before giving up.", least=0)
    encoding: str = option(
        "paths",
        "How to search for an input that crashes: path by path, or in one formula with quantifiers.",
        choices=ENCODINGS,
    )
    synthesis: str = option(
        "unfolding",
        "How to look for states that an abstraction let in: by the cases of its heap, or by code that builds them.",
        choices=SYNTHESES,
    )
    replay: bool = option(False, "Compile the files and run them on an input that crashes, under AddressSanitizer.")
    log_queries: str | None = option(
        None,
        "Write every query there as SMT-LIB, with its answer and time.",
        metavar="DIR",
        in_file=False,
        is_path=True,
    )
    cross_check: bool = option(
        False, "Ask a second solver about every answer; what it contradicts is unknown.", in_file=False
    )
    check: bool = option(False, "Check every abstraction of the proof again, by entailment.")
    certify: bool = option(True, "Do not have the proof checker confirm what is found safe.", flags=("--no-certify",))
    timeout: float = option(60.0, "Seconds before the run stops.", shown="60 for each function")
    malloc_may_fail: bool = option(False, "Allocation may give null.")
    havoc_unknown: bool = option(False, "A function without a body or model returns anything and changes nothing.")
    accept_bounds: bool = option(
        False, "Without a main: call it safe if it is for the inputs that were tried, such as strings of few sizes."
    )
    include: tuple[str, ...] = option(
        (),
        "Look there for headers.  May be given several times.",
        flags=("-I",),
        metavar="DIR",
        items="folders",
        is_path=True,
    )
    define: tuple[str, ...] = option(
        (),
        "Define NAME or NAME=VALUE.  May be given several times.",
        flags=("-D",),
        metavar="MACRO",
        items="macros",
    )
    include_first: tuple[str, ...] = option(
        (),
        "Include it before each file.  May be given several times.",
        flags=("--include",),
        metavar="HEADER",
        items="headers",
    )
    jobs: int | None = option(None, "Processes that work at a time.", shown="one a core", metavar="N")
    memory: int | None = option(
        None, "Megabytes of memory of each of them before it is ended.", shown="no limit", metavar="MB", least=100
    )
    cluster: str | None = option(
        None,
        "Work on the Dask cluster of this scheduler, such as tls://host:8786.",
        shown="this machine",
        metavar="ADDRESS",
        expected="an address such as tls://host:8786",
    )
    solver: str = "auto"
    solver_timeout: float = 2.0
    limit: float | None = None
    include_system: tuple[str, ...] = ()
    undefine: tuple[str, ...] = ()
    standard: str = ""

    def reading(self) -> COptions:
        """Return the options for reading C."""
        return COptions(
            model=DataModel(self.model),
            include=tuple(map(Path, self.include)),
            define=self.define,
            include_first=self.include_first,
            include_system=tuple(map(Path, self.include_system)),
            undefine=self.undefine,
            standard=self.standard,
            entry=self.entry,
            malloc_may_fail=self.malloc_may_fail,
            havoc_unknown=self.havoc_unknown,
        )

    def oversight(self) -> Oversight:
        """Return the query log and the second solver that were asked for."""
        return Oversight(None if self.log_queries is None else Path(self.log_queries), self.cross_check)


def settle_proof(
    given: Mapping[str, Any], *, shared: Mapping[str, Any] | None = None, own: Mapping[str, Any] | None = None
) -> ProveSettings:
    """Return the settings of a proof.

    `shared` and `own` are the settings of a settings file for all commands and for ``prove``.
    """
    values = {name: value for name, value in (shared or {}).items() if name in _SHARED}
    values |= {**(own or {}), **given}
    return replace(ProveSettings(), **values, limit=values.get("timeout"))
