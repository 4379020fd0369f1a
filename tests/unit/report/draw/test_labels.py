from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from symheap.report.draw.labels import lines, printable, width


@given(st.text())
def test_printable_text_is_printable(text: str) -> None:
    assert printable(text).isprintable()
    assert printable(text, ascii_only=True).isascii()


def test_printable_text_stays_as_it_is() -> None:
    assert printable('a "b" \\ <c> λ 日本') == 'a "b" \\ <c> λ 日本'
    assert printable("a\nb") == "a\\nb"
    assert printable("a\nb", newlines=True) == "a\nb"


def test_width_counts_cells() -> None:
    assert [width(text) for text in ("abc", "日本", "e\u0301")] == [3, 4, 1]


def test_guards_are_broken_after_connectives() -> None:
    assert lines("s.next == s && this.data != null", 20, 4) == ("s.next == s &&", "this.data != null")
    assert lines("a && b || c", 20, 4) == ("a && b || c",)


@given(st.text(), st.integers(2, 30), st.integers(1, 5))
def test_lines_stay_within_their_limits(text: str, columns: int, rows: int) -> None:
    listing = lines(text, columns, rows)
    assert 1 <= len(listing) <= rows
    assert all(len(line) <= columns for line in listing)


def test_what_is_left_out_shows() -> None:
    assert lines("one two three", 5, 2) == ("one", "two…")
    assert lines("one two", 5, 2) == ("one", "two")
    assert lines("", 5, 2) == ("",)
