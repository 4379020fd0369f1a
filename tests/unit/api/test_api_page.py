"""The examples in docs/api.md run as doctests, one after the other."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = [ROOT / "docs" / "api.md", ROOT / "README.md"]


@pytest.mark.parametrize("page", PAGES, ids=[page.stem for page in PAGES])
def test_the_examples_do_what_the_page_shows(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = page.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"```pycon\n(.*?)```", text, re.DOTALL))
    if page.stem == "api":
        assert len(blocks) >= 8
    shared: dict[str, object] = {}
    wrong: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    for block in blocks:
        line = text[: block.start(1)].count("\n")
        example = doctest.DocTestParser().get_doctest(block[1], shared, page.name, str(page), line)
        runner.run(example, out=wrong.append, clear_globs=False)
        shared.update(example.globs)
    assert not wrong, "".join(wrong)
