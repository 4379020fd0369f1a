"""One invocation of a command: its arguments, the run that it resumes, and its settings."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from symheap.session.status import WrongUse

if TYPE_CHECKING:
    from pathlib import Path

    from symheap.session.kept.keeping import Keep
    from symheap.session.proofs.settings import ProveSettings
    from symheap.session.settings import Profile, Settings
    from symheap.store.file import RunFile

ARGUMENTS: ContextVar[tuple[str, ...]] = ContextVar("arguments", default=())
"""The command line, without the name of the program."""
RESUMED: ContextVar[RunFile | None] = ContextVar("resumed", default=None)
"""The run that the command resumes."""


def keep(*, store: bool = True, needed: bool = False) -> Keep:
    """Return how the run of this command is stored."""
    from symheap.session.kept.keeping import Keep

    return Keep(store, ARGUMENTS.get(), RESUMED.get(), needed)


def settings_of(target: str, said: Mapping[str, Any], profile: Profile | None = None) -> Settings:
    """Return the settings: defaults, overridden by the settings file, overridden by the command line."""
    from pathlib import Path

    from symheap.session import config
    from symheap.session.settings import PLAIN, check_java_only, settle

    check_java_only(target, said)
    config_file, profile = config.find(Path.cwd()), profile or PLAIN
    return settle(said, profile, shared=config_file.shared, own=config_file.of(profile.name))


def explore_settings_of(target: str, said: Mapping[str, Any]) -> Settings:
    """Return the settings of ``symheap explore``.  A resumed run keeps its way of deepening."""
    from pathlib import Path

    from symheap.session import config
    from symheap.session.settings import EXPLORE, check_java_only, settle_exploring

    check_java_only(target, said)
    config_file, resumed = config.find(Path.cwd()), RESUMED.get()
    then = {} if resumed is None else {"deepen": resumed.header.settings.get("deepen", "no")}
    return settle_exploring(target, {**config_file.shared, **config_file.of(EXPLORE.name), **said, **then})


def verify_settings_of(said: Mapping[str, Any]) -> Settings:
    """Return the settings of ``symheap verify``."""
    from pathlib import Path

    from symheap.session import config
    from symheap.session.settings import VERIFY, settle_verifying

    config_file = config.find(Path.cwd())
    return settle_verifying(said, shared=config_file.shared, own=config_file.of(VERIFY.name))


def prove_settings_of(said: Mapping[str, Any]) -> ProveSettings:
    """Return the settings of ``symheap prove``."""
    from pathlib import Path

    from symheap.session import config
    from symheap.session.proofs.settings import settle_proof

    config_file = config.find(Path.cwd())
    return settle_proof(said, shared=config_file.shared, own=config_file.of("prove"))


def output_file(output: Path | None, target: str) -> str | None:
    """Return the output file.  Raises `WrongUse` if it is the analysed program itself."""
    from pathlib import Path

    from symheap.lang.target import Target

    if output is None:
        return None
    program = Path(Target.parse(target).path)
    if output.exists() and program.exists() and output.samefile(program):
        raise WrongUse("-o names the program itself")
    return str(output)
