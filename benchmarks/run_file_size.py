"""Measure bytes and CPU time per path in a run file: with texts, as commands write it, and in compact form.

python benchmarks/run_file_size.py examples/javalite/linkedlist.jl --heap lazy --traces 500 --rounds 30
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from symheap.engine.bounds import Bounds
from symheap.lang.java.options import JavaOptions
from symheap.lang.target import Target, load
from symheap.report.explore.forms import end_form
from symheap.report.explore.kept import kept
from symheap.session.run import start
from symheap.solver.chain import default_chain
from symheap.store.compact import CompactPaths
from symheap.store.compact_path import CompactPath, Conjunct
from symheap.store.file import RunFile
from symheap.store.records import Header


def compact(number: int, place: str, trace: Any) -> CompactPath:
    conjuncts, at = [], trace.path
    while at is not None and at.term is not None:
        conjuncts.append(Conjunct(at.term, at.is_fact))
        at = at.parent
    condition, result = tuple(reversed(conjuncts)), getattr(trace.end, "value", None)
    end, model = end_form(trace.end), trace.path.model
    return CompactPath(number, place, trace.key, end, trace.confirmed, condition, model, result)


def size(file: Path) -> int:
    return file.stat().st_size


def measure(target: str, heap: str, bounds: Bounds, folder: Path, texts: bool) -> dict[str, float | int | str]:
    run = start(load(Target.parse(target), JavaOptions(environ=os.environ)), heap, default_chain(), bounds)
    header = Header("id", "explore", target, ("explore",), "here", "2026-11-18T00:00:00+00:00")
    files = {name: folder / f"{name}.run" for name in ("empty", "texts", "compact")}
    RunFile.create(files["empty"], header).close()
    seconds, steps, number = {"texts": 0.0, "compact": 0.0}, 0, 0
    begun = time.process_time()
    with RunFile.create(files["texts"], header) as full, RunFile.create(files["compact"], header) as small:
        subjects = {each: each.subject(target, "exploration").number for each in (full, small)}
        keeping = CompactPaths(small)
        for path in run:
            now = time.process_time()
            record = compact(number, str(run.exploration.place or ""), path.trace)
            keeping.add(subjects[small], record)
            seconds["compact"] += time.process_time() - now
            steps += len(record.condition)
            if texts:
                now = time.process_time()
                full.add_path(subjects[full], kept(path))
                seconds["texts"] += time.process_time() - now
            number += 1
        engine = time.process_time() - begun - sum(seconds.values())
    return {
        "target": Path(target).name,
        "paths": number,
        "conjuncts": round(steps / max(1, number), 1),
        "engine_us": round(1e6 * engine / max(1, number)),
        **{
            f"{name}_bytes": round((size(files[name]) - size(files["empty"])) / max(1, number))
            for name in ("texts", "compact")
        },
        **{f"{name}_us": round(1e6 * seconds[name] / max(1, number)) for name in seconds},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="+")
    parser.add_argument("--heap", default="pose")
    parser.add_argument("--traces", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--timeout", type=float, default=20.0)
    parser.add_argument("--no-texts", action="store_true", help="compact form only")
    given = parser.parse_args()
    bounds = Bounds(max_calls=80, max_loop=given.rounds, max_traces=given.traces, timeout=given.timeout)
    for target in given.targets:
        with tempfile.TemporaryDirectory() as folder:
            print(json.dumps(measure(target, given.heap, bounds, Path(folder), not given.no_texts)), flush=True)


if __name__ == "__main__":
    main()
