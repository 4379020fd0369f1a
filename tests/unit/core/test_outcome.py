"""The meaning of an answer for each purpose: unknown is worth exploring and never enough for a claim."""

from __future__ import annotations

import pytest

from symheap.core.model import Model
from symheap.core.outcome import Answer, Purpose, Sat, Unknown, Unsat, holds_for

MEANING: list[tuple[Answer, bool, bool]] = [
    (Sat(Model({}, {})), True, True),
    (Unsat(), False, False),
    (Unknown("timeout"), True, False),
]


@pytest.mark.parametrize(("answer", "explore", "claim"), MEANING)
def test_what_an_answer_means(answer: Answer, explore: bool, claim: bool) -> None:
    assert holds_for(answer, Purpose.EXPLORE) is explore
    assert holds_for(answer, Purpose.CLAIM) is claim


@pytest.mark.parametrize("answer", [answer for answer, _, _ in MEANING])
def test_what_can_be_claimed_is_worth_exploring(answer: Answer) -> None:
    assert holds_for(answer, Purpose.EXPLORE) or not holds_for(answer, Purpose.CLAIM)
