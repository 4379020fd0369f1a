"""The documentation site: complete, built without a warning, and usable without a network."""

from __future__ import annotations

import doctest
import json
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

import pytest
from cli_runner import ROOT, symheap
from typer.main import get_command

from symheap.cli.table import whole_app
from symheap.heap.registry import MODELS
from symheap.lang.c.library import LIBRARY
from symheap.lang.java.natives import MODELS as NATIVES
from symheap_testing.java.sources import some_jdk

DOCS = ROOT / "docs"
COMMANDS = sorted(page.stem for page in (DOCS / "commands").glob("*.md"))


# Commands -------------------------------------------------------------------------------------------------------------


def options(command: object) -> Iterator[tuple[str, ...]]:
    """Yield the options of a command and of its subcommands, each in all its forms, as ``--help`` lists them."""
    for parameter in getattr(command, "params", ()):
        if parameter.param_type_name == "option" and not parameter.hidden:
            yield (*parameter.opts, *parameter.secondary_opts)
    for nested in getattr(command, "commands", {}).values():
        yield from options(nested)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_a_command_has_all_its_options(name: str) -> None:
    page = (DOCS / "commands" / f"{name}.md").read_text(encoding="utf-8")
    command = getattr(get_command(whole_app()), "commands", {})[name]
    wanted = list(options(command))
    missing = [forms for forms in wanted if not any(re.search(rf"`{form}(?![\w-])", page) for form in forms)]
    assert wanted
    assert missing == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_page_of_a_command_has_all_its_formats(name: str) -> None:
    page = (DOCS / "commands" / f"{name}.md").read_text(encoding="utf-8")
    formats = re.findall(r"--format <([\w|-]+)>", symheap(name, "--help", folder=ROOT).out)
    others = [form for forms in formats for form in forms.split("|") if form != "text"]
    missing = [form for form in others if not re.search(rf"`[^`]*\b{form}\b", page)]
    assert missing == []


# What is shown --------------------------------------------------------------------------------------------------------

PICTURES = [
    pytest.param(page.with_name(name), command, id=name)
    for page in sorted((DOCS / "heap-models").glob("*.md"))
    for name, command in re.findall(
        r"^!\[.+\]\((\S+\.svg)\)\n\n`symheap (step .*)`$", page.read_text(encoding="utf-8"), re.MULTILINE
    )
]


@pytest.mark.parametrize(("file", "command"), PICTURES)
def test_a_picture_is_what_its_command_draws(file: Path, command: str) -> None:
    result = symheap(*shlex.split(command), folder=ROOT)
    assert result.status == 0
    assert result.out == file.read_text(encoding="utf-8"), f"symheap {command} > {file.relative_to(ROOT)}"


def test_every_picture_has_a_command() -> None:
    drawn = {str(file) for file in DOCS.rglob("*.svg") if file.parent.name != "import-graph"}
    assert {str(each.values[0]) for each in PICTURES} == drawn


@pytest.mark.parametrize("name", ["before", "after"])
def test_the_import_graph_is_a_picture_that_a_page_shows(name: str) -> None:
    assert ElementTree.parse(DOCS / "import-graph" / f"{name}.svg").getroot().tag.endswith("}svg")
    page = DOCS / "adr" / "032-folders-say-what-they-hold.md"
    assert f"](../import-graph/{name}.svg)" in page.read_text(encoding="utf-8")


TUTORIAL = (DOCS / "tutorial.md").read_text(encoding="utf-8")
STEPS = (("Playlist.java", "first-fix/Playlist.java"), ("first-fix/Playlist.java", "fixed/Playlist.java"))


def test_the_changes_of_the_tutorial_are_those_of_its_programs() -> None:
    shown = re.findall(r"```diff\n(.*?)```", TUTORIAL, re.DOTALL)
    folder = ROOT / "examples" / "tutorial"
    for block, (before, after) in zip(shown, [*STEPS, ("playlist.c", "fixed/playlist.c")], strict=True):
        for mark, file in (("+", before), ("-", after)):
            kept = "".join(line[1:] for line in block.splitlines(keepends=True) if not line.startswith(mark))
            assert kept in (folder / file).read_text(encoding="utf-8"), file


