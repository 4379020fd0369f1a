"""Run the C programs of a folder of tests under gcc's sanitizers, and list those that contradict their headers.

usage: python benchmarks/c_sanitized.py tests/programs/c_lists --seeds 200
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from symheap_testing.c.corpus import expected
from symheap_testing.c.sanitized import objections


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seeds", type=int, default=200, help="random inputs of each program")
    parser.add_argument("--only", default="*", help="a pattern for the names of the programs")
    given = parser.parse_args()
    sources = sorted(given.folder.glob(f"{given.only}.c"))
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="symheap-") as folder:
        for source in sources:
            contradictions = objections(expected(source), Path(folder), range(given.seeds))
            wrong += bool(contradictions)
            for line in contradictions:
                print(f"{source.name}: {line}", flush=True)
    print(f"{len(sources)} programs on {given.seeds} inputs each: {wrong} not as their headers say")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
