"""Commands with random small limits of time, in real processes: `benchmarks/limits.py` tries a thousand of them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from cli_runner import ROOT

from sampling import sample
from symheap_testing.time_limits import attempts, load, tried

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="commands are watched on Linux only")


@pytest.mark.parametrize("seed", sample(range(4), 4))
def test_commands_keep_their_limits(seed: int, tmp_path: Path) -> None:
    with load(2):
        outcomes = [tried(each, tmp_path, resume=number == 0) for number, each in enumerate(attempts(ROOT, 5, seed))]
    assert not [f"{' '.join(each.attempt.command)}: {each.problems}" for each in outcomes if each.problems]
