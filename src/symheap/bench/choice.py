"""Which classes of a library a study takes: by a rule that does not know how they come out."""

from __future__ import annotations

from collections.abc import Sequence

from symheap.bench.studies import public_methods
from symheap.lang.java.classfile.access import PUBLIC
from symheap.lang.java.world import World

FEWEST_METHODS = 3


def candidates(world: World, packages: tuple[str, ...]) -> tuple[str, ...]:
    """The public top-level classes of a library with at least three public methods of their own, by name.

    Abstract classes and interfaces are not among them: nothing is of exactly their type.
    """
    names = [name for name in world.class_path.user_names() if name.startswith(packages) and "$" not in name]
    return tuple(name for name in sorted(names) if _is_candidate(world, name))


def _is_candidate(world: World, name: str) -> bool:
    """Flags first, so that a class that is not asked for need not be linked: it may miss an optional library."""
    found = world.class_path.require(name)
    if not found.access & PUBLIC or not world.exists(name) or world.find(name).is_abstract:
        return False
    return len(public_methods(world, name)) >= FEWEST_METHODS


def spread(names: Sequence[str], count: int) -> tuple[str, ...]:
    """So many of them at equal distances, beginning with the first; all, if there are not more."""
    taken = min(count, len(names))
    return tuple(names[i * len(names) // taken] for i in range(taken))
