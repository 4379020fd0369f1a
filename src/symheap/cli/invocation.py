"""One invocation of a command: its arguments, the run that it resumes, and the settings that it has."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from symheap.session.status import WrongUse

if TYPE_CHECKING:
    from pathlib import Path

    from symheap.session.keeping import Keep
    from symheap.session.prove_settings import ProveSettings
    from symheap.session.settings import Profile, Settings
    from symheap.store.file import RunFile

ARGUMENTS: ContextVar[tuple[str, ...]] = ContextVar("arguments", default=())
"""The command line, without the name of the program."""
RESUMED: ContextVar[RunFile | None] = ContextVar("resumed", default=None)
"""The run that the command resumes."""


def keep(*, store: bool = True, needed: bool = False) -> Keep:
    """How the run of this command is kept."""
    from symheap.session.keeping import Keep

    return Keep(store, ARGUMENTS.get(), RESUMED.get(), needed)


def settings_of(target: str, said: Mapping[str, Any], profile: Profile | None = None) -> Settings:
    """Defaults, then the settings file, then what the command line says."""
    from pathlib import Path

    from symheap.session import config
    from symheap.session.settings import PLAIN, check_java_only, settle

    check_java_only(target, said)
    found, profile = config.find(Path.cwd()), profile or PLAIN
    return settle(said, profile, shared=found.shared, own=found.of(profile.name))


def explore_settings_of(target: str, said: Mapping[str, Any]) -> Settings:
    """The same for ``symheap explore``.  A run that is resumed deepens as it did."""
    from pathlib import Path

    from symheap.session import config
    from symheap.session.settings import EXPLORE, check_java_only, settle_exploring

    check_java_only(target, said)
    found, resumed = config.find(Path.cwd()), RESUMED.get()
    then = {} if resumed is None else {"deepen": resumed.header.settings.get("deepen", "no")}
    return settle_exploring(target, {**found.shared, **found.of(EXPLORE.name), **said, **then})


def prove_settings_of(said: Mapping[str, Any]) -> ProveSettings:
    """The same for ``symheap prove``."""
    from pathlib import Path

    from symheap.session import config
    from symheap.session.prove_settings import settle_proof

    found = config.find(Path.cwd())
    return settle_proof(said, shared=found.shared, own=found.of("prove"))


def output_file(output: Path | None, target: str) -> str | None:
    """Where results go; never the program that they are about."""
    from pathlib import Path

    from symheap.lang.target import Target

    if output is None:
        return None
    program = Path(Target.parse(target).path)
    if output.exists() and program.exists() and output.samefile(program):
        raise WrongUse("-o names the program itself")
    return str(output)
