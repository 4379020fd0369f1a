"""Versions of the software that results depend on."""

from __future__ import annotations

import platform
from importlib.metadata import version


def versions() -> dict[str, str]:
    """Return the version of each package that affects results.  A JDK is left out, since it belongs to the user."""
    packages = {"symheap": "symheap", "z3": "z3-solver", "bitwuzla": "bitwuzla"}
    return {"python": platform.python_version(), **{name: version(package) for name, package in packages.items()}}