def test_the_java_of_the_tutorial_is_in_its_program_or_its_tests(tmp_path: Path) -> None:
    if some_jdk() is None:
        pytest.skip("no JDK with javac")
    program = ROOT / "examples" / "tutorial" / "Playlist.java"
    symheap("test", program, "-o", tmp_path, "--no-replay", "--quiet")
    texts = [file.read_text(encoding="utf-8") for file in (program, tmp_path / "PlaylistPathsTest.java")]
    shown = re.findall(r"```java\n(.*?)```", TUTORIAL, re.DOTALL)
    assert len(shown) == 2
    assert [any(block in text for text in texts) for block in shown] == [True, True]


def test_what_extending_shows_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if some_jdk() is None:
        pytest.skip("no JDK with javac")
    page = (DOCS / "extending.md").read_text(encoding="utf-8")
    shown = "\n".join(re.findall(r"```pycon\n(.*?)```", page, re.DOTALL))
    examples = doctest.DocTestParser().get_doctest(shown, {}, "extending.md", None, 0)
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    printed: list[str] = []
    with patch.dict(MODELS), patch.dict(LIBRARY), patch.dict(NATIVES._models):
        result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples, out=printed.append)
    assert result.attempted > 40
    assert result.failed == 0, "".join(printed)


# The site -------------------------------------------------------------------------------------------------------------


class Assets(HTMLParser):
    """Collects the files that a browser fetches to show a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        names = {"link": ("href",), "a": (), "form": ("action",)}.get(tag, ("src", "srcset", "href", "data", "poster"))
        self.found += [value for name in names if (value := given.get(name))]
        if given.get("style"):
            self.found += _in_styles(given["style"] or "")


def _in_styles(text: str) -> list[str]:
    return [
        address
        for pair in re.findall(r"url\(['\"]?([^'\")]+)|@import\s+['\"]([^'\"]+)", text)
        for address in pair
        if address
    ]


@dataclass(frozen=True, slots=True)
class Built:
    folder: Path
    status: int
    warnings: str


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The site, built as `make docs` builds it.  Without ``--quiet``, with which mkdocs would count no warning."""
    pytest.importorskip("mkdocs")
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)
    return Built(folder, result.returncode, result.stderr)


@pytest.fixture
def site(built: Built) -> Path:
    return built.folder


def test_the_site_is_built_without_a_warning(built: Built) -> None:
    """A warning is a dead link or anchor, or a difference between the pages and the navigation in `mkdocs.yml`."""
    assert built.status == 0, built.warnings


def test_the_site_has_every_page(site: Path) -> None:
    pages = {page.relative_to(DOCS).with_suffix(".html") for page in DOCS.rglob("*.md")}
    assert pages - {page.relative_to(site) for page in site.rglob("*.html")} == set()


def test_the_navigation_has_every_page(site: Path) -> None:
    start = (site / "index.html").read_text(encoding="utf-8")
    missing = [page for page in site.rglob("*.html") if f'href="{page.relative_to(site).as_posix()}"' not in start]
    assert missing == []


def test_the_site_asks_for_nothing_elsewhere(site: Path) -> None:
    asked: dict[str, str] = {}
    for page in site.rglob("*.html"):
        assets = Assets()
        assets.feed(page.read_text(encoding="utf-8"))
        asked |= {address: str(page) for address in assets.found}
    for sheet in (*site.rglob("*.css"), *site.rglob("*.svg")):
        asked |= {address: str(sheet) for address in _in_styles(sheet.read_text(encoding="utf-8"))}
    assert any(address.endswith("site.css") for address in asked)
    elsewhere = {address: page for address, page in asked.items() if re.match(r"(?!data:)([a-z]+:|//)", address)}
    assert elsewhere == {}


def test_the_script_of_the_site_fetches_nothing(site: Path) -> None:
    scripts = [script for script in site.rglob("*.js") if script.name != "index.js"]
    assert [script.name for script in scripts] == ["site.js"]
    text = scripts[0].read_text(encoding="utf-8")
    assert not re.search(r"https?:|\bfetch\b|XMLHttpRequest|WebSocket|import\s*\(|Worker\(", text)


def test_the_search_knows_every_page(site: Path) -> None:
    index = json.loads(
        (site / "search" / "index.js").read_text(encoding="utf-8").removeprefix("const searchIndex = ").rstrip(";\n")
    )
    known = {entry["location"].partition("#")[0] for entry in index["docs"]}
    assert {page.relative_to(site).as_posix() for page in site.rglob("*.html")} - known == set()
