"""Everyday bugs of small classes that were ranked as warnings, were not found, or came with an example that cannot be.

- A bug behind more than three calls was not found where its object must not be the plainest one.
- An object was never passed to itself, so a recursion over a cycle of one object was not found.
- An index that one call stores, and another call uses, was left to the caller.
- "index -1 is out of bounds" was the example of a crash that no negative index can cause in any object of the class.
- "not shown reachable without null for task" was said of paths for which the argument need not be null.
- The smallest value of a number was not looked for if it was not 0, 1 or -1: arrays had eight elements where two do.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from cli_runner import symheap

RING = """public class Ring {
    private final int[] data;
    private int head;
    private int count;
    public Ring(int capacity) {
        if (capacity < 1) { throw new IllegalArgumentException("capacity: " + capacity); }
        data = new int[capacity];
    }
    public boolean offer(int value) {
        if (count == data.length) { return false; }
        int tail = head + count;
        if (tail COMPARED data.length) { tail -= data.length; }
        data[tail] = value;
        count++;
        return true;
    }
    public int poll() {
        if (count == 0) { throw new IllegalStateException("empty"); }
        int result = data[head];
        head = (head + 1) % data.length;
        count--;
        return result;
    }
}
"""
MEMBER = """public class Member {
    private Member boss;
    public void setBoss(Member boss) { this.boss = boss; }
    public int depth() { return boss == null ? 0 : 1 + boss.depth(); }
}
"""
GRAPH = """public class Marks {
    private final boolean[] seen = new boolean[4];
    private int next;
    public void follow(int vertex) { next = vertex; }
    public boolean isSeen() { return seen[next]; }
    public boolean is(int vertex) { return seen[vertex]; }
}
"""
TASKS = """public class Tasks {
    private String task = "a";
    public void push(String next) { task = next; }
    public int length() { return task.length(); }
    public boolean ends(String other) { return other.endsWith("a"); }
}
"""


def findings(folder: Path, name: str, text: str) -> list[dict[str, Any]]:
    (folder / f"{name}.java").write_text(text, encoding="utf-8")
    result = symheap("explore", f"{name}.java", "--format", "json", "-q", "--no-store", folder=folder)
    assert result.status in (0, 1, 3), result.err
    findings_: list[dict[str, Any]] = json.loads(result.out)["findings"]
    return findings_


def test_a_bug_behind_many_calls_of_an_object_that_is_not_the_plainest(tmp_path: Path) -> None:
    first = findings(tmp_path, "Ring", RING.replace("COMPARED", ">"))[0]
    assert (first["rank"], first["line"]) == ("error", 13)
    assert first["statements"] == [
        "var ring = new Ring(2);",
        "ring.offer(1);",
        "ring.offer(1);",
        "ring.poll();",
        "ring.offer(1);",
    ]


def test_the_example_of_a_crash_agrees_with_the_invariants(tmp_path: Path) -> None:
    """The rest of the fixed class: a sum that overflows, in an array of more than a billion elements."""
    first = findings(tmp_path, "Ring", RING.replace("COMPARED", ">="))[0]
    assert first["rank"] == "warning"
    assert "-1" not in first["message"]
    assert "needs an array or a text with more than 100,000 elements" in first["reason"]


def test_an_object_may_be_passed_to_itself(tmp_path: Path) -> None:
    first = findings(tmp_path, "Member", MEMBER)[0]
    assert (first["rank"], first["line"]) == ("error", 4)
    assert first["statements"] == ["var member = new Member();", "member.setBoss(member);", "member.depth();"]


def test_an_index_that_was_stored_is_no_argument_of_the_call_that_crashes(tmp_path: Path) -> None:
    ranks = {each["line"]: each["rank"] for each in findings(tmp_path, "Marks", GRAPH) if "Index" in each["exception"]}
    assert ranks == {5: "error", 6: "warning"}


def test_null_that_a_caller_passes_is_a_warning_with_the_calls(tmp_path: Path) -> None:
    by_line = {each["line"]: each for each in findings(tmp_path, "Tasks", TASKS)}
    assert {each["rank"] for each in by_line.values()} == {"warning"}
    assert by_line[5]["reason"] == "only if other is null, which is left to the caller"
    assert by_line[4]["reason"] == "only if next is null, which is left to the caller"
    assert by_line[4]["statements"] == ["var tasks = new Tasks();", "tasks.push(null);", "tasks.length();"]


@pytest.mark.parametrize("text", [MEMBER])
def test_the_findings_repeat(tmp_path: Path, text: str) -> None:
    assert findings(tmp_path, "Member", text) == findings(tmp_path, "Member", text)


TEXTS = """import java.util.*;
public class Texts {
    private String kept;
    private final List<String> all = new ArrayList<>();
    public boolean isLong(String text) { return text.length() > 2 && text.startsWith("a"); }
    public boolean isKept(String text) { return text == kept; }
    public void add(String text) { if (text != null) { all.add(text); } }
}
"""


def test_the_line_of_a_path_does_not_mention_fields_of_libraries(tmp_path: Path) -> None:
    (tmp_path / "Texts.java").write_text(TEXTS, encoding="utf-8")
    result = symheap("explore", "Texts.java", "--no-store", folder=tmp_path)
    lines = [line for line in result.out.splitlines() if line.startswith("path ")]
    assert any('decides text.length() > 2 yes, text.startsWith("a") no' in line for line in lines)
    assert any("returns true  when text == this.kept" in line for line in lines)
    assert any("decides text != null yes" in line and "in ArrayList.java)" in line for line in lines)
    assert not [line for line in lines if ".value" in line or "elementData" in line]
