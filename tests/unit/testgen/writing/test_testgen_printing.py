"""Java source: lines that fit, in plain ASCII, in which no text of a class file is read as code."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from symheap.testgen.writing.printing import WIDTH, ascii_source, comment, method, wrapped


def test_a_short_statement_is_one_line() -> None:
    assert wrapped("int x = 1;", 8) == ["        int x = 1;"]


def test_a_long_statement_is_broken_behind_commas_and_goes_on_eight_further() -> None:
    arguments = ", ".join(f"argument{i}" for i in range(20))
    lines = wrapped(f"Type result = subject.method({arguments});", 8)
    assert all(len(line) <= WIDTH for line in lines)
    assert [line[:16] == " " * 16 for line in lines] == [False, *[True] * (len(lines) - 1)]
    assert lines[0].endswith(",")
    assert " ".join(line.strip() for line in lines) == f"Type result = subject.method({arguments});"


def test_a_long_text_is_put_together_from_shorter_ones() -> None:
    text = "".join(f"\\u00e9{i}" for i in range(60))
    lines = wrapped(f'assertEquals("{text}", result);', 8)
    assert all(len(line) <= WIDTH for line in lines)
    joined = "".join(line.strip() for line in lines)
    assert "".join(re.findall(r'"([^"]*)"', joined)) == text
    assert re.search(r'\\u?[0-9a-f]{0,3}"', joined) is None


@given(st.lists(st.text(st.sampled_from('ab,(= ->"\\\\'), max_size=30), max_size=12))
def test_wrapping_changes_nothing_but_blanks(parts: list[str]) -> None:
    text = "x = f(" + ", ".join(part.replace("\\", "").replace('"', "").strip() or "y" for part in parts) + ");"
    lines = wrapped(text, 4)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_characters_beyond_ascii_are_escapes() -> None:
    assert ascii_source("größe") == "gr\\u00f6\\u00dfe"
    assert ascii_source("\U0001f600") == "\\ud83d\\ude00"


def test_no_escape_is_read_in_a_comment() -> None:
    assert comment("x == '\\u000a'\nSystem.exit(1);", 4) == "    // x == '\\\\u000a' System.exit(1);"


@given(st.text(max_size=300))
def test_a_comment_is_one_line_that_fits(text: str) -> None:
    line = comment(text, 4)
    assert len(line) <= WIDTH
    assert line.startswith("    // ")
    assert len(line.splitlines()) == 1
    unescaped = re.sub(r"\\\\", "", re.sub(r"\\u[0-9a-f]{4}", lambda m: m[0] if int(m[0][2:], 16) > 127 else "", line))
    assert all(int(code, 16) > 127 for code in re.findall(r"\\u([0-9a-f]{4})", unescaped))


def test_groups_of_statements_are_apart_and_empty_ones_leave_no_trace() -> None:
    lines = method(("@Test",), "void a_b()", (("int x = 1;",), (), ("f(x);", "g(x);")))
    assert lines == [
        "    @Test",
        "    void a_b() {",
        "        int x = 1;",
        "",
        "        f(x);",
        "        g(x);",
        "    }",
    ]
