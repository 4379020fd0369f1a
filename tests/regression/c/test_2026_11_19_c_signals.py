"""2026-11-19: `raise` and `kill` returned, whatever the signal: what comes behind `raise(SIGTERM)` was an error, and
`raise(SIGSEGV)` was safe.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import symheap

PROGRAM = """#include <signal.h>
#include <unistd.h>
int main(void) { int *p = 0; %s; return *p; }
"""
VERDICTS = {
    "raise(SIGTERM)": ("unknown", "refused"),
    "raise(SIGSEGV)": ("unknown", "refused"),
    "kill(getpid(), SIGKILL)": ("unknown", "refused"),
    "raise(SIGABRT)": ("safe", ""),
    "raise(0)": ("unsafe", "null-dereference"),
    "kill(getpid(), 0)": ("unsafe", "null-dereference"),
}


@pytest.mark.parametrize(("call", "expected"), VERDICTS.items(), ids=VERDICTS)
def test_what_comes_behind_a_signal(call: str, expected: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text(PROGRAM % call)
    proof = symheap.prove(file)
    assert (proof.verdict, proof.reason) == expected
