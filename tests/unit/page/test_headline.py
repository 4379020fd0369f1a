"""Unknown results never look safe."""

from __future__ import annotations

import pytest

from symheap.page.headline import headline


def _model(subjects: list[dict[str, object]], findings: int = 0, **run: object) -> dict[str, object]:
    rows = [{"severity": "error", "subject": 0} for _ in range(findings)]
    about: dict[str, object] = {"state": "finished", "status": 0, "seconds": 1.0, **run}
    return {"run": about, "findings": rows, "subjects": subjects}


def _exploration(**totals: object) -> dict[str, object]:
    whole = {"complete": True, "stopped": None, "traces": {"total": 2, "normal": 2}, "paths": 2, **totals}
    return {"number": 0, "kind": "exploration", "target": "Stack.java", "totals": whole}


def _proof(verdict: object) -> dict[str, object]:
    return {"number": 0, "kind": "proof", "target": "queue.c", "verdict": verdict, "reason": "budget"}


def test_what_was_decided_looks_safe() -> None:
    explored, proved = headline(_model([_exploration()])), headline(_model([_proof("safe")]))
    assert (explored.style, explored.reasons) == ("good", ())
    assert (proved.style, proved.words, proved.reasons) == ("good", "Safe", ())
    assert explored.subjects == ((0, "good", "complete"),)


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (_model([_exploration()], state="running", status=None), "still in progress"),
        (_model([_exploration()], state="interrupted", status=130), "interrupted"),
        (_model([_exploration()], state="failed", status=None), "ended before its end"),
        (_model([_exploration()], state="broken-off", status=None), "without finishing"),
        (_model([_exploration()], state="asleep"), "asleep"),
        (_model([_exploration()], status=None), "no exit status"),
        (_model([_exploration()], status=3), "inconclusive"),
        (_model([_exploration()], status=4), "error of symheap"),
        (_model([]), "nothing was analysed"),
        (_model([{**_exploration(), "totals": None}]), "1 exploration not finished"),
        (_model([_exploration(complete=False)]), "1 exploration not complete"),
        (_model([_exploration(complete=None)]), "1 exploration not complete"),
        (_model([_exploration(complete=False, stopped="timeout")]), "stopped by timeout"),
        (_model([_exploration(complete=False, traces={"cut": 2})]), "2 traces cut at a bound"),
        (_model([_exploration(complete=False, traces={"unsupported": 1})]), "1 trace unsupported"),
        (_model([_exploration(complete=False, traces={"unknown": 1})]), "not confirmed by any solver"),
        (_model([_proof("unknown")], status=3), "queue.c: unknown (budget)"),
        (_model([_proof(None)]), "queue.c: unknown (budget)"),
        (_model([_proof("safe"), _proof("unknown")]), "queue.c: unknown (budget)"),
    ],
)
def test_what_is_not_known_does_not(model: dict[str, object], reason: str) -> None:
    told = headline(model)
    assert told.style == "open"
    assert reason in "; ".join(told.reasons)


@pytest.mark.parametrize(
    "model",
    [
        _model([_exploration()], findings=2),
        _model([_exploration()], findings=1, state="running", status=None),
        _model([_exploration()], status=1),
        _model([_proof("unsafe")]),
        _model([{**_exploration(), "paths": [{"style": "bad", "confirmed": True}]}]),
    ],
)
def test_what_was_found_is_said_first(model: dict[str, object]) -> None:
    assert headline(model).style == "bad"


def test_findings_do_not_hide_that_the_run_is_not_complete() -> None:
    told = headline(_model([_exploration(complete=False, traces={"cut": 1})], findings=1))
    assert (told.style, told.words) == ("bad", "1 finding")
    assert told.reasons == ("1 trace cut at a bound",)


def test_a_study_has_no_verdict() -> None:
    told = headline(_model([{"number": 0, "kind": "study", "title": "a study"}]))
    assert (told.style, told.words) == ("plain", "Finished")


def test_figures_add_up() -> None:
    part = _exploration(traces={"total": 3, "normal": 1, "exceptional": 2, "unknown": 1}, solver={"queries": 7})
    figures = dict(headline(_model([part, part])).figures)
    assert figures["traces"] == "6"
    assert figures["exceptional"] == "4"
    assert figures["unknown"] == "2"
    assert figures["solver queries"] == "14"
    assert "unsupported" not in figures


def test_an_exploration_that_has_not_ended_tells_how_far_it_came() -> None:
    subject = {**_exploration(), "totals": None}
    progress = {"traces": 55, "paths": 54, "queries": 48}
    figures = dict(headline(_model([subject], state="broken-off", status=None, progress=progress)).figures)
    assert figures["traces so far"] == "55"
    assert "normal" not in figures
