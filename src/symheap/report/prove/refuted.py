"""Results beyond the first proof attempt: an execution that crashes, and the rounds of refinement."""

from __future__ import annotations

from collections.abc import Mapping

from symheap.bmc.counterexample import Counterexample, NoneFound
from symheap.memory.execution.trace import Known, Moment
from symheap.refinement.decision import Decision, Round
from symheap.refinement.diagnose import Discontinuity
from symheap.refinement.show import RoundsText as RoundTelling
from symheap.report.draw.labels import printable
from symheap.report.prove.names import spelled
from symheap.report.prove.proof import ProofReport, Subject
from symheap.report.prove.trace import RunText
from symheap.store.records import Json

_SHOWN = 30


def telling(proof: ProofReport, *, ascii_only: bool = False) -> RunText | None:
    """Return a description of the run into an error, if there is one."""
    return None if proof.trace is None else RunText(proof.trace, proof.subject.words, ascii_only)


def counterexample_lines(proof: ProofReport, *, whole: bool = False, ascii_only: bool = False) -> list[str]:
    """Return the run line by line; a long one without its middle, unless `whole`."""
    run_telling = telling(proof, ascii_only=ascii_only)
    if run_telling is None:
        return []
    lines = run_telling.lines()
    if whole or len(lines) <= _SHOWN:
        return lines
    head, tail = lines[: _SHOWN // 3], lines[-(_SHOWN - _SHOWN // 3) :]
    return [*head, f"… {len(lines) - len(head) - len(tail)} lines (-v shows all)", *tail]


def round_lines(proof: ProofReport) -> list[str]:
    """Return the rounds in words and as symbolic heaps; empty if there was only one attempt."""
    lines = [line for form in proof.earlier.forms for line in form["text"]]
    decision = proof.decision
    if decision is not None and (lines or _has_rounds(decision)):
        lines += round_telling(proof.subject).decision(decision)
    return [printable(line) for line in lines]


def _has_rounds(decision: Decision) -> bool:
    first = decision.rounds[0] if decision.rounds else None
    return len(decision.rounds) > 1 or (first is not None and first.diagnosis is not None)


def round_telling(subject: Subject) -> RoundTelling:
    return RoundTelling(spelled(subject.program), subject.members)


# JSON -----------------------------------------------------------------------------------------------------------------


def counterexample_json(proof: ProofReport) -> dict[str, Json] | None:
    """Return the inputs of the run and its last moments; null if there is no run."""
    decision, trace = proof.decision, proof.trace
    if decision is None or trace is None or decision.counterexample is None:
        return None
    script = decision.counterexample.script
    return {
        "found_by": decision.counterexample.found_by,
        "replayed": list(decision.replays),
        "inputs": {
            "values": list(script.values),
            "contents": script.contents.hex(),
            "failures": list(script.failures),
            "places": list(script.places),
        },
        "steps": [_moment(each) for each in trace.moments],
        "step_count": trace.count,
    }


def _moment(moment: Moment) -> dict[str, Json]:
    at = moment.position
    variables: dict[str, Json] = {name: _known(value) for name, value in moment.variables.items()}
    heap: list[Json] = [
        {
            "object": thing.number,
            "size": thing.size,
            "alive": thing.alive,
            "pointers": {str(offset): _known(value) for offset, value in thing.pointers.items()},
        }
        for thing in moment.things
    ]
    place: dict[str, Json] = {"file": at.file, "line": at.line, "column": at.column}
    return {**place, "function": moment.function, "variables": variables, "heap": heap}


def _known(value: Known) -> Json:
    return value.bits if value.thing is None else {"object": value.thing, "offset": value.offset}


def rounds_json(proof: ProofReport, attempt: Mapping[str, Json]) -> list[Json]:
    """Return each run of the analysis with its result; without a decision, the only attempt."""
    decision, before = proof.decision, proof.earlier.forms
    if decision is None or not decision.rounds:
        return [*before, dict(attempt)]
    telling_rounds = round_telling(proof.subject)
    forms = [*before, *(round_json(each, telling_rounds) for each in decision.rounds)]
    forms[-1] |= {name: attempt[name] for name in ("vertices", "edges", "queries")}
    return [*forms]


def round_json(done: Round, told: RoundTelling) -> dict[str, Json]:
    """Return the result of one run of the analysis."""
    form: dict[str, Json] = {
        "number": done.number,
        "patterns": "discover" if done.precision.features is None else "coarse" if not done.number else "refined",
        "verdict": done.verdict.word.value,
        "reason": done.verdict.reason,
        "seconds": {phase.value: round(seconds, 6) for phase, seconds in done.seconds.items()},
        "text": list(told.round(done)),
    }
    if isinstance(done.feasibility, NoneFound):
        form["feasibility"] = {"reason": done.feasibility.reason, "bound": done.feasibility.bound}
    elif isinstance(done.feasibility, Counterexample):
        form["feasibility"] = {"reason": "counterexample"}
    if isinstance(done.diagnosis, Discontinuity):
        at, failure = done.diagnosis.edge.position, done.diagnosis.doomed.failure
        form["discontinuity"] = {
            "file": at.file,
            "line": at.line,
            "runs_into": failure.kind.value,
            "doomed": list(told.state(done.diagnosis.doomed.state)),
        }
    return form
