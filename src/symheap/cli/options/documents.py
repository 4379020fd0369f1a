"""Options of the JSON of an exploration: the version of the contract and the parts of a path."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

import typer

from symheap.cli.options.groups import Group
from symheap.core.theories.near import did_you_mean
from symheap.session.status import WrongUse

ON_REQUEST: Final = ("condition", "smt2", "inputs", "branches")
"""Parts of a path that take longer to write than the path takes to find."""


class Schema(StrEnum):
    FIRST = "1"
    SECOND = "2"


@dataclass(frozen=True, slots=True)
class DocumentOptions(Group):
    """The options that only ``--format json`` has."""

    parts: Annotated[
        str | None,
        typer.Option(
            "--with",
            metavar="PART,PART,…",
            help=f"With --format json: of each path also these: {', '.join(ON_REQUEST)}, or all.",
        ),
    ] = None
    schema: Annotated[
        Schema, typer.Option("--schema", help="With --format json: the version of the contract.  1 has all parts.")
    ] = Schema.SECOND

    def check(self, form: str) -> None:
        """Raise `WrongUse` for options that exclude each other and for unknown parts."""
        if self.parts is not None and form != "json":
            raise WrongUse("--with is for --format json")
        if self.parts is not None and self.schema is Schema.FIRST:
            raise WrongUse("--schema 1 has all parts of a path: leave --with out")
        for word in self._words():
            if word not in ON_REQUEST:
                near = did_you_mean(word, ON_REQUEST)
                raise WrongUse(f"--with: a path has no part {word!r}{near or ';'} known are {', '.join(ON_REQUEST)}")

    def on_request(self) -> tuple[str, ...]:
        """Return the parts that were asked for."""
        words = self._words()
        return tuple(name for name in ON_REQUEST if name in words)

    def _words(self) -> Mapping[str, None]:
        if self.schema is Schema.FIRST or self.parts == "all":
            return dict.fromkeys(ON_REQUEST)
        return dict.fromkeys(word.strip() for word in (self.parts or "").split(",") if word.strip())


PLAIN_DOCUMENT: Final = DocumentOptions()
