"""2026-11-18: a class that holds a callback of a JDK type was called clean, as its callback was only ever null."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from symheap.cli import main
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

ALARM = """
public class Alarm {
    private Runnable action;
    private final int[] counts = new int[0];
    public void set(Runnable action) {
        if (action == null) throw new IllegalArgumentException();
        this.action = action;
    }
    public int fire() {
        if (action == null) return 0;
        action.run();
        return counts[0];
    }
}
"""


def test_an_untried_callback_is_named_and_leaves_the_question_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "Alarm.java"
    source.write_text(ALARM)
    status = main(["explore", str(source), "--quiet"])
    assert status == 3
    assert "not tried: Alarm.action other than null" in capsys.readouterr().out


def test_the_document_is_not_complete(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "Alarm.java"
    source.write_text(ALARM)
    main(["explore", str(source), "--quiet", "--format", "json"])
    document = json.loads(capsys.readouterr().out)
    assert document["complete"] is False
    assert document["vacant"] == ["Alarm.action"]
