"""One invocation of a command: its arguments, the run that it resumes, and the settings that it has."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from symheap.session import config
from symheap.session.keeping import Keep
from symheap.session.prove_settings import ProveSettings, settle_proof
from symheap.session.settings import EXPLORE, PLAIN, Profile, Settings, check_java_only, settle, settle_exploring
from symheap.store.file import RunFile

ARGUMENTS: ContextVar[tuple[str, ...]] = ContextVar("arguments", default=())
"""The command line, without the name of the program."""
RESUMED: ContextVar[RunFile | None] = ContextVar("resumed", default=None)
"""The run that the command resumes."""


def keep(*, store: bool = True, needed: bool = False) -> Keep:
    """How the run of this command is kept."""
    return Keep(store, ARGUMENTS.get(), RESUMED.get(), needed)


def settings_of(target: str, said: Mapping[str, Any], profile: Profile = PLAIN) -> Settings:
    """Defaults, then the settings file, then what the command line says."""
    check_java_only(target, said)
    found = config.find(Path.cwd())
    return settle(said, profile, shared=found.shared, own=found.of(profile.name))


def explore_settings_of(target: str, said: Mapping[str, Any]) -> Settings:
    """The same for ``symheap explore``.  A run that is resumed deepens as it did."""
    check_java_only(target, said)
    found, resumed = config.find(Path.cwd()), RESUMED.get()
    then = {} if resumed is None else {"deepen": resumed.header.settings.get("deepen", "no")}
    return settle_exploring(target, {**found.shared, **found.of(EXPLORE.name), **said, **then})


def prove_settings_of(said: Mapping[str, Any]) -> ProveSettings:
    """The same for ``symheap prove``."""
    found = config.find(Path.cwd())
    return settle_proof(said, shared=found.shared, own=found.of("prove"))
