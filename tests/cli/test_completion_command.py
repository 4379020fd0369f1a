"""Completion in shells: each shell is driven with the script that `symheap completion` prints."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_runner import ROOT, symheap
from typer.main import get_command

from symheap.cli.commands.complete import Candidate, candidates, escaped, split, written
from symheap.cli.table import whole_app

SHELLS = ("bash", "zsh", "fish")
LINES = (
    ("symheap expl", ["explore "]),
    ("symheap explore --max-ca", ["--max-calls "]),
    ("symheap explore --heap laz", ["lazy ", "lazier ", "lazier\\# "]),
    ("symheap explore examples/javalite/swa", ["examples/javalite/swap.jl "]),
    ("symheap prove examples/c/re", ["examples/c/release.c ", "examples/c/reverse.c "]),
    ("symheap compare examples/jav", ["examples/javalite/"]),
)


def found(line: str) -> list[str]:
    return [each.word for each in candidates(get_command(whole_app()), line, os.environ)]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


# What may follow ------------------------------------------------------------------------------------------------------


def test_every_command_is_offered() -> None:
    assert set(found("symheap ")) == set(get_command(whole_app()).commands)  # type: ignore[attr-defined]
    assert found("symheap co") == ["completion", "compare"]


def test_the_commands_of_a_group_are_offered() -> None:
    assert found("symheap bench ") == ["pose", "libraries", "slayer"]
    assert "--methods" in found("symheap bench pose --m")


def test_options_are_offered_once_unless_they_repeat() -> None:
    assert "--heap" in found("symheap explore x.jl --")
    assert "--heap" not in found("symheap explore x.jl --heap lazy --")
    assert "--acyclic" in found("symheap explore x.jl --acyclic next --")
    assert "--line" not in found("symheap completion bash --")
    assert found("symheap explore -") == [word for word in found("symheap explore -") if word.startswith("-")]


def test_values_of_options() -> None:
    assert found("symheap explore --search ") == ["dfs", "bfs", "random", "coverage"]
    assert found("symheap explore --heap=su") == ["--heap=summary"]
    assert found("symheap compare --heap pose,su") == ["pose,summary"]
    assert found("symheap prove --property l") == ["leak"]
    assert found("symheap explore --max-calls ") == []
    assert "examples/" in found("symheap test Stack.java -o e")
    assert found("symheap explore swap.jl --smt2 examples/javalite/swa") == []


def test_targets_and_names_in_them(tmp_path: Path) -> None:
    assert found("symheap explore examples/javalite/swap.jl::s") == ["examples/javalite/swap.jl::swap"]
    assert found("symheap explore examples/javalite/swap.jl::Sample::") == ["examples/javalite/swap.jl::Sample::swap"]
    source = tmp_path / "Stack.java"
    source.write_text(
        "class Stack<T> { // void none() {\n"
        '  String s = "void neither() {";\n'
        "  Stack() { if (a) { } for (;;) { } }\n"
        "  public void push(T item) throws E, F { new Thread() { }; }\n"
        "  static <U> U[] pop(int n) { return null; }\n"
        "  static class Node { int size() { return 1; } }\n"
        "}\n",
        encoding="utf-8",
    )
    names = [word.removeprefix(f"{source}::") for word in found(f"symheap explore {source}::")]
    assert names == ["Stack", "Node", "push", "pop", "size"]
    assert found(f"symheap explore {source}::Stack::pu") == [f"{source}::Stack::push"]
    assert found("symheap explore nowhere.java::") == []
    (tmp_path / "broken.jl").write_text("((class", encoding="utf-8")
    assert found(f"symheap explore {tmp_path}/broken.jl::") == []


def test_runs_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SYMHEAP_RUNS", str(tmp_path / "runs"))
    assert found("symheap show ") == ["last"]
    symheap("explore", "swap.jl")
    [kept] = (tmp_path / "runs").glob("*.run")
    assert found("symheap diff last ") == ["last", kept.stem]
    assert found(f"symheap resume {kept.stem[:5]}") == [kept.stem]
    assert found("symheap resume last ") == []


def test_a_line_is_read_as_shells_do() -> None:
    assert split("symheap explore ") == ["symheap", "explore", ""]
    assert split(r"symheap  a\ b 'c d' \"e") == ["symheap", "a b", "c d", '"e']
    assert split("symheap ''") == ["symheap", ""]
    assert escaped("a b#$(x)") == r"a\ b\#\$\(x\)"
    words = [Candidate("a b", "Help.  More."), Candidate("c/", open=True), Candidate("d\x1b[31m")]
    assert written(words, "bash") == "a\\ b \nc/\n"
    assert written(words, "fish") == "a b\tHelp\nc/\t\n"


# Shells ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def shell_environment(tmp_path: Path) -> dict[str, str]:
    """An environment with the command on the path, as after installing it."""
    tool = tmp_path / "bin" / "symheap"
    tool.parent.mkdir()
    tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m symheap "$@"\n', encoding="utf-8")
    tool.chmod(0o755)
    plain = {name: value for name, value in os.environ.items() if not name.startswith("BASH")}
    return {**plain, "PATH": f"{tool.parent}{os.pathsep}{os.environ['PATH']}", "HOME": str(tmp_path), "TERM": "xterm"}


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_one_for_the_shell(shell: str, tmp_path: Path) -> None:
    result = symheap("completion", shell)
    assert result.status == 0
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_text(result.out, encoding="utf-8")
    subprocess.run([shell, "-n", str(tmp_path / "script")], check=True, timeout=60)


def test_bash_calls_it_as_its_completion_does(shell_environment: dict[str, str]) -> None:
    """Lines are split as readline splits words: at a colon, too."""
    script = "source <(symheap completion bash)\ncomplete -p symheap\n"
    asked = [
        *LINES,
        ("symheap explore examples/javalite/swap.jl::sw", ["swap "]),
        ("symheap explore --heap=su", ["summary "]),
    ]
    for line, _ in asked:
        script += f"COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}; COMPREPLY=()\n"
        script += '_symheap_completion symheap; printf "[%s]" "${COMPREPLY[@]}"; echo\n'
    done = subprocess.run(
        ["bash", "--norc", "-c", script], env=shell_environment, capture_output=True, text=True, timeout=300, check=True
    )
    head, *replies = done.stdout.splitlines()
    assert head == "complete -o nospace -F _symheap_completion symheap"
    assert replies == ["".join(f"[{word}]" for word in words) for _, words in asked]


def typed(command: list[str], environment: dict[str, str], setup: str, keys: str, wanted: str) -> str:
    """Return the screen of an interactive shell after `keys`."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
    )
    os.close(theirs)
    try:
        os.write(ours, f"{setup}; echo rea''dy\n".encode())
        screen = _read(ours, "ready\r\n")
        assert "ready\r\n" in screen, screen
        os.write(ours, keys.encode())
        return _read(ours, wanted)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _read(terminal: int, wanted: str, seconds: float = 120) -> str:
    seen, until = "", time.monotonic() + seconds
    while wanted not in seen and time.monotonic() < until:
        if select.select([terminal], [], [], 0.2)[0]:
            seen += os.read(terminal, 65536).decode("utf-8", "replace")
    return seen


def test_a_tab_in_bash_completes_a_method(shell_environment: dict[str, str]) -> None:
    setup = "PS1='$ '; source <(symheap completion bash)"
    command = ["bash", "--norc", "--noprofile", "-i"]
    seen = typed(command, shell_environment, setup, "symheap explore examples/javalite/swap.jl::sw\t", "::swap ")
    assert "examples/javalite/swap.jl::swap " in seen


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_a_tab_in_zsh_completes_a_method(shell_environment: dict[str, str]) -> None:
    setup = "PS1='$ '; autoload -Uz compinit; compinit -u -D; source <(symheap completion zsh)"
    keys = "symheap explore examples/javalite/swap.jl::sw\t"
    seen = typed(["zsh", "-f", "-i"], shell_environment, setup, keys, "::swap ")
    assert "::swap " in seen


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes_a_method(shell_environment: dict[str, str]) -> None:
    script = "symheap completion fish | source; complete --do-complete 'symheap explore examples/javalite/swap.jl::sw'"
    done = subprocess.run(
        ["fish", "--no-config", "-c", script],
        env=shell_environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.split() == ["examples/javalite/swap.jl::swap"]
