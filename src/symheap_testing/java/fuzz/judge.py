"""Compares symheap's report on a method with runs on a JVM.

Laws: in a complete run, every trace of the JVM is one of the reported paths; in any run, every example follows its
path. A path is compared by its end (the value encodes the way; an exception by class and line), by its conditions
outside `try`, and by the trace of its example.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Any, Protocol

FILE = "U.java:"
_WHOLE = re.compile(r"-?\d+$")
_EVENT = re.compile(r"(\d+)([-+=])")
_ORDER = re.compile(r"initialised\((\S+) before (\S+)\)")
_UNNAMED = re.compile(r"[#@]")
MOST_PRIORS = 40


@dataclass(frozen=True, slots=True)
class JvmRun:
    """A run on the JVM; `prior` says which classes were initialised before, `first` names them."""

    count: int
    prior: str
    outcome: str
    trace: str
    plan: str
    first: str

    def conditions(self, lines: Iterable[int]) -> tuple[tuple[int, bool], ...]:
        return conditions(self.trace, lines)


@dataclass(frozen=True, slots=True)
class ReportedPath:
    """A reported path; `outcome` is None if its value is symbolic."""

    number: str
    outcome: str | None
    conditions: tuple[tuple[int, bool], ...]
    condition: str
    inputs: Mapping[str, Any]
    confirmed: bool
    ends: bool


@dataclass(frozen=True, slots=True)
class Problem:
    """A violation of a law: `law` is `missing path` or `wrong example`."""

    law: str
    detail: str
    prior: str = ""
    plan: str = ""
    first: str = ""


@dataclass
class MethodVerdict:
    complete: bool
    problems: list[Problem] = field(default_factory=list)
    reproduced: int = 0
    not_built: int = 0
    paths: int = 0
    reason: str = ""


class Runner(Protocol):
    """Runs one input and returns the outcome and the trace, or `infeasible` and the reason."""

    def __call__(self, plan: str, first: Sequence[str]) -> list[str]: ...


def conditions(trace: str, lines: Iterable[int]) -> tuple[tuple[int, bool], ...]:
    wanted = set(lines)
    events = ((int(line), sign) for line, sign in _EVENT.findall(trace))
    return tuple((line, sign == "+") for line, sign in events if sign != "=" and line in wanted)


def paths_of(document: Mapping[str, Any], lines: set[int]) -> list[ReportedPath]:
    return [_path(result, lines) for result in document["results"]]


def _path(result: Mapping[str, Any], lines: set[int]) -> ReportedPath:
    outcome = result["outcome"]
    met = []
    for branch in result["branches"]:
        place, choice = branch["position"], branch["choice"]
        if (
            branch["kind"] == "branch"
            and isinstance(choice, bool)
            and place.startswith(FILE)
            and int(place[7:]) in lines
        ):
            met.append((int(place[7:]), choice))
    ends = outcome["kind"] in ("return", "error")
    return ReportedPath(
        result["id"],
        _end(outcome),
        tuple(met),
        result["condition"],
        result["inputs"],
        result.get("confirmed", True),
        ends,
    )


def _end(outcome: Mapping[str, Any]) -> str | None:
    if outcome["kind"] == "return":
        value = str(outcome["value"])
        return f"return {value}" if _WHOLE.match(value) else None
    if outcome["kind"] != "error":
        return str(outcome["kind"])
    line = next((place[7:] for place in outcome.get("stack", ()) if place.startswith(FILE)), "0")
    return f"throw {outcome['exception']} {line}"


def plan_of(inputs: Mapping[str, Any], names: Sequence[str]) -> str:
    """Return the instructions by which a JVM builds an example. Raises ValueError if it cannot be expressed."""
    objects: Mapping[str, Any] = inputs["objects"]
    wanted = _reachable(inputs, names)
    numbers = {key: at for at, key in enumerate(wanted)}
    words = [str(len(wanted))]
    for key in wanted:
        words += _node(objects[key], objects, numbers)
    words += [_word(inputs["roots"][name], objects, numbers) for name in names]
    return " ".join(words)


def _reachable(inputs: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    objects: Mapping[str, Any] = inputs["objects"]
    keys: dict[str, None] = {}
    queue = [inputs["roots"][name] for name in names]
    while queue:
        value = queue.pop()
        key = value.get("ref") if isinstance(value, dict) else None
        if key is None or key in keys or key not in objects or "known" in objects[key]:
            continue
        keys[key] = None
        if objects[key]["class"] != "java.lang.String":
            queue += [*objects[key]["fields"].values(), *objects[key].get("elements", {}).values()]
    return list(keys)


def _node(node: Mapping[str, Any], objects: Mapping[str, Any], numbers: Mapping[str, int]) -> list[str]:
    if node["class"] == "java.lang.String":
        if node["fields"].get("value") and "string" not in node:
            raise ValueError("a string without contents")
        return [node["class"], "-1", '"' + _hex(node.get("string", "")), "0"]
    if "+" in node["class"]:
        raise ValueError("an object of a stub")
    cells = node.get("elements", {}) if "length" in node else node["fields"]
    if int(node.get("length", 0)) > 100_000:
        raise ValueError("a long array")
    words = [node["class"], str(node.get("length", -1)), "-", str(len(cells))]
    for name, value in cells.items():
        words += [name, _word(value, objects, numbers)]
    return words


def _word(value: Any, objects: Mapping[str, Any], numbers: Mapping[str, int]) -> str:
    match value:
        case None:
            return "n"
        case bool():
            return f"i{int(value)}"
        case int():
            return f"i{value}"
        case float():
            return f"x{value!r}"
        case str():
            return "x" + _special(value)
        case _:
            key = value["ref"]
            if key in numbers:
                return f"r{numbers[key]}"
            if _UNNAMED.search(objects[key]["known"]):
                raise ValueError("an object that no static field leads to")
            return "k" + _hex(objects[key]["known"])


def _special(text: str) -> str:
    lowered = text.lower()
    if "nan" in lowered:
        return "NaN"
    if "inf" not in lowered and "oo" not in lowered:
        raise ValueError(f"a number: {text}")
    return "-Infinity" if lowered.startswith(("-", "(-")) or "neg" in lowered else "Infinity"


def _hex(text: str) -> str:
    return "".join(f"{ord(c):04x}" for c in text)


def priors(order: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the sets of classes that may be initialised before the call: none, all, then the others, small ones
    first.
    """
    yield ()
    yield tuple(order)
    for size in range(1, len(order)):
        yield from combinations(order, size)


