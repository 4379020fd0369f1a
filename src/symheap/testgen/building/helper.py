"""The helper class that stands beside tests which need it: plain Java, the same for all, but for its package."""

from __future__ import annotations

from importlib.resources import files

HELPER = "TestObjects"


def helper_source(package: str) -> str:
    """The source of the helper class in a package; the empty one is the unnamed package."""
    text = files("symheap.testgen.building").joinpath(f"{HELPER}.java.txt").read_text(encoding="utf-8")
    return f"package {package};\n\n{text}" if package else text
