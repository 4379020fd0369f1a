"""The stamp of a generated file shows whether it was edited."""

from __future__ import annotations

import pytest

from symheap.testgen.writing.stamp import MARK, digest_of, is_pristine, stamped

TEXT = "// Generated.\npackage p;\n\nclass A {\n}\n"


def test_a_stamped_file_is_pristine() -> None:
    text = stamped(TEXT)
    assert is_pristine(text)
    assert text.splitlines()[1] == MARK + digest_of(TEXT)
    assert digest_of(text) == digest_of(TEXT)


@pytest.mark.parametrize(
    "edited",
    [
        stamped(TEXT).replace("class A", "class B"),
        stamped(TEXT) + "// mine\n",
        stamped(TEXT).replace(digest_of(TEXT), "0" * 16),
        TEXT,
        "",
        stamped(TEXT).replace("Generated", "Mine"),
    ],
)
def test_an_edited_file_is_not(edited: str) -> None:
    assert not is_pristine(edited)


def test_how_lines_end_does_not_count() -> None:
    assert is_pristine(stamped(TEXT).replace("\n", "\r\n"))
    assert is_pristine(stamped(TEXT).replace("{\n", "{  \n").rstrip())


def test_two_stamps_are_no_stamp() -> None:
    assert not is_pristine(stamped(stamped(TEXT)))