def _stated(path: ReportedPath, order: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the prior states given by an example's inputs such as `initialised(H)`: no other class, or all others."""
    roots = path.inputs["roots"]
    stated = {name: roots.get(f"initialised({name})") for name in order}
    stated.update((match[1], True) for key, holds in roots.items() if holds and (match := _ORDER.fullmatch(key)))
    order = _sorted(order, roots)
    if any(value is not None for value in stated.values()):
        yield tuple(name for name in order if stated[name])
        yield tuple(name for name in order if stated[name] is not False)


def _sorted(order: Sequence[str], roots: Mapping[str, Any]) -> list[str]:
    """Return the classes in the order given by inputs such as `initialised(A before B)`."""
    names, pairs = list(order), _orders(roots)
    for _ in pairs:
        for first, second in pairs:
            if first in names and second in names and names.index(first) > names.index(second):
                names.remove(first)
                names.insert(names.index(second), first)
    return names


def _orders(roots: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return pairs of classes: if both were initialised before the call, the second came after the first."""
    matches = ((_ORDER.fullmatch(key), value) for key, value in roots.items())
    return [(match[1], match[2]) if holds else (match[2], match[1]) for match, holds in matches if match is not None]


class Judge:
    """One method: its reported paths, whose examples are run, and random runs that must be among them."""

    def __init__(self, document: Mapping[str, Any], lines: set[int], any_value: bool) -> None:
        self.lines = lines
        self.any_value = any_value
        self.paths = paths_of(document, lines)
        self.verdict = MethodVerdict(is_complete(document), paths=len(self.paths))
        self.verdict.reason = _reason(document)
        self._outcome_of: dict[tuple[int, bool], bool] = {}
        self._traces: set[tuple[str, str]] = set()
        self._all_reproduced = True

    def examples(self, run: Runner, names: Sequence[str], order: Sequence[str]) -> None:
        for path in self.paths:
            if not path.ends or not path.confirmed or not set(names) <= set(path.inputs["roots"]):
                self._all_reproduced = False
                continue
            try:
                plan = plan_of(path.inputs, names)
            except (ValueError, KeyError):
                self.verdict.not_built += 1
                self._all_reproduced = False
                continue
            self._example(path, plan, run, order)

    def _example(self, path: ReportedPath, plan: str, run: Runner, order: Sequence[str]) -> None:
        seen: dict[str, str] = {}
        for count, first in enumerate(chain(_stated(path, order), priors(order))):
            if count == MOST_PRIORS:
                break
            answer = run(plan, first)
            why = " ".join(answer) if answer[0] == "infeasible" else self._difference(path, answer)
            if why is None:
                self.verdict.reproduced += 1
                self._traces.add((answer[0], answer[1]))
                return
            seen.setdefault(why, ",".join(first))
        self._all_reproduced = False
        if not self.any_value:
            why, early = next(iter(seen.items()))
            detail = f"path {path.number} ({path.outcome}) when {path.condition}: {why}"
            self.verdict.problems.append(Problem("wrong example", detail, "", plan, early))

    def _difference(self, path: ReportedPath, answer: Sequence[str]) -> str | None:
        """Return the difference between a run and its path; if there is none, learn which choices mean which
        conditions.

        Nothing is learned from a method that reads the clock: its example may take another path, with the same end.
        """
        if path.outcome is not None and path.outcome != answer[0]:
            return f"the JVM says {answer[0]}, trace {answer[1]}"
        if path.outcome is None and not answer[0].startswith("return"):
            return f"the JVM says {answer[0]}, trace {answer[1]}"
        actual = conditions(answer[1], self.lines)
        if [line for line, _ in actual] != [line for line, _ in path.conditions]:
            return f"the JVM meets {answer[1]}, the path {list(path.conditions)}"
        learnt = {}
        for (line, choice), (_, came_out) in zip(path.conditions, actual, strict=True):
            for key, value in (((line, choice), came_out), ((line, not choice), not came_out)):
                if self._outcome_of.get(key, value) != value:
                    return f"the JVM meets {answer[1]}, the path {list(path.conditions)}"
                learnt[key] = value
        if not self.any_value:
            self._outcome_of.update(learnt)
        return None

    def runs(self, runs: Iterable[JvmRun]) -> None:
        """Check random runs, after the examples."""
        if not self.verdict.complete:
            return
        for run in runs:
            if not any(self._is(path, run) for path in self.paths):
                detail = f"the JVM says {run.outcome}, trace {run.trace}"
                self.verdict.problems.append(Problem("missing path", detail, run.prior, run.plan, run.first))
            elif self._all_reproduced and not self.any_value and (run.outcome, run.trace) not in self._traces:
                detail = f"the JVM says {run.outcome}, and no example has the trace {run.trace}"
                self.verdict.problems.append(Problem("missing path", detail, run.prior, run.plan, run.first))

    def _is(self, path: ReportedPath, run: JvmRun) -> bool:
        if path.outcome is None:
            if not run.outcome.startswith("return"):
                return False
        elif path.outcome != run.outcome:
            return False
        met = conditions(run.trace, self.lines)
        if len(met) != len(path.conditions):
            return False
        return all(
            line == place and self._outcome_of.get((place, choice), came_out) == came_out
            for (line, came_out), (place, choice) in zip(met, path.conditions, strict=True)
        )


def is_complete(document: Mapping[str, Any]) -> bool:
    """Whether all paths for inputs of known classes are reported.

    A report also counts as open if an input is null only because no known class fits its type (`vacant`). The fuzzer's
    inputs are of known classes.
    """
    if document["complete"] or not document.get("vacant"):
        return bool(document["complete"])
    traces = document["traces"]
    return document.get("stopped") is None and not any(traces[name] for name in ("cut", "unsupported", "unknown"))


def _reason(document: Mapping[str, Any]) -> str:
    if is_complete(document):
        return ""
    unsupported = document.get("unsupported") or []
    if unsupported:
        return f"unsupported: {unsupported[0]['what']}"
    return f"stopped: {document['stopped']}" if document.get("stopped") else "paths were cut or not decided"
