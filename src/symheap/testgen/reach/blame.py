"""Decide whether a crash is the caller's mistake.

A method may use a number unchecked and leave its range to the caller.  `get(int index)` of an unchecked array crashes
for any bad index, as its name suggests.  A method that checks the number but accepts a bad one has a bug.  So has a
method that stores a bad number, if a later call crashes whose own arguments are right; only the call that crashes
counts here.  To tell these apart, the sequence is run again with an extreme number: only if nothing checks it does the
same line crash.

A method may also assert what it expects of its arguments, before it does anything else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from symheap.core.outcome import ErrorKind, Threw
from symheap.core.source import CodePosition
from symheap.lang.java.classes import INIT
from symheap.lang.java.classfile.code import Code, Instruction
from symheap.lang.java.classfile.constants import MethodRef
from symheap.lang.java.classfile.descriptors import method_type
from symheap.lang.java.words.expression import NAME, Expression
from symheap.objects.interpreter import ConcreteRun
from symheap.report.explore.crashes import crash_key
from symheap.report.java.crash_words import CrashWords
from symheap.report.java.notation import string_of
from symheap.testgen.building.literals import NULL
from symheap.testgen.reach.sequences import Call, Sequences, Shown

_FAR: Final = 7_919
_OTHER: Final = 11
_NUMBERS: Final = "IJS"
_INDEX: Final = "IndexOutOfBoundsException"
_SIZE: Final = ("java.lang.NegativeArraySizeException", "java.lang.IllegalArgumentException")


def left_to_the_caller(words: CrashWords, sequences: Sequences, shown: Shown) -> str | None:
    """Return the condition on the arguments under which the crash occurs; None if the caller is not to blame."""
    if (name := unchecked_argument(sequences, shown)) is not None:
        return f"only if {name} is out of range"
    if (name := asserted_argument(words, shown)) is not None:
        return f"only if {name} is not what the method asserts at its start"
    if (name := null_argument(shown)) is not None:
        return f"only if {name} is null"
    return None


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


def asserted_argument(words: CrashWords, shown: Shown) -> str | None:
    """Return the parameter about which the called method asserts something at its start; None if there is none.

    An assertion that comes after a change, or after a call on its own, is about what the method does.
    """
    call, place = shown.calls[-1], shown.place
    method = call.member.method
    if shown.end.error is not ErrorKind.ASSERTION or not isinstance(place, CodePosition) or method.code is None:
        return None
    if place.member != f"{method.owner}.{method.key}" or _acts_before(method.code, place.column):
        return None
    named = [name for condition in words.asserted(place) for name in _names(condition.asked)]
    return next((name for name in call.member.names if name in named), None)


def _acts_before(code: Code, pc: int) -> bool:
    """Whether an instruction before `pc` changes something, or calls a method whose result is not used."""
    before = [each for each in code.instructions if each.pc < pc]
    following = (*(each.mnemonic for each in before[1:]), "")
    return any(_acts(each, after) for each, after in zip(before, following, strict=True))


def _acts(instruction: Instruction, after: str) -> bool:
    mnemonic = instruction.mnemonic
    if mnemonic.startswith("put") or mnemonic.endswith("store") or "store_" in mnemonic or mnemonic == "iinc":
        return True
    called = instruction.args[0] if mnemonic.startswith("invoke") else None
    if not isinstance(called, MethodRef) or called.name == INIT:
        return False
    return after.startswith("pop") or method_type(called.descriptor).result.descriptor == "V"


def _names(value: Expression) -> Iterator[str]:
    if value.op == NAME:
        yield value.text
    for part in value.parts:
        yield from _names(part)


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
