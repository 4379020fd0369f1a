"""``-v`` and ``-vv``: the log of symheap on standard error."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Sequence
from typing import Final

_NAME: Final = "symheap"
_COUNTED: Final = re.compile(r"-(v+)")
_LEVELS: Final = (logging.WARNING, logging.INFO, logging.DEBUG)


def verbosity(arguments: Sequence[str]) -> int:
    """Return how often a command line contains ``-v``.  Words after ``--`` are not options."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    counted = (_COUNTED.fullmatch(each) for each in options)
    return sum(len(each[1]) for each in counted if each) + sum(each == "--verbose" for each in options)


def log_to_stderr(times: int) -> None:
    """Show phases from the first ``-v`` on, details from the second."""
    logger = logging.getLogger(_NAME)
    for handler in [each for each in logger.handlers if getattr(each, "is_ours", False)]:
        logger.removeHandler(handler)
    logger.setLevel(_LEVELS[min(times, len(_LEVELS) - 1)])
    if not times:
        return
    handler = logging.StreamHandler(sys.stderr)
    handler.is_ours = True  # type: ignore[attr-defined]
    handler.setFormatter(logging.Formatter("%(name)s: %(message)s"))
    logger.addHandler(handler)
