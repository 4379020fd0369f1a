"""Small C programs with errors, and scripts that lead to them."""

from __future__ import annotations

import pytest

from symheap.lang.c.client.exports import Library
from symheap.lang.c.entry import library_of_text
from symheap.lang.c.options import COptions
from symheap.memory.execution.interpreter import run
from symheap.memory.execution.oracle import RecordingOracle, Script, ScriptedOracle
from symheap.memory.ir import DataModel, Program
from symheap.memory.outcome import Failed
from symheap.testgen.c.compile import NoCompiler, find_compiler

FILE = "subject.c"
DECLARED = (
    "typedef unsigned long size_t; void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t);"
    "void free(void *); int symheap_nondet_int(void); void symheap_assume(int); void symheap_assert(int);\n"
)
"""The first line of every program here."""


def needs_compiler() -> None:
    try:
        find_compiler(DataModel.LP64)
    except NoCompiler as why:
        pytest.skip(str(why))


def library(text: str, options: COptions | None = None) -> Library:
    return library_of_text(DECLARED + text, FILE, options or COptions())


def failing(program: Program, script: Script) -> tuple[Script, Failed]:
    """Return the script with all answers that the run asked for, and the error that it ends in."""
    oracle = RecordingOracle(ScriptedOracle(script))
    outcome = run(program, oracle)
    assert isinstance(outcome, Failed), outcome
    return oracle.script(), outcome
