"""``symheap explore`` on Java: the bug first, with the calls that run into it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from cli_runner import symheap

SLOTS = """\
public class Slots {
    private final int[] slots = new int[4];
    private int used;

    public void put(int value) {
        if (used < slots.length) {
            slots[used++] = value;
        }
    }

    public int last() {
        return slots[used - 1];
    }
}
"""
MENDED = SLOTS.replace("return slots[used - 1];", "return used == 0 || used > slots.length ? 0 : slots[used - 1];")
LIST = """\
public class Words {
    static class Node { String word; Node next; }
    private Node head;

    public void add(String word) {
        Node node = new Node();
        node.word = word;
        node.next = head;
        head = node;
    }

    public boolean remove(String word) {
        Node before = null;
        for (Node node = head; node != null; node = node.next) {
            if (node.word.equals(word)) {
                before.next = node.next;
                return true;
            }
            before = node;
        }
        return false;
    }

    public char initial() {
        return head == null ? ' ' : head.word.charAt(0);
    }

    public int length() {
        int count = 0;
        for (Node node = head; node != null; node = node.next) count++;
        return count;
    }

    public int sum() {
        int sum = 0;
        for (int i = 0; i < 100; i++) sum += i;
        return sum;
    }
}
"""


@pytest.fixture
def slots(tmp_path: Path) -> Path:
    source = tmp_path / "Slots.java"
    source.write_text(SLOTS)
    return source


@pytest.fixture
def words(tmp_path: Path) -> Path:
    source = tmp_path / "Words.java"
    source.write_text(LIST)
    return source


def test_a_bug_is_an_error_with_the_calls_that_run_into_it(slots: Path) -> None:
    result = symheap("explore", slots, "-q")
    first, *more = result.out.splitlines()
    assert result.status == 1
    assert first == f"{slots}:12: error: index -1 is out of bounds: `used` is 0 when last() is called"
    assert [line.strip() for line in more[:2]] == ["var slots = new Slots();", "slots.last();"]


def test_a_state_that_no_calls_reach_is_no_error(tmp_path: Path) -> None:
    source = tmp_path / "Slots.java"
    source.write_text(MENDED)
    result = symheap("explore", source, "-q", "--format", "json")
    document = json.loads(result.out)
    assert result.status == 0
    assert {each["rank"] for each in document["findings"]} == {"note"}
    reasons = {each["reason"] for each in document["findings"]}
    assert reasons == {"slots is never null", "used is never negative"}
    assert symheap("explore", source, "-q").out.endswith("each to its end: clean\n")
    assert symheap("explore", source, "-q", "--strict").status == 1


def test_the_bug_of_a_list_is_found_without_an_option(words: Path) -> None:
    """Depth first with 150 rounds of the loop, the run did not find it within a minute."""
    result = symheap("explore", f"{words}::remove")
    assert result.status == 1
    lines = result.out.splitlines()
    assert lines[0].startswith(f"{words}:16: error: ")
    assert lines[1:4] == ["    var words = new Words();", '    words.add("a");', '    words.remove("a");']
    paths = [line for line in lines if line.startswith("path ")]
    assert 3 <= len(paths) < 40
    assert lines[-1].startswith("1 error, ")
    assert "1 method explored, not to the end; --max-loop N goes deeper" in lines[-1]


def test_what_the_library_throws_is_the_users_crash(words: Path) -> None:
    document = json.loads(symheap("explore", f"{words}::initial", "-q", "--format", "json").out)
    [bug] = [each for each in document["findings"] if each["rank"] == "error"]
    assert bug["exception"] == "java.lang.StringIndexOutOfBoundsException"
    assert bug["place"] == f"{words}:25"
    assert bug["statements"][-1] == "words.initial();"


def test_a_loop_of_constant_length_is_followed_to_its_end(words: Path) -> None:
    document = json.loads(symheap("explore", f"{words}::sum", "-q", "--format", "json").out)
    assert document["complete"] is True
    assert [each["outcome"]["value"] for each in document["results"]] == ["4950"]


def test_a_bound_that_is_given_is_explored_up_to(words: Path) -> None:
    """Finds one path for each length up to the bound, and one that is cut."""
    document = json.loads(symheap("explore", f"{words}::length", "-q", "--format", "json", "--max-loop", "12").out)
    assert (document["traces"]["normal"], document["traces"]["cut"]) == (13, 1)
    assert document["stopped"] is None
    fewer = json.loads(symheap("explore", f"{words}::length", "-q", "--format", "json").out)
    assert 0 < fewer["traces"]["normal"] < 13


def test_paths_are_shown_whole_if_asked_for(slots: Path) -> None:
    result = symheap("explore", f"{slots}::last", "--paths")
    assert "  for example\n" in result.out
    assert "  for example\n" not in symheap("explore", f"{slots}::last").out


def test_forms_for_machines_have_the_rank(tmp_path: Path) -> None:
    source = tmp_path / "Slots.java"
    source.write_text(
        MENDED.rstrip().removesuffix("}") + "    public int count(int[] given) { return given.length; }\n}\n"
    )
    log = json.loads(symheap("explore", source, "-q", "--format", "sarif").out)
    levels = {each["level"] for each in log["runs"][0]["results"] if each["ruleId"] != "not-analysed"}
    assert levels == {"note", "warning"}
    suites = ElementTree.fromstring(symheap("explore", source, "-q", "--format", "junit-xml").out)
    assert not list(suites.iter("failure"))
    source.write_text(SLOTS)
    log = json.loads(symheap("explore", source, "-q", "--format", "sarif").out)
    [error] = [each for each in log["runs"][0]["results"] if each["level"] == "error"]
    assert "slots.last();" in error["message"]["text"]
    suites = ElementTree.fromstring(symheap("explore", source, "-q", "--format", "junit-xml").out)
    assert list(suites.iter("failure"))


def test_a_resumed_run_has_the_same_findings(words: Path) -> None:
    target = f"{words}::remove"
    whole = json.loads(symheap("explore", target, "-q", "--format", "json").out)
    symheap("explore", target, "-q", "--max-traces", "2")
    resumed = symheap("resume", "-q")
    assert resumed.out.splitlines()[0] == f"{words}:16: error: `before` is null"
    assert [each["rank"] for each in whole["findings"]].count("error") == 1
