"""How often this process looks for reference cycles."""

from __future__ import annotations

import gc
from typing import Final

_NEW_OBJECTS: Final = 50_000


def collect_rarely() -> None:
    """Look for cycles once in 50,000 new objects, and never among the objects that exist now.

    Explorations make millions of immutable objects that live on and have no cycles.  With the settings of Python, which
    look after every 700 of them, a tenth to a fifth of the CPU time goes into looking.
    """
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, 20, 100)
