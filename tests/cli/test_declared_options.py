"""Options that are declared once are in the command line, the settings file and the Python interface."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from symheap.cli.commands.complete import Syntax
from symheap.cli.options import page as option_page
from symheap.cli.options.declared import Said, of
from symheap.cli.options.groups import grouped
from symheap.core.options import declared, option
from symheap.session import config
from symheap.session.proofs.settings import ProveSettings
from symheap.session.settings import Profile, Settings


@dataclass(frozen=True)
class Brush:
    width: int = option(2, "How wide.", least=0, most=9)


@dataclass(frozen=True)
class Painting(Brush):
    colour: str = option("red", "Of what colour.", choices=("red", "green"))
    on: tuple[str, ...] = option((), "On what.", metavar="THING", items="things")
    places: tuple[str, ...] = option((), "Where.", flags=("-at", "--places"), separator="pathsep", items="places")
    shades: tuple[str, ...] = option((), "Folders.", items="folders", is_path=True)
    seconds: float | None = option(None, "How long.", shown="no limit")
    glossy: bool = option(False, "It shines.")
    dry: bool = option(True, "Leave it wet.", flags=("--no-dry",))
    weather: str = "fine"


HASTY = Profile("hasty", {"seconds": 3.0, "width": 9}, help={"seconds": "Before the rain."})


@grouped
def paint(
    said: Annotated[Said, of(Painting, "colour", Brush, "on", "places", "shades", "seconds", "glossy", "dry")],
) -> int:
    """Paint something."""
    typer.echo(dict(said))
    return 0


@grouped
def paint_hastily(said: Annotated[Said, of(Painting, Brush, "seconds", profile=HASTY)]) -> int:
    return 0


def application(command: Callable[..., int]) -> typer.Typer:
    application = typer.Typer(add_completion=False, rich_markup_mode=None)
    application.command()(command)
    return application


def said(*arguments: str) -> str:
    return CliRunner().invoke(application(paint), list(arguments)).output.strip()


def test_options_stand_in_the_order_that_a_command_names() -> None:
    names = [each.opts[0] for each in get_command(application(paint)).params]
    assert names == ["--colour", "--width", "--on", "-at", "--shades", "--seconds", "--glossy", "--no-dry"]


def test_a_field_that_is_not_declared_is_no_option() -> None:
    assert "weather" not in declared(Painting)


def test_an_option_that_is_not_given_says_nothing() -> None:
    assert said() == "{}"


def test_given_options_are_settings() -> None:
    assert said("--width", "0") == "{'width': 0}"
    assert said("--colour", "green", "--on", "a", "--on", "b") == "{'colour': 'green', 'on': ('a', 'b')}"
    assert said("--places", f"x{os.pathsep}y{os.pathsep}") == "{'places': ('x', 'y')}"
    assert said("--shades", "a/b", "--glossy", "--no-dry") == "{'shades': ('a/b',), 'glossy': True, 'dry': False}"


@pytest.mark.parametrize("wrong", [("--colour", "blue"), ("--width", "10"), ("--seconds", "0"), ("--weather", "bad")])
def test_wrong_values_are_refused(wrong: tuple[str, str]) -> None:
    assert CliRunner().invoke(application(paint), list(wrong)).exit_code == 2


def test_the_help_shows_the_default_that_counts() -> None:
    plain = " ".join(CliRunner().invoke(application(paint), ["--help"]).output.split())
    hasty = " ".join(CliRunner().invoke(application(paint_hastily), ["--help"]).output.split())
    assert "Of what colour. [default: (red)]" in plain
    assert "How long. [default: (no limit)]" in plain
    assert "How wide. [default: (9); 0<=x<=9]" in hasty
    assert "Before the rain. [default: (3)]" in hasty


def test_completion_knows_choices_and_folders() -> None:
    syntax = Syntax(get_command(application(paint)))
    colour, shades = syntax.option("--colour"), syntax.option("--shades")
    assert colour is not None
    assert shades is not None
    assert (colour.choices(), shades.is_path) == (("red", "green"), True)


@pytest.mark.parametrize("settings", [Settings, ProveSettings])
def test_every_option_has_a_key_for_the_settings_file(settings: type) -> None:
    for name, each in declared(settings).items():
        assert config.key_of(each).expected, name


def test_an_option_of_a_settings_file_is_checked_as_it_is_declared(tmp_path: Path) -> None:
    key = {name: config.key_of(each) for name, each in declared(Painting).items()}
    assert [key["width"].read(value) for value in (0, 9, 10, True, "1")] == [0, 9, None, None, None]
    assert [key["on"].read(value) for value in (["a"], "a", [1])] == [("a",), None, None]
    assert (key["colour"].expected, key["on"].expected) == ("one of red, green", "a list of things")


def test_the_page_of_settings_is_what_is_declared() -> None:
    written = (Path(__file__).parents[2] / "docs" / "options.md").read_text(encoding="utf-8")
    assert written == option_page.page(), "write it again: python -m symheap.cli.options.page > docs/options.md"
