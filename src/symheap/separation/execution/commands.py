"""Executes all commands on symbolic heaps."""

from __future__ import annotations

from typing import Final

from symheap.separation.execution import copying, reallocation
from symheap.separation.execution.execute import CallContext, Fault, Result, ended, execute

REGISTERED: Final = (copying, reallocation)
"""Modules that register commands with `execute`, besides its own."""

__all__ = ["CallContext", "Fault", "Result", "ended", "execute"]
