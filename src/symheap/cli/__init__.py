"""The command line.  Nothing below this package reads an option or an environment variable."""

from __future__ import annotations

from symheap.cli.main import main, run

__all__ = ["main", "run"]
