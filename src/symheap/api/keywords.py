"""Keywords of the Python interface: the options of the commands, under the same names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, get_origin

from symheap.core.options import About, Option, declared
from symheap.core.theories.near import did_you_mean
from symheap.session.proofs.settings import ProveSettings, settle_proof
from symheap.session.settings import PLAIN, Profile, Settings, settle, settle_exploring


def settings_from(keywords: Mapping[str, Any], profile: Profile = PLAIN) -> Settings:
    """Return the settings of an exploration.  No settings file is read.

    Raises `TypeError` for an unknown keyword and `ValueError` for a wrong value.
    """
    return settle(_checked(Settings, keywords), profile)


def explore_settings_from(target: str, keywords: Mapping[str, Any]) -> Settings:
    """Return the settings with the defaults of ``symheap explore``, which differ for Java."""
    return settle_exploring(target, _checked(Settings, keywords))


def proof_settings_from(keywords: Mapping[str, Any]) -> ProveSettings:
    """Return the settings of a proof."""
    given = dict(keywords)
    solver: dict[str, Any] = {name: given.pop(name) for name in ("solver", "solver_timeout") if name in given}
    _check_value(declared(Settings)["solver"], solver.get("solver", "auto"))
    return settle_proof({**_checked(ProveSettings, given), **solver})


def _checked(settings: type, keywords: Mapping[str, Any]) -> dict[str, Any]:
    options = declared(settings)
    for name in keywords:
        if name not in options:
            near = did_you_mean(name, options)
            raise TypeError(f"there is no option {name!r}{near or ''}".rstrip())
    return {name: _check_value(options[name], value) for name, value in keywords.items()}


def _check_value(option: Option, value: Any) -> Any:
    """Check a value and convert it to its form in settings: lists become tuples, paths become strings."""
    about = option.about
    if get_origin(option.type) is tuple:
        if isinstance(value, str | os.PathLike) or not isinstance(value, Iterable):
            raise ValueError(f"{option.name} must be a list of {about.items}")
        return tuple(os.fspath(each) for each in value)
    if about.choices and value not in about.choices:
        named = about.noun or option.name
        raise ValueError(f"unknown {named} {value!r}: choose one of {', '.join(about.choices)}")
    if option.type in (int, int | None) and value is not None and not _is_within(value, about):
        raise ValueError(f"{option.name} must be {about.expected or f'an integer of at least {about.least}'}")
    return os.fspath(value) if isinstance(value, os.PathLike) else value


def _is_within(value: object, about: About) -> bool:
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    return is_integer and about.least <= value <= (value if about.most is None else about.most)  # type: ignore[operator]
