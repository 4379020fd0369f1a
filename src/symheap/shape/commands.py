"""All commands on symbolic heaps: importing this registers every one of them."""

from symheap.shape.copying import forgotten
from symheap.shape.execute import Fault, Frame, Result, ended, execute

__all__ = ["Fault", "Frame", "Result", "ended", "execute", "forgotten"]
