"""Calculate what exploring many jars costs, from the times of the methods of the two studies.

    python benchmarks/cluster_cost.py [--jars 1000] [--methods 2400]

`--methods` are those of a jar that other code can call.  The interval is that of samples of classes, since the methods
of a class are alike: 19 of 20 samples lie in it.
"""

from __future__ import annotations

import argparse
import csv
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import mean, median, quantiles

RESULTS = Path(__file__).parent / "results"
STUDIES = {"libraries": "library-study-methods.csv", "POSE": "pose-study-methods.csv"}
SAMPLES = 2_000


def by_class(study: str) -> dict[str, list[float]]:
    """Return the seconds of the methods of each class."""
    classes: dict[str, list[float]] = defaultdict(list)
    with (RESULTS / STUDIES[study]).open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            classes[row["method"].partition("::")[0]].append(float(row["seconds"]))
    return classes


def interval(classes: Sequence[list[float]], random: Random) -> tuple[float, float]:
    """Return bounds of the mean of a method, from samples of classes with repetition."""
    means = []
    for _ in range(SAMPLES):
        sample = random.choices(classes, k=len(classes))
        means.append(sum(map(sum, sample)) / sum(map(len, sample)))
    cuts = quantiles(means, n=40)
    return cuts[0], cuts[-1]


def report(study: str, jars: int, methods: int) -> str:
    classes = by_class(study)
    seconds = sorted(each for members in classes.values() for each in members)
    low, high = interval([*classes.values()], Random(0))
    hours = [round(each * jars * methods / 3600) for each in (mean(seconds), low, high)]
    slowest = sum(seconds[-len(seconds) // 20 :]) / sum(seconds)
    return (
        f"{study}: {len(seconds):,} methods of {len(classes)} classes; seconds a method: median {median(seconds):.2f}, "
        f"mean {mean(seconds):.2f} ({low:.2f} to {high:.2f}), largest {seconds[-1]:.0f}; the slowest twentieth takes "
        f"{slowest:.0%}\n  {jars:,} jars of {methods:,} methods: {hours[0]:,} core-hours ({hours[1]:,} to {hours[2]:,})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jars", type=int, default=1_000)
    parser.add_argument("--methods", type=int, default=2_400)
    wanted = parser.parse_args()
    for study in STUDIES:
        print(report(study, wanted.jars, wanted.methods))


if __name__ == "__main__":
    main()
