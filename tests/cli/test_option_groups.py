"""Groups of options: a command takes them as one parameter, and its command line has each of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import pytest
import typer
from cli_runner import symheap
from typer.main import get_command
from typer.testing import CliRunner

from symheap.cli.commands.complete import Syntax
from symheap.cli.options.groups import Group, grouped


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
    application = typer.Typer(add_completion=False, rich_markup_mode=None)
    application.command()(command)
    return application


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


def test_the_options_of_a_group_stand_where_its_parameter_stands() -> None:
    expected = ["thing", "--first", "--colour", "--layers", "--on", "--glossy", "--last", "-f"]
    assert names(paint) == expected


def test_the_help_is_that_of_a_command_with_the_options_written_out() -> None:
    def written_out(
        colour: Annotated[Colour | None, typer.Option(help="Of what colour.", show_default="red")] = None,
        layers: Annotated[int, typer.Option(min=1, help="How many.")] = 2,
        on: Annotated[list[str] | None, typer.Option("--on", help="On what.")] = None,
        glossy: Annotated[bool, typer.Option("--glossy", help="It shines.")] = False,
    ) -> int:
        return 0

    @grouped
    def written_in_groups(how: Paint) -> int:
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


def test_tests_cannot_have_symbolic_statics() -> None:
    refused = symheap("test", "Stack.java", "-o", "out", "--symbolic-static", "A.b")
    assert (refused.status, refused.out) == (2, "")
    assert "there is no option" in refused.err
    assert refused.err.endswith("--symbolic-static (see symheap test --help)\n")
