"""Turn proofs of the analysis into certificates and check them."""

from __future__ import annotations

import time
from collections.abc import Collection

from symheap.certify.checker import Checked, check
from symheap.elaborate.elaborator import Elaboration, Unelaborated
from symheap.memory.ir import Program
from symheap.separation.entailment.logic import Logic
from symheap.separation.proof.transition import System


def certified(
    program: Program,
    system: System,
    logic: Logic,
    *,
    no_leak: bool,
    is_tracked: bool = False,
    uncounted: Collection[str] = (),
    seconds: float | None = None,
) -> Checked:
    """Return the checker's result for a system that the analysis considers a proof, with the claims about leaks.

    Memory lost in `uncounted` files is no leak.  Law: if anything goes wrong, the proof is not accepted.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    elaboration = Elaboration(program, system, logic, no_leak, frozenset(uncounted), deadline, is_tracked=is_tracked)
    try:
        certificate = elaboration.run()
        return check(program, certificate, uncounted, deadline)
    except Unelaborated as why:
        return Checked(0, 0, 0, 0, str(why), elaboration.where)
    except Exception as error:
        return Checked(0, 0, 0, 0, f"{type(error).__name__}: {error}", elaboration.where)
