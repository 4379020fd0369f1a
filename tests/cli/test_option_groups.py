"""Groups of options: a command takes them as one parameter, and its command line has each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import pytest
import typer
from cli_runner import symheap
from typer.main import get_command
from typer.testing import CliRunner

from symheap.api.proving import ProveSettings
from symheap.cli import app, options, prove_app, test_app
from symheap.cli.complete import Syntax
from symheap.cli.groups import Group, Without, grouped, said
from symheap.cli.settings import Settings


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


@dataclass(frozen=True, slots=True)
class Paint(Group):
    colour: Annotated[Colour | None, typer.Option(help="Of what colour.", show_default="red")] = None
    layers: Annotated[int, typer.Option(min=1, help="How many.")] = 2
    on: Annotated[list[str] | None, typer.Option("--on", help="On what.")] = None
    glossy: Annotated[bool, typer.Option("--glossy", help="It shines.")] = False


@dataclass(frozen=True, slots=True)
class ThickPaint(Paint):
    layers: Annotated[int, typer.Option(min=1, help="How many, at least.")] = 9


@dataclass(frozen=True, slots=True)
class Where(Group):
    folder: Annotated[Path, typer.Option("-f", help="Where.")]


Command = Callable[..., int]


def application(command: Command) -> typer.Typer:
    found = typer.Typer(add_completion=False, rich_markup_mode=None)
    found.command()(command)
    return found


def names(command: Command) -> list[str]:
    return [each.opts[0] for each in get_command(application(command)).params]


def outcome(command: Command, *arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(application(command), list(arguments))
    return result.exit_code, result.output


@grouped
def paint(
    thing: Annotated[str, typer.Argument()],
    first: Annotated[int, typer.Option()] = 1,
    *,
    how: Paint,
    last: Annotated[int, typer.Option()] = 7,
    where: Where,
) -> int:
    """Paint something."""
    typer.echo(f"{thing} {first} {how} {last} {where}")
    return 0


@grouped
def paint_thickly(how: ThickPaint) -> int:
    typer.echo(repr(how))
    return 0


@grouped
def paint_matt(how: Annotated[Paint, Without("glossy", "on")]) -> int:
    typer.echo(repr(how))
    return 0


def test_the_options_of_a_group_stand_where_its_parameter_stands() -> None:
    expected = ["thing", "--first", "--colour", "--layers", "--on", "--glossy", "--last", "-f"]
    assert names(paint) == expected


def test_the_help_is_that_of_a_command_with_the_options_written_out() -> None:
    def written_out(
        colour: Annotated[Colour | None, typer.Option(help="Of what colour.", show_default="red")] = None,
        layers: Annotated[int, typer.Option(min=1, help="How many.")] = 2,
    ) -> int:
        return 0

    @grouped
    def written_in_groups(how: Annotated[Paint, Without("on", "glossy")]) -> int:
        return 0

    texts = [outcome(each, "--help")[1].partition("\n")[2] for each in (written_out, written_in_groups)]
    assert "Of what colour." in texts[0]
    assert texts[0] == texts[1]


def test_a_command_gets_its_groups_with_what_the_line_says() -> None:
    status, out = outcome(paint, "wall", "-f", "x", "--on", "a", "--on", "b", "--layers", "3", "--colour", "green")
    how = Paint(Colour.GREEN, 3, ["a", "b"], False)
    assert (status, out) == (0, f"wall 1 {how} 7 {Where(Path('x'))}\n")


def test_an_option_without_a_default_is_required_in_a_group_too() -> None:
    assert outcome(paint, "wall")[0] == 2
    assert outcome(paint, "wall", "-f", "x")[0] == 0


def test_a_group_may_say_an_option_of_another_one_anew_at_its_place() -> None:
    assert names(paint_thickly) == ["--colour", "--layers", "--on", "--glossy"]
    assert "How many, at least." in outcome(paint_thickly, "--help")[1]
    assert outcome(paint_thickly)[1] == f"{ThickPaint(layers=9)!r}\n"


def test_a_command_may_leave_out_options_of_a_group() -> None:
    assert names(paint_matt) == ["--colour", "--layers"]
    assert outcome(paint_matt)[1] == f"{Paint()!r}\n"
    assert outcome(paint_matt, "--glossy")[0] == 2


def test_what_is_left_out_has_to_be_there() -> None:
    def wrong(how: Annotated[Paint, Without("shiny")]) -> int:
        return 0

    with pytest.raises(TypeError, match="Paint has no option shiny"):
        grouped(wrong)


def test_an_option_that_stands_twice_is_refused() -> None:
    def wrong(how: Paint, again: ThickPaint) -> int:
        return 0

    with pytest.raises(ValueError, match="duplicate parameter name: 'colour'"):
        grouped(wrong)


def test_completion_knows_the_values_of_a_group() -> None:
    syntax = Syntax(get_command(application(paint)))
    colour, folder = syntax.option("--colour"), syntax.option("-f")
    assert colour is not None
    assert folder is not None
    assert (colour.choices(), folder.is_path) == (("red", "green"), True)


# What is said ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Many(Group):
    paths: list[Path] | None = None
    words: list[str] | None = None
    number: int | None = None
    text: str | None = None


def test_an_option_that_is_not_given_says_nothing() -> None:
    assert said(Paint(None, 2, [], False), Many(), more=None, flag=False) == {"layers": 2}


def test_what_is_given_is_said_as_settings_are() -> None:
    assert said(Paint(Colour.GREEN, 3, ["a"], True), one=Colour.RED) == {
        "colour": "green",
        "layers": 3,
        "on": ("a",),
        "glossy": True,
        "one": "red",
    }
    assert type(said(one=Colour.RED)["one"]) is str
    assert said(Many(paths=[Path("a"), Path("b")])) == {"paths": ("a", "b")}


def test_zero_and_the_empty_text_are_given() -> None:
    assert said(Many(number=0, text="")) == {"number": 0, "text": ""}


# The commands ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("group", "settings"),
    [
        (options.Exploring, Settings),
        (options.Solving, Settings),
        (options.Java, Settings),
        (app.Checking, Settings),
        (test_app.Exploring, Settings),
        (test_app.Suite, Settings),
        (prove_app.Claim, ProveSettings),
        (prove_app.Method, ProveSettings),
        (prove_app.Reading, ProveSettings),
    ],
)
def test_the_options_of_a_group_are_settings(group: type[Group], settings: type[Settings | ProveSettings]) -> None:
    own = {each.name for each in fields(group)}
    assert own
    assert own <= {each.name for each in fields(settings)}


def test_tests_cannot_have_symbolic_statics() -> None:
    refused = symheap("test", "Stack.java", "-o", "out", "--symbolic-static", "A.b")
    assert (refused.status, refused.out) == (2, "")
    assert "o such option" in refused.err
    assert refused.err.endswith("--symbolic-static (see symheap test --help)\n")
