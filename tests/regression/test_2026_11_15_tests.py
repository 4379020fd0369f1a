"""What classes as people write them showed of `symheap test`."""

from __future__ import annotations

from symheap.cli.settings import Settings
from symheap.core.arrays import contents
from symheap.core.functions import HASH, apply
from symheap.core.model import Model
from symheap.core.origin import Origin
from symheap.core.terms import BV8, BV32, REF, Term, and_, eq, symbol
from symheap.solver.tape import Tape
