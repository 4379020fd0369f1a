"""2026-11-15: a generated test asserted the default locale of the machine that it was made on."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from symheap.cli.table import whole_app
from symheap_testing.java.sources import some_jdk

SOURCE = """import java.util.Locale;

public class Greeting {
    private Locale locale;

    public Locale locale() {
        if (locale == null) {
            locale = Locale.getDefault();
        }
        return locale;
    }
}
"""


def test_what_the_machine_is_set_to_is_not_asserted(tmp_path: Path) -> None:
    if some_jdk() is None:
        pytest.skip("no JDK with javac")
    (tmp_path / "Greeting.java").write_text(SOURCE)
    command = ["test", str(tmp_path / "Greeting.java"), "-o", str(tmp_path / "out"), "--no-replay", "-q"]
    command.append("--fixed-environment")
    result = CliRunner().invoke(whole_app(), command)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    text = (tmp_path / "out" / "GreetingPathsTest.java").read_text()
    assert "assertNotNull(result)" in text
    assert "Locale.US" not in text
    assert "Locale.ENGLISH" not in text
