"""What results depend on, besides what was asked and read."""

from __future__ import annotations

import platform
from importlib.metadata import version


def versions() -> dict[str, str]:
    """Of everything of ours that has a say in results: a JDK, where there is one, is the user's."""
    packages = {"symheap": "symheap", "z3": "z3-solver", "bitwuzla": "bitwuzla"}
    return {"python": platform.python_version(), **{name: version(package) for name, package in packages.items()}}
