"""Decide whether a crash is the caller's mistake.

A method may use a number unchecked and leave its range to the caller.  `get(int index)` of an unchecked array crashes
for any bad index, as its name suggests.  A method that checks the number but accepts a bad one has a bug.  So has a
method that stores a bad number, if a later call crashes whose own arguments are right; only the call that crashes
counts here.  To tell these apart, the sequence is run again with an extreme number: only if nothing checks it does the
same line crash.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from symheap.core.outcome import Threw
from symheap.objects.interpreter import ConcreteRun
from symheap.report.explore.crashes import crash_key
from symheap.report.java.notation import string_of
from symheap.testgen.building.literals import NULL
from symheap.testgen.reach.sequences import Call, Sequences, Shown

_FAR: Final = 7_919
_OTHER: Final = 11
_NUMBERS: Final = "IJS"
_INDEX: Final = "IndexOutOfBoundsException"
_SIZE: Final = ("java.lang.NegativeArraySizeException", "java.lang.IllegalArgumentException")


def unchecked_argument(sequences: Sequences, shown: Shown) -> str | None:
    """Return the parameter that is used unchecked as an index or a size; None if there is none."""
    exception = shown.key.exception
    if not exception.endswith(_INDEX) and exception not in _SIZE:
        return None
    call = shown.calls[-1]
    numbers = [at for at, descriptor in enumerate(call.member.parameters) if descriptor in _NUMBERS]
    for at in numbers:
        if exception.endswith(_INDEX):
            is_raw = all(_complains(sequences, shown, call, {at: far}, far) for far in (_FAR, -_FAR))
        else:
            others = {n: _OTHER for n in numbers if n != at}
            changes: tuple[dict[int, int], ...] = ({at: -_FAR}, {at: -_FAR, **others})
            is_raw = all(_complains(sequences, shown, call, each, -_FAR) for each in changes)
        if is_raw:
            return call.member.names[at]
    return None


def null_argument(shown: Shown) -> str | None:
    """Return the parameter that is given null in a sequence, with its method; None if there is none.

    Null is an ordinary argument of `equals`.
    """
    for call in shown.calls:
        if call.member.method.name == "equals":
            continue
        for name, operand in zip(call.member.names, call.arguments, strict=True):
            if operand.code == NULL:
                return name
    return None


def _complains(sequences: Sequences, shown: Shown, call: Call, changed: Mapping[int, int], far: int) -> bool:
    """Whether the same line crashes, and the exception mentions the number itself."""
    run = sequences.run_with(shown, call, changed)
    if crash_key(run.end, sequences.is_own) != shown.key or not isinstance(run.end, Threw):
        return False
    return str(far) in re.findall(r"-?\d+", run.end.detail or _message(run))


def _message(run: ConcreteRun) -> str:
    """Return the message of the exception that ended a run."""
    thrown = run.heap.find(run.thrown) if run.thrown else None
    number = 0 if thrown is None else int(thrown.fields.get("detailMessage", 0))
    return (string_of(run.heap, run.heap.find(number)) or "") if number else ""
