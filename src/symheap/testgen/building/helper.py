"""The helper class for tests that need it: plain Java, the same for all tests except for its package."""

from __future__ import annotations

from importlib.resources import files

HELPER = "TestObjects"


def helper_source(package: str) -> str:
    """Return the source of the helper class in a package; an empty name is the unnamed package."""
    text = files("symheap.testgen.building").joinpath(f"{HELPER}.java.txt").read_text(encoding="utf-8")
    return f"package {package};\n\n{text}" if package else text
