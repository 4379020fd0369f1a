"""The generated tests shown in the documentation are those that symheap writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cli_runner import ROOT, symheap

from symheap_testing.java.sources import some_jdk

PROGRAMS = ROOT / "tests" / "programs" / "java"
SHOWN = [
    (page, block)
    for page in ("README.md", "docs/commands/test.md")
    for block in re.findall(r"```java\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    if some_jdk() is None:
        pytest.skip("no JDK with javac")
    folder = tmp_path_factory.mktemp("tests")
    for name in ("Accounts", "LinkedStack", "CircularList"):
        symheap("test", PROGRAMS / f"{name}.java", "-o", folder, "--no-replay", "--quiet", "--minimize", "none")
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*Test.java")))


def test_there_are_some() -> None:
    assert [page for page, _ in SHOWN].count("README.md") == 2


@pytest.mark.parametrize(("page", "block"), SHOWN, ids=[f"{page}-{i}" for i, (page, _) in enumerate(SHOWN)])
def test_what_is_shown_is_what_is_written(page: str, block: str, written: str) -> None:
    assert block in written, Path(page)
