"""The property that a task definition of SV-COMP leaves to prove."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from symheap.lang.task import Task
from symheap.session.status import WrongUse


def only_property(file: Path, task: Task, known: Mapping[str, str]) -> str:
    """Return the only property of a task that is `known`, by its name here.  Raises `WrongUse` for none or several."""
    properties = [*dict.fromkeys(known[each] for each in task.properties if each in known)]
    if len(properties) != 1:
        choice = f"{', '.join(properties)}: choose one" if properties else "none that can be proved"
        raise WrongUse(f"--property: {file} has {choice}")
    return properties[0]
