"""``symheap.check``: check the exactness theorem on one program."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any, Literal

from symheap.api.exploring import load
from symheap.api.keywords import settings_from
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Loaded
from symheap.laws.checking import Sizes, laws_of, subject_of, verdict_on
from symheap.report.explore import shown, verdicts
from symheap.report.explore.verdicts import LawVerdict
from symheap.session.settings import CHECK


@dataclass(frozen=True, slots=True, repr=False)
class Check:
    """The outcome of each law.  ``print`` shows the output of ``symheap check``."""

    target: str
    verdicts: tuple[LawVerdict, ...]
    seconds: float

    @property
    def outcome(self) -> Literal["holds", "broken", "not decided"]:
        """The outcome of all laws together: broken if one is broken, else not decided if one is not decided."""
        outcomes = {verdict.outcome for verdict in self.verdicts}
        return "broken" if "broken" in outcomes else "not decided" if "not decided" in outcomes else "holds"

    def __str__(self) -> str:
        return "".join(map(verdicts.line, self.verdicts))

    def __repr__(self) -> str:
        return f"<Check {self.target!r}: {self.outcome}>"

    def _repr_html_(self) -> str:
        rows = [(each.law, each.outcome, each.basis) for each in self.verdicts]
        return f'<div class="symheap-check">{shown.table(("law", "outcome", "basis"), rows)}</div>'


def check(target: str | Loaded, *, java: JavaOptions | None = None, **options: Any) -> Check:
    """Check on the program at `target` that symbolic execution is exact: the laws, and the rules of the papers.

    The keywords are the options of ``symheap check``: `max_calls` and `max_loop` bound the paths, `max_objects` and
    `max_int` the initial heaps; `timeout` is for each heap model.  Raises `TargetError` or `SourceError` if there is
    no program.
    """
    begun = time.perf_counter()
    settings = settings_from(options, CHECK)
    if "timeout" in options:
        settings = replace(settings, method_timeout=settings.timeout)
    loaded = load(target, java or settings.java()) if isinstance(target, str) else target
    bounds = replace(settings.bounds(), timeout=settings.method_timeout)
    subject = subject_of(loaded, bounds, settings.chain())
    sizes = Sizes(settings.max_objects, settings.max_int, settings.max_heaps)
    results = tuple(verdict_on(law, loaded, subject, sizes) for law in laws_of(loaded))
    return Check(str(loaded.target), results, time.perf_counter() - begun)
