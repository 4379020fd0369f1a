"""Crashes that only sequences of calls run into have descriptions of their own.

On 2026-11-19 the second such crash of a SARIF log was described in the words of the first: descriptions were remembered
by the first path of a crash, and these crashes have none.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from symheap.api import explore
from symheap.report.explore.findings import Finding
from symheap_testing.java.sources import some_jdk

pytestmark = pytest.mark.skipif(some_jdk() is None, reason="no JDK with javac")

SOURCE = """public class Two {
    static int first(int[] cells, Object other) {
        int cell = cells[3];
        return cell + ((String) other).length();
    }
}
"""


def test_two_crashes_without_paths_are_two_descriptions(tmp_path: Path) -> None:
    (tmp_path / "Two.java").write_text(SOURCE)
    run = explore(str(tmp_path / "Two.java") + "::first")
    run.paths()
    crashes = [Finding(each.end, each.position, "") for each in run.findings.crashes]
    descriptions = [run.what_is_wrong(each) for each in crashes]
    assert len(crashes) >= 3
    assert len({*descriptions}) == len(crashes)
    assert [run.what_is_wrong(each) for each in crashes] == descriptions
