"""Run small C programs by the interpreter, for tests."""

from __future__ import annotations

from symheap.lang.c.entry import COptions, load_text
from symheap.memory.check import check
from symheap.memory.errors import MemoryErrorKind
from symheap.memory.execution.interpreter import DEFAULT_LIMITS, InterpreterLimits, Observer, run
from symheap.memory.execution.oracle import Oracle, Script, ScriptedOracle, ZeroOracle
from symheap.memory.ir import DataModel, Program
from symheap.memory.outcome import Failed, Finished, Outcome

DECLARATIONS = """
typedef unsigned long size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t); void free(void *);
void *alloca(size_t); void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t); void exit(int);
int symheap_nondet_int(void); long symheap_nondet_long(void); void symheap_assume(int); void symheap_assert(int);
void *symheap_nondet_pointer(void);
"""


def program(source: str, *, may_fail: bool = False, model: DataModel = DataModel.LP64) -> Program:
    """Return the program of `source`, which is well-formed."""
    result = load_text(DECLARATIONS + source, "test.c", COptions(model=model, malloc_may_fail=may_fail))
    assert check(result) == []
    return result


def outcome(
    source: str,
    oracle: Oracle | None = None,
    *,
    limits: InterpreterLimits = DEFAULT_LIMITS,
    observer: Observer | None = None,
    may_fail: bool = False,
) -> Outcome:
    return run(program(source, may_fail=may_fail), oracle or ZeroOracle(), limits, observer)


def main(body: str) -> str:
    return f"int main(void) {{ {body} }}"


def result(body: str, *values: int, before: str = "") -> object:
    """Return the result of a ``main`` with this body, given the values of ``nondet``."""
    result = outcome(before + main(body), ScriptedOracle(Script(values=values)))
    assert isinstance(result, Finished), result
    return result.result


def error(body: str, *values: int, before: str = "") -> MemoryErrorKind:
    """Return the error of a ``main`` with this body."""
    result = outcome(before + main(body), ScriptedOracle(Script(values=values)))
    assert isinstance(result, Failed), result
    return result.kind
