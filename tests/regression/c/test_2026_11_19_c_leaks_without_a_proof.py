"""2026-11-19: a leak that an execution shows was not reported where the proof beside it was rejected.

A program that loses memory was *unknown (unchecked)*, though what shows the leak does not depend on the proof.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap import prove
from symheap.certify.checker import Checked
from symheap.session.proofs import proving

LOSES = """
#include <stdlib.h>
int main(void) { int *p = malloc(4); *p = 1; return 0; }
"""
RELEASES = LOSES.replace("return 0", "free(p); return 0")


def _rejected(*_: object, **__: object) -> Checked:
    return Checked(0, 0, 0, 0, "no such step", "vertex 0")


@pytest.mark.parametrize(
    ("text", "prop", "verdict", "leak"),
    [
        (LOSES, "memtrack", "unsafe", "lost"),
        (LOSES, "memcleanup", "unsafe", "lost"),
        (LOSES, "memsafety", "unknown", "lost"),
        (RELEASES, "memtrack", "unknown", "unknown"),
    ],
)
def test_a_leak_that_was_seen_needs_no_proof(
    text: str, prop: str, verdict: str, leak: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proving, "certified", _rejected)
    source = tmp_path / "x.c"
    source.write_text(text)
    proof = prove(source, property=prop)
    assert (proof.verdict, proof.leak) == (verdict, leak)
