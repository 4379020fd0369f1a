"""Input objects that get variables, so that assertions can name them."""

from __future__ import annotations

import pytest
from oracle_subject import bodies, needs_jdk, suite_of

from symheap.testgen.asserting.spoken import spoken_of

pytestmark = needs_jdk


def test_what_is_returned_or_stored_has_a_name() -> None:
    [test] = suite_of("add")
    witness = test.candidate.witness
    assert int(witness.roots["value"]) in spoken_of(test.candidate)
    assert int(witness.roots["this"]) not in spoken_of(test.candidate)


def test_what_changed_and_is_out_of_reach_has_a_name() -> None:
    [body] = [body for name, body in bodies("cut").items() if "throws" not in name]
    changed = next(line for line in body if line.startswith("assertEquals(9, "))
    variable = changed.removeprefix("assertEquals(9, ").partition(".")[0]
    assert any(f"{variable} = " in line for line in body[:-2])


@pytest.mark.parametrize("method", ["half", "boxed", "text"])
def test_plain_values_and_texts_are_not_spoken_of(method: str) -> None:
    assert all(not spoken_of(test.candidate) for test in suite_of(method))
