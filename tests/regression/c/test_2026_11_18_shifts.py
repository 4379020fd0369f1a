"""2026-11-18: a shift by the width or more counted as no execution, so that the code behind it was not analysed."""

from __future__ import annotations

import time

import pytest

from symheap.lang.c.entry import load_text
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.proof.verdict import Word

BODIES = {
    "int s = 1 << n; if (n > 40) *p = s;": Word.UNSAFE,
    "int s = 1 << n; if (n == 33 && s == 2) *p = s;": Word.UNSAFE,
    "int s = 1 << n; if (n == 33 && s != 2) *p = s;": Word.SAFE,
    "long s = 1L << n; if (n == 33 && s == 2) *p = 1;": Word.SAFE,
    "unsigned s = -1; s >>= n; if (n == 40 && s == 0xffffff) *p = 1;": Word.UNSAFE,
    "int s = n << 40; *p = 1;": Word.UNKNOWN,
}


@pytest.mark.parametrize("body", BODIES)
def test_a_distance_is_taken_modulo_the_width(body: str) -> None:
    text = f"int nondet(void); int main(void) {{ int n = nondet(), *p = 0; {body} return 0; }}"
    decision = decide(
        load_text(text, "shifts.c", COptions()), Settings(seconds=20.0), tools=Tools(clock=time.process_time)
    )
    assert decision.word is BODIES[body]
