"""A study as JSON: its settings, the totals, the laws, the classes and the methods."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

import symheap
from symheap.bench.paired import Paired
from symheap.bench.ratios import Ratio, Ratios
from symheap.bench.row import Cost, Replay, Row, Tests
from symheap.bench.study import Study
from symheap.bench.sums import Claim, Line, Sum, Sums
from symheap.bench.tests_made import ReplaySum, TestSum
from symheap.report.formats.json import SCHEMA
from symheap.store.records import Json


def document(sums: Sums, settings: Mapping[str, str]) -> dict[str, Json]:
    kept = sums.kept_methods()
    return {
        "schema": SCHEMA,
        "symheap": str(symheap.__version__),
        "study": _study(sums.study),
        "settings": dict(settings),
        "heaps": list(sums.heaps),
        "models": [_model(sums, heap) for heap in sums.heaps],
        "ratios": None if sums.ratios is None else _ratios(sums.ratios),
        "both_ended": None if sums.paired is None else _paired(sums.paired),
        "laws": {
            "hold": not sums.broken,
            "broken": [{"method": each.method, "law": each.law, "numbers": each.numbers} for each in sums.broken],
        },
        "classes": [{"class": line.name, **_line(line)} for heap in sums.heaps for line in sums.lines[heap]],
        "methods": [_row(row, row.method in kept) for row in sums.rows],
    }


def _study(study: Study) -> dict[str, Json]:
    bounds: dict[str, Json] = asdict(study.bounds)
    return {
        "name": study.name,
        "title": study.title,
        "methods": len(study.methods),
        "printed_methods": sum(method.printed for method in study.methods),
        "printed_classes": len(study.printed),
        "bounds": bounds,
        "exact_types": study.exact_types,
        "flat_maps": study.flat_maps,
        "bare_stubs": study.bare_stubs,
    }


def _model(sums: Sums, heap: str) -> dict[str, Json]:
    """Return the totals of a model.

    If `printed` is given, it and `kept` cover the classes of the table that were run whole.
    """
    compared = sums.compared_classes(heap)
    return {**_line(sums.whole[heap]), "compared_classes": compared, "not_run": sums.not_run(heap)}


def _line(line: Line) -> dict[str, Json]:
    return {
        "heap": line.heap,
        "methods": line.size,
        "all": _sum(line.all),
        "kept": _sum(line.kept),
        "printed_methods": line.expected,
        "printed": None if line.claim is None else _claim(line.claim),
        "differs_by_a_tenth": line.differs,
    }


def _sum(total: Sum) -> dict[str, Json]:
    return {
        "methods": total.methods,
        "ended": total.ended,
        "outcomes": {outcome.value: count for outcome, count in total.outcomes.items()},
        "reasons": dict(total.reasons),
        "traces": total.traces,
        "paths": total.paths,
        "solver": _cost(total.cost),
        "seconds": round(total.seconds, 6),
        "tests": None if total.tests is None else _tests(total.tests),
    }


def _tests(tests: TestSum) -> dict[str, Json]:
    """Return the sum of tests.  `stopped` counts the methods that ran out of time before all tests were made."""
    return {
        "methods": tests.methods,
        "made": tests.made,
        "redundant": tests.redundant,
        "without": dict(tests.without),
        "seconds": round(tests.seconds, 6),
        "cpu_seconds": round(tests.cpu_seconds, 6),
        "stopped": tests.stopped,
        "replay": None if tests.replay is None else {**_replay(tests.replay), "methods": tests.replay.methods},
    }


def _replay(replay: Replay | ReplaySum) -> dict[str, Json]:
    """Return the run of tests.  In a sum, `stopped` counts the methods whose tests were not all run."""
    return {
        "passed": replay.passed,
        "failed": dict(replay.failed),
        "seconds": round(replay.seconds, 6),
        "cpu_seconds": round(replay.cpu_seconds, 6),
        "stopped": replay.stopped or None if isinstance(replay, Replay) else replay.stopped,
    }


def _cost(cost: Cost) -> dict[str, Json]:
    return {
        "queries": cost.queries,
        "decisions": cost.decisions,
        "answered_without_solver": cost.spared,
        "tokens": cost.tree_tokens,
        "dag_tokens": cost.dag_tokens,
        "seconds": round(cost.seconds, 6),
        "cpu_seconds": round(cost.cpu_seconds, 6),
    }


def _claim(claim: Claim) -> dict[str, Json]:
    return {
        "traces": claim.traces,
        "tokens": claim.tokens,
        "query_seconds": claim.query_seconds,
        "test_seconds": claim.test_seconds,
        "at_least": [*sorted(claim.at_least)],
        "below_one": dict(claim.below_one),
    }


def _ratios(ratios: Ratios) -> dict[str, Json]:
    return {
        "both_ended": _ratio(ratios.both_ended),
        "as_printed": _ratio(ratios.as_printed),
        "lower_bound": _ratio(ratios.lower_bound),
        "printed": None if ratios.printed is None else _ratio(ratios.printed),
    }


def _ratio(ratio: Ratio) -> dict[str, Json]:
    value = None if ratio.value is None else round(float(ratio.value), 3)
    return {"methods": ratio.methods, "pose": ratio.pose, "lazy": ratio.lazy, "value": value}


def _paired(paired: Paired) -> dict[str, Json]:
    """Return the comparison of the two models, class by class; the p-values are two-sided."""
    return {
        "methods": paired.methods,
        "classes": [*paired.classes],
        "measures": [
            {
                "measure": each.measure,
                "pose": [*each.pose],
                "lazy": [*each.lazy],
                "medians": [*each.medians],
                "pose_less": each.less,
                "pose_more": each.more,
                "pairs_that_differ": each.test.pairs,
                "p_exact": each.test.exact,
                "p_normal": each.test.normal,
            }
            for each in paired.comparisons
        ],
    }


def _row(row: Row, printed: bool) -> dict[str, Json]:
    return {
        "method": row.method,
        "heap": row.heap,
        "printed": printed,
        "outcome": row.outcome.value,
        "traces": {"total": row.traces, **row.ends},
        "paths": row.paths,
        "path_digest": row.path_digest,
        "cuts": dict(row.cuts),
        "reasons": dict(row.reasons),
        "solver": _cost(row.cost),
        "steps": row.steps,
        "classes": row.classes,
        "seconds": round(row.seconds, 6),
        "load_seconds": round(row.load_seconds, 6),
        "cpu_seconds": round(row.cpu_seconds, 6),
        "megabytes": row.megabytes,
        "tests": None if row.tests is None else _row_tests(row.tests),
    }


def _row_tests(tests: Tests) -> dict[str, Json]:
    return {
        "made": tests.made,
        "redundant": tests.redundant,
        "without": dict(tests.without),
        "seconds": round(tests.seconds, 6),
        "cpu_seconds": round(tests.cpu_seconds, 6),
        "stopped": tests.stopped or None,
        "replay": None if tests.replay is None else _replay(tests.replay),
    }
