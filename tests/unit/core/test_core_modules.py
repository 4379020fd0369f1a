"""Dependencies between the modules of the core."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from symheap.core import terms

CORE = Path(terms.__file__).parent
MODULES = sorted(
    ".".join(path.relative_to(CORE).with_suffix("").parts) for path in CORE.rglob("*.py") if path.stem != "__init__"
)


def imported(module: str) -> dict[str, set[str]]:
    """Return the modules of the core that a module imports when it is loaded, with the imported names."""
    imports: dict[str, set[str]] = {}
    for node in ast.parse((CORE / f"{module.replace('.', '/')}.py").read_text()).body:
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        names = {alias.name for alias in node.names}
        if node.module in ("symheap.core", "symheap.core.theories"):
            package = f"{node.module}.".removeprefix("symheap.core.")
            imports.update({f"{package}{name}": set() for name in names})
        elif node.module.startswith("symheap.core."):
            imports.setdefault(node.module.removeprefix("symheap.core."), set()).update(names)
    return imports


def test_no_module_needs_itself() -> None:
    order = list(TopologicalSorter({module: imported(module) for module in MODULES}).static_order())
    assert sorted(order) == MODULES


def test_terms_gathers_what_other_modules_define() -> None:
    gathered = {name: module for module, names in imported("terms").items() for name in names}
    assert set(terms.__all__) == set(gathered)
    for name, module in gathered.items():
        assert name not in {x for names in imported(module).values() for x in names}, name


@pytest.mark.parametrize("module", MODULES)
def test_what_terms_offers_is_taken_from_it_by_the_modules_above(module: str) -> None:
    if module in imported("terms") or "terms" not in imported(module):
        return
    for source, names in imported(module).items():
        assert source == "terms" or not names & set(terms.__all__), source
