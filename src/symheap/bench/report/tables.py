"""A study as CSV: a line for each method and heap model, and a line for each class and heap model."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from symheap.bench.row import Cost, Replay, Row, RowOutcome, Tests
from symheap.bench.sums import Line, Sum, Sums, total

_ENDS: Final = ("return", "error", "cut", "unsupported", "unknown")
_END, _CUT = "end:", "cut:"
_REPLAY: Final = ("tests_passed", "tests_failed", "replay_seconds", "replay_cpu_seconds", "replay_stopped")
"""The columns that are empty if the tests were not run."""
_COUNTS: Final = ("queries", "decisions", "spared", "tree_tokens", "dag_tokens")


def methods(sums: Sums) -> str:
    """Return all data of the rows, flat: a column for each kind of end and each bound; reasons as JSON.

    `printed` tells whether the paper's table includes the method.
    """
    kept = sums.kept_methods()
    ends = _keys(_ENDS, (row.ends for row in sums.rows))
    cuts = _keys((), (row.cuts for row in sums.rows))
    head = _method(Row("", "", RowOutcome.MISSING), ends, cuts, printed=False)
    return _text(head, [_method(row, ends, cuts, printed=row.method in kept) for row in sums.rows])


def read_methods(text: str) -> tuple[Row, ...]:
    """Parse the rows from the text of `methods`."""
    return tuple(_row(record) for record in csv.DictReader(io.StringIO(text)))


def classes(sums: Sums) -> str:
    """Return the sums of the classes.

    They are over all methods, over those of the printed table (`kept_`), and as printed (`printed_`).
    """
    none = total(())
    head = _class(Line("", "", none, none, 0, 0, None))
    return _text(head, [_class(line) for heap in sums.heaps for line in sums.lines[heap]])


def _keys(known: Sequence[str], counts: Iterable[Mapping[str, int]]) -> tuple[str, ...]:
    """Return the known keys, then the others by name."""
    others = {key for mapping in counts for key in mapping} - set(known)
    return (*known, *sorted(others))


def _method(row: Row, ends: Sequence[str], cuts: Sequence[str], *, printed: bool) -> dict[str, str | int]:
    return {
        "method": row.method,
        "printed": _yes(printed),
        "heap": row.heap,
        "outcome": row.outcome.value,
        "traces": row.traces,
        "paths": row.paths,
        "path_digest": row.path_digest,
        **{_END + key: row.ends.get(key, 0) for key in ends},
        **{_CUT + key: row.cuts.get(key, 0) for key in cuts},
        **_cost(row.cost),
        "steps": row.steps,
        "classes": row.classes,
        "seconds": _seconds(row.seconds),
        "load_seconds": _seconds(row.load_seconds),
        "megabytes": row.megabytes,
        "cpu_seconds": _seconds(row.cpu_seconds),
        "reasons": json.dumps(dict(row.reasons)) if row.reasons else "",
        **_tests(row.tests),
    }


def _tests(tests: Tests | None) -> dict[str, str | int]:
    if tests is None:
        return dict.fromkeys((*_tests(Tests()),), "")
    replay = tests.replay or Replay()
    columns: dict[str, str | int] = {
        "tests": tests.made,
        "redundant_tests": tests.redundant,
        "test_seconds": _seconds(tests.seconds),
        "test_cpu_seconds": _seconds(tests.cpu_seconds),
        "tests_stopped": tests.stopped,
        "traces_without_test": json.dumps(dict(tests.without)) if tests.without else "",
        "tests_passed": replay.passed,
        "tests_failed": json.dumps(dict(replay.failed)) if replay.failed else "",
        "replay_seconds": _seconds(replay.seconds),
        "replay_cpu_seconds": _seconds(replay.cpu_seconds),
        "replay_stopped": replay.stopped,
    }
    return columns if tests.replay is not None else columns | dict.fromkeys(_REPLAY, "")


def _tests_of(record: Mapping[str, str]) -> Tests | None:
    if not record.get("tests"):
        return None
    return Tests(
        made=int(record["tests"]),
        redundant=int(record["redundant_tests"]),
        without=json.loads(record["traces_without_test"] or "{}"),
        seconds=float(record["test_seconds"]),
        cpu_seconds=float(record["test_cpu_seconds"]),
        stopped=record["tests_stopped"],
        replay=_replay_of(record) if record["tests_passed"] else None,
    )


def _replay_of(record: Mapping[str, str]) -> Replay:
    return Replay(
        passed=int(record["tests_passed"]),
        failed=json.loads(record["tests_failed"] or "{}"),
        seconds=float(record["replay_seconds"]),
        cpu_seconds=float(record["replay_cpu_seconds"]),
        stopped=record["replay_stopped"],
    )


def _row(record: Mapping[str, str]) -> Row:
    counts = {name: int(record[name]) for name in _COUNTS}
    return Row(
        method=record["method"],
        heap=record["heap"],
        outcome=RowOutcome(record["outcome"]),
        traces=int(record["traces"]),
        paths=int(record["paths"]),
        path_digest=record["path_digest"],
        ends=_counts(record, _END),
        cuts=_counts(record, _CUT),
        reasons=json.loads(record["reasons"] or "{}"),
        cost=Cost(**counts, seconds=float(record["query_seconds"]), cpu_seconds=float(record["query_cpu_seconds"])),
        steps=int(record["steps"]),
        classes=int(record["classes"]),
        seconds=float(record["seconds"]),
        load_seconds=float(record["load_seconds"]),
        megabytes=int(record["megabytes"]),
        cpu_seconds=float(record["cpu_seconds"]),
        tests=_tests_of(record),
    )


def _counts(record: Mapping[str, str], prefix: str) -> dict[str, int]:
    counts = {key.removeprefix(prefix): int(value) for key, value in record.items() if key.startswith(prefix)}
    return {key: count for key, count in counts.items() if count}


def _class(line: Line) -> dict[str, str | int]:
    printed = line.claim
    return {
        "class": line.name,
        "heap": line.heap,
        **_sum(line.all, ""),
        **{outcome.value: line.all.outcomes.get(outcome, 0) for outcome in RowOutcome},
        **_sum(line.kept, "kept_"),
        "printed_methods": line.expected,
        "printed_traces": "" if printed is None else printed.traces,
        "printed_tokens": "" if printed is None else printed.tokens,
        "printed_query_seconds": "" if printed is None else _seconds(printed.query_seconds),
        "printed_test_seconds": "" if printed is None else _seconds(printed.test_seconds),
        "printed_at_least": "" if printed is None else " ".join(sorted(printed.at_least)),
        "differs_by_a_tenth": "" if line.differs is None else _yes(line.differs),
        "reasons": json.dumps(dict(line.all.reasons)) if line.all.reasons else "",
    }


def _sum(total: Sum, prefix: str) -> dict[str, str | int]:
    numbers: dict[str, str | int] = {
        "methods": total.methods,
        "ended": total.ended,
        "traces": total.traces,
        "paths": total.paths,
        **_cost(total.cost),
        "seconds": _seconds(total.seconds),
        "tests": "" if total.tests is None else total.tests.made,
        "redundant_tests": "" if total.tests is None else total.tests.redundant,
        "test_seconds": "" if total.tests is None else _seconds(total.tests.seconds),
    }
    return {prefix + key: value for key, value in numbers.items()}


def _cost(cost: Cost) -> dict[str, str | int]:
    counts: dict[str, str | int] = {name: int(getattr(cost, name)) for name in _COUNTS}
    return {
        **counts,
        "query_seconds": _seconds(cost.seconds),
        "query_cpu_seconds": _seconds(cost.cpu_seconds),
    }


def _seconds(value: float) -> str:
    """Format to the microsecond, which is finer than the clocks."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


def _yes(said: bool) -> str:
    return "yes" if said else "no"


def _text(head: Iterable[str], records: Iterable[Mapping[str, str | int]]) -> str:
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, [*head], lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return stream.getvalue()
