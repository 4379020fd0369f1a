"""``symheap completion``: print a script that lets a shell complete commands, options, files, methods and runs."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer
from typer.main import get_command

from symheap.cli.options import shared as o
from symheap.session.status import Status

BASH = r"""# symheap completion bash
_symheap_completion() {
    local line="${COMP_LINE:0:COMP_POINT}" word found
    local IFS=$'\n'
    found=$("$1" completion bash --line "$line" 2>/dev/null) || return
    COMPREPLY=($found)
    # Readline replaces what stands behind the last of its word breaks, such as a colon.
    word="${line##*[[:space:]]}"
    local i break
    for break in : =; do
        if [[ $COMP_WORDBREAKS == *"$break"* && $word == *"$break"* ]]; then
            local behind="${word##*"$break"}"
            local begin="${word%"$behind"}"
            for i in "${!COMPREPLY[@]}"; do
                COMPREPLY[i]="${COMPREPLY[i]#"$begin"}"
            done
            word="$behind"
        fi
    done
}
complete -o nospace -F _symheap_completion symheap
"""
ZSH = r"""#compdef symheap
_symheap() {
    local -a found
    local line="${(j: :)words[1,CURRENT]}"
    found=("${(@f)$(${words[1]} completion zsh --line "$line" 2>/dev/null)}")
    [[ -n "$found" ]] && compadd -Q -U -S '' -- "${found[@]}"
}
if [[ "$funcstack[1]" == _symheap ]]; then
    _symheap "$@"
else
    compdef _symheap symheap
fi
"""
FISH = r"""# symheap completion fish
complete --command symheap --no-files \
    --arguments '(symheap completion fish --line (commandline --cut-at-cursor) 2>/dev/null)'
"""


class Shell(StrEnum):
    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


SCRIPTS = {Shell.BASH: BASH, Shell.ZSH: ZSH, Shell.FISH: FISH}


def completion(
    shell: Annotated[Shell, typer.Argument(show_default=False, help="The shell.")],
    line: Annotated[str | None, typer.Option(hidden=True)] = None,
    verbose: o.VERBOSE = 0,
) -> int:
    """Print a completion script for a shell: commands, options, files, methods, runs.

    \b
    source <(symheap completion bash)
    symheap completion bash > ~/.local/share/bash-completion/completions/symheap
    symheap completion zsh > "${fpath[1]}/_symheap"
    symheap completion fish > ~/.config/fish/completions/symheap.fish
    """
    if line is None:
        typer.echo(SCRIPTS[shell], nl=False)
    else:
        from symheap.cli.commands.complete import completed
        from symheap.cli.table import whole_app

        typer.echo(completed(get_command(whole_app()), line, shell.value), nl=False)
    return Status.CLEAN
