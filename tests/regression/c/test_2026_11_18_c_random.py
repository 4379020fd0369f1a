"""2026-11-18: after ``srand`` with a constant, numbers of ``rand`` counted as inputs, so that an error was claimed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from symheap.lang.c.entry import load
from symheap.lang.c.options import COptions
from symheap.refinement.algorithm import Tools, decide
from symheap.refinement.decision import Settings
from symheap.separation.proof.verdict import Word

VERDICTS = {
    "srand(1); if (rand() == 5) *p = 1;": Word.UNKNOWN,
    "srandom(2 + 3); if (random() == 5) *p = 1;": Word.UNKNOWN,
    "srand(1); if (rand() < 0) *p = 1;": Word.SAFE,
    "srand(1); rand(); *p = 1;": Word.UNSAFE,
    "srand(time(0)); if (rand() == 5) *p = 1;": Word.UNSAFE,
    "if (rand() == 5) *p = 1;": Word.UNSAFE,
}


@pytest.mark.parametrize("body", VERDICTS)
def test_numbers_after_a_constant_seed_are_no_inputs(body: str, tmp_path: Path) -> None:
    file = tmp_path / "main.c"
    file.write_text(f"#include <stdlib.h>\n#include <time.h>\nint main(void) {{ int *p = 0; {body} return 0; }}\n")
    assert (
        decide(load([file], COptions()), Settings(seconds=20.0), tools=Tools(clock=time.process_time)).word
        is VERDICTS[body]
    )
