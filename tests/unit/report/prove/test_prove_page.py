"""The page of a proof."""

from __future__ import annotations

from pathlib import Path

import pytest
from prove_proofs import BROKEN, CREATE, HEAD, SAFE, proof_of

from symheap.refinement.decision import Round, Settings
from symheap.report.prove import page as prove_page
from symheap.report.prove.graph import graph_of
from symheap.report.prove.page import lines_seen, page_under_way, proof_page, round_page
from symheap.report.prove.proof import Earlier, ProofReport
from symheap.report.prove.refuted import round_lines
from symheap.session.proofs.before import Before
from symheap.session.proofs.proving import Proving
from symheap.session.proofs.settings import ProveSettings

OBJECTS = (
    HEAD.replace("int value;", "int *value;")
    + "int main(void) {"
    + CREATE.replace("fresh->next", "fresh->value = malloc(4); fresh->next")
    + "while (list) { struct node *gone = list; list = list->next; free(gone->value); free(gone); } }"
)
MANY = """void *malloc(unsigned long);
int main(void) {
  int sum = 0;
  for (int i = 0; i < 12; i++) {
    int *p = malloc(4);
    *p = i;
    sum += *p;
  }
  int *null = 0;
  *null = sum;
  return 0;
}
"""
DEAD = """void *malloc(unsigned long);
int main(void) {
  int one = 1;
  if (one > 2)
    one = 3;
  int *null = 0;
  *null = 1;
  one = 4;
  return one;
}
"""


def proved(
    text: str, folder: Path, before: Before | None = None, **settings: str
) -> tuple[ProofReport, list[Settings]]:
    (folder / "x.c").write_text(text)
    work = Proving((folder / "x.c",), ProveSettings(**settings))  # type: ignore[arg-type]
    [subject] = work.load()
    told: list[Settings] = []

    def note(done: Round, following: Settings, queries: int) -> None:
        told.append(following)

    return work.proof(subject, before or Before(), note), told


def test_a_proof_has_a_drawing_and_no_run() -> None:
    page = proof_page(proof_of(SAFE))
    assert (page["verdict"], page["leak"], page["trace"]) == ("safe", "none", [])
    assert {node["shape"] for node in page["graph"]["nodes"]} >= {"state", "loop"}


def test_a_system_that_is_too_large_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove_page, "_MOST_STATES", 3)
    assert proof_page(proof_of(SAFE))["graph"] is None


def test_a_possible_error_is_in_the_drawing() -> None:
    page = proof_page(proof_of(BROKEN))
    assert page["reason"] == "possible-use-after-free"
    assert "error" in {node["shape"] for node in page["graph"]["nodes"]}


def test_the_last_moments_of_a_run_are_drawn(tmp_path: Path) -> None:
    proof, _ = proved(MANY, tmp_path)
    assert proof.trace is not None
    steps = proof_page(proof)["trace"]
    assert [step["drawing"] is not None for step in steps[-21:]] == [True] * 20 + [False]
    assert not any(step["drawing"] for step in steps[:-21])
    assert "error: null-dereference" in steps[-1]["text"]
    for step, moment in zip(steps[:-1][::-1], proof.trace.moments[::-1], strict=False):
        assert step["position"] == str(moment.position)


def test_a_round_shows_what_was_lost(tmp_path: Path) -> None:
    proof, _ = proved(OBJECTS, tmp_path, patterns="coarse")
    first, last = proof_page(proof)["rounds"]
    assert (first["number"], first["patterns"], first["verdict"]) == (0, "bare spines", "unknown")
    assert "value: v1" in first["before"]
    assert "\nwhere Λ1(base, next) = " in first["after"]
    assert first["doomed"].startswith("list = &A\n")
    assert len(first["titles"]) == 3
    assert (last["verdict"], last["diagnosis"], last["before"]) == ("safe", ["proved"], "")


def test_earlier_rounds_are_told_of_and_drawn(tmp_path: Path) -> None:
    whole, [following] = proved(OBJECTS, tmp_path, patterns="coarse")
    assert whole.decision is not None
    before = round_page(whole.subject, whole.decision.rounds[0])
    form = {"number": 0, "text": ["round 0, as it was"]}
    earlier = Earlier((form,), (before,), 5.0, 70)
    rest, _ = proved(OBJECTS, tmp_path, Before(1, following.precision, 5.0, earlier), patterns="coarse")
    assert rest.verdict == whole.verdict
    assert (rest.seconds > 5.0, rest.queries > 70) == (True, True)
    assert round_lines(rest)[0] == "round 0, as it was"
    assert proof_page(rest)["rounds"][0] == before
    titles = [[box.title for box in graph_of(proof).boxes if "round" in box.name] for proof in (rest, whole)]
    assert titles[0] == titles[1] != []
    assert len(graph_of(rest).arrows) == len(graph_of(whole).arrows)


def test_a_proof_under_way_claims_nothing() -> None:
    page = page_under_way([{"number": 0}])
    assert (page["verdict"], page["reason"], page["rounds"]) == ("unknown", "under way", [{"number": 0}])


def test_lines_without_a_state_are_missed(tmp_path: Path) -> None:
    """Code behind an error that always happens, or that no execution reaches, is missed."""
    proof, _ = proved(DEAD, tmp_path)
    lines = lines_seen(proof)[str(tmp_path / "x.c")]
    assert lines["missed"] == [5, 8, 9]
    assert {3, 4, 6, 7} <= set(lines["covered"])
