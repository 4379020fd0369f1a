"""A class with a method for each kind of result, and commands on it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from cli_runner import ROOT, Result, symheap

PROGRAMS = ROOT / "tests" / "programs" / "java"


BOX = """
public class Box {
    static int limit = 3;
    Box next;
    char mark;
    int[] items;

    boolean isGood() { return items != null && next == null; }

    int first() { return items[0]; }

    char marked(Box other) { return other.mark; }

    static int half(int n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative");
        }
        return n / 2;
    }

    static int bounded(int n) { return n < limit ? 0 : 1; }

    static int of(String s) { return s.length() == 2 && s.charAt(0) == 'h' ? 1 : 0; }

    static native int elsewhere();

    static int gap(int n) { return n > 0 ? elsewhere() : 0; }

    private int hidden() { return 1; }
}
"""


def explored(target: str, *arguments: str, folder: Path = PROGRAMS, status: int) -> dict[str, Any]:
    result = symheap("explore", target, *arguments, "--format", "json", "--with", "all", folder=folder)
    assert (result.status, result.err) == (status, "")
    document: dict[str, Any] = json.loads(result.out)
    return document


def assert_refused(result: Result, reason: str) -> None:
    assert (result.status, result.out) == (2, "")
    assert re.fullmatch(r"[^\n]*error: [^\n]+\n", result.err), result.err
    assert reason in result.err


METHODS = ["isGood()", "first()", "marked(Box)", "half(int)", "bounded(int)", "of(String)", "gap(int)"]
