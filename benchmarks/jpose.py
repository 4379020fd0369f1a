"""The example programs of the public POSE prototype (github.com/pietrobraione/jpose), beside what it prints for them.

    python benchmarks/jpose.py --examples ../jpose/examples

The programs are not part of this project: they are read from a checkout and nothing of them is kept.  jPOSE counts
normal ends only: a null error is no leaf there.  Seconds are those of the whole process, on both sides.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from measure import Job, Row, document, measure_all
from results import markdown, write_json, write_text

from symheap.engine.bounds import Bounds

# Leaves that jPOSE 427c19b counts, and its seconds: one run each with `-c -l -p -z3`, depth 600, on a shared machine of
# two cores, Temurin 25.0.3, Z3 5.4.0.  None: no end within 90 s.
PRINTED: dict[str, tuple[int, float] | None] = {
    "avl_balanced": (482, 24.5),
    "avl_find": (254, 28.1),
    "avl_findMax": (13, 47.7),
    "avl_findMin": (13, 45.1),
    "avl_findNode": (254, 20.9),
    "avl_insertElem": None,
    "avl_isEmpty": (2, 1.0),
    "avl_makeEmpty": (1, 1.1),
    "avl_maxElement": (51, 3.6),
    "avl_minElement": (51, 3.5),
    "dll_add": (2, 0.8),
    "dll_get": (1, 0.7),
    "dll_getFirst": (2, 0.5),
    "dll_getLast": (2, 0.4),
    "dll_indexOf": (42, 75.7),
    "dll_remove": None,
    "dll_removeFirst": (2, 0.6),
    "dll_removeLast": (2, 0.6),
    "ncll_add": (2, 0.5),
    "ncll_removeNode": (2, 0.5),
    "treemap_containsKey": (254, 24.9),
    "treemap_containsValue": (74, 5.4),
    "treemap_firstKey": (12, 9.2),
    "treemap_get": (254, 29.4),
    "treemap_lastKey": (12, 9.6),
    "treemap_put": (44, 6.2),
    "treemap_remove": (2, 3.0),
}


def jobs(examples: Path, limit: float) -> Iterator[Job]:
    for name in PRINTED:
        path = examples / f"{name}.txt"
        if path.exists():
            text = path.read_text(encoding="utf-8")
            yield Job(str(path), text, "pose", Bounds(max_calls=600, timeout=limit), {"program": name})


def line(row: Row) -> tuple[str, ...]:
    name = str(row.labels["program"])
    printed = PRINTED[name]
    theirs = (str(printed[0]), f"{printed[1]:.1f}") if printed else ("no end", "> 90")
    same = "" if printed is None else "yes" if printed[0] == row.normal and not row.stopped else "NO"
    return (
        name,
        theirs[0],
        str(row.normal),
        same,
        str(sum(row.errors.values())),
        theirs[1],
        f"{row.process_seconds:.1f}",
    )


HEAD = ("program", "jPOSE leaves", "normal ends", "same", "errors", "jPOSE s", "symheap s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=Path, required=True, help="the examples folder of a checkout of jPOSE")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for a program")
    options = parser.parse_args()
    rows = list(measure_all(jobs(options.examples, options.limit)))
    if not rows:
        parser.error(f"no programs of jPOSE in {options.examples}")
    table = markdown(HEAD, [line(row) for row in rows])
    print(write_json("jpose", document("jpose", rows, limit_seconds=options.limit)))
    print(write_text("jpose", table))
    print(table)


if __name__ == "__main__":
    main()
